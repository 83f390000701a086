"""A task: a game with its options, over a range of seeds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Task:
    """One task: a game with its options.

    Attributes:
        game: short name.
        options: of the simulator.
        varied: the options in which the suite's tasks differ.
        games: games of each agent, over all episodes.
        seed: of the first game.
        episodes: games in a row within which an agent keeps its memory.
    """

    game: str
    options: Mapping[str, Any]
    varied: tuple[str, ...]
    games: int
    seed: int
    episodes: int = 1

    @property
    def name(self) -> str:
        """For instance "robinson scenario=castaways players=2"."""
        return " ".join([self.game, *(f"{option}={self.options[option]}" for option in self.varied)])
