"""Which of the alternatives on a card may be chosen (current rulebook: Important terms, Decide)."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language import operations as op
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.effects import by_operation


@compiled
def choosable(s: State, t: Tables, row: int, performer: int) -> int:
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
def can_meet(s: State, t: Tables, row: int, branch: int, performer: int) -> bool:
    """Can each demand of a branch be met, taken by itself?"""
    start = row + 1 + branch + int(t.rows[row + 1 + branch, col.JUMP])
    end = end_of_choice(t, row)
    while start < end and t.rows[start, col.OP] not in (op.JUMP, op.END):
        if not demand_met(s, t, start, performer):
            return False
        start += 1
    return True


@compiled
def end_of_choice(t: Tables, row: int) -> int:
    """The row behind all branches: the first one ends with a jump there."""
    second = row + 2 + int(t.rows[row + 2, col.JUMP])
    return second - 1 + int(t.rows[second - 1, col.JUMP])


@compiled
def demand_met(s: State, t: Tables, row: int, performer: int) -> bool:
    """Is there what the demand of this row takes? Other operations demand nothing."""
    if t.rows[row, col.FLAGS] & v.IF_POSSIBLE or t.rows[row, col.NUMBER] == v.ALL:
        return True
    return by_operation.can_be_met(int(t.rows[row, col.OP]), s, t, row, performer, c.NONE)
