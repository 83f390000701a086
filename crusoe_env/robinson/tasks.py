"""Tasks: a scenario with a number of players. Options may name several; then each episode draws one.

`scenario="mixed"` and `players="mixed"` mean all there are; a list names some. Every scenario comes with
every number of players, each pair as likely as any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from crusoe_env.facts import read_toml
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.state import RECORD
from crusoe_env.robinson.tables.choices import chosen_values
from crusoe_env.robinson.tables.scenarios import NAMES, OWN_SCENARIOS, scenario_file
from crusoe_env.support.options import whole_number
from crusoe_env.support.words import listed, nearest, shown

MIXED = "mixed"
"""The value of an option that means all its values."""


def split(options: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The options of each task. Raises ValueError for what names none, or one twice."""
    scenarios = values_of("scenario", options["scenario"], NAMES)
    players = values_of("players", options["players"], range(1, c.PLAYERS + 1))
    for count in players:
        whole_number("players", count, 1, c.PLAYERS)
    if len(scenarios) == 1:
        return [{**options, "scenario": scenarios[0], "players": count} for count in players]
    chosen = choices_by_scenario(scenarios, options["scenario_options"])
    return [
        {**options, "scenario": scenario, "players": count, "scenario_options": own}
        for scenario, own in zip(scenarios, chosen, strict=True)
        for count in players
    ]


def values_of(option: str, value: Any, every: Sequence[Any]) -> list[Any]:
    """The values that an option names: one, those of a list, or all. Raises ValueError."""
    if value == MIXED:
        return list(every)
    if isinstance(value, str | Path) or not isinstance(value, Sequence):
        return [value]
    if not value:
        raise ValueError(
            f"{option}: an empty list; name some of {listed(list(map(str, every)))}, or {MIXED!r}"
        )
    for one in value:
        if list(value).count(one) > 1:
            raise ValueError(f"{option}: {shown(one)} is named twice")
    return list(value)


def choices_by_scenario(scenarios: Sequence[Any], option: Any) -> list[dict[str, Any]]:
    """Of values chosen for several scenarios those that each of them knows. Raises ValueError for others."""
    chosen = chosen_values(option)
    known = [
        [entry["id"] for entry in read_toml(scenario_file(scenario)).get("choice", [])]
        for scenario in scenarios
    ]
    every = [identity for ids in known for identity in ids]
    for name in chosen:
        if name not in every:
            hint = nearest(name, every) if every else "they have none"
            raise ValueError(f"scenario_options: none of the scenarios has a choice {shown(name)}; {hint}")
    return [{name: value for name, value in chosen.items() if name in ids} for ids in known]


def join(rows: Any, records: Any, tasks: Sequence[Mapping[str, Any]]) -> None:
    """Write the number of the scenario and the options of each task into its tables.

    Raises:
        ValueError: more scenarios of one's own than there are numbers for them.
    """
    own = list(dict.fromkeys(str(task["scenario"]) for task in tasks if task["scenario"] not in NAMES))
    if len(own) > OWN_SCENARIOS:
        raise ValueError(f"scenario: {len(own)} files of your own; at most {OWN_SCENARIOS} are possible")
    for row, record, task in zip(rows, records, tasks, strict=True):
        name = task["scenario"]
        row["scenario"] = NAMES.index(name) if name in NAMES else len(NAMES) + own.index(str(name))
        for field in RECORD.options:
            row[f"option_{field}"] = record[field]
