"""Queries: the island."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.bits import count_bits
from crusoe_env.robinson.rules.world import island
from crusoe_env.robinson.rules.world import marks as world_marks

# ------------------------------------------------------------------ the island


@compiled
def camp(s: State) -> int:
    """The space of the camp."""
    return int(s.camp)


@compiled
def is_open(s: State, space: int) -> bool:
    """Is there a tile that can be entered?"""
    return island.is_open(s, space)


@compiled
def is_next_to_camp(s: State, t: Tables, space: int) -> bool:
    """Does a space touch that of the camp?"""
    return island.adjacent(t, int(s.camp), space)


@compiled
def steps_from_camp(s: State, space: int) -> int:
    """The way from the camp to a space, as planning began."""
    return int(s.way[space])


@compiled
def wood_on(s: State, t: Tables, space: int) -> int:
    """How much wood a space gives to whoever gathers there."""
    return int(island.yield_of(s, t, space, 0))


@compiled
def food_on(s: State, t: Tables, space: int) -> int:
    """How much food a space gives to whoever gathers there."""
    return int(island.yield_of(s, t, space, 1))


@compiled
def is_explored(s: State, t: Tables, terrain: int) -> bool:
    """Does an open tile show this terrain, one of TERRAINS?"""
    return (island.explored_terrains(s, t) >> terrain) & 1 == 1


@compiled
def terrains_explored(s: State, t: Tables) -> int:
    """How many terrains open tiles show."""
    return count_bits(island.explored_terrains(s, t))


@compiled
def hunting_cards(s: State) -> int:
    """Cards in the hunting deck."""
    return int(s.hunting_left)


@compiled
def has_mark(s: State, space: int, mark: int) -> bool:
    """Does this mark of the scenario, numbered as in its file, lie on a space?"""
    return world_marks.has_mark(s, space, mark)


@compiled
def is_lost(s: State, space: int) -> bool:
    """Has this space been turned down, so that it cannot be entered or explored?"""
    return s.face_down[space] != 0
