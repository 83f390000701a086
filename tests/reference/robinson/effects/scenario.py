"""Operations that only scenarios use: their counters, and rounds in which yields may be kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import counters
from ..programs import Effect
from .registry import By, operation

if TYPE_CHECKING:
    from ..game import Game


@operation("advance")
def advance(game: Game, effect: Effect, by: By) -> None:
    """A counter rises; what its stage does not take is lost."""
    counters.advance(game, effect.what, effect.count)


@operation("reduce")
def reduce(game: Game, effect: Effect, by: By) -> None:
    """A counter falls, not below 0."""
    counters.advance(game, effect.what, -effect.count)


@operation("keep_yield")
def keep_yield(game: Game, effect: Effect, by: By) -> None:
    """This round what sources give may be kept on the counters that are for it."""
    game.table.production.keeping = True
