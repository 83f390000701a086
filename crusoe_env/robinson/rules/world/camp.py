"""Moving the camp, and what that costs (rulebook: Night phase, Moving the Camp)."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.declaration import Question
from crusoe_env.robinson.components import MYSTERY_CARDS, SHORTCUT
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.stack import PASS, ask, push, take_answer
from crusoe_env.robinson.rules.steps import A_TOKEN, SPACE, number, step
from crusoe_env.robinson.rules.world.island import giver, shortcut_space
from crusoe_env.robinson.rules.world.items import lose_item
from crusoe_env.robinson.rules.world.log import log_event
from crusoe_env.robinson.rules.world.stores import halve_level


@compiled
def move_camp(s: State, t: Tables, space: int) -> None:
    """A built shelter: roof and palisade drop by half, rounded down; without one both are lost."""
    if s.shelter == 1:
        halve_level(s, c.ROOF)
        halve_level(s, c.PALISADE)
    else:
        s.roof = 0
        s.palisade = 0
    lose_shortcut(s)
    old = int(s.camp)
    s.camp = space
    if s.more_camp_food > 0 and not s.space_tokens[space] & c.PLUS_FOOD:  # one of those that come along
        s.more_camp_food -= 1
        s.space_tokens[space] |= c.PLUS_FOOD
        s.item_tokens[space] |= c.PLUS_FOOD
    for token in (c.PLUS_FOOD, c.PLUS_WOOD):
        if s.item_tokens[old] & token:
            move_token(s, t, old, token)
    log_event(s, c.LOG_CAMP, space, c.NONE)


@compiled
def move_token(s: State, t: Tables, old: int, token: int) -> None:
    """A +1 token of an item may go along, or must.

    Where one lies already, it may stay behind; if it must move it is lost, and what gave it is turned back.
    Where several may lie on the camp's tile, all but one are sure to come along: a tile holds one elsewhere.
    """
    lies_there = s.space_tokens[s.camp] & token & ~t.several_tokens_on_camp
    if t.item_tokens_always_move == 0:
        if not lies_there:
            push(s, steps.MOVE_TOKEN, old, token)
        return
    if not lies_there:
        carry_token(s, old, token)
        return
    s.space_tokens[old] &= ~token
    s.item_tokens[old] &= ~token
    item = giver(s, t, token)
    if item != c.NONE:
        lose_item(s, t, item, c.ON_BOARD)
        return
    for mystery in range(MYSTERY_CARDS):
        if t.mystery_wood_without_source[mystery] == 1 and s.mystery_state[mystery] == c.MYSTERY_KEPT:
            s.mystery_state[mystery] = c.MYSTERY_GONE


@compiled
def carry_token(s: State, old: int, token: int) -> None:
    """A +1 token of an item lies on the new camp's tile from now on."""
    s.space_tokens[old] &= ~token
    s.item_tokens[old] &= ~token
    if s.space_tokens[s.camp] & token:
        s.more_camp_food += 1
        return
    s.space_tokens[s.camp] |= token
    s.item_tokens[s.camp] |= token


@step(
    "move token",
    asks=(
        Question(
            c.BRANCH,
            "Moving the camp",
            "Its {token} token: take it along, or pass and leave it.",
            ("take it along",),
        ),
    ),
    detail=A_TOKEN,
    old=SPACE,
    token=number((c.PLUS_WOOD, c.PLUS_FOOD)),
)
@compiled
def token_step(s: State, old: int, token: int) -> None:
    """The players take the token along, or leave it on the old tile."""
    if s.answer == c.NONE:
        push(s, steps.MOVE_TOKEN, old, token)
        ask(s, c.BRANCH, steps.MOVE_TOKEN, int(s.first_player), 1, 0, token, 1)
    elif take_answer(s) != PASS:
        carry_token(s, old, token)


@compiled
def lose_shortcut(s: State) -> None:
    """The Shortcut's token leaves its tile, and the card is turned back."""
    space = shortcut_space(s)
    if space != c.NONE:
        s.space_tokens[space] &= ~c.SHORTCUT_TOKEN
    if s.invention_state[SHORTCUT] == c.BUILT:
        s.invention_state[SHORTCUT] = c.ON_BOARD
