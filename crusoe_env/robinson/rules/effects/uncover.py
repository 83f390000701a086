"""Black markers that are taken off the island again."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.engine.state import amount
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import Question, operation
from crusoe_env.robinson.fields import State
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.bits import only_bit
from crusoe_env.robinson.rules.effects.cover import MARKER_BITS
from crusoe_env.robinson.rules.stack import answer_or_only, ask_for_card, push
from crusoe_env.robinson.rules.steps import A_SPACE, CARD, COUNT, PERSON, ROW, number, step

COVERED = (c.WOOD_SOURCE, c.FOOD_SOURCE, c.TERRAIN, c.TOTEM)
"""What a marker covers, as the players choose among the markers of one tile."""


@compiled
def spaces_with_markers(s: State) -> int:
    """Bits of the spaces with a black marker, also one that waits for a tile."""
    bits = 0
    for space in range(c.SPACES):
        if s.covered[space] | s.waiting_cover[space]:
            bits |= 1 << space
    return bits


@compiled
def any_marker(s: State) -> bool:
    """Is there a black marker on the island?"""
    return spaces_with_markers(s) != 0


@operation(
    "uncover number",
    "That many black markers leave the island, as far as there are any.",
    affects=v.TOKENS_ASPECT,
    matters=any_marker,
    phrase="take {0} black marker(s) off the island",
    asks=(
        Question(c.CHOOSE_SPACE, "Black markers", "From which space?"),
        Question(c.BRANCH, "Black markers", "Which one?", ("wood", "food", "terrain", "totem")),
    ),
)
@compiled
def take_markers(s: State, row: int, number: int, performer: int, card: int) -> None:
    """Black markers leave the island."""
    push(s, steps.UNCOVER, number, 0, performer, card, row)


@step(
    detail=A_SPACE,
    runs=("uncover",),
    left=COUNT,
    chosen=number(amount(c.SPACES)),
    performer=PERSON,
    card=CARD,
    row=ROW,
)
@compiled
def uncover(s: State, left: int, chosen: int, performer: int, card: int, row: int) -> None:
    """Take black markers off the island: first from which space (`chosen` - 1), then which one."""
    if chosen == 0:
        bits = spaces_with_markers(s)
        if bits == 0:
            s.answer = c.NONE
        elif s.answer == c.NONE and only_bit(bits) == c.NONE:
            push(s, steps.UNCOVER, left, 0, performer, card, row)
            ask_for_card(s, c.CHOOSE_SPACE, steps.UNCOVER, performer, bits, card, row, left, c.NONE)
        else:
            push(s, steps.UNCOVER, left, answer_or_only(s, bits) + 1, performer, card, row)
        return
    space = chosen - 1
    bits = 0
    for i in range(len(COVERED)):
        bits |= (1 if s.covered[space] & COVERED[i] else 0) << i
    if s.answer == c.NONE and bits & (bits - 1):
        push(s, steps.UNCOVER, left, chosen, performer, card, row)
        ask_for_card(s, c.BRANCH, steps.UNCOVER, performer, bits, card, row, left, space)
        return
    if bits == 0:
        s.waiting_cover[space] >>= MARKER_BITS
    else:
        s.covered[space] &= ~COVERED[answer_or_only(s, bits)]
    if left > 1:
        push(s, steps.UNCOVER, left - 1, 0, performer, card, row)
