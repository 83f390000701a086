"""Dice: their numbers, rolling, turning, raising and lowering (Terms)."""

from __future__ import annotations

from crusoe_env.dieson.fields import State
from crusoe_env.dieson.state import DIE_SIDES
from crusoe_env.engine.compile import compiled
from crusoe_env.engine.random import roll


@compiled
def value_of(die: int) -> int:
    """What the die shows, 1 .. 6; 0 for no die."""
    return die >> 1


@compiled
def is_blue(die: int) -> int:
    """1 for the blue die."""
    return die & 1


@compiled
def die_showing(value: int, blue: int) -> int:
    """The number of a die."""
    return 2 * value + blue


@compiled
def turned(die: int) -> int:
    """The die on its opposite side."""
    return die_showing(DIE_SIDES + 1 - value_of(die), is_blue(die))


@compiled
def icon_value(s: State, icon: int) -> int:
    """What the die on an icon box shows."""
    return value_of(s.icon[icon])


@compiled
def change_icon(s: State, icon: int, by: int) -> None:
    """Raise or lower the die on an icon box; it stops at 1 and 6."""
    value = min(max(icon_value(s, icon) + by, 1), DIE_SIDES)
    s.icon[icon] = die_showing(value, is_blue(s.icon[icon]))


@compiled
def roll_unused(s: State, i: int) -> None:
    """Roll one of the unused dice."""
    s.unused[i] = die_showing(roll(s, DIE_SIDES), is_blue(s.unused[i]))


@compiled
def sort_unused(s: State) -> None:
    """The unused dice lie in ascending order, the blue one last of equal ones."""
    for stop in range(s.unused_count - 1, 0, -1):
        for i in range(stop):
            if s.unused[i] > s.unused[i + 1]:
                larger = s.unused[i]
                s.unused[i] = s.unused[i + 1]
                s.unused[i + 1] = larger


@compiled
def take_unused(s: State, i: int) -> int:
    """Take a die out of the unused ones."""
    die = s.unused[i]
    s.unused_count -= 1
    for j in range(i, s.unused_count):
        s.unused[j] = s.unused[j + 1]
    s.unused[s.unused_count] = 0
    return die


@compiled
def is_first_of_equals(s: State, i: int) -> bool:
    """Is no equal die in front of this unused die?"""
    return i == 0 or s.unused[i] != s.unused[i - 1]
