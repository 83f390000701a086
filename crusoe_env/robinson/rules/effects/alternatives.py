"""Which of the alternatives on a card may be chosen (current rulebook: Important terms, Decide)."""

from __future__ import annotations

from typing import Any

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language import operations as op
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.rules.bits import count_bits
from crusoe_env.robinson.rules.effects.inventions import item_choices
from crusoe_env.robinson.rules.effects.who import person_of
from crusoe_env.robinson.rules.world.guest import is_castaway
from crusoe_env.robinson.rules.world.stores import level, stock
from crusoe_env.robinson.state import FRIDAY, NONE, PEOPLE


@compiled
def choosable(s: Any, t: Any, row: int, performer: int) -> int:
    """Bits of the branches of a choice that may be taken.

    First edition: all. Current: those whose demands can be met; if none can, all, and it is a demand not met.
    """
    count = int(t.rows[row, col.NUMBER])
    every = (1 << count) - 1
    if t.alternatives_must_be_met == 0:
        return every
    bits = 0
    for branch in range(count):
        if can_meet(s, t, row, branch, performer):
            bits |= 1 << branch
    return every if bits == 0 else bits


@compiled
def can_meet(s: Any, t: Any, row: int, branch: int, performer: int) -> bool:
    """Can each demand of a branch be met, taken by itself?"""
    start = row + 1 + branch + int(t.rows[row + 1 + branch, col.JUMP])
    end = end_of_choice(t, row)
    while start < end and t.rows[start, col.OP] not in (op.JUMP, op.END):
        if not demand_met(s, t, start, performer):
            return False
        start += 1
    return True


@compiled
def end_of_choice(t: Any, row: int) -> int:
    """The row behind all branches: the first one ends with a jump there."""
    second = row + 2 + int(t.rows[row + 2, col.JUMP])
    return second - 1 + int(t.rows[second - 1, col.JUMP])


@compiled
def demand_met(s: Any, t: Any, row: int, performer: int) -> bool:
    """Is there what the demand of this row takes? Other operations demand nothing."""
    what = t.rows[row, col.OP]
    which = int(t.rows[row, col.WHAT])
    number = int(t.rows[row, col.NUMBER])
    if t.rows[row, col.FLAGS] & v.IF_POSSIBLE or number == v.ALL:
        return True
    if t.rows[row, col.FLAGS] & v.PER_PLAYER:
        number *= s.players
    if what == op.DISCARD:
        return which == v.EVERYTHING or stock(s, which) >= number
    if what == op.LOWER:
        return which == v.MORALE or level(s, which) >= number
    if what == op.HALVE:
        return level(s, which) > 0
    if what == op.LOSE_DETERMINATION:
        return has_determination(s, t, person_of(s, int(t.rows[row, col.WHO]), performer), number)
    if what in (op.LOSE_ITEMS, op.DISCARD_ITEMS, op.DISCARD_INVENTIONS):
        return count_bits(item_choices(s, int(what), which)) >= number
    return True


@compiled
def has_determination(s: Any, t: Any, person: int, number: int) -> bool:
    """Has this person so many tokens (NONE: each player)?"""
    if person == NONE:
        for castaway in range(PEOPLE):
            if is_castaway(s, castaway) and s.determination[castaway] < number:
                return False
        return True
    spared = person == FRIDAY and t.mysteries_take_from_friday == 0
    return spared or s.determination[person] >= number
