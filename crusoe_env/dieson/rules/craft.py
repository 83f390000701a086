"""Crafting tools (Rules, Craft a tool)."""

from __future__ import annotations

from crusoe_env.dieson import state as st
from crusoe_env.dieson.fields import State, Tables
from crusoe_env.dieson.rules.stars import stars_for
from crusoe_env.dieson.rules.stock import has_all, pay_all
from crusoe_env.engine.compile import compiled


@compiled
def is_at_location(s: State, t: Tables, tool: int) -> bool:
    """Does the tool ask for no location, or for the one on which you stand?"""
    location = t.cost_location[tool]
    return location == st.NONE or location == t.space_location[s.space]


@compiled
def is_available(s: State, t: Tables, tool: int) -> bool:
    """Is the tool in the game and not yours? There is one friend at most."""
    if s.tools[tool] == 0 or s.owned[tool] == 1:
        return False
    return t.tool_brings_friend[tool] == 0 or s.friend == st.NONE


@compiled
def lacks_only_stars(s: State, t: Tables, tool: int) -> bool:
    """Is everything but the stars met for crafting this tool?"""
    return is_available(s, t, tool) and is_at_location(s, t, tool) and has_all(s, t.cost[tool])


@compiled
def can_craft(s: State, t: Tables, tool: int, stars: int) -> bool:
    """Can this tool be crafted now, with so many stars?"""
    return t.cost_stars[tool] <= stars and lacks_only_stars(s, t, tool)


@compiled
def lacks_only_stars_for_any(s: State, t: Tables) -> bool:
    """Is there a tool for which everything but the stars is met?"""
    for tool in range(st.TOOLS):
        if lacks_only_stars(s, t, tool):
            return True
    return False


@compiled
def can_craft_any(s: State, t: Tables) -> bool:
    """Can any tool be crafted now?"""
    stars = stars_for(s, t, st.CRAFT)
    for tool in range(st.TOOLS):
        if can_craft(s, t, tool, stars):
            return True
    return False


@compiled
def craft(s: State, t: Tables, tool: int) -> None:
    """Pay for the tool and own it; the Friend tool asks which friend."""
    pay_all(s, t.cost[tool])
    own(s, t, tool)
    s.phase = st.FRIEND if t.tool_brings_friend[tool] == 1 else st.ACTION


@compiled
def own(s: State, t: Tables, tool: int) -> None:
    """The tool is yours to the end; the Bed raises the maximum of health."""
    s.owned[tool] = 1
    s.max_health += t.tool_max_health[tool]
