"""Where on the island an operation takes place, and what cards remember of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from .. import action_phase, island
from ..decisions import Play
from ..demand import lacking
from ..programs import Effect
from ..table import SPACES
from .registry import By, payer

if TYPE_CHECKING:
    from ..game import Game

EVERYWHERE = ("nearest_camp", "any_tile", "any_space")
"""Places of which there are many; which one is left to the operation and the players."""


def spot(game: Game, where: str) -> int | None:
    """The one space that `here`, `camp` or `space_5` means."""
    if where == "here":
        return action_phase.here(game)
    return game.table.camp if where == "camp" else int(where.removeprefix("space_"))


def spaces_at(game: Game, where: str, by: By) -> list[int]:
    """The spaces that an operation may mean (nearness is judged by the operation)."""
    if where in EVERYWHERE:
        return list(SPACES)
    if where == "adjacent_camp":
        return island.neighbours(game, game.table.camp)
    space = remembered_space(game, by) if where == "remembered" else spot(game, where)
    return [] if space is None else [space]


def remember(game: Game, by: By, space: int | None, what: str | set[str]) -> None:
    """A card remembers a space, and the kind of its token or what it covered there."""
    if not game.facts.is_card(by.card):
        return
    assert by.card is not None
    game.table.card_mark[by.card] = what
    if space is None:
        game.table.card_space.pop(by.card, None)
    else:
        game.table.card_space[by.card] = space


def remembered_space(game: Game, by: By) -> int | None:
    """Where the token lies that this card has put on a tile; None if it is gone."""
    space = game.table.card_space.get(by.card or "")
    if space is None:
        return None
    here = game.table.spaces[space]
    return space if game.table.card_mark[by.card or ""] in here.tokens | here.new_tokens else None


def is_gone(game: Game, effect: Effect, by: By) -> bool:
    """Does the card speak of its token, and that is gone? Then nothing happens (40)."""
    return effect.where == "remembered" and remembered_space(game, by) is None


def unfulfilled(game: Game, effect: Effect, by: By, count: int) -> None:
    """A demand on the board could not be met."""
    if "if_possible" not in effect.flags:
        lacking(game, payer(effect, by), count)


def choose_space(
    game: Game, possible: Callable[[], Sequence[int]], by: By, left: int = 0
) -> Play[int | None]:
    """The players choose a space; the only one is taken. None: there is none."""
    space = yield from game.ask_space(possible, asked=by.performer, card=by.card, left=left)
    return space
