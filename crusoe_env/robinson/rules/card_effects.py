"""Operations on cards: beasts, inventions and items, mysteries, discoveries, tiles, the event deck."""

from __future__ import annotations

from typing import Any

from crusoe_env.core.compile import compiled
from crusoe_env.core.random import shuffle
from crusoe_env.robinson import operations as op
from crusoe_env.robinson import vocabulary as v
from crusoe_env.robinson.rules.agenda import (
    BEAST,
    COVER_ARROW,
    DRAW_MYSTERY,
    EXTRA_ACTION,
    ITEM_STEP,
    ORDER_TILES,
    PICK_DISCOVERY,
    PICK_INVENTION,
    PICK_TILE,
    ask,
    push,
    run_program,
    take_answer,
)
from crusoe_env.robinson.rules.decks import (
    draw_starting_item,
    gain_discovery,
    keep_from_discard,
    next_discovery,
    next_invention,
    put_beast,
    shuffle_into_events,
    strongest_beast,
    take_beast,
    take_invention,
)
from crusoe_env.robinson.rules.items import become_item, lose_item
from crusoe_env.robinson.rules.stores import lacking
from crusoe_env.robinson.state import (
    BUILT,
    CARD_INVENTIONS,
    CHOOSE_ITEM,
    CHOOSE_PERSON,
    CHOOSE_SHOWN,
    DISCARDED,
    FIRST_MYSTERY,
    FRIDAY,
    IN_DECK,
    MYSTERY_GONE,
    MYSTERY_KEPT,
    NONE,
    ON_BOARD,
)

SHOWN = 5
"""Cards, tiles or tokens that can be laid out at a time."""


@compiled
def card_effect(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """Operations on cards."""
    what = t.rows[row, 0]
    number = int(t.rows[row, 4])
    if what <= op.STRONGEST_BEAST:
        beast_effect(s, t, row, performer, card)
    elif what <= op.BUILD_ITEM:
        invention_effect(s, t, row, performer, card)
    elif what <= op.DRAW_STARTING_ITEM:
        deck_effect(s, t, row, performer, card)
    elif what == op.SHUFFLE_INTO_EVENTS:
        shuffle_into_events(s, card)
    elif what == op.KEEP:
        keep_card(s, t, performer, card)
    elif what == op.LOOK:
        if t.rows[row, 2] == v.LOOK_AT_EVENT_DECK:
            s.event_known = 1
        else:
            s.hunting_known = 1
    elif what == op.PICK_TILE:
        push(s, PICK_TILE, number, 0, performer, card, 0)
    elif what == op.REORDER_TILES:
        push(s, ORDER_TILES, min(number, int(s.tiles_left)), 0, performer, card, 0)
    elif what == op.RESOLVE_BOOK:
        run_program(s, int(t.book_program), int(s.first_player), card)
    elif what == op.RESOLVE_OWN_EVENT:
        run_program(s, int(t.event_program[card]), performer, card)
    elif what == op.RESOLVE_THREATS:
        resolve_threats(s, t)
    elif what == op.NEXT_FIRST_PLAYER:
        s.first_player = (s.first_player + 1) % s.players
    elif what == op.EXTRA_ACTION:
        push(s, EXTRA_ACTION, int(t.rows[row, 2]), 0, performer, card, 0)
    elif what == op.COVER_MORALE_ARROWS:
        push(s, COVER_ARROW, number, 0, performer, card, 0)


@compiled
def beast_effect(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """Fights with beast cards, and beast cards that change place."""
    what = t.rows[row, 0]
    if what == op.STRONGEST_BEAST:
        strongest_beast(s, t, int(t.rows[row, 4]))
        return
    beast = take_beast(s, int(t.rows[row, 2]))
    if beast == NONE:
        return
    if what == op.MOVE_BEAST:
        put_beast(s, beast, int(t.rows[row, 3]))
    else:
        fighter = performer if t.rows[row, 1] == v.PERFORMER else int(s.first_player)
        push(s, BEAST, beast, int(t.rows[row, 5]), fighter, card, 0)


@compiled
def resolve_threats(s: Any, t: Any) -> None:
    """The threat effects of all cards in the threat row, left one first; the cards are discarded."""
    for place in range(1, -1, -1):
        card = int(s.threat[place])
        s.threat[place] = NONE
        if card != NONE:
            run_program(s, int(t.threat_effect[card]), int(s.first_player), card)


@compiled
def keep_card(s: Any, t: Any, performer: int, card: int) -> None:
    """A treasure stays beside the board; an adventure stays with the performer."""
    if card >= FIRST_MYSTERY:
        mystery = card - FIRST_MYSTERY
        s.mystery_state[mystery] = MYSTERY_KEPT
        s.mystery_uses[mystery] = t.mystery_uses[mystery]
    else:
        keep_from_discard(s, card)
        if performer != FRIDAY:
            s.kept_weapon[performer] += 1


# ------------------------------------------------------------------ inventions and items


@compiled
def invention_effect(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """Inventions that come or go, items lost, marked or built."""
    what = t.rows[row, 0]
    number = int(t.rows[row, 4])
    if what == op.PICK_INVENTION:
        push(s, PICK_INVENTION, 0, number, performer, card, 0)
    elif what == op.LOSE_MARKED_ITEMS:
        for item in range(CARD_INVENTIONS):
            if (s.marked_items >> item) & 1 and s.invention_state[item] == BUILT:
                lose_item(s, t, item, ON_BOARD)
        s.marked_items = 0
    elif what == op.BUILD_ITEM:
        item = int(t.rows[row, 2])
        if s.invention_state[item] == ON_BOARD:
            become_item(s, t, item)
    elif what == op.GAIN_INVENTION and t.rows[row, 2] == v.TOP_INVENTION:
        item = next_invention(s)
        if item != NONE:
            s.invention_state[item] = ON_BOARD
    else:
        push(s, ITEM_STEP, row, 1 if what == op.GAIN_INVENTION else number, performer, card, 0)


@compiled
def item_choices(s: Any, what: int) -> int:
    """Bits of the inventions or items that an operation may take."""
    bits = 0
    for item in range(CARD_INVENTIONS):
        state = s.invention_state[item]
        fits = state == BUILT
        if what == op.DISCARD_INVENTIONS:
            fits = state == ON_BOARD and s.invention_owner[item] == NONE
        elif what == op.GAIN_INVENTION:
            fits = state == IN_DECK
        elif what == op.MARK_ITEMS:
            fits = fits and not (s.marked_items >> item) & 1
        if fits:
            bits |= 1 << item
    return bits


@compiled
def item_step(s: Any, t: Any, row: int, count: int, performer: int, card: int) -> None:
    """One by one the players choose inventions or items."""
    what = int(t.rows[row, 0])
    bits = item_choices(s, what)
    if bits == 0:
        s.answer = NONE
        demand = what != op.MARK_ITEMS and what != op.GAIN_INVENTION
        if demand and not t.rows[row, 5] & v.IF_POSSIBLE:
            lacking(s, t, performer if t.rows[row, 1] == v.PERFORMER else NONE, count)
        return
    if s.answer == NONE and bits & (bits - 1):
        push(s, ITEM_STEP, row, count, performer, card, 0)
        ask(s, CHOOSE_ITEM, performer, bits, card, what, 0)
        return
    item = take_answer(s)
    if item == NONE:
        item = 0
        while not (bits >> item) & 1:
            item += 1
    if count > 1:
        push(s, ITEM_STEP, row, count - 1, performer, card, 0)
    if what == op.DISCARD_INVENTIONS:
        s.invention_state[item] = DISCARDED
    elif what == op.GAIN_INVENTION:
        take_invention(s, item)
        s.invention_state[item] = ON_BOARD
    elif what == op.MARK_ITEMS:
        s.marked_items |= 1 << item
    else:
        lose_item(s, t, item, ON_BOARD if what == op.LOSE_ITEMS else DISCARDED)


@compiled
def pick_invention(s: Any, t: Any, bits: int, number: int, performer: int, card: int) -> None:
    """Draw inventions, keep one on the board, the others are discarded (A new idea)."""
    if s.answer == NONE and bits == 0:
        for _ in range(number):
            item = next_invention(s)
            if item != NONE:
                bits |= 1 << item
        if bits == 0:
            return
    if s.answer == NONE:
        push(s, PICK_INVENTION, bits & 0x7FFF, bits >> 15, performer, card, 1)
        ask(s, CHOOSE_ITEM, performer, bits, card, op.PICK_INVENTION, 0)
        return
    chosen = take_answer(s)
    for item in range(CARD_INVENTIONS):
        if (bits >> item) & 1:
            s.invention_state[item] = ON_BOARD if item == chosen else DISCARDED


# ------------------------------------------------------------------ mysteries, discoveries, tiles


@compiled
def deck_effect(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """Mysteries sought and drawn, discovery tokens, starting items."""
    what = t.rows[row, 0]
    number = int(t.rows[row, 4])
    if what == op.SEEK:
        s.wanted[t.rows[row, 2]] += number
    elif what == op.DRAW_MYSTERIES:
        s.mystery_stopped = 0
        for i in range(len(s.treasures_of_draw)):
            s.treasures_of_draw[i] = NONE
        push(s, DRAW_MYSTERY, 0, 0, performer, card, 0)
    elif what == op.STOP_MYSTERIES:
        s.mystery_stopped = 1
    elif what == op.LOSE_TREASURES:
        for i in range(len(s.treasures_of_draw)):
            treasure = s.treasures_of_draw[i]
            if treasure != NONE and s.mystery_state[treasure] != MYSTERY_GONE:
                s.mystery_state[treasure] = MYSTERY_GONE
    elif what == op.DRAW_DISCOVERIES:
        for _ in range(number):
            gain_discovery(s, next_discovery(s))
    elif what == op.PICK_DISCOVERY:
        push(s, PICK_DISCOVERY, number, 0, performer, card, 0)
    else:
        draw_starting_item(s, t)


@compiled
def pick_discovery(s: Any, number: int, drawn: int, performer: int, card: int) -> None:
    """Draw discovery tokens, keep one, discard the others."""
    if drawn == 0:
        count = 0
        for _ in range(number):
            token = next_discovery(s)
            if token != NONE:
                s.shown[count] = token
                count += 1
        if count == 0:
            return
        drawn = count
    if s.answer == NONE and drawn > 1:
        push(s, PICK_DISCOVERY, number, drawn, performer, card, 0)
        ask(s, CHOOSE_SHOWN, performer, (1 << drawn) - 1, card, PICK_DISCOVERY, 0)
        return
    answer = take_answer(s)
    gain_discovery(s, int(s.shown[max(0, answer)]))
    forget_shown(s)


@compiled
def forget_shown(s: Any) -> None:
    """Nothing is laid out any more."""
    for i in range(SHOWN):
        s.shown[i] = NONE


@compiled
def show_tiles(s: Any, count: int) -> None:
    """Lay out the top tiles, next one first."""
    for i in range(count):
        s.shown[i] = s.tiles[s.tiles_left - 1 - i]


@compiled
def pick_tile(s: Any, number: int, performer: int, card: int) -> None:
    """Look at the top tiles: one goes back on top, the others are shuffled into the stack."""
    count = min(number, int(s.tiles_left))
    if count == 0:
        return
    if s.answer == NONE:
        show_tiles(s, count)
        push(s, PICK_TILE, number, 0, performer, card, 0)
        ask(s, CHOOSE_SHOWN, performer, (1 << count) - 1, card, PICK_TILE, 0)
        return
    top = int(s.tiles_left) - 1
    at = top - take_answer(s)
    tile = s.tiles[at]
    s.tiles[at] = s.tiles[top]
    s.tiles[top] = tile
    shuffle(s, s.tiles, 0, top)
    s.tiles_known = 1
    forget_shown(s)


@compiled
def order_tiles(s: Any, count: int, fixed: int, performer: int, card: int) -> None:
    """The top tiles go back face up in an order that the players choose: which is the next one, and so on."""
    left = count - fixed
    if left <= 1:
        s.tiles_known = max(int(s.tiles_known), count)
        forget_shown(s)
        return
    if s.answer == NONE:
        for i in range(left):
            s.shown[i] = s.tiles[s.tiles_left - 1 - fixed - i]
        push(s, ORDER_TILES, count, fixed, performer, card, 0)
        ask(s, CHOOSE_SHOWN, performer, (1 << left) - 1, card, ORDER_TILES, 0)
        return
    top = int(s.tiles_left) - 1 - fixed
    at = top - take_answer(s)
    tile = s.tiles[at]
    s.tiles[at] = s.tiles[top]
    s.tiles[top] = tile
    forget_shown(s)
    push(s, ORDER_TILES, count, fixed + 1, performer, card, 0)


@compiled
def cover_arrow(s: Any, t: Any, count: int, performer: int, card: int) -> None:
    """A morale mark on a life track works no more: the next one of the character chosen."""
    bits = 0
    for player in range(s.players):
        if next_arrow(s, t, player) != NONE:
            bits |= 1 << player
    if bits == 0:
        s.answer = NONE
        return
    if s.answer == NONE and bits & (bits - 1):
        push(s, COVER_ARROW, count, 0, performer, card, 0)
        ask(s, CHOOSE_PERSON, performer, bits, card, 3, 0)
        return
    player = take_answer(s)
    if player == NONE:
        player = 0
        while not (bits >> player) & 1:
            player += 1
    s.covered_arrows[player] |= 1 << next_arrow(s, t, player)
    if count > 1:
        push(s, COVER_ARROW, count - 1, 0, performer, card, 0)


@compiled
def next_arrow(s: Any, t: Any, player: int) -> int:
    """The next uncovered morale mark on a life track, the first if all lie behind; NONE if none is left."""
    sheet = s.character[player]
    first = NONE
    for k in range(1, int(t.dies_at[sheet])):
        if (t.morale_marks[sheet] >> k) & 1 and not (s.covered_arrows[player] >> k) & 1:
            if k > s.wounds[player]:
                return k
            if first == NONE:
                first = k
    return first
