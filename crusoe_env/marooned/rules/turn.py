"""The course of a game: set-up, the steps of a turn, one action at a time (Rules, On each turn)."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.engine.random import shuffle
from crusoe_env.marooned import actions as ac
from crusoe_env.marooned import state as st
from crusoe_env.marooned.facts import EXTRA_STEP
from crusoe_env.marooned.fields import State, Tables
from crusoe_env.marooned.rules.effects import exchange_mirage
from crusoe_env.marooned.rules.ending import change_health, in_play
from crusoe_env.marooned.rules.flip import can_flip_any, find_treasure, flip
from crusoe_env.marooned.rules.move import explore, place_card, walk
from crusoe_env.marooned.rules.ship import ship_moves, ship_to_port


@compiled
def new_game(s: State, t: Tables) -> None:
    """Set up: shuffle, health at its start, ship in port, then the first turn's draw."""
    shuffle_deck(s)
    for card in range(st.CARDS):
        s.cell[card] = st.NONE
        s.side[card] = 0
    for face in range(st.FACES):
        s.paid[face] = 0
    for cell in range(st.CELLS):
        s.card_at[cell] = st.NONE
    s.played = 0
    s.health = t.health
    s.over = 0
    s.victory = 0
    s.cause = 0
    s.score = 0
    s.steps = 0
    s.acting = 0
    s.first_row = s.last_row = st.CENTRE // st.FRAME
    s.first_column = s.last_column = st.CENTRE % st.FRAME
    s.area_row = 0
    s.area_column = 0
    ship_to_port(s)
    s.rounds = 0
    begin_turn(s, t)
    s.explored = 1
    place_card(s, t, st.CENTRE)
    after_step(s, t)


@compiled
def shuffle_deck(s: State) -> None:
    """A uniform order, but forced cards come first and in their order; the queue is used up."""
    for card in range(st.CARDS):
        s.deck[card] = card
    put_forced_on_top(s, 0)
    shuffle(s, s.deck, s.forced_count, st.CARDS)
    s.forced_count = 0


@compiled
def put_forced_on_top(s: State, top: int) -> None:
    """Bring the forced cards to the places `top`, `top + 1`, ... of the deck."""
    for i in range(s.forced_count):
        for j in range(top + i, st.CARDS):
            if s.deck[j] == s.forced[i]:
                s.deck[j] = s.deck[top + i]
                s.deck[top + i] = s.forced[i]
                break


@compiled
def redeal(s: State, t: Tables, viewer: int) -> None:
    """What nobody has seen is the order of the deck's rest."""
    shuffle(s, s.deck, s.played, st.CARDS)


@compiled
def begin_turn(s: State, t: Tables) -> None:
    """A ship in play now will move this turn; a Compass in play now may be used this turn."""
    s.rounds += 1
    s.phase = st.MOVE
    s.second = 0
    s.explored = 0
    s.set_sail = 0
    s.ship_moves = 1 if s.ship != st.NONE else 0
    s.compass = 1 if in_play(s, t.face_of[EXTRA_STEP]) else 0


@compiled
def apply_action(s: State, t: Tables, action: int) -> None:
    """Carry out one legal action and go on to the next decision or the end of the game."""
    if s.phase == st.FLIP:
        take_flip(s, t, action)
        ship_step(s, t)
    elif action == ac.STAY:
        lose_health_step(s, t)
    else:
        if s.phase == st.MIRAGE:
            s.phase = st.MOVE
            exchange_mirage(s, t, ac.SWAPPABLE[action - ac.SWAP])
        elif action >= ac.EXPLORE:
            explore(s, t, action - ac.EXPLORE)
        else:
            walk(s, t, action)
        after_step(s, t)


@compiled
def after_step(s: State, t: Tables) -> None:
    """On to the Compass's extra step, or the move is over; the Mirage's partner is chosen first."""
    if s.over == 1 or s.phase == st.MIRAGE:
        return
    if s.compass == 1 and s.second == 0:
        s.second = 1
        s.phase = st.SECOND_STEP
    else:
        lose_health_step(s, t)


@compiled
def lose_health_step(s: State, t: Tables) -> None:
    """Step 2, then on to step 3 if there is anything to flip."""
    change_health(s, t, -t.health_lost_each_turn)
    if s.over == 1:
        return
    if can_flip_any(s, t):
        s.phase = st.FLIP
    else:
        ship_step(s, t)


@compiled
def take_flip(s: State, t: Tables, action: int) -> None:
    """Step 3: one flip, or none."""
    if action == ac.FLIP_MAPS:
        find_treasure(s, t)
    elif action != ac.NO_FLIP:
        flip(s, t, ac.FLIPPABLE[action - ac.FLIP_CARD])


@compiled
def ship_step(s: State, t: Tables) -> None:
    """Step 4, then the next turn begins."""
    if s.ship_moves == 1:
        ship_moves(s, t)
    if s.over == 0:
        begin_turn(s, t)
