"""Every field of every data file is changed in turn, and somebody must notice.

`python -m tests.robinson.data_mutations` prints how many were noticed, by scenario.
A change is noticed if the data are refused with an error, if the tables from which the rules play differ, if
a new game is set up differently, or, for words that people read, if the words differ. What nobody notices
is a field that changes nothing.
"""

from __future__ import annotations

import argparse
import copy
import random
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from crusoe_env.engine.state import new_records
from crusoe_env.facts import FactsError, Field, entries, load_facts
from crusoe_env.robinson.components import FOLDER
from crusoe_env.robinson.game import OPTIONS, configure
from crusoe_env.robinson.state import DTYPE
from crusoe_env.robinson.tables import loading, scenarios
from crusoe_env.robinson.tables.building import tables
from crusoe_env.robinson.tables.choices import choose
from crusoe_env.robinson.tables.editions import EDITIONS, in_edition

ONLY_FOR_PEOPLE = (
    "name", "event_name", "words", "titles", "sources", "confidence", "note",
)  # fmt: skip
"""Fields that name things or say where they come from; they are shown, and play is the same."""
OWN_TABLES = (*loading.SCENARIO_SCHEMA.singles, *loading.SCENARIO_SCHEMA.lists)
"""The tables of a scenario's file; all others are those of the cards."""
ADDED = "wound first 1"
"""The clause of a program that had none."""


class Mutation(NamedTuple):
    """One changed field: the table, the entry, the way to the field in it, and the new value."""

    table: str
    entry: str
    path: tuple[str | int, ...]
    value: Any

    def __str__(self) -> str:
        """Where it stands, in words."""
        return f"{self.table} {self.entry!r}, field {'.'.join(map(str, self.path))} -> {self.value!r}"


def other_value(value: Any, spec: Field) -> Any:
    """Another value that a field may have; None if there is none, or if an inner field is to be changed."""
    if spec.choices:
        others = [choice for choice in spec.choices if choice != value]
        return others[0] if others else None
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        up, down = value + 1, value - 1
        return up if spec.high is None or up <= spec.high else down
    if isinstance(value, str):
        return None
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return value[1:] if value else [ADDED]
    return None


def changes_of(
    value: Any, spec: Field | None, path: tuple[str | int, ...]
) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """The ways to change one field, each as path and new value."""
    if spec is None:
        return
    new = other_value(value, spec)
    if new is not None:
        yield path, new
    elif isinstance(value, Mapping) and spec.table is not None:
        for name, inner in value.items():
            if name not in ONLY_FOR_PEOPLE:
                yield from changes_of(inner, spec.table.get(name), (*path, name))
    elif isinstance(value, list) and spec.each is not None:
        for i, inner in enumerate(value):
            yield from changes_of(inner, spec.each, (*path, i))


def mutations(facts: Mapping[str, Any]) -> Iterator[Mutation]:
    """All single changes of facts, overlays of editions left out."""
    schema = loading.ALL_TABLES
    for table, entry, content in entries(facts):
        fields = schema.singles.get(table) or schema.lists[table]
        for name, value in content.items():
            if name in fields and name not in ONLY_FOR_PEOPLE and name not in ("id", "current"):
                for path, new in changes_of(value, fields[name], (name,)):
                    yield Mutation(table, entry, path, new)


def mutated(facts: Mapping[str, Any], mutation: Mutation) -> dict[str, Any]:
    """A copy of the facts with one field changed."""
    result: dict[str, Any] = copy.deepcopy(dict(facts))
    place: Any = result[mutation.table]
    if isinstance(place, list):
        place = next(entry for entry in place if entry["id"] == mutation.entry)
    for step in mutation.path[:-1]:
        place = place[step]
    place[mutation.path[-1]] = mutation.value
    return result


def outcome(facts: Mapping[str, Any], edition: str, scenario: str) -> bytes:
    """What rules and set-up read, as bytes. Raises FactsError for facts that are refused."""
    loading.ALL_TABLES.check(facts, "data")
    content = in_edition(facts, edition)
    loading.change_inventions(content, "data")
    loading._check(content, edition, "data")
    scenarios.check_scenario(content, "data", scenario)
    choose(content, None)
    record = new_records(DTYPE, 1)[0]
    configure(record, OPTIONS | {"scenario": scenario, "edition": edition}, content)
    accepted = repr([entry["values"] for entry in content["choice"]]).encode()
    return accepted + np.asarray(tables(content)).tobytes() + np.asarray(record).tobytes()


def unnoticed(scenario: str, cards: float, own: float, seed: int = 0) -> tuple[int, list[Mutation]]:
    """Change fields of the cards and of one scenario: how many were changed, and which nobody noticed.

    Args:
        scenario: its name.
        cards: the share of the cards' fields that are changed.
        own: the share of the scenario's own fields.
        seed: for choosing them.
    """
    facts = load_facts(FOLDER, loading.ALL_TABLES, more=[scenarios.scenario_file(scenario)])
    for table in loading.SCENARIO_SCHEMA.lists:
        facts.setdefault(table, [])
    before = {edition: outcome(facts, edition, scenario) for edition in EDITIONS}
    chance = random.Random(seed)
    tried, missed = 0, []
    for mutation in mutations(facts):
        if chance.random() >= (own if mutation.table in OWN_TABLES else cards):
            continue
        tried += 1
        changed = mutated(facts, mutation)
        try:
            noticed = any(outcome(changed, edition, scenario) != before[edition] for edition in EDITIONS)
        except FactsError:
            noticed = True
        if not noticed:
            missed.append(mutation)
    return tried, missed


def main() -> None:
    """Change every field of the cards once and of every scenario, and print what nobody noticed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=1.0, help="of the fields")
    parser.add_argument("--scenarios", nargs="+", default=list(scenarios.NAMES))
    arguments = parser.parse_args()
    for i, scenario in enumerate(arguments.scenarios):
        tried, missed = unnoticed(scenario, arguments.share if i == 0 else 0.0, arguments.share)
        noticed = tried - len(missed)
        print(f"{scenario}: {tried} fields changed, {noticed} noticed ({noticed / max(1, tried):.1%})")
        for mutation in missed:
            print(f"    not noticed: {mutation}")


if __name__ == "__main__":
    main()
