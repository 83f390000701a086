"""Public quantities of a game as numbers, and ranges of their changes in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

EVERYBODY, WOUNDS = "everybody", "wounds"


@dataclass(frozen=True)
class Quantity:
    """A number that everybody at the table sees, in several states of one game.

    Attributes:
        name: of what there is more or less: `wounds`, `food`.
        values: one for each state, int64 (n,).
        who: whose it is; empty: the group's.
        is_player: its owner is one of the players, so that equal changes of all are told as one.
    """

    name: str
    values: NDArray[np.int64]
    who: str = ""
    is_player: bool = False


@dataclass(frozen=True)
class Change:
    """By how much a quantity changes: from `low` to `high`, both possible.

    Attributes:
        quantity: the quantity, by name and owner.
        low, high: change at least and at most; equal where it is certain.
    """

    quantity: Quantity
    low: int
    high: int

    @property
    def words(self) -> str:
        """The change without its owner: `morale −1`, `2 wounds`, `0 to +2 determination`."""
        name = self.quantity.name
        if name == WOUNDS:
            return _wounds(self.low, self.high)
        amount = signed(self.low) + (f" to {signed(self.high)}" if self.high > self.low else "")
        return f"{amount} {name}" if self.quantity.who else f"{name} {amount}"


def signed(number: int) -> str:
    """A change with its sign: `+1`, `−2`, `0`."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def _wounds(low: int, high: int) -> str:
    """Wounds that come, or heal: `1 wound`, `0 to 2 wounds`, `heals 1 to 2`."""
    if low < 0 < high:
        return f"heals {-low} to {high} more {WOUNDS}"
    least, most = (low, high) if low >= 0 else (-high, -low)
    number = f"{least} to {most}" if most > least else str(most)
    if low < 0:
        return f"heals {number}"
    return f"{number} {'wound' if number == '1' else WOUNDS}"


def changes_of(quantities: Sequence[Quantity]) -> list[Change]:
    """The changes from the first state to the others, where there can be any."""
    found = []
    for quantity in quantities:
        change = quantity.values[1:] - quantity.values[0]
        low, high = int(change.min()), int(change.max())
        if low or high:
            found.append(Change(quantity, low, high))
    return found


def in_words(changes: Sequence[Change], players: int) -> str:
    """Changes as a phrase: `everybody +2 wounds, morale −1`.

    Args:
        changes: of one step.
        players: how many players there are; equal changes of all are told as one.
    """
    words, told = [], set()
    for change in changes:
        quantity = change.quantity
        key = (quantity.name, change.low, change.high)
        alike = [
            other
            for other in changes
            if other.quantity.is_player and (other.quantity.name, other.low, other.high) == key
        ]
        if quantity.is_player and players > 1 and len(alike) == players:
            if key not in told:
                words.append(f"{EVERYBODY} {change.words}")
            told.add(key)
        else:
            words.append(" ".join(filter(None, (quantity.who, change.words))))
    return ", ".join(words)
