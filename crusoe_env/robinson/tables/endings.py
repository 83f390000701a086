"""What the ways in which a game can end are called, with the words of its scenario."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crusoe_env.robinson import constants as c


def cause_names(facts: Mapping[str, Any]) -> tuple[str, ...]:
    """The names of `constants.CAUSES` in a game with these facts."""
    names = list(c.CAUSES)
    for guest in facts.get("guest", []):
        names[c.GUEST_DIED] = f"{guest['name']} died"
    fed = facts["scenario"].get("rules", {}).get("fed_first")
    if fed is not None:
        names[c.FIRST_UNFED] = f"lack of {_counted(facts, fed)}"
    for i, loss in enumerate(facts.get("loss", [])):
        names[c.FIRST_LOSS + i] = loss["name"]
    return tuple(names)


def _counted(facts: Mapping[str, Any], measure: str) -> str:
    """What a measure counts, by the name in the scenario's file if it has one there."""
    entries = [*facts.get("counter", []), *facts.get("amount", [])]
    return next((entry["name"] for entry in entries if entry["id"] == measure.split(".")[-1]), "food")
