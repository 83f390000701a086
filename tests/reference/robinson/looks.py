"""A variant: cards that one player alone has looked at (docs/robinson/private_finds.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .decisions import Person
from .table import PILES_LOOKED_AT

if TYPE_CHECKING:
    from .game import Game


def are_private(game: Game) -> bool:
    """Are cards that somebody looks at his alone?"""
    return "private_finds" in game.options["table"]


def look(game: Game, pile: str, person: Person | None) -> None:
    """A player looks at the top card of a pile, if it lies face down; the First Player for all others."""
    table = game.table
    cards = {"tiles": table.tiles, "hunting deck": table.hunting, "event deck": table.event_deck}
    open_to_all = {
        "tiles": table.tiles_known > 0,
        "hunting deck": table.hunting_known,
        "event deck": table.event_known,
    }
    if cards[pile] and not open_to_all[pile]:
        table.looked[pile].add(game.who_decides(person))


def lookouts(game: Game) -> None:
    """As planning begins each player looks at the top of a pile, each round of the next one."""
    if game.options["lookouts"]:
        for seat in game.table.in_turn():
            look(game, PILES_LOOKED_AT[(seat + game.table.round) % len(PILES_LOOKED_AT)], seat)
