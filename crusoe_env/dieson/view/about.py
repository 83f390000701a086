"""What tools, people, spaces and boxes of Dieson Crusoe are, in a few words."""

from __future__ import annotations

from typing import Any

from crusoe_env.dieson import state as st
from crusoe_env.dieson.view.words import Sight, box_name, effects_of, sight_of

RULES = {
    "Star": "what a die is worth in an action; your character, tools, water and raised dice give more",
    "Ring of actions": "the action meeple moves by the value of a die; its box says which action you take",
    "Event track": "each morning the smallest die says how far the event goes, and what it brings",
    "Hourglass": "the first used die; some tools give goods for its value",
    "Weather": "in the evening the weather die asks for roofs; each one missing costs 1 health",
    "Raid": "in the evening the raid die may bring a raid, which fences keep off",
    "Power": "what tools give for hunting, added to the stars",
}
"""Words of the rules in short; docs/dieson.md has the rules."""


def about_space(sight: Sight, space: int) -> str:
    """A space: its area, what entering gives and costs."""
    t = sight.t
    words = [f"{st.AREA_IDS[t.space_area[space]]} area"]
    words += [f"entering: +1 {st.GOOD_IDS[t.space_good[space]]}"] if t.space_good[space] != st.NONE else []
    words += [f"−{t.space_food[space]} food"] if t.space_food[space] else []
    location = int(t.space_location[space])
    words += [f"for the {sight.tool_name(location)}"] if location != st.NONE else []
    return ", ".join(words)


def about_tool(sight: Sight, tool: int) -> str:
    """A tool: what it does and costs."""
    t = sight.t
    costs = [f"{t.cost_stars[tool]} stars", sight.cost_words(tool)]
    if t.cost_location[tool] != st.NONE:
        costs.append(f"at {sight.space_name(int(t.place_of[t.cost_location[tool]]))}")
    effects = "; ".join(sight.tool_effects(tool)) or "for the quest"
    return f"{effects}. Crafting takes {', '.join(filter(None, costs))}".replace("★", "stars")


def glossary(s: Any, t: Any, facts: dict[str, Any]) -> dict[str, str]:
    """What every tool, character, friend, space and box is, by name."""
    sight = Sight(s, t, facts, frozenset())
    found = dict(RULES)
    found |= {sight.tool_name(tool): f"a tool; {about_tool(sight, tool)}" for tool in range(st.TOOLS)}
    found |= {sight.space_name(space): f"a space; {about_space(sight, space)}" for space in range(st.SPACES)}
    for entry in facts["character"]:
        found[str(entry["name"])] = f"a character; {'; '.join(effects_of(entry))}".replace("★", "stars")
    for entry in facts["friend"]:
        found[str(entry["name"])] = f"a friend; helps from {t.small_at}, more from {t.large_at}"
    for box in range(st.BOXES):
        kind = int(t.rondel[box])
        found.setdefault(
            box_name(kind), f"box {box + 1} of the ring" + ", with stars" * int(t.uses_stars[kind])
        )
    for i, entry in enumerate(facts["quest"]):
        found[str(entry["name"])] = f"quest {i + 1}, {int(t.days[i])} days"
    return found


def introduction(s: Any, t: Any, facts: dict[str, Any]) -> list[str]:
    """What the quest asks, in lines."""
    sight = sight_of(s, t, facts)
    steps = "; ".join(words for _, words in sight.quest_steps())
    return [f"Quest {s.quest + 1}, {sight.quest_name}: {sight.last_day} days.", f"To win: {steps}."]
