"""Stages of a training: what the games play, and when the next stage begins."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from crusoe_env import Batch, game

from ..config import ConfigError, StageConfig, TrainConfig
from .run import env_settings

Tasks = list[tuple[dict[str, Any], int]]
"""The settings of environments, and how many games play each."""


class Curriculum:
    """The stages of a run, of which one is under way.

    Args:
        config: of the run; without stages there is one that lasts to the end.

    Attributes:
        stage: the number of the one under way.
        steps: made in it.

    Raises:
        ConfigError: settings of a task are wrong, or there are more tasks than games.
    """

    def __init__(self, config: TrainConfig) -> None:
        self.config = config
        self.stages = config.curriculum or (StageConfig(),)
        self.stage = 0
        self.steps = 0
        for number in range(len(self.stages)):
            self._check(number)

    @property
    def tasks(self) -> Tasks:
        """What the games of this stage play."""
        return self._tasks(self.stage)

    @property
    def seed(self) -> int:
        """Of the first game of this stage: all stages have games of their own."""
        return self.config.seed + self.stage * self.config.num_envs

    def advance(self, steps: int, victories: float) -> bool:
        """So many steps were made, and such a share of the last games was won: does the next stage begin?"""
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
                Batch(game(self.config.game), 1, **settings)
            except (TypeError, ValueError) as error:
                raise ConfigError(f"field '{field}': {error}") from error
