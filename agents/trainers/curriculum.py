"""The stages of a training run: their tasks, and when the next one begins."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from crusoe_env import Batch, game

from ..config import ConfigError, StageConfig, TrainConfig
from .run import env_settings

Tasks = list[tuple[dict[str, Any], int]]
"""The settings of environments, and the number of games with each."""


class Curriculum:
    """The stages of a run.

    Args:
        config: of the run; without stages there is one that lasts to the end.

    Attributes:
        stage: the number of the current stage.
        steps: made in it.
        seats: the largest number of players in a game of any stage.

    Raises:
        ConfigError: settings of a task are wrong, or there are more tasks than games.
    """

    def __init__(self, config: TrainConfig) -> None:
        self.config = config
        self.stages = config.curriculum or (StageConfig(),)
        self.stage = 0
        self.steps = 0
        self.seats = 1
        for number in range(len(self.stages)):
            self._check(number)

    @property
    def tasks(self) -> Tasks:
        """The tasks of the current stage."""
        return self._tasks(self.stage)

    @property
    def seed(self) -> int:
        """The seed of the current stage's first game; each stage has its own games."""
        return self.config.seed + self.stage * self.config.num_envs

    def advance(self, steps: int, victories: float) -> bool:
        """Count steps and return true if the next stage begins, given the share of recent victories."""
        self.steps += steps
        now = self.stages[self.stage]
        learned = now.until is not None and victories >= now.until
        over = now.steps is not None and self.steps >= now.steps
        if self.stage + 1 == len(self.stages) or not (learned or over):
            return False
        self.stage, self.steps = self.stage + 1, 0
        return True

    def _tasks(self, number: int) -> Tasks:
        tasks, games = self.stages[number].tasks, self.config.num_envs
        whole = sum(task.share for task in tasks)
        edges = [0.0]
        for task in tasks:
            edges.append(edges[-1] + task.share / whole * games)
        rounded = [round(edge) for edge in edges]
        common = env_settings(self.config)
        return [
            ({**common, **task.env}, stop - start)
            for task, (start, stop) in zip(tasks, pairwise(rounded), strict=True)
        ]

    def _check(self, number: int) -> None:
        for i, (settings, count) in enumerate(self._tasks(number)):
            field = f"curriculum.{number}.tasks.{i}" if self.config.curriculum else "env"
            if count == 0:
                raise ConfigError(
                    f"field '{field}.share': none of {self.config.num_envs} games is left for it"
                )
            try:
                rules = Batch(game(self.config.game), 1, **settings).simulator
            except (TypeError, ValueError) as error:
                raise ConfigError(f"field '{field}': {error}") from error
            if rules.game.several_players:
                self.seats = max(self.seats, *(len(rules.game.seats.of(it)) for it in rules.templates))
