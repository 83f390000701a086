"""Queries: the island."""

from __future__ import annotations

from typing import Any

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson.rules.bits import count_bits
from crusoe_env.robinson.rules.world import island
from crusoe_env.robinson.rules.world import marks as world_marks

# ------------------------------------------------------------------ the island


@compiled
def camp(s: Any) -> int:
    """The space of the camp."""
    return int(s.camp)


@compiled
def is_open(s: Any, space: int) -> bool:
    """Is there a tile that can be entered?"""
    return island.is_open(s, space)


@compiled
def is_next_to_camp(s: Any, t: Any, space: int) -> bool:
    """Does a space touch that of the camp?"""
    return island.adjacent(t, int(s.camp), space)


@compiled
def steps_from_camp(s: Any, space: int) -> int:
    """The way from the camp to a space, as planning began."""
    return int(s.way[space])


@compiled
def wood_on(s: Any, t: Any, space: int) -> int:
    """How much wood a space gives to whoever gathers there."""
    return int(island.yield_of(s, t, space, 0))


@compiled
def food_on(s: Any, t: Any, space: int) -> int:
    """How much food a space gives to whoever gathers there."""
    return int(island.yield_of(s, t, space, 1))


@compiled
def is_explored(s: Any, t: Any, terrain: int) -> bool:
    """Does an open tile show this terrain, one of TERRAINS?"""
    return (island.explored_terrains(s, t) >> terrain) & 1 == 1


@compiled
def terrains_explored(s: Any, t: Any) -> int:
    """How many terrains open tiles show."""
    return count_bits(island.explored_terrains(s, t))


@compiled
def hunting_cards(s: Any) -> int:
    """Cards in the hunting deck."""
    return int(s.hunting_left)


@compiled
def has_mark(s: Any, space: int, mark: int) -> bool:
    """Does this mark of the scenario, numbered as in its file, lie on a space?"""
    return world_marks.has_mark(s, space, mark)


@compiled
def number_on(s: Any, space: int) -> int:
    """The number token on a space, 0 for none."""
    return int(s.number[space])


@compiled
def is_lost(s: Any, space: int) -> bool:
    """Has this space been turned down, so that it cannot be entered or explored?"""
    return s.face_down[space] != 0
