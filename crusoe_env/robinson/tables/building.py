"""From the facts to the record of tables that the rules read; `layout.py` says what its fields mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crusoe_env.engine.state import new_records
from crusoe_env.robinson import components as box
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.catalogue import compiled_programs
from crusoe_env.robinson.card_language.relevance import totals
from crusoe_env.robinson.tables.abilities import write_abilities
from crusoe_env.robinson.tables.columns import Start, at_most, bits, bits_of, cost_of
from crusoe_env.robinson.tables.layout import TABLES
from crusoe_env.robinson.tables.scenarios import fill_scenario
from crusoe_env.robinson.tables.schema import ANIMAL_FACES, ICONS, KINDS, SOURCES_OF, TYPES

SCENARIO_KIND = len(KINDS)


def tables(facts: dict[str, Any], options: Mapping[str, Any] | None = None) -> Any:
    """One record of kind `TABLES` made from checked facts of an edition. Raises FactsError."""
    t = new_records(TABLES, 1)[0]
    table, starts = compiled_programs(facts)

    def start(table: str, identity: str, field: str) -> int:
        return starts.get((table, identity, field), 0)

    for i, row in enumerate(table.rows):
        t.rows[i] = row
    for i, (relevant, affected) in enumerate(totals(table.rows)):
        t.depends_on[i], t.affects[i] = relevant, affected
    for switch in facts["switch"]:
        t[switch["id"]] = switch["value"]
    _people(t, facts, start)
    _board(t, facts, start)
    _island(t, facts)
    _inventions(t, facts, start)
    _wreckage(t, facts, start)
    _events(t, facts, start)
    _adventures(t, facts, start)
    _mysteries(t, facts, start)
    _beasts(t, facts, start)
    _shared_things(t, facts)
    write_abilities(t, facts, start)
    fill_scenario(t, facts, start)
    return t


def _people(t: Any, facts: Mapping[str, Any], start: Start) -> None:
    t.pawns_each = 2
    for i, entry in enumerate(facts["character"]):
        t.dies_at[i] = entry["hearts"] + 1
        t.morale_marks[i] = bits(entry["morale_marks"])
        t.personal_invention[i] = box.INVENTION_IDS.index(entry["invention"])
    t.personal_bonus = facts["setup"]["determination_of_personal_invention"]
    t.friday_dies_at = facts["friday"]["hearts"] + 1


def _board(t: Any, facts: Mapping[str, Any], start: Start) -> None:
    setup, morale, building = facts["setup"], facts["morale"], facts["building"]
    t.inventions_drawn = setup["inventions_drawn"]
    t.morale_determination = morale["determination"]
    t.morale_start = morale["start"]
    t.morale_top_program = start("morale", "morale", "at_highest")
    t.arrange_program = start("camp", "camp", "arrange")
    t.arrange_program[c.PLAYERS] = start("camp", "camp", "arrange_with_four")
    t.rest_program = start("camp", "camp", "rest")
    t.build_wood[1:] = building["wood"]
    t.build_fur[1:] = building["fur"]
    t.weapon_cost = building["weapon_wood"]
    t.hunger_wounds = facts["night"]["wounds_of_hunger"]
    t.open_air_wounds = facts["night"]["wounds_of_open_air"]
    dice, weather = facts["action_dice"], facts["weather_dice"]
    for i, name in enumerate(("wound", "success", "adventure")):
        t.action_dice[:, i] = dice[name]
    t.fail_determination = dice["determination_of_failure"]
    t.rain_die = [rain - snow for rain, snow in weather["rain"]]
    t.winter_die = [rain - snow for rain, snow in weather["winter"]]
    t.animals_die = [ANIMAL_FACES.index(face) for face in weather["animals"]]
    t.animals_strength = weather["animals_strength"]


def _island(t: Any, facts: Mapping[str, Any]) -> None:
    island = facts["island"]
    for space, others in enumerate(island["neighbours"]):
        t.adjacent[space] = bits(others)
    t.start_space = island["start_space"]
    t.start_tile = island["start_tile"] - 1
    for i, tile in enumerate(facts["tile"]):
        t.tile_terrain[i] = c.TERRAINS.index(tile["terrain"])
        t.tile_sources[i] = bits_of(tile["sources_of"], c.COVERS[: len(SOURCES_OF)])
        t.tile_beast[i] = tile["beast"]
        t.tile_discoveries[i] = tile["discoveries"]
        t.tile_totem[i] = tile["totem"]
        t.tile_shelter[i] = tile["natural_shelter"]


def _inventions(t: Any, facts: Mapping[str, Any], start: Start) -> None:
    t.invention_kind[:] = c.NONE
    for i, entry in enumerate(facts["invention"]):
        _building(t, i, entry, "invention", start)
        t.invention_kind[i] = KINDS.index(entry["kind"])
        t.invention_rest[i] = start("invention", entry["id"], "rest")
        t.invention_stores[i] = entry.get("stores_food", 0)
        t.invention_determination[i] = entry.get("first_player_determination", 0)
        t.invention_ignores_snow[i] = entry.get("ignores_snow", 0)
        t.invention_wound_die_food[i] = entry.get("wound_die_food", 0)
    for i, entry in enumerate(facts["scenario_invention"]):
        _building(t, box.CARD_INVENTIONS + i, entry, "scenario_invention", start)
        t.invention_kind[box.CARD_INVENTIONS + i] = SCENARIO_KIND


def _building(t: Any, i: int, entry: Mapping[str, Any], table: str, start: Start) -> None:
    """What building an invention needs, and what it brings."""
    ways = entry.get("pays", [{}])
    terrain = entry.get("terrain", [])
    t.invention_terrain[i] = bits_of([terrain] if isinstance(terrain, str) else terrain, c.TERRAINS)
    t.invention_items[i] = bits_of(entry.get("items", []), box.INVENTION_IDS)
    t.invention_costs[i] = at_most(len(ways), 2, f"{table} {entry['id']!r}, field 'pays'")
    for way, pays in enumerate(ways):
        t.invention_cost[i, way] = cost_of(pays)
    t.invention_build[i] = start(table, entry["id"], "built")
    t.invention_loss[i] = start(table, entry["id"], "lost")


def _wreckage(t: Any, facts: Mapping[str, Any], start: Start) -> None:
    for card, entry in enumerate(facts["wreckage"]):
        t.card_icon[card] = c.NONE
        t.threat_options[card] = len(entry["options"])
        for i, option in enumerate(entry["options"]):
            t.threat_pawns[card, i] = option["pawns"]
            t.threat_reward[card, i] = start("wreckage", entry["id"], f"options.{i}.reward")


def _events(t: Any, facts: Mapping[str, Any], start: Start) -> None:
    for i, entry in enumerate(facts["event"]):
        card, threat = box.FIRST_EVENT + i, entry["threat"]
        t.copies[card] = entry.get("copies", 1)
        icon = entry["icon"]
        t.card_icon[card] = 0 if icon == ICONS[0] else c.ACTION_KINDS.index(icon)
        t.event_program[card] = start("event", entry["id"], "effect")
        t.threat_effect[card] = start("event", entry["id"], "threat.effect")
        t.threat_weapon[card] = threat.get("weapon", 0)
        t.threat_items[card] = bits_of([threat["item"]] if "item" in threat else [], box.INVENTION_IDS)
        t.threat_two_players[card] = threat.get("two_players", False)
        _ways(t, card, threat, entry["id"])
        for option in range(t.threat_options[card]):
            t.threat_pawns[card, option] = threat["pawns"]
            t.threat_reward[card, option] = start("event", entry["id"], "threat.reward")


def _ways(t: Any, card: int, threat: Mapping[str, Any], identity: str) -> None:
    """Ways of meeting a threat's demand: one of the payments, or an item that is there."""
    ways = [(cost_of(pays), 0) for pays in threat.get("pays", [])]
    if "or_item" in threat:
        ways.append((cost_of({}), bits_of([threat["or_item"]], box.INVENTION_IDS)))
    ways = ways or [(cost_of({}), 0)]
    t.threat_options[card] = at_most(len(ways), 4, f"event {identity!r}, field 'threat.pays'")
    for option, (cost, items) in enumerate(ways):
        t.threat_cost[card, option] = cost
        t.threat_option_items[card, option] = items


def _adventures(t: Any, facts: Mapping[str, Any], start: Start) -> None:
    for table, first in zip(box.DECK_TABLES, box.FIRST_ADVENTURE):
        for i, entry in enumerate(facts[table]):
            t.copies[first + i] = entry.get("copies", 1)
            t.card_icon[first + i] = c.NONE
            t.resolve_program[first + i] = start(table, entry["id"], "effect")
            t.event_program[first + i] = start(table, entry["id"], "event")


def _mysteries(t: Any, facts: Mapping[str, Any], start: Start) -> None:
    for i, entry in enumerate(facts["mystery"]):
        card = box.FIRST_MYSTERY + i
        t.copies[card] = 1
        t.card_icon[card] = c.NONE
        t.resolve_program[card] = start("mystery", entry["id"], "effect")
        t.event_program[card] = start("mystery", entry["id"], "event")
        t.mystery_type[i] = TYPES.index(entry["type"])
        t.mystery_uses[i] = entry.get("uses", 0)
        t.mystery_use[i] = start("mystery", entry["id"], "use") if "use" in entry else c.NONE
        t.mystery_from_next_round[i] = entry.get("from_next_round", False)
        t.mystery_rest[i] = start("mystery", entry["id"], "rest")
        t.mystery_wood_without_source[i] = entry.get("wood_without_source", False)
        t.mystery_stores[i] = entry.get("stores_food", 0)
        t.mystery_stores_when_used[i] = entry.get("stores_food_when_used", 0)
        t.mystery_snow_to_rain[i] = entry.get("snow_to_rain", 0)


def _beasts(t: Any, facts: Mapping[str, Any], start: Start) -> None:
    for i, entry in enumerate(facts["beast"]):
        for name in ("strength", "weapon_loss", "food", "fur"):
            t["beast_" + name][i] = entry[name]
        t.beast_extra[i] = start("beast", entry["id"], "extra")


def _shared_things(t: Any, facts: Mapping[str, Any]) -> None:
    """Starting items and discovery tokens."""
    for i, entry in enumerate(facts["starting_item"]):
        t.starting_uses[i] = entry["uses"]
    for i, token in enumerate(facts["discovery"]):
        t.discovery_copies[i] = token.get("copies", 1)
        t.discovery_rots[i] = token.get("rots", False)
        t.discovery_forced[i] = token.get("forced", False)
