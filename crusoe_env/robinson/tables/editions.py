"""The editions: overlays on the entries of the data, and the switches of the rules (`data/editions.toml`)."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from crusoe_env.facts import Field, entries, lay_over
from crusoe_env.support.options import one_of

EDITIONS = ("first", "current")
OVERLAY = "current"
"""The field of an entry with what the current edition has instead."""
_YES_OR_NO = Field(bool)
SWITCHES = {
    "all_pawns_assigned": _YES_OR_NO,
    "tiles_between": Field(int, low=0, high=10),
    "weapon_bonus_meets_requirements": _YES_OR_NO,
    "gains_of_uses_wait": _YES_OR_NO,
    "tiles_seen_before_dice": _YES_OR_NO,
    "reroll_token_waits": _YES_OR_NO,
    "wood_token_waits": _YES_OR_NO,
    "plus_tokens_need_sources": _YES_OR_NO,
    "item_tokens_always_move": _YES_OR_NO,
    "shortcut_gathers": _YES_OR_NO,
    "lost_items_serve_the_round": _YES_OR_NO,
    "lost_terrain_serves_the_round": _YES_OR_NO,
    "discarded_inventions_return": _YES_OR_NO,
    "threats_wait_to_be_pushed": _YES_OR_NO,
    "alternatives_must_be_met": _YES_OR_NO,
    "shortcut_outlasts_items": _YES_OR_NO,
    "argument_spares_agreement": _YES_OR_NO,
    "regaining_needs_built_shelter": _YES_OR_NO,
    "mysteries_take_from_friday": _YES_OR_NO,
    "weapon_bonus_serves_once": _YES_OR_NO,
    "field_tokens_wait": _YES_OR_NO,
    "food_rots_outside": _YES_OR_NO,
    "outside_keeps_one_action": _YES_OR_NO,
    "failure_pays_rerolls": _YES_OR_NO,
    "discarded_adventures_leave": _YES_OR_NO,
    "mystery_deck_renewed": _YES_OR_NO,
    "gathering_items_assigned": _YES_OR_NO,
}
"""The switches that the rules read as `t.<id>`, with the values that each may have."""


def edition_of(options: Mapping[str, Any] | None) -> str:
    """The edition that a game's options name; without options the first. Raises ValueError."""
    return one_of("edition", (options or {}).get("edition", EDITIONS[0]), EDITIONS)


def in_edition(facts: Mapping[str, Any], edition: str) -> dict[str, Any]:
    """The facts as they are in an edition; a switch has its `value`, each entry keeps its overlay."""
    result: dict[str, Any] = copy.deepcopy(dict(facts))
    for table, _, entry in entries(result):
        if table == "switch":
            entry["value"] = entry[edition]
        elif edition == OVERLAY:
            lay_over(entry, copy.deepcopy(entry.get(OVERLAY, {})))
    return result


def check_switches(facts: Mapping[str, Any], file: str) -> None:
    """Each switch has a value of its kind in each edition. Raises FactsError."""
    for entry in facts["switch"]:
        for edition in EDITIONS:
            where = f"{file}: switch {entry['id']!r}, field {edition!r}"
            SWITCHES[entry["id"]].check(entry[edition], where)
