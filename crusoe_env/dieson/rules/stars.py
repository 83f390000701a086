"""Stars: where they come from and how they are boosted (Rules, Perform the action in the box)."""

from __future__ import annotations

from crusoe_env.dieson.fields import State, Tables
from crusoe_env.dieson.rules.stock import lose_health, owned_total
from crusoe_env.dieson.state import DIE_SIDES, FOOD
from crusoe_env.engine.compile import compiled


@compiled
def bonus_stars(s: State, t: Tables, kind: int) -> int:
    """Stars of your character and your tools for a kind of action."""
    return t.character_stars[s.character, kind] + owned_total(s, t.tool_stars[kind])


@compiled
def stars_for(s: State, t: Tables, kind: int) -> int:
    """All stars of the action under way: the raised value, character, tools, water, Wednesday."""
    return t.stars[s.value] + s.extra_stars + bonus_stars(s, t, kind)


@compiled
def can_raise(s: State) -> bool:
    """Can the die's value still be raised for stars? The table ends at 6."""
    return s.value < DIE_SIDES


@compiled
def raise_with_food(s: State) -> None:
    """1 food: the value counts 1 more."""
    s.goods[FOOD] -= 1
    s.value += 1


@compiled
def raise_with_health(s: State) -> None:
    """1 health: the value counts 1 more."""
    s.value += 1
    lose_health(s, 1)


@compiled
def use_water(s: State) -> None:
    """1 water: 1 star more (Waterskin)."""
    s.water -= 1
    s.extra_stars += 1
