"""The printed facts of Robinson Crusoe: loading and checking them, and the tables made from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from crusoe_env.facts import FactsError, Schema, data_path, lay_over, load_facts
from crusoe_env.robinson import components as box
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.catalogue import compiled_programs
from crusoe_env.robinson.components import copies_in
from crusoe_env.robinson.tables.abilities import check_abilities
from crusoe_env.robinson.tables.choices import choose
from crusoe_env.robinson.tables.editions import EDITIONS, check_switches, edition_of, in_edition
from crusoe_env.robinson.tables.scenario_schema import SCENARIO_SCHEMA
from crusoe_env.robinson.tables.scenarios import FOLDER as SCENARIOS
from crusoe_env.robinson.tables.scenarios import NAMES, check_scenario, scenario_file
from crusoe_env.robinson.tables.schema import SCHEMA
from crusoe_env.support.words import nearest

DEFAULT_SCENARIO = "castaways"
ALL_TABLES = Schema({**SCHEMA.singles, **SCENARIO_SCHEMA.singles}, {**SCHEMA.lists, **SCENARIO_SCHEMA.lists})
COPIED = {"event": "events", **{table: f"cards of [[{table}]]" for table in box.DECK_TABLES}}
COPIED["discovery"] = "discovery tokens"
"""Tables whose entries stand for several copies."""
KINDS_IN_BOX = (("mystery", "type", "mystery cards of type"), ("invention", "kind", "inventions of kind"))
"""Tables with entries of several kinds, and the field that says which."""


def load(user_file: str | Path | None = None, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The checked facts for an edition and scenario, with a user's corrections if a file is given.

    A user's file must be right for both editions, whichever is played.

    Raises:
        FactsError: a file is wrong.
        ValueError: there is no such edition, scenario or choice of it.
    """
    wanted = edition_of(options)
    scenario = scenario_file((options or {}).get("scenario", DEFAULT_SCENARIO))
    if user_file is not None and scenario.parent != SCENARIOS:
        load(None, options)  # what is wrong with a scenario alone is reported with its name
    facts = load_facts(box.FOLDER, ALL_TABLES, user_file, more=[scenario])
    change_inventions(facts, scenario.name)
    for table in SCENARIO_SCHEMA.lists:
        facts.setdefault(table, [])
    file = scenario.name if user_file is None else data_path(user_file).name
    check_switches(facts, file)
    editions = {name: in_edition(facts, name) for name in EDITIONS}
    for name, content in editions.items():
        rows = len(compiled_programs(content, None if user_file is None else file)[0].rows)
        if rows > c.PROGRAM_ROWS:
            raise FactsError(
                f"{file}: all effects together take {rows} rows; at most {c.PROGRAM_ROWS} are possible"
            )
        _check(content, name, file)
        check_scenario(content, file, scenario.stem)
    choose(editions[wanted], (options or {}).get("scenario_options"))
    return editions[wanted]


def own_file(options: Mapping[str, Any]) -> Path | None:
    """The scenario file of a user's own that a task is played by; None for those of the suite."""
    name = options["scenario"]
    return None if name in NAMES else scenario_file(name)


def change_inventions(facts: dict[str, Any], file: str) -> None:
    """Lay what a scenario says about inventions over their entries. Raises FactsError."""
    known = {entry["id"]: entry for entry in facts["invention"]}
    for change in facts.get("invention_change", []):
        if change["id"] not in known:
            where = f"{file}: invention_change {change['id']!r}"
            raise FactsError(f"{where}: it is no invention; {nearest(change['id'], known)}")
        fields = {name: change[name] for name in ("built", "lost") if name in change}
        lay_over(known[change["id"]], fields)


# ---------------------------------------------------------------- checks
def _check(facts: Mapping[str, Any], edition: str, file: str) -> None:
    """The facts of an edition fit together."""
    _check_owners(facts, file)
    _check_box(facts, edition, file)
    _check_island(facts, file)
    check_abilities(facts, file)


def _check_owners(facts: Mapping[str, Any], file: str) -> None:
    """Each character has his invention, and his skills in the order of the sheets."""
    for entry in facts["character"]:
        invention = next(i for i in facts["invention"] if i["id"] == entry["invention"])
        if invention.get("owner") != entry["id"]:
            expected_owner = f"expected owner {entry['id']!r}"
            raise FactsError(f"{file}: invention {invention['id']!r}, field 'owner': {expected_owner}")
    for i, entry in enumerate(facts["skill"]):
        character = box.CHARACTER_IDS[i // box.SKILLS_EACH]
        if entry["character"] != character:
            raise FactsError(f"{file}: skill {entry['id']!r}, field 'character': expected {character!r}")


def _count(name: str, found: int, expected: int, file: str) -> None:
    if found != expected:
        raise FactsError(f"{file}: {name}: expected {expected} in the box, found {found}")


def _check_box(facts: Mapping[str, Any], edition: str, file: str) -> None:
    """As many cards and tokens in an edition, and as many of each kind, as the data files list."""
    for table, what in COPIED.items():
        _count(f"{what} of the {edition} edition", copies_in(facts[table]), copies_in(box.BOX[table]), file)
    for table, field, what in KINDS_IN_BOX:
        found, printed = (Counter(entry[field] for entry in source[table]) for source in (facts, box.BOX))
        for kind, expected in printed.items():
            _count(f"{what} {kind!r}", found[kind], expected, file)


def _check_island(facts: Mapping[str, Any], file: str) -> None:
    """Neighbours are mutual; one tile is the start."""
    neighbours = facts["island"]["neighbours"]
    for space, others in enumerate(neighbours):
        for other in others:
            if other >= len(neighbours) or space not in neighbours[other]:
                where = f"{file}: [island], field 'neighbours'"
                raise FactsError(f"{where}: space {space} has neighbour {other}, but not the other way round")
    if facts["island"]["start_space"] >= len(neighbours) or len(neighbours) > c.SPACES:
        raise FactsError(f"{file}: [island]: the start space must be one of at most {c.SPACES} spaces")
