"""Dice as they lie, and going round tracks."""

from __future__ import annotations

from typing import NamedTuple

OPPOSITE_SIDES = 7  # add up to this
DIE_MAX = 6


class Die(NamedTuple):
    """A die as it lies. Sorting puts the blue one last among equals."""

    value: int
    blue: bool = False


def forward(box: int, steps: int, boxes: int) -> int:
    """The box reached by going so many steps clockwise on a track of so many boxes."""
    return (box - 1 + steps) % boxes + 1


def changed(die: Die, by: int) -> Die:
    """The die with its value changed, inside 1 to 6."""
    return die._replace(value=max(1, min(DIE_MAX, die.value + by)))


def turned(die: Die) -> Die:
    """The die on its opposite side."""
    return die._replace(value=OPPOSITE_SIDES - die.value)
