"""Other names for cards, items, characters and places, so that nothing known of a printed game helps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from crusoe_env.engine.game import Game


class Disguise:
    """The names of one seed."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.seed = game, seed

    def words(self, text: str) -> str:
        """A text with the other names."""
        return text

    def facts(self, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """The printed facts with the other names."""
        return facts
