"""Tables of the map and the prey of Dieson Crusoe; ° marks numbers that nobody has printed."""

from __future__ import annotations

from typing import Any

from crusoe_env import game
from crusoe_env.__main__ import all_facts
from crusoe_env.support.tables import markdown_table

MARK = "°"


def facts() -> dict[str, Any]:
    """The printed facts."""
    return all_facts(game("dieson"), None)


def places() -> str:
    """Each space with its area, resource, cost and location, then the lines between them."""
    names = {
        cost["location"]: tool["name"] for tool, cost in zip(facts()["tool"], facts()["cost"], strict=True)
    }
    rows = [
        (
            f"`{space['id']}`",
            space["area"],
            space["resource"],
            str(space["food_cost"] or ""),
            names.get(space["location"], "") if space["location"] else "",
        )
        for space in facts()["space"]
    ]
    lines: dict[int, list[str]] = {}
    for one, other, stars in facts()["island"]["lines"]:
        lines.setdefault(stars, []).append(f"`{one}` – `{other}`")
    listed = [(str(stars), ", ".join(lines[stars])) for stars in sorted(lines)]
    return "\n\n".join(
        [
            markdown_table((f"space{MARK}", "area", "resource", "food cost", "location"), rows),
            f"Lines{MARK} run both ways:",
            markdown_table(("stars", "between"), listed),
        ]
    )


def goods_of(hunt: dict[str, Any]) -> tuple[str, str]:
    """Food and leather of a successful hunt."""
    return str(hunt["food"]), str(hunt["leather"])


def prey() -> str:
    """What each area's prey takes and gives."""
    rows = [
        (each["id"], f"{each['strength']}{MARK * ('confirmed' not in each.get('note', ''))}", *goods_of(each))
        for each in facts()["hunt"]
    ]
    return markdown_table(("area", "strength", f"food{MARK}", f"leather{MARK}"), rows)
