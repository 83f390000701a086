"""Quests: what counts for them, when they are fulfilled, how far they are (Rules, Quest list)."""

from __future__ import annotations

from crusoe_env.dieson import state as st
from crusoe_env.dieson.fields import State, Tables
from crusoe_env.dieson.rules.ending import end
from crusoe_env.engine.compile import compiled

FAR_AWAY = 16.0
"""Stars of a way so long that it is no nearer than any longer one."""
FULL_LARDER = 4.0
"""Food beyond which more of it adds nothing to the potential."""


@compiled
def note_hunt(s: State, t: Tables) -> None:
    """A hunt has succeeded: is it the one that the quest asks for?"""
    quest = s.quest
    ready = t.goal_tool_first[quest] == 0 or s.owned[t.goal_tool[quest]] == 1
    if ready and t.space_area[s.space] == t.goal_hunt[quest]:
        s.hunted = 1


@compiled
def note_arrival(s: State, t: Tables) -> None:
    """A space has been entered: does it count for the round trip?"""
    quest = s.quest
    if t.goal_to[quest] == st.NONE:
        return
    for way in range(st.WAYS):
        if t.goal_ways[quest, way] == t.space_area[s.space]:
            if s.turned_back == 1:
                s.ways_back[way] = 1
            else:
                s.ways_out[way] = 1
    if s.space == t.goal_to[quest]:
        s.turned_back = 1


@compiled
def went_two_ways(s: State) -> bool:
    """Was there one way out and another one back?"""
    for out in range(st.WAYS):
        for back in range(st.WAYS):
            if out != back and s.ways_out[out] == 1 and s.ways_back[back] == 1:
                return True
    return False


@compiled
def is_fulfilled(s: State, t: Tables) -> bool:
    """Is all done that the quest asks for?"""
    quest = s.quest
    if t.goal_tool[quest] != st.NONE and s.owned[t.goal_tool[quest]] == 0:
        return False
    if t.goal_hunt[quest] != st.NONE and s.hunted == 0:
        return False
    if t.goal_escape[quest] == 1 and s.escaped == 0:
        return False
    if t.goal_to[quest] != st.NONE:
        return s.space == t.start[quest] and went_two_ways(s)
    return True


@compiled
def look_at_quest(s: State, t: Tables) -> None:
    """When the quest is fulfilled you win at once (Rules, End of the game)."""
    if is_fulfilled(s, t):
        end(s, st.QUEST_DONE)


@compiled
def nearness(distance: int) -> float:
    """1 where one wants to be, less with every star on the way there."""
    return 0.5 * 4.0 / (4.0 + distance) + 0.5 * max(0.0, 1.0 - distance / FAR_AWAY)


@compiled
def tool_progress(s: State, t: Tables, tool: int) -> float:
    """1 for an owned tool; before that up to 0.4 for its goods at hand, and 0.4 for being near."""
    if s.owned[tool] == 1:
        return 1.0
    needed = 0
    at_hand = 0
    for good in range(st.GOODS):
        needed += t.cost[tool, good]
        at_hand += min(s.goods[good], t.cost[tool, good])
    share = at_hand / needed if needed > 0 else 1.0
    location = t.cost_location[tool]
    near = nearness(t.distance[s.space, t.place_of[location]]) if location != st.NONE else share
    return 0.4 * share + 0.4 * near


@compiled
def hunt_progress(s: State, t: Tables, area: int) -> float:
    """1 after the hunt that the quest asks for; before that up to 0.5 for being near."""
    if s.hunted == 1:
        return 1.0
    return 0.5 * nearness(t.distance_to_area[s.space, area])


@compiled
def trip_progress(s: State, t: Tables) -> float:
    """The way to the far end counts for one half of the round trip, the way back for the other."""
    quest = s.quest
    if s.turned_back == 0:
        return 0.5 * nearness(t.distance[s.space, t.goal_to[quest]]) * 0.9
    other_way = 0.25 if went_two_ways(s) else 0.0
    return 0.5 + other_way + 0.2 * nearness(t.distance[s.space, t.start[quest]])


@compiled
def goal_progress(s: State, t: Tables) -> float:
    """1 for a victory; before that the mean of what the quest asks for, each part between 0 and 1."""
    if s.victory == 1:
        return 1.0
    quest = s.quest
    parts = 0
    progress = 0.0
    if t.goal_tool[quest] != st.NONE:
        parts += 1
        progress += tool_progress(s, t, t.goal_tool[quest])
    if t.goal_hunt[quest] != st.NONE:
        parts += 1
        progress += hunt_progress(s, t, t.goal_hunt[quest])
    if t.goal_to[quest] != st.NONE:
        parts += 1
        progress += trip_progress(s, t)
    if t.goal_escape[quest] == 1:
        parts += 1
    return progress / parts if parts > 0 else 0.0


@compiled
def rounds_share(s: State, t: Tables) -> float:
    """The share of the quest's days that have begun."""
    return float(s.rounds / t.days[s.quest])


@compiled
def potential(s: State, t: Tables) -> float:
    """Potential of a live state for shaped rewards: the quest's progress, health, and food for some days."""
    health = (s.health / s.max_health) ** 0.5
    food = min(s.goods[st.FOOD] / FULL_LARDER, 1.0)
    return 0.85 * goal_progress(s, t) + 0.1 * health + 0.05 * food
