"""What a new game of Dieson Crusoe may be: the quests, the characters by picture."""

from __future__ import annotations

from typing import Any

from crusoe_env.dieson.view.parts import drawings
from crusoe_env.show.description import Choices, Pick


def choices(s: Any, t: Any, facts: dict[str, Any]) -> Choices:
    """The quests, and the characters."""
    quests = {
        str(i + 1): (f"{i + 1}: {it['name']}", f"{int(t.days[i])} days.")
        for i, it in enumerate(facts["quest"])
    }
    people = drawings("characters")
    named = {str(it["id"]): (str(it["name"]), people[it["id"]]) for it in facts["character"]}
    return Choices({"quest": quests}, Pick("character", False, named))
