"""The printed facts of Robinson Crusoe: loading, checking, and the programs of effects in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from crusoe_env.core.facts import FactsError, load_facts
from crusoe_env.core.words import nearest
from crusoe_env.robinson.effects import Context, ProgramTable, special_wound_part
from crusoe_env.robinson.schema import SCHEMA
from crusoe_env.robinson.state import (
    BEASTS,
    CHARACTER_IDS,
    DISCOVERY_IDS,
    INVENTION_IDS,
    MYSTERY_IDS,
    NONE,
    SKILL_IDS,
    SPACES,
    STARTING_ITEM_IDS,
    TILES,
)
from crusoe_env.robinson.tables import ROWS
from crusoe_env.robinson.vocabulary import EACH, PERFORMER

FOLDER = Path(__file__).parent / "data"
EDITIONS = ("first", "current")
DECK_TABLES = ("build_adventure", "gather_adventure", "explore_adventure")

IDS = {
    "invention": INVENTION_IDS,
    "mystery": MYSTERY_IDS,
    "starting_item": STARTING_ITEM_IDS,
    "discovery": DISCOVERY_IDS,
    "character": CHARACTER_IDS,
    "skill": SKILL_IDS,
    "tile": tuple(f"tile_{i + 1}" for i in range(TILES)),
}
"""The ids of these tables, in the order in which the rules number them."""

# table: fields with programs, and who is wounded for an unfulfilled demand there; "a.b" is field b of a.
_EVENT_PART, _ACTION_PART = EACH, PERFORMER
_ADVENTURE = {"effect": _ACTION_PART, "use": _ACTION_PART, "event": _EVENT_PART}
_ITEM = {"built": _EVENT_PART, "lost": _EVENT_PART, "use": _ACTION_PART, "rest": _ACTION_PART}
PROGRAM_FIELDS: dict[str, dict[str, int]] = {
    "morale": {"at_highest": _EVENT_PART},
    "camp": dict.fromkeys(("arrange", "arrange_with_four", "rest"), _ACTION_PART),
    "castaways": {"book": _EVENT_PART},
    "event": {"effect": _EVENT_PART, "threat.reward": _ACTION_PART, "threat.effect": _EVENT_PART},
    "wreckage": {"options.0.reward": _ACTION_PART, "options.1.reward": _ACTION_PART},
    **dict.fromkeys(DECK_TABLES, _ADVENTURE),
    "mystery": {**_ADVENTURE, "rest": _ACTION_PART},
    "beast": {"extra": _ACTION_PART},
    "invention": _ITEM,
    "castaways_invention": _ITEM,
    "starting_item": {"use": _ACTION_PART, "current.use": _ACTION_PART},
    "discovery": {"use": _ACTION_PART},
    "castaways_discovery": {"use": _ACTION_PART},
    "skill": {"use": _ACTION_PART},
}


@dataclass(frozen=True)
class Program:
    """A program in the data: where it stands, its clauses, and what its words mean there."""

    table: str
    id: str
    field: str
    clauses: tuple[str, ...]
    context: Context


def load(user_file: str | Path | None = None) -> dict[str, Any]:
    """The checked facts, with a user's corrections if a file is given. Raises FactsError."""
    facts = load_facts(FOLDER, SCHEMA, user_file)
    file = Path(user_file).name if user_file is not None else "data"
    _check_ids(facts, file)
    _check_box(facts, file)
    _check_island(facts, file)
    _check_scenario(facts, file)
    rows = len(compiled_programs(facts, file)[0].rows)
    if rows > ROWS:
        raise FactsError(f"{file}: all effects together take {rows} rows; at most {ROWS} are possible")
    return facts


def compiled_programs(
    facts: Mapping[str, Any], file: str = "data"
) -> tuple[ProgramTable, dict[tuple[str, str, str], int]]:
    """All programs, and where each begins, by (table, id, field). Raises FactsError."""
    table = ProgramTable()
    starts = {(p.table, p.id, p.field): table.add(p.clauses, p.context) for p in programs(facts, file)}
    return table, starts


def programs(facts: Mapping[str, Any], file: str = "data") -> Iterator[Program]:
    """All programs in the facts."""
    for table, fields in PROGRAM_FIELDS.items():
        content = facts[table]
        deck = DECK_TABLES.index(table) if table in DECK_TABLES else NONE
        for entry in content if isinstance(content, list) else [content]:
            name = entry.get("id", table)
            for field, usual in fields.items():
                clauses = value_of(entry, field)
                if clauses is None:
                    continue
                where = f"{file}: {table} {name!r}, field {field!r}"
                part = special_wound_part(entry.get("effect", ())) if deck != NONE else NONE
                yield Program(table, name, field, tuple(clauses), Context(where, usual, deck, part))


def value_of(entry: Any, field: str) -> Any:
    """The value of a field, or of a field of a field ("threat.effect", "options.0.reward"); None if absent."""
    for key in field.split("."):
        entry = entry[int(key)] if isinstance(entry, list) else entry.get(key)
        if entry is None:
            return None
    return entry


def in_edition(entry: Mapping[str, Any], edition: int) -> dict[str, Any]:
    """An entry as it is in an edition (0 first, 1 current)."""
    return {**entry, **(entry.get("current", {}) if edition else {})}


# ---------------------------------------------------------------- checks


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


def _check_box(facts: Mapping[str, Any], file: str) -> None:
    """As many cards and tokens as the box holds, in both editions."""

    def copies(table: str, edition: int) -> int:
        return sum(in_edition(entry, edition).get("copies", 1) for entry in facts[table])

    for edition, name in enumerate(EDITIONS):
        _count(f"events of the {name} edition", copies("event", edition), 73, file)
        for table in DECK_TABLES:
            _count(f"cards of [[{table}]]", copies(table, edition), 30, file)
        _count("discovery tokens", copies("discovery", edition), 22, file)
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


def _check_scenario(facts: Mapping[str, Any], file: str) -> None:
    """A scenario has weather for each round, two inventions, and a meaning for each symbol."""
    scenario = facts["castaways"]
    if len(scenario["weather"]) != scenario["rounds"]:
        found = f"{len(scenario['weather'])} entries for {scenario['rounds']} rounds"
        raise FactsError(f"{file}: [castaways], field 'weather': {found}")
    _count("inventions of the scenario", len(facts["castaways_invention"]), 2, file)
    symbols = [entry["id"] for entry in facts["discovery"] if "by_scenario" in entry]
    for entry in facts["castaways_discovery"]:
        if entry["symbol"] not in symbols:
            where = f"{file}: castaways_discovery {entry['id']!r}, field 'symbol'"
            raise FactsError(f"{where}: {entry['symbol']!r} is unknown; {nearest(entry['symbol'], symbols)}")
        symbols.remove(entry["symbol"])
    if symbols:
        raise FactsError(f"{file}: [[castaways_discovery]]: nothing for symbol {symbols[0]!r}")
