"""The nine boxes of the ring of actions (Rules, Action list)."""

from __future__ import annotations

from crusoe_env.dieson import state as st
from crusoe_env.dieson.fields import State, Tables
from crusoe_env.dieson.rules.craft import is_at_location, lacks_only_stars_for_any
from crusoe_env.dieson.rules.dice import icon_value
from crusoe_env.dieson.rules.quest import note_arrival, note_hunt
from crusoe_env.dieson.rules.stars import stars_for
from crusoe_env.dieson.rules.stock import gain_all, has_all, owned_total, pay_all
from crusoe_env.engine.compile import compiled


@compiled
def kind_here(s: State, t: Tables) -> int:
    """The kind of action on the box of the action meeple."""
    return t.rondel[s.box]


@compiled
def may_hunt_here(s: State, t: Tables) -> bool:
    """The hunt box; with the Bow its two neighbours too."""
    kind = kind_here(s, t)
    return kind == st.HUNT or owned_total(s, t.tool_hunts_on[kind]) > 0


@compiled
def stars_count_here(s: State, t: Tables) -> bool:
    """Could any action that uses stars be taken here, if there were enough of them?"""
    return t.uses_stars[kind_here(s, t)] == 1 or may_hunt_here(s, t) or lacks_only_stars_for_any(s, t)


# ---------------------------------------------------------------- move


@compiled
def can_escape(s: State, t: Tables) -> bool:
    """Quest 7: a move action with the Raft, at its location, in fair weather. It needs no stars."""
    if kind_here(s, t) != st.MOVE or t.goal_escape[s.quest] == 0:
        return False
    weather = icon_value(s, st.WEATHER)
    for tool in range(st.TOOLS):
        if s.owned[tool] * t.tool_escape[weather, tool] > 0 and is_at_location(s, t, tool):
            return True
    return False


@compiled
def can_move_to(s: State, t: Tables, space: int, stars: int) -> bool:
    """Does a line lead there that needs no more stars, and is the food there that entering costs?"""
    needed = t.line[s.space, space]
    return needed > 0 and needed <= stars and t.space_food[space] <= s.goods[st.FOOD]


@compiled
def can_move_anywhere(s: State, t: Tables) -> bool:
    """Is there any space to move to?"""
    stars = stars_for(s, t, st.MOVE)
    for space in range(st.SPACES):
        if can_move_to(s, t, space, stars):
            return True
    return False


@compiled
def move_to(s: State, t: Tables, space: int) -> None:
    """Pay for entering, stand there, gain its resource."""
    s.goods[st.FOOD] -= t.space_food[space]
    s.space = space
    if t.space_good[space] != st.NONE:
        s.goods[t.space_good[space]] += 1
    note_arrival(s, t)


# ---------------------------------------------------------------- hunt


@compiled
def power(s: State, t: Tables) -> int:
    """1, and what the tools add."""
    return t.power + owned_total(s, t.tool_power)


@compiled
def can_hunt(s: State, t: Tables) -> bool:
    """Would a hunt here and now succeed?"""
    if not may_hunt_here(s, t):
        return False
    return power(s, t) + stars_for(s, t, st.HUNT) >= t.hunt_strength[t.space_area[s.space]]


@compiled
def hunt(s: State, t: Tables) -> None:
    """A successful hunt: what the area gives, and what Stone Knife and Axe add."""
    gain_all(s, t.hunt_gains[t.space_area[s.space]])
    for good in range(st.GOODS):
        s.goods[good] += owned_total(s, t.tool_hunt[good])
    note_hunt(s, t)


# ---------------------------------------------------------------- the other boxes


@compiled
def can_take(s: State, t: Tables, good: int) -> bool:
    """Does the box let you choose this good?"""
    return t.box_chooses[kind_here(s, t), good] == 1


@compiled
def can_use_box(s: State, t: Tables, kind: int) -> bool:
    """Would gaining, building or recovering on the present box, which is of this kind, change anything?"""
    if t.box_good[kind] != st.NONE:
        return stars_for(s, t, kind) > 0
    if kind == st.RECOVER:
        return s.health < s.max_health and stars_for(s, t, kind) > 0
    return t.box_builds[kind] == 1 and has_all(s, t.box_pays[kind])


@compiled
def use_box(s: State, t: Tables, kind: int) -> None:
    """Gain as much as stars, recover as much as stars, or build."""
    if t.box_good[kind] != st.NONE:
        s.goods[t.box_good[kind]] += stars_for(s, t, kind)
    elif kind == st.RECOVER:
        s.health = min(s.health + stars_for(s, t, kind), s.max_health)
    else:
        build(s, t, kind)


@compiled
def build(s: State, t: Tables, kind: int) -> None:
    """Pay for fences or roofs and gain them, with the Rope more."""
    pay_all(s, t.box_pays[kind])
    for good in range(st.GOODS):
        if t.box_gains[kind, good] > 0:
            s.goods[good] += t.box_gains[kind, good] + owned_total(s, t.tool_build[good])
