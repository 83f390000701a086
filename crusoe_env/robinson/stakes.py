"""What is at stake in a program, and what a use changes, so that uses are offered where they can matter.

Skills and items may be used at almost any time. Asking everybody before every step would be a torment, and
most of the time the same use is as good later. So before a step all those are asked who can use something
that makes a difference to it: `stakes_of` says what a program depends on, `gifts_of` what a use changes.
"""

from __future__ import annotations

from collections.abc import Sequence

from crusoe_env.robinson import operations as op
from crusoe_env.robinson import vocabulary as v
from crusoe_env.robinson.effects import Row
from crusoe_env.robinson.state import PALISADE, WEAPON

RESOURCE = (v.WOOD_AT_STAKE, v.FOOD_AT_STAKE, v.FUR_AT_STAKE, v.FOOD_AT_STAKE)
LEVEL = {WEAPON: v.WEAPON_AT_STAKE, PALISADE: v.PALISADE_AT_STAKE}

STAKES = {
    op.WOUND: v.LIFE_AT_STAKE,
    op.LOSE_DETERMINATION: v.DETERMINATION_AT_STAKE,
    op.FIGHT_BEAST: v.BEASTS_AT_STAKE,
    op.MOVE_BEAST: v.BEASTS_AT_STAKE,
    op.STRONGEST_BEAST: v.BEASTS_AT_STAKE,
    op.DISCARD_INVENTIONS: v.INVENTIONS_AT_STAKE,
    op.GAIN_INVENTION: v.INVENTIONS_AT_STAKE,
    op.LOSE_ITEMS: v.ITEMS_AT_STAKE,
    op.DISCARD_ITEMS: v.ITEMS_AT_STAKE,
    op.MARK_ITEMS: v.ITEMS_AT_STAKE,
    op.LOSE_MARKED_ITEMS: v.ITEMS_AT_STAKE,
    op.IF_ITEM: v.ITEMS_AT_STAKE,
    op.IF_NO_ITEM: v.ITEMS_AT_STAKE,
    op.IF_WEAPON_BELOW: v.WEAPON_AT_STAKE,
    op.PICK_TILE: v.TILES_AT_STAKE,
    op.REORDER_TILES: v.TILES_AT_STAKE,
    op.ADD_TO_PILE: v.PILE_AT_STAKE,
    op.EXTRA_ACTION: v.WOOD_AT_STAKE | v.FUR_AT_STAKE | v.ITEMS_AT_STAKE | v.INVENTIONS_AT_STAKE,
}
"""What operations depend on; `discard`, `lower` and `forbid` depend on their argument."""

FINDS = v.STORES_AT_STAKE | v.DETERMINATION_AT_STAKE | v.WEAPON_AT_STAKE | v.PALISADE_AT_STAKE
"""What a discovery token or treasure just found may change."""
GIFTS = {
    op.DETERMINATION: v.DETERMINATION_AT_STAKE,
    op.SHARE_DETERMINATION: v.DETERMINATION_AT_STAKE,
    op.HEAL: v.LIFE_AT_STAKE,
    op.BUILD_ITEM: v.ITEMS_AT_STAKE,
    op.PICK_INVENTION: v.INVENTIONS_AT_STAKE,
    op.PICK_DISCOVERY: FINDS,
    op.DRAW_MYSTERIES: FINDS,
    op.PICK_TILE: v.TILES_AT_STAKE,
    op.MOVE_BEAST: v.BEASTS_AT_STAKE,
    op.ADD_TO_PILE: v.PILE_AT_STAKE,
    op.REMOVE_ANY_TOKEN: v.TOKENS_AT_STAKE,
}
"""What operations change; `gain`, `raise` and `look` depend on their argument."""


def stakes_of(row: Row) -> int:
    """What this row depends on; a demand also on whether its wounds can be borne."""
    stakes = STAKES.get(row.op, 0)
    if row.op == op.DISCARD:
        stakes = v.STORES_AT_STAKE if row.what == v.EVERYTHING else RESOURCE[row.what]
    elif row.op == op.LOWER:
        stakes = LEVEL.get(row.what, 0)
        if row.what == v.MORALE:
            return stakes
    elif row.op == op.FORBID and row.what != v.FORBID_SHARED_ACTIONS:
        stakes = v.DETERMINATION_AT_STAKE if row.what == v.FORBID_SKILLS else v.ITEMS_AT_STAKE
    if row.where == v.REMEMBERED:
        stakes |= v.TOKENS_AT_STAKE
    if op.OPERATIONS[row.op].demand and not row.flags & v.IF_POSSIBLE:
        stakes |= v.LIFE_AT_STAKE
    return stakes


def gifts_of(row: Row) -> int:
    """What this row of a use changes."""
    if row.op == op.GAIN and row.what < len(RESOURCE):
        return RESOURCE[row.what]
    if row.op == op.RAISE:
        return v.MORALE_AT_STAKE if row.what == v.MORALE else LEVEL.get(row.what, 0)
    if row.op == op.LOOK:
        return v.EVENTS_AT_STAKE if row.what == v.LOOK_AT_EVENT_DECK else v.BEASTS_AT_STAKE
    return GIFTS.get(row.op, 0)


def totals(rows: Sequence[Row]) -> list[tuple[int, int]]:
    """For each row of the table of programs: stakes and gifts from there to the end of its program."""
    found = [(0, 0)] * len(rows)
    for i in range(len(rows) - 1, -1, -1):
        row = rows[i]
        if row.op != op.END:
            stakes, gifts = found[i + row.jump] if row.op == op.AT else found[i + 1]
            found[i] = (stakes | stakes_of(row), gifts | gifts_of(row))
    return found
