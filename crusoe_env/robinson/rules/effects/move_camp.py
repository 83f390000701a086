"""A forced move of the camp."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.declaration import Question, operation
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.effects.places import choose_space, failed, in_event_of, remember
from crusoe_env.robinson.rules.stack import push
from crusoe_env.robinson.rules.steps import CARD, PERSON, ROW, step
from crusoe_env.robinson.rules.world.camp import move_camp
from crusoe_env.robinson.rules.world.island import can_camp


@compiled
def spaces_for_camp(s: State, t: Tables) -> int:
    """Bits of the tiles to which the camp can move."""
    bits = 0
    for space in range(c.SPACES):
        if can_camp(s, t, space):
            bits |= 1 << space
    return bits


@compiled
def camp_can_move(s: State, t: Tables) -> bool:
    """Is there a tile for it?"""
    return spaces_for_camp(s, t) != 0


@operation(
    "move_camp",
    "To an adjacent tile, with the usual losses. The card remembers the levels lowered.",
    demand=camp_can_move,
    asks=(Question(c.CHOOSE_SPACE, "The camp must move", "To which tile?"),),
    phrase="the camp must move",
)
@compiled
def must_move_camp(s: State, row: int, performer: int, card: int) -> None:
    """The camp must move."""
    push(s, steps.FORCED_MOVE, row, performer, card)


@step(runs=("move_camp",), row=ROW, performer=PERSON, card=CARD)
@compiled
def forced_move(s: State, t: Tables, row: int, performer: int, card: int) -> None:
    """The camp must move to an adjacent tile, with the usual losses; the card remembers which levels fell.

    What the scenario's book does is not the card's, whose threat action cannot undo it.
    """
    bits = spaces_for_camp(s, t)
    if bits == 0:
        s.answer = c.NONE
        failed(s, t, row, performer, 1)
        return
    space = choose_space(s, steps.FORCED_MOVE, bits, row, performer, card)
    if space == c.NONE:
        return
    roof, palisade = int(s.roof), int(s.palisade)
    move_camp(s, t, space)
    lowered = 1 << c.ROOF if s.roof < roof else 0
    if s.palisade < palisade:
        lowered |= 1 << c.PALISADE
    if in_event_of(t, row, card):
        remember(s, card, space, lowered)
