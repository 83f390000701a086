"""Choices that a scenario leaves to who sets up the game: what its sheet makes harder, and unknown facts.

A choice is an entry `[[choice]]` with its `values` (all truth values, or all whole numbers) and the
`default`; `scenario_options={"id": value}` chooses another one. Programs and conditions read the value as the
measure `option.ID`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crusoe_env.facts import FactsError
from crusoe_env.robinson.card_language.measures import MEASURED
from crusoe_env.support.words import listed, nearest, shown


def check_choices(facts: Mapping[str, Any], file: str) -> None:
    """The values of a choice are of one kind, and the default is one of them. Raises FactsError."""
    for entry in facts.get("choice", []):
        where = f"{file}: choice {entry['id']!r}"
        kinds = {type(value) for value in entry["values"]}
        if kinds == {int} and not all(abs(value) < MEASURED for value in entry["values"]):
            raise FactsError(f"{where}, field 'values': expected numbers below {MEASURED}")
        if kinds not in ({bool}, {int}) or len(set(entry["values"])) < max(2, len(entry["values"])):
            expected = "expected truth values, or whole numbers, two or more, none twice"
            raise FactsError(f"{where}, field 'values': {expected}")
        if not is_one_of(entry["default"], entry["values"]):
            raise FactsError(f"{where}, field 'default': {shown(entry['default'])} is not among the values")


def is_one_of(value: Any, values: list[Any]) -> bool:
    """Is it one of the values, and of their kind? In Python True is 1."""
    return any(value == one and type(value) is type(one) for one in values)


def chosen_values(option: Any) -> Mapping[str, Any]:
    """The option `scenario_options` as a mapping. Raises ValueError."""
    if option is None:
        return {}
    if not isinstance(option, Mapping):
        raise ValueError(f"scenario_options: {shown(option)} is not a dict of values by the id of a choice")
    return option


def choose(facts: Mapping[str, Any], option: Any) -> None:
    """Write into each choice its `value`, chosen or by default.

    Raises:
        ValueError: the scenario has no such choice, or not this value.
    """
    chosen = chosen_values(option)
    known = {entry["id"]: entry for entry in facts.get("choice", [])}
    for name in chosen:
        if name not in known:
            hint = nearest(name, known) if known else "it has none"
            scenario = facts["scenario"]["id"]
            raise ValueError(f"scenario_options: {scenario} has no choice {shown(name)}; {hint}")
    for name, entry in known.items():
        value = chosen.get(name, entry["default"])
        if not is_one_of(value, entry["values"]):
            values = listed(list(map(repr, entry["values"])))
            raise ValueError(f"scenario_options: {name}: {shown(value)} is not one of {values}")
        entry["value"] = value
