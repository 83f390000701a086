"""Scores over all tasks of a suite, with bootstrap intervals (95 %), after Agarwal et al. (2021, rliable).

An entry has one or more runs: policies trained with different seeds. A run's score in a task is a mean over
its games. The bootstrap draws games of each task, the same for all entries, and runs of each entry, task by
task (stratified).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from crusoe_env.bench.report import Table
from crusoe_env.support.intervals import (
    DRAWS,
    SHARES,
    Interval,
    drawn_interval,
    drawn_weights,
    share_interval,
)

from .results import Played

TRIMMED = 0.25
"""The share of scores that the interquartile mean leaves out at each end."""

Runs = Sequence[Sequence[np.ndarray]]
"""For each task the runs of an entry: numbers by game, such as victories. All runs of a task have as many."""


def interquartile_mean(scores: np.ndarray) -> np.ndarray:
    """The mean of the middle half of the scores along the last axis."""
    count = scores.shape[-1]
    cut = int(TRIMMED * count)
    return np.asarray(np.sort(scores, axis=-1)[..., cut : count - cut].mean(axis=-1))


def probability_of_improvement(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """How often a run does better than one of another entry in a task drawn at random; ties count half.

    Args:
        one: scores (..., tasks, runs).
        other: the same with any number of runs.
    """
    difference = one[..., :, None] - other[..., None, :]
    return np.asarray((0.5 + 0.5 * np.sign(difference)).mean(axis=(-3, -2, -1)))


class Aggregates:
    """The scores of entries over the same tasks.

    Args:
        entries: their runs by name.
        seed: of the bootstrap.

    Raises:
        ValueError: entries have not played the same tasks and games.
    """

    def __init__(self, entries: Mapping[str, Runs], seed: int = 0) -> None:
        shapes = {tuple(len(runs[0]) for runs in tasks) for tasks in entries.values()}
        if len(shapes) != 1:
            raise ValueError(f"{', '.join(entries)} have not played the same games")
        self.scores = {
            name: np.array([[run.mean() for run in runs] for runs in tasks])
            for name, tasks in entries.items()
        }
        self.games = sum(shapes.pop())
        self._drawn = self._draw(entries, np.random.default_rng(seed))

    @staticmethod
    def _draw(entries: Mapping[str, Runs], rng: np.random.Generator) -> dict[str, np.ndarray]:
        """Scores of the bootstrap by entry, float (draws, tasks, runs)."""
        drawn: dict[str, list[np.ndarray]] = {name: [] for name in entries}
        for task, games in enumerate(len(runs[0]) for runs in next(iter(entries.values()))):
            weights = drawn_weights(games, rng)
            for name, tasks in entries.items():
                scores = weights @ np.array(tasks[task], float).T
                runs = rng.integers(scores.shape[1], size=scores.shape)
                drawn[name].append(np.take_along_axis(scores, runs, axis=1))
        return {name: np.stack(found, axis=1) for name, found in drawn.items()}

    def mean(self, name: str) -> Interval:
        """The mean over tasks and runs."""
        return self._drawn_share(name, self.scores[name].mean(), self._drawn[name].mean(axis=(1, 2)))

    def interquartile_mean(self, name: str) -> Interval:
        """The interquartile mean over tasks and runs."""
        found = self.scores[name].reshape(-1), self._drawn[name].reshape(DRAWS, -1)
        return self._drawn_share(name, *(interquartile_mean(each) for each in found))

    def _drawn_share(self, name: str, found: np.ndarray | float, drawn: np.ndarray) -> Interval:
        """A score with the interval of its bootstrap; Wilson's where an entry has won all games or none."""
        if float(self.scores[name].mean()) not in SHARES:
            return drawn_interval(found, drawn)
        count = self.games * self.scores[name].shape[1]
        return share_interval(float(found) * count, count)

    def improvement(self, name: str, other: str) -> Interval:
        """The probability that an entry does better than another one in a task."""
        pairs = (self.scores[name], self.scores[other]), (self._drawn[name], self._drawn[other])
        return drawn_interval(*(probability_of_improvement(*each) for each in pairs))


def table(title: str, entries: Mapping[str, Runs]) -> Table:
    """A row for each entry: victories over all tasks, and how often it does better than the first one."""
    found = Aggregates(entries)
    first = next(iter(entries))
    rows = [
        (
            name,
            str(len(tasks[0])),
            found.interquartile_mean(name).percent,
            found.mean(name).percent,
            "" if name == first else found.improvement(name, first).percent,
        )
        for name, tasks in entries.items()
    ]
    headings = ("entry", "runs", "interquartile mean", "mean", f"better than {first}")
    return Table(title, headings, rows)


def victories_of(played: Sequence[Played]) -> dict[str, Runs]:
    """The victories of the agents of a suite, each an entry of one run."""
    agents = dict.fromkeys(each.agent for each in played)
    return {agent: [[each.results.victory] for each in played if each.agent == agent] for agent in agents}
