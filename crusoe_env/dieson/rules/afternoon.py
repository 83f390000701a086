"""The afternoon: its start, choosing and turning dice, moving the action meeple (Rules, Afternoon)."""

from __future__ import annotations

from crusoe_env.dieson import state as st
from crusoe_env.dieson.fields import State, Tables
from crusoe_env.dieson.rules.dice import (
    change_icon,
    icon_value,
    is_blue,
    sort_unused,
    take_unused,
    turned,
    value_of,
)
from crusoe_env.dieson.rules.quest import look_at_quest
from crusoe_env.engine.compile import compiled

# ---------------------------------------------------------------- start of the afternoon


@compiled
def begin_afternoon(s: State) -> None:
    """Nothing has been used in this afternoon."""
    for tool in range(st.TOOLS):
        s.tool_used[tool] = 0
    s.blue_turned = 0
    s.phase = st.START


@compiled
def could_lower_weather(s: State, t: Tables, tool: int) -> bool:
    """Could this tool (Fire, Flag) lower the weather die, if its good were there?"""
    ready = s.owned[tool] == 1 and s.tool_used[tool] == 0 and t.tool_lowers[tool] > 0
    return ready and icon_value(s, st.WEATHER) > 1


@compiled
def can_lower_weather(s: State, t: Tables, tool: int) -> bool:
    """Can this tool lower the weather die?"""
    return could_lower_weather(s, t, tool) and s.goods[t.tool_lowers_for[tool]] > 0


@compiled
def can_lower_weather_with_any(s: State, t: Tables) -> bool:
    """Can any tool lower the weather die?"""
    for tool in range(st.TOOLS):
        if can_lower_weather(s, t, tool):
            return True
    return False


@compiled
def lower_weather(s: State, t: Tables, tool: int) -> None:
    """Pay 1 of the tool's good; the weather die falls."""
    s.goods[t.tool_lowers_for[tool]] -= 1
    s.tool_used[tool] = 1
    change_icon(s, st.WEATHER, -t.tool_lowers[tool])


@compiled
def end_start(s: State, t: Tables) -> None:
    """The Farmer looks at the weather; then the dice are used."""
    s.goods[st.FOOD] += t.character_weather[s.character, icon_value(s, st.WEATHER)]
    s.helped = 0
    s.phase = st.DIE


# ---------------------------------------------------------------- dice


@compiled
def turning_tool(s: State, t: Tables) -> int:
    """Your tool that can still turn a die this afternoon (Blueprint), or NONE."""
    for tool in range(st.TOOLS):
        if t.tool_turns[tool] == 1 and s.owned[tool] == 1 and s.tool_used[tool] == 0:
            return tool
    return st.NONE


@compiled
def can_turn(s: State, t: Tables, i: int) -> bool:
    """May this unused die be turned? The blue one by its own rule, another one with Blueprint, each once."""
    if is_blue(s.unused[i]) == 1:
        return s.blue_turned == 0
    return turning_tool(s, t) != st.NONE


@compiled
def turn(s: State, t: Tables, i: int) -> None:
    """Turn an unused die to its opposite side."""
    if is_blue(s.unused[i]) == 1:
        s.blue_turned = 1
    else:
        s.tool_used[turning_tool(s, t)] = 1
    s.unused[i] = turned(s.unused[i])
    sort_unused(s)


@compiled
def use_die(s: State, t: Tables, i: int) -> None:
    """Choose an unused die."""
    begin_action(s, t, take_unused(s, i), 0)


@compiled
def begin_action(s: State, t: Tables, die: int, extra: int) -> None:
    """The action meeple moves clockwise by the value of the die; the action comes next."""
    s.chosen = die
    s.extra_action = extra
    s.value = value_of(die)
    s.extra_stars = 0
    s.box = (s.box + s.value) % st.BOXES
    s.phase = st.ACTION


@compiled
def end_action(s: State, t: Tables) -> None:
    """Unless the quest is fulfilled the die goes to the lowest empty used box; Tom's is not placed."""
    look_at_quest(s, t)
    if s.over == 1:
        return
    if s.extra_action == 0:
        s.used[s.used_count] = s.chosen
        s.used_count += 1
        s.helped = 0
    clear_action(s)
    s.phase = st.DIE


@compiled
def clear_action(s: State) -> None:
    """No action is under way."""
    s.chosen = 0
    s.extra_action = 0
    s.value = 0
    s.extra_stars = 0
