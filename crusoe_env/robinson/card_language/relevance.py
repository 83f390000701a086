"""What is at stake in a program, and what a use changes, so that uses are offered where they can matter.

Skills and items may be used at almost any time. Asking everybody before every step would be a torment, and
most of the time the same use is as good later. So before a step all those are asked who can use something
that makes a difference to it: operations declare what they depend on and what they affect.
"""

from __future__ import annotations

from collections.abc import Sequence

from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.columns import Row
from crusoe_env.robinson.card_language.declaration import Aspects
from crusoe_env.robinson.card_language.operations import AT, END, OPERATIONS


def aspects(declared: Aspects, row: Row) -> int:
    """The bits of an operation's aspects for this row."""
    return declared if isinstance(declared, int) else declared.get(row.what, 0)


def is_demand(row: Row) -> bool:
    """Does this row cost wounds for what is missing?"""
    operation = OPERATIONS[row.op]
    demands = operation.demand is not None and row.what not in operation.no_demand_of
    return demands and not row.flags & v.IF_POSSIBLE


def dependence_of(row: Row) -> int:
    """What this row depends on; a demand also on whether its wounds can be borne."""
    operation = OPERATIONS[row.op]
    relevant = aspects(operation.depends, row)
    if is_demand(row):
        relevant |= v.LIFE_ASPECT | aspects(operation.depends_as_demand, row)
    return relevant | (v.TOKENS_ASPECT if row.where == v.REMEMBERED else 0)


def influence_of(row: Row) -> int:
    """What this row of a use changes."""
    return aspects(OPERATIONS[row.op].affects, row)


def totals(rows: Sequence[Row]) -> list[tuple[int, int]]:
    """For each row of the table of programs: relevant and affected from there to the end of its program."""
    found = [(0, 0)] * len(rows)
    for i in range(len(rows) - 1, -1, -1):
        row = rows[i]
        if row.op != END:
            relevant, affected = found[i + row.jump] if row.op == AT else found[i + 1]
            found[i] = (relevant | dependence_of(row), affected | influence_of(row))
    return found
