"""What came up in the reference, and how often: operations, card programs, abilities, decisions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from crusoe_env.robinson.tables.editions import EDITIONS
from crusoe_env.robinson.tables.scenarios import NAMES
from tests.reference.robinson.facts import Facts, load_facts
from tests.reference.robinson.game import Game
from tests.reference.robinson.programs import Choose, Clause, Effect, If, Later
from tests.reference.robinson.use_list import all_uses

LEAST = 20
"""What comes up more seldom in a long run is named."""
PAGE = Path(__file__).parents[2] / "docs" / "robinson" / "decisions.md"
ROW = re.compile(r"^\| (\d+) \|", re.MULTILINE)
NO_EVENTS: Mapping[int, str] = {
    2: "who is asked for the pawns of others: the player who opens the action, in every support",
    29: "how points are counted, at the end of every game",
    45: "that points are counted in both editions",
}
"""Decisions of the page that are no events of play, and why."""
CHANGED_RULES = ("animals_times", "fur_as_wood", "fed_first", "several_tokens_on_camp")
"""Rules that a scenario changes otherwise than by a program."""
CLAUSES = (Effect, If, Choose, Later)


# ---------------------------------------------------------------------- what there is
def programs_in(value: Any, path: str) -> Iterator[tuple[str, tuple[Clause, ...]]]:
    """All card programs among some facts, with where they stand."""
    if isinstance(value, tuple) and value and isinstance(value[0], CLAUSES):
        yield path, value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from programs_in(inner, f"{path} {key}")
    elif isinstance(value, tuple):
        for i, inner in enumerate(value):
            yield from programs_in(inner, f"{path} {getattr(inner, 'id', i + 1)}")
    elif is_dataclass(value):
        for field in fields(value):
            yield from programs_in(getattr(value, field.name), f"{path} {field.name}")


def named_programs(facts: Facts) -> dict[str, tuple[Clause, ...]]:
    """The programs of a scenario's facts by name; those of its own file with its name."""
    own = f"sheet of {facts.sheet.scenario.id}:"
    found = {}
    for path, program in programs_in(facts, ""):
        name = path.strip()
        if name.startswith("discoveries symbol"):
            name = f"{name} of {facts.sheet.scenario.id}"
        found[name.replace("sheet ", f"{own} ", 1) if name.startswith("sheet ") else name] = program
    return found


def every_facts() -> Iterator[Facts]:
    """The facts of all scenarios in both editions."""
    for scenario in NAMES:
        for edition in EDITIONS:
            yield load_facts(scenario, edition, None)


def everything() -> set[str]:
    """Whatever should come up."""
    found = {f"decision: {row}" for row in decisions_of_the_page() if row not in NO_EVENTS}
    for facts in every_facts():
        for name, program in named_programs(facts).items():
            found.add(f"program: {name}")
            found |= {f"operation: {operation}" for operation in operations_in(program)}
        found |= {f"ability: {use.key}" for use in all_uses(facts)}
        found |= {f"scenario rule: {facts.sheet.scenario.id}: {rule}" for rule in rules_of(facts)}
    return found


def rules_of(facts: Facts) -> Iterator[str]:
    """What a scenario changes or adds, beside the programs of its sheet."""
    sheet = facts.sheet
    yield "goal"
    yield from (f"loss {loss}" for loss in sheet.losses)
    if sheet.guest is not None and sheet.guest.joins is not None:
        yield "guest joins"
    yield from (f"{choice.id} = {value}" for choice in sheet.choices.values() for value in choice.values)
    won_by = {need.split()[0].rpartition(".")[2] for need in sheet.goal.needs}  # the game ends with it
    yield from (f"{invention} built" for invention in facts.scenario_inventions if invention not in won_by)
    yield from (f"{name} fed" for name, counter in sheet.counters.items() if counter.fed_with is not None)
    yield from (f"{name} kept" for name, counter in sheet.counters.items() if counter.from_source is not None)
    yield from (name for name in CHANGED_RULES if getattr(sheet.scenario.rules, name))


def decisions_of_the_page() -> list[int]:
    """The rows of the table of decisions."""
    return [int(row) for row in ROW.findall(PAGE.read_text())]


def operations_in(clauses: tuple[Clause, ...]) -> Iterator[str]:
    """The operations and conditions that stand in a program."""
    for clause in clauses:
        if isinstance(clause, Effect):
            yield clause.operation
        elif isinstance(clause, If):
            yield clause.condition.operation
            yield from operations_in(clause.body)
        elif isinstance(clause, Choose):
            for branch in clause.branches:
                yield from operations_in(branch)
        else:
            yield from operations_in(clause.body)


# ---------------------------------------------------------------------- what came up
_names: dict[int, dict[int, str]] = {}
"""The names of programs by their identity, for each of the facts: those are kept for good."""


def came_up(game: Game) -> Counter[str]:
    """What came up in a game of the reference, by name."""
    if id(game.facts) not in _names:
        programs = named_programs(game.facts)
        _names[id(game.facts)] = {id(program): name for name, program in programs.items()}
    names = _names[id(game.facts)]
    rules = {f"scenario rule: {game.facts.sheet.scenario.id}: {rule}" for rule in rules_of(game.facts)}
    found = Counter(
        {
            name: count
            for name, count in game.exercised.items()
            if name in rules or not name.startswith("scenario rule: ")  # an invention that wins is its goal
        }
    )
    for identity, count in game.programs_run.items():
        if identity in names:  # not what has waited, which is a part of another one
            found[f"program: {names[identity]}"] += count
    return found


def seldom(exercised: Mapping[str, int]) -> dict[str, int]:
    """What came up fewer than `LEAST` times, the rarest first, with how often."""
    every = everything() | set(exercised)
    few = sorted((exercised.get(name, 0), name) for name in every if exercised.get(name, 0) < LEAST)
    return {name: count for count, name in few}


def report(exercised: Mapping[str, int], games: int) -> str:
    """What came up too seldom, and apart what is no event of play, in lines."""
    few = seldom(exercised)
    count = len(everything() | set(exercised))
    return "\n".join(
        [
            f"{len(few)} of {count} came up fewer than {LEAST} times in {games:,} games",
            *(f"{name}: {count}" for name, count in few.items()),
            "not counted, since they are no events of play:",
            *(f"decision: {row}: {why}" for row, why in NO_EVENTS.items()),
        ]
    )


def totals(exercised: Counter[str]) -> dict[str, dict[str, int]]:
    """By kind: how many there are, how many came up often enough."""
    found: dict[str, dict[str, int]] = {}
    for name in everything() | set(exercised):
        kind = found.setdefault(name.split(":")[0], {"all": 0, "often": 0})
        kind["all"] += 1
        kind["often"] += exercised[name] >= LEAST
    return dict(sorted(found.items()))
