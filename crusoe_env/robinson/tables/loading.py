"""The printed facts of Robinson Crusoe: loading and checking them, and the tables made from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from crusoe_env.core.facts import FactsError, Schema, load_facts
from crusoe_env.robinson.card_language.catalogue import DECK_TABLES, compiled_programs
from crusoe_env.robinson.state import (
    BEASTS,
    CHARACTER_IDS,
    DISCOVERY_IDS,
    INVENTION_IDS,
    MYSTERY_IDS,
    SKILL_IDS,
    SPACES,
    STARTING_ITEM_IDS,
    TILES,
)
from crusoe_env.robinson.tables.editions import EDITIONS, SWITCHES, check_switches, edition_of, in_edition
from crusoe_env.robinson.tables.layout import ROWS
from crusoe_env.robinson.tables.scenario_schema import SCENARIO_SCHEMA
from crusoe_env.robinson.tables.scenarios import check_scenario, scenario_file
from crusoe_env.robinson.tables.schema import SCHEMA

FOLDER = Path(__file__).parent.parent / "data"
DEFAULT_SCENARIO = "castaways"
ALL_TABLES = Schema({**SCHEMA.singles, **SCENARIO_SCHEMA.singles}, {**SCHEMA.lists, **SCENARIO_SCHEMA.lists})
IDS = {
    "invention": INVENTION_IDS,
    "mystery": MYSTERY_IDS,
    "starting_item": STARTING_ITEM_IDS,
    "discovery": DISCOVERY_IDS,
    "character": CHARACTER_IDS,
    "skill": SKILL_IDS,
    "tile": tuple(f"tile_{i + 1}" for i in range(TILES)),
    "switch": tuple(SWITCHES),
}
"""The ids of these tables, in the order in which the rules number them."""


def load(user_file: str | Path | None = None, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The checked facts for an edition and scenario, with a user's corrections if a file is given.

    A user's file must be right for both editions, whichever is played.

    Raises:
        FactsError: a file is wrong.
        ValueError: there is no such edition or scenario.
    """
    wanted = edition_of(options)
    scenario = scenario_file((options or {}).get("scenario", DEFAULT_SCENARIO))
    facts = load_facts(FOLDER, ALL_TABLES, user_file, more=[scenario])
    file = Path(user_file).name if user_file is not None else "data"
    check_switches(facts, file)
    editions = {name: in_edition(facts, name) for name in EDITIONS}
    for name, content in editions.items():
        _check(content, name, file)
        check_scenario(content, file if user_file is not None else scenario.name, scenario.stem)
        rows = len(compiled_programs(content, file if user_file is not None else None)[0].rows)
        if rows > ROWS:
            raise FactsError(f"{file}: all effects together take {rows} rows; at most {ROWS} are possible")
    return editions[wanted]


# ---------------------------------------------------------------- checks
def _check(facts: Mapping[str, Any], edition: str, file: str) -> None:
    """The facts of an edition fit together."""
    _check_ids(facts, file)
    _check_box(facts, edition, file)
    _check_island(facts, file)


def _check_ids(facts: Mapping[str, Any], file: str) -> None:
    """Entries that the rules know by name must all be there, in their order."""
    for table, expected in IDS.items():
        found = tuple(entry["id"] for entry in facts[table])
        for i, identity in enumerate(expected):
            if i >= len(found) or found[i] != identity:
                raise FactsError(f"{file}: entry {i + 1} of [[{table}]]: expected id {identity!r}")
        if len(found) > len(expected):
            raise FactsError(f"{file}: [[{table}]] has {len(found)} entries; expected {len(expected)}")
    for entry in facts["character"]:
        invention = next(i for i in facts["invention"] if i["id"] == entry["invention"])
        if invention.get("owner") != entry["id"]:
            expected_owner = f"expected owner {entry['id']!r}"
            raise FactsError(f"{file}: invention {invention['id']!r}, field 'owner': {expected_owner}")
    for i, entry in enumerate(facts["skill"]):
        character = CHARACTER_IDS[i // 4]
        if entry["character"] != character:
            raise FactsError(f"{file}: skill {entry['id']!r}, field 'character': expected {character!r}")


def _count(name: str, found: int, expected: int, file: str) -> None:
    if found != expected:
        raise FactsError(f"{file}: {name}: expected {expected} in the box, found {found}")


def _check_box(facts: Mapping[str, Any], edition: str, file: str) -> None:
    """As many cards and tokens as the box of an edition holds."""

    def copies(table: str) -> int:
        return sum(entry.get("copies", 1) for entry in facts[table])

    _count(f"events of the {edition} edition", copies("event"), 73, file)
    for table in DECK_TABLES:
        _count(f"cards of [[{table}]]", copies(table), 30, file)
    _count("discovery tokens", copies("discovery"), 22, file)
    _count("wreckage cards", len(facts["wreckage"]), 3, file)
    _count("beasts", len(facts["beast"]), BEASTS, file)
    types = Counter(entry["type"] for entry in facts["mystery"])
    for kind, expected in (("treasure", 26), ("creature", 13), ("trap", 13)):
        _count(f"mystery cards of type {kind!r}", types[kind], expected, file)
    kinds = Counter(entry["kind"] for entry in facts["invention"])
    for kind, expected in (("default", 9), ("deck", 17), ("personal", 4)):
        _count(f"inventions of kind {kind!r}", kinds[kind], expected, file)
    _count("discovery tokens by scenario", sum("by_scenario" in e for e in facts["discovery"]), 4, file)


def _check_island(facts: Mapping[str, Any], file: str) -> None:
    """Neighbours are mutual; one tile is the start."""
    neighbours = facts["island"]["neighbours"]
    for space, others in enumerate(neighbours):
        for other in others:
            if other >= len(neighbours) or space not in neighbours[other]:
                where = f"{file}: [island], field 'neighbours'"
                raise FactsError(f"{where}: space {space} has neighbour {other}, but not the other way round")
    if facts["island"]["start_space"] >= len(neighbours) or len(neighbours) > SPACES:
        raise FactsError(f"{file}: [island]: the start space must be one of at most {SPACES} spaces")
