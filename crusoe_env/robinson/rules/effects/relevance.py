"""Can an effect do anything now?"""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language import operations as op
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.effects import by_operation


@compiled
def matters(s: State, t: Tables, row: int, person: int) -> bool:
    """Can the first operation of a use by this person, or of one of its branches, do anything now?"""
    if t.rows[row, col.OP] != op.CHOOSE:
        return row_matters(s, t, row, person)
    return useful_branches(s, t, row, person) != 0


@compiled
def useful_branches(s: State, t: Tables, row: int, person: int) -> int:
    """Bits of the branches of a choice whose first operation can do anything now; an empty one is one."""
    bits = 0
    for branch in range(t.rows[row, col.NUMBER]):
        at = row + 1 + branch
        if row_matters(s, t, at + int(t.rows[at, col.JUMP]), person):
            bits |= 1 << branch
    return bits


@compiled
def row_matters(s: State, t: Tables, row: int, person: int) -> bool:
    """Can the operation of this row, under its condition, do anything now, used by this person?"""
    while t.rows[row, col.OP] == op.IF:
        if not by_operation.holds(int(t.rows[row, col.OP]), s, t, row, person, c.NONE):
            return False
        row += 1
    return by_operation.matters(int(t.rows[row, col.OP]), s, t, row, person, c.NONE)
