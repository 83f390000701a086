"""Dieson Crusoe in words: what is to be decided, what lies on the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from crusoe_env.dieson import state as st
from crusoe_env.dieson.view.labels import costs, labels
from crusoe_env.dieson.view.words import Sight, box_name, die_words, sight_of
from crusoe_env.show.description import Description


def describe(s: Any, t: Any, facts: dict[str, Any]) -> Description:
    """The state in words."""
    sight = sight_of(s, t, facts)
    title, sentence = sight.decision()
    return Description(
        title,
        sentence,
        int(s.rounds),
        "end" if s.over else st.PHASES[s.phase],
        labels=labels(sight),
        costs=costs(sight),
        facts=dict(_facts(sight)),
    )


def _facts(sight: Sight) -> Iterator[tuple[str, str]]:
    s = sight.s
    yield "day", f"{s.rounds} of {sight.last_day}"
    yield "health", f"{s.health} of {s.max_health}"
    for good, name in enumerate(st.GOOD_IDS):
        yield name, str(s.goods[good])
    yield "water", str(s.water)
    yield "power", str(sight.power)
    yield "you are on", sight.space_name(int(s.space))
    yield "hand", ", ".join(die_words(s.unused[i]) for i in range(int(s.unused_count))) or "no dice"
    yield "ring of actions", box_name(int(sight.t.rondel[s.box]))
    yield "event track", sight.event_words(int(sight.t.event_track[s.event_box]))
    yield f"{st.ICON_IDS[st.HOURGLASS]} die", die_words(s.icon[st.HOURGLASS])
    yield f"{st.ICON_IDS[st.WEATHER]} die", f"{die_words(s.icon[st.WEATHER])} ({sight.weather_words()})"
    raid = "a raid" if sight.raid_comes() else "no raid"
    yield f"{st.ICON_IDS[st.RAID_DIE]} die", f"{die_words(s.icon[st.RAID_DIE])} ({raid})"
    friend = f"{sight.friend_name}, disc on {s.disc}" if s.friend != st.NONE else "none"
    yield "friend", friend
    tools = [sight.tool_name(tool) for tool in range(len(s.owned)) if s.owned[tool]]
    yield "tools", ", ".join(tools) or "none"
    for done, words in sight.quest_steps():
        yield f"quest, {words}", "done" if done else "open"
