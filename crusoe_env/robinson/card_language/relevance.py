"""What is at stake in a program, and what a use changes, so that uses are offered where they can matter.

Skills and items may be used at almost any time. Asking everybody before every step would be a torment, and
most of the time the same use is as good later. So before a step all those are asked who can use something
that makes a difference to it: `dependence_of` says what a program depends on, `influence_of` what a use
changes.
"""

from __future__ import annotations

from collections.abc import Sequence

from crusoe_env.robinson.card_language import operations as op
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.columns import Row
from crusoe_env.robinson.state import PALISADE, WEAPON

LEVEL = {WEAPON: v.WEAPON_ASPECT, PALISADE: v.PALISADE_ASPECT}
DEPENDS_ON = {
    op.WOUND: v.LIFE_ASPECT,
    op.LOSE_DETERMINATION: v.DETERMINATION_ASPECT,
    op.FIGHT_BEAST: v.BEASTS_ASPECT,
    op.MOVE_BEAST: v.BEASTS_ASPECT,
    op.STRONGEST_BEAST: v.BEASTS_ASPECT,
    op.DISCARD_INVENTIONS: v.INVENTIONS_ASPECT,
    op.GAIN_INVENTION: v.INVENTIONS_ASPECT,
    op.LOSE_ITEMS: v.ITEMS_ASPECT,
    op.DISCARD_ITEMS: v.ITEMS_ASPECT,
    op.MARK_ITEMS: v.ITEMS_ASPECT,
    op.LOSE_MARKED_ITEMS: v.ITEMS_ASPECT,
    op.IF_ITEM: v.ITEMS_ASPECT,
    op.IF_NO_ITEM: v.ITEMS_ASPECT,
    op.IF_WEAPON_BELOW: v.WEAPON_ASPECT,
    op.PICK_TILE: v.TILES_ASPECT,
    op.REORDER_TILES: v.TILES_ASPECT,
    op.ADVANCE: v.COUNTERS_ASPECT,
    op.EXTRA_ACTION: v.WOOD_ASPECT | v.FUR_ASPECT | v.ITEMS_ASPECT | v.INVENTIONS_ASPECT,
}
"""What operations depend on; `discard`, `lower`, `halve` and `forbid` depend on their argument."""
FINDS = v.STORES_ASPECTS | v.DETERMINATION_ASPECT | v.WEAPON_ASPECT | v.PALISADE_ASPECT
"""What a discovery token or treasure just found may change."""
AFFECTS = {
    op.DETERMINATION: v.DETERMINATION_ASPECT,
    op.SHARE_DETERMINATION: v.DETERMINATION_ASPECT,
    op.HEAL: v.LIFE_ASPECT,
    op.BUILD_ITEM: v.ITEMS_ASPECT,
    op.PICK_INVENTION: v.INVENTIONS_ASPECT,
    op.PICK_DISCOVERY: FINDS,
    op.DRAW_MYSTERIES: FINDS,
    op.PICK_TILE: v.TILES_ASPECT,
    op.MOVE_BEAST: v.BEASTS_ASPECT,
    op.ADVANCE: v.COUNTERS_ASPECT,
    op.REMOVE_ANY_TOKEN: v.TOKENS_ASPECT,
}
"""What operations change; `gain`, `raise` and `look` depend on their argument."""


def dependence_of(row: Row) -> int:
    """What this row depends on; a demand also on whether its wounds can be borne."""
    relevant = DEPENDS_ON.get(row.op, 0)
    if row.op == op.DISCARD:
        relevant = v.STORES_ASPECTS if row.what == v.EVERYTHING else v.RESOURCE_ASPECTS[row.what]
    elif row.op == op.LOWER:
        relevant = LEVEL.get(row.what, 0)
        if row.what == v.MORALE:
            return relevant
    elif row.op == op.HALVE and not row.flags & v.IF_POSSIBLE:
        relevant = LEVEL.get(row.what, 0)
    elif row.op == op.FORBID and row.what != v.FORBID_SHARED_ACTIONS:
        relevant = v.DETERMINATION_ASPECT if row.what == v.FORBID_SKILLS else v.ITEMS_ASPECT
    if row.where == v.REMEMBERED:
        relevant |= v.TOKENS_ASPECT
    if op.OPERATIONS[row.op].demand and not row.flags & v.IF_POSSIBLE:
        relevant |= v.LIFE_ASPECT
    return relevant


def influence_of(row: Row) -> int:
    """What this row of a use changes."""
    if row.op == op.GAIN and row.what < len(v.RESOURCE_ASPECTS):
        return v.RESOURCE_ASPECTS[row.what]
    if row.op == op.RAISE:
        return v.MORALE_ASPECT if row.what == v.MORALE else LEVEL.get(row.what, 0)
    if row.op == op.LOOK:
        return v.EVENTS_ASPECT if row.what == v.LOOK_AT_EVENT_DECK else v.BEASTS_ASPECT
    return AFFECTS.get(row.op, 0)


def totals(rows: Sequence[Row]) -> list[tuple[int, int]]:
    """For each row of the table of programs: relevant and affected from there to the end of its program."""
    found = [(0, 0)] * len(rows)
    for i in range(len(rows) - 1, -1, -1):
        row = rows[i]
        if row.op != op.END:
            relevant, affected = found[i + row.jump] if row.op == op.AT else found[i + 1]
            found[i] = (relevant | dependence_of(row), affected | influence_of(row))
    return found
