"""Special actions of a scenario: what one entry must say to be playable, and its columns in the tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crusoe_env.facts import FactsError
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.measures import (
    MEASURED,
    condition_of,
    ids_of,
    known_measures,
    measure_of,
    number_or_measure,
)
from crusoe_env.robinson.components import INVENTION_IDS
from crusoe_env.robinson.tables.columns import Start, at_most, bits, bits_of, cost_of
from crusoe_env.robinson.tables.layout import TURNS
from crusoe_env.support.words import nearest, shown

NOWHERE: Mapping[str, Any] = {}
WITH_DICE = tuple(c.ACTION_KINDS[kind] for kind in c.DECKS)
FLAGS = {"dice": False, "distance": False, "many": False, "friday": True}
"""Fields that are true or false, and what they are if nothing is said."""
FLAGS_OF_PLACES = {"earlier": False, "beast": False, "totem": False, "camp": True}


def check_special_actions(facts: Mapping[str, Any], file: str) -> None:
    """Refuse fields that would change nothing. Raises FactsError."""
    actions = ids_of(facts, "special_action")
    for entry in facts["scenario_invention"]:
        wanted = entry.get("pawn_for")
        if wanted is not None and wanted not in actions:
            where = f"{file}: scenario_invention {entry['id']!r}, field 'pawn_for'"
            raise FactsError(f"{where}: {wanted!r} is no special action; {nearest(wanted, actions)}")
    for entry in facts["special_action"]:
        where = f"{file}: special_action {entry['id']!r}"
        for field in ("dice", "adventure"):
            if entry.get(field) and entry["kind"] not in WITH_DICE:
                raise FactsError(f"{where}, field {field!r}: there are dice for {', '.join(WITH_DICE)} only")
        for field in ("yields", "uses_up"):
            if field in entry and entry["kind"] != "gather":
                raise FactsError(f"{where}, field {field!r}: it is for actions of kind 'gather'")
        most = entry.get("most", 1)
        if type(most) is not str and (type(most) is not int or not 1 <= most < MEASURED):
            expected = f"expected a whole number from 1 to {MEASURED - 1}, or a measure"
            raise FactsError(f"{where}, field 'most': {expected}, found {shown(most)}")
        for other in entry.get("most_with", []):
            if other not in actions:
                known = nearest(other, actions)
                raise FactsError(f"{where}, field 'most_with': {other!r} is no special action; {known}")
        if "most_with" in entry and "most" not in entry:
            raise FactsError(f"{where}, field 'most_with': expected 'most' beside it")
        if entry.get("distance") and "where" not in entry:
            raise FactsError(f"{where}, field 'distance': expected 'where' beside it")
        place = entry.get("where", NOWHERE)
        if place.get("earlier") and "mark" not in place:
            raise FactsError(f"{where}, field 'where': 'earlier' needs 'mark'")
        for field in ("mark", "without"):
            if field in place and place[field] not in ids_of(facts, "mark"):
                known = nearest(place[field], ids_of(facts, "mark"))
                raise FactsError(f"{where}, field 'where.{field}': {place[field]!r} is no mark; {known}")


def fill_special_actions(t: Any, facts: Mapping[str, Any], start: Start, file: str) -> None:
    """Write the special actions into the tables; `file` begins messages. Raises FactsError."""
    known = known_measures(facts)
    t.specials = len(facts["special_action"])
    for i, entry in enumerate(facts["special_action"]):
        where = f"{file}special_action {entry['id']!r}, field "
        t.special_kind[i] = c.PLANNED_KIND_NAMES.index(entry["kind"])
        t.special_pawns[i] = entry.get("pawns", 1)
        for flag, usual in FLAGS.items():
            t["special_" + flag][i] = entry.get(flag, usual)
        t.special_most[i] = number_or_measure(entry.get("most", 0), known, where + "'most'")
        t.special_most_of[i] = 1 << i | bits_of(entry.get("most_with", []), ids_of(facts, "special_action"))
        t.special_hunts[i] = any(clause.split()[:1] == ["hunt_beast"] for clause in entry["effect"])
        more = entry.get("more_pawns")
        t.special_more_pawns[i] = c.NONE if more is None else measure_of(more, known, where + "'more_pawns'")
        in_turn = entry.get("pawns_in_turn", NOWHERE)
        counted = in_turn.get("of")
        t.special_counted[i] = (
            c.NONE if counted is None else measure_of(counted, known, where + "'pawns_in_turn'")
        )
        more = in_turn.get("more", [0])
        t.special_pawns_in_turn[i] = (more + more[-1:] * TURNS)[:TURNS]
        t.special_items[i] = bits_of(entry.get("items", []), INVENTION_IDS)
        t.special_explored[i] = bits_of(entry.get("terrain", []), c.TERRAINS)
        needs = entry.get("needs", [])
        t.special_conditions[i] = len(needs)
        for k, text in enumerate(needs):
            t.special_needs[i, k] = condition_of(text, known, where + "'needs'")
        ways = entry.get("pays", [{}])
        t.special_costs[i] = at_most(len(ways), 2, where + "'pays'")
        for way, pays in enumerate(ways):
            t.special_cost[i, way] = cost_of(pays)
        t.special_effect[i] = start("special_action", entry["id"], "effect")
        t.special_adventure[i] = start("special_action", entry["id"], "adventure")
        t.special_yields[i] = start("special_action", entry["id"], "yields")
        t.special_uses_up_terrain[i] = "uses_up" in entry
        _places(t, i, entry, ids_of(facts, "mark"))


def _places(t: Any, i: int, entry: Mapping[str, Any], marks: list[str]) -> None:
    """What a space must show."""
    place = entry.get("where", NOWHERE)
    t.special_placed[i] = "where" in entry
    t.special_mark[i] = marks.index(place["mark"]) if "mark" in place else c.NONE
    t.special_without[i] = marks.index(place["without"]) if "without" in place else c.NONE
    numbers = place.get("numbers", [place["number"]] if "number" in place else [])
    t.special_number[i] = bits(numbers)
    t.special_terrain[i] = bits_of(place.get("terrain", []), c.TERRAINS)
    t.special_reach[i] = place.get("reach", 0)
    for flag, usual in FLAGS_OF_PLACES.items():
        t["special_" + flag][i] = place.get(flag, usual)
