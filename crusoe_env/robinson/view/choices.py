"""What a new game of Robinson Crusoe may be: the scenarios with their goals, the characters by picture."""

from __future__ import annotations

import functools
import re
from typing import Any

from crusoe_env.facts import read_toml
from crusoe_env.robinson.tables.scenarios import NAMES, scenario_file
from crusoe_env.robinson.view.parts import drawings
from crusoe_env.show.description import Choices, Pick


def choices(s: Any, t: Any, facts: dict[str, Any]) -> Choices:
    """The scenarios, and the characters by seat."""
    people = drawings("people")
    named = {str(it["id"]): (str(it["name"]), people[it["id"]]) for it in facts["character"]}
    return Choices({"scenario": {name: _scenario(name) for name in NAMES}}, Pick("characters", True, named))


@functools.cache
def _scenario(name: str) -> tuple[str, str]:
    """A scenario's name, and how long it is and what wins, from its data."""
    told = read_toml(scenario_file(name))
    amounts = {str(it["id"]): sorted(set(it["by_players"])) for it in told.get("amount", [])}
    amounts |= {str(it["id"]): [it["default"]] for it in told.get("choice", [])}
    ranges = {key: f"{it[0]} to {it[-1]}" if it[1:] else str(it[0]) for key, it in amounts.items()}
    words = re.sub(r"\{(\w+)\}", lambda gap: ranges[gap[1]], str(told["goal"]["words"]))
    return str(told["scenario"]["name"]), f"{told['scenario']['rounds']} rounds. To win: {words}."
