"""A variant: what each player knows of cards and finds alone (docs/robinson/private_finds.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import looks
from .decisions import Person, is_seat

if TYPE_CHECKING:
    from .game import Game


@dataclass
class Knowledge:
    """What a player sees of what comes."""

    next_tile: str | None
    next_beast: str | None
    beast_in_ambush: str | None
    next_event: str | None
    shown: list[str]
    """Tiles and tokens laid out to choose from, as far as he sees them."""
    tokens: dict[str, int]
    """Discovery tokens that come at the end of the action phase, or in the morning."""
    treasures: set[str]
    starting_items: set[str]


def of(game: Game, seat: int) -> Knowledge:
    """What this player knows."""
    table = game.table

    def top(pile: str, cards: list[str], *, is_open: bool) -> str | None:
        return cards[-1] if cards and (is_open or seat in table.looked[pile]) else None

    tokens = dict(table.discovery_future)
    for person, state in table.people.items():
        if hides_from(game, person, seat):
            for token in state.found:
                tokens[token] -= 1
    return Knowledge(
        top("tiles", table.tiles, is_open=table.tiles_known > 0),
        top("hunting deck", table.hunting, is_open=table.hunting_known),
        table.ambush if table.ambush_known else None,
        top("event deck", table.event_deck, is_open=table.event_known),
        tiles_and_tokens(game) if sees_shown(game, seat) else [],
        {token: count for token, count in tokens.items() if count},
        {
            name
            for name, card in table.mystery.items()
            if card.place == "future" and not hides_from(game, card.holder, seat)
        },
        {
            name
            for name, uses in table.starting_future.items()
            if uses and not hides_from(game, table.starting_finder[name], seat)
        },
    )


def tiles_and_tokens(game: Game) -> list[str]:
    """What is laid out, but for morale marks."""
    return [name for name in game.table.shown if name in game.facts.tiles or name in game.facts.discoveries]


def hides_from(game: Game, person: Person | None, seat: int) -> bool:
    """Does this person hide from a player what he finds now?"""
    in_time = looks.are_private(game) and game.table.phase == "resolution"
    return in_time and is_seat(person) and person != seat


def sees_shown(game: Game, seat: int) -> bool:
    """Does a player see the tiles or tokens that are laid out for a choice?"""
    decision, table = game.table.decision, game.table
    if decision is None or decision.kind != "shown" or not looks.are_private(game):
        return True
    if table.shown and table.shown[0] in game.facts.discoveries:
        return not hides_from(game, decision.asked, seat)
    return table.tiles_known > 0 or decision.acting == seat
