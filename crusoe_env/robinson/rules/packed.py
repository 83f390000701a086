"""Two numbers in one: kind and target of a planned action, space and kind of a source."""

from __future__ import annotations

from crusoe_env.core.compile import compiled

TARGETS = 100
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
