"""The operations of card programs by name, and in whose name one is carried out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..decisions import FRIDAY, GUEST, Person, Play
from ..programs import Effect

if TYPE_CHECKING:
    from ..game import Game


@dataclass(frozen=True)
class By:
    """Who performs a program, and whose it is.

    `card`: a card of the event deck, an adventure or a mystery by its id; "item ..." of an item built or
    lost; the action of a use ("use token goat"); None: the board or the scenario.
    """

    performer: Person | None
    card: str | None

    @property
    def is_use(self) -> bool:
        """Is it something that players use (but for treasures, which are cards)?"""
        return self.card is not None and self.card.startswith("use ")


Carried = Play[None] | None
"""What an operation gives back: nothing, or the rest of it if it asks."""
Operation = Callable[["Game", Effect, By], Carried]
OPERATIONS: dict[str, Operation] = {}


def operation(name: str) -> Callable[[Operation], Operation]:
    """The function is what this operation does."""

    def register(function: Operation) -> Operation:
        OPERATIONS[name] = function
        return function

    return register


def person_of(game: Game, who: str, by: By) -> Person | None:
    """The one person that an operation means; None for each, or if nobody bears the wound."""
    if who == "performer":
        return by.performer
    if who == "first":
        return game.table.first_player
    if who in (FRIDAY, GUEST):
        return who
    if who == "bearer":
        return bearer(game, by)
    return None


def bearer(game: Game, by: By) -> Person | None:
    """Who has the special wound that this card gave."""
    assert by.card is not None
    adventure = game.facts.adventures[by.card]
    for person, state in game.table.people.items():
        if adventure.special_wound and adventure.deck in state.special_wounds[adventure.special_wound]:
            return person
    return None


def payer(effect: Effect, by: By) -> Person | None:
    """Who is wounded for a demand not met; None: each castaway."""
    return by.performer if effect.unmet == "performer" else None


def number(game: Game, effect: Effect) -> int:
    """The number, for each player if it says so."""
    return effect.count * (game.table.players if "per_player" in effect.flags else 1)
