"""What is played: a game with its options, over a range of seeds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Task:
    """One task: a game with its options.

    Attributes:
        game: short name.
        options: as they are given to the simulator.
        varied: those of the options that tell this task from the suite's others.
        games: how many each agent plays.
        seed: of the first one.
    """

    game: str
    options: Mapping[str, Any]
    varied: tuple[str, ...]
    games: int
    seed: int

    @property
    def name(self) -> str:
        """For instance "robinson scenario=castaways players=2"."""
        return " ".join([self.game, *(f"{option}={self.options[option]}" for option in self.varied)])
