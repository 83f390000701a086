"""Two numbers in one: kind and target of a plan, space and kind of a source, special action and place."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c

TARGETS = c.FIRST_SPECIAL + c.SPECIALS * c.SPECIAL_PLACES
"""More than any kind of action has targets."""


@compiled
def pack_plan(kind: int, target: int) -> int:
    """A kind of action and its target as one number."""
    return TARGETS * kind + target


@compiled
def kind_of(plan: int) -> int:
    """The kind of action of a packed plan."""
    return plan // TARGETS


@compiled
def target_of(plan: int) -> int:
    """The target of a packed plan."""
    return plan % TARGETS


@compiled
def pack_source(space: int, food: int) -> int:
    """The source of wood (`food` = 0) or food (1) on a space: what a gather action aims at."""
    return 2 * space + food


@compiled
def source_space(source: int) -> int:
    """The space of a source."""
    return source >> 1


@compiled
def source_food(source: int) -> int:
    """1 for a source of food, 0 for one of wood."""
    return source & 1


@compiled
def pack_special(special: int, place: int) -> int:
    """The target of a special action at a place (a space, or NO_PLACE)."""
    return c.FIRST_SPECIAL + c.SPECIAL_PLACES * special + place


@compiled
def is_special(target: int) -> bool:
    """Is this the target of a special action?"""
    return target >= c.FIRST_SPECIAL


@compiled
def special_of(target: int) -> int:
    """Which of the scenario's special actions a target means."""
    return (target - c.FIRST_SPECIAL) // c.SPECIAL_PLACES


@compiled
def space_of_special(target: int) -> int:
    """The space on which a special action takes place; NONE if it has no place of its own."""
    place = (target - c.FIRST_SPECIAL) % c.SPECIAL_PLACES
    return c.NONE if place == c.NO_PLACE else place
