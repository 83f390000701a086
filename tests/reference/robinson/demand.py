"""Unfulfilled demand: a wound for each unit that is missing (rulebook: Unfulfilled demand)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import people
from .decisions import Person

if TYPE_CHECKING:
    from .game import Game


def lacking(game: Game, who: Person | None, count: int) -> None:
    """So much is missing: a wound each for `who`, or for every castaway (None)."""
    if count <= 0:
        return
    if who is not None:
        people.wound(game, who, count)
    else:
        people.wound_each(game, count)
