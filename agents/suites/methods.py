"""Several runs as one method: trainings that differ in their seed alone, compared after rliable."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from crusoe_env.bench.report import Table
from crusoe_env.support.files import replacing, write_whole

from ..errors import ConfigError
from ..runs import runs_in
from . import aggregate
from .aggregate import Runs
from .results import Pairing, Played


def methods_of(words: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Names of methods with their runs, from `mine=runs/a,runs/b`; a folder of seeds stands for all its runs.

    Raises:
        ConfigError: a name or a run is missing or comes twice.
    """
    found: dict[str, tuple[str, ...]] = {}
    for word in words:
        name, _, listed = word.partition("=")
        runs = tuple(run for word in listed.split(",") if word for run in runs_in(word))
        if not name or not runs or name in found:
            raise ConfigError(f"--method {word}: give each method once, as NAME=RUN,RUN")
        found[name] = runs
    named = [run for runs in found.values() for run in runs]
    if len(set(named)) < len(named):
        raise ConfigError("--method: a run belongs to one method, and is named once")
    return found


class Methods:
    """The results of runs, by method; an agent that belongs to none is a method of one run.

    Args:
        methods: names with their runs.
        pairings: what was played.
        played: the results, in the same order.
    """

    def __init__(
        self, methods: Mapping[str, Sequence[str]], pairings: Sequence[Pairing], played: Sequence[Played]
    ) -> None:
        owner = {run: name for name, runs in methods.items() for run in runs}
        self.tasks = list({each.task.name: each.task for each in played}.values())
        places = {task.name: place for place, task in enumerate(self.tasks)}
        self._found: dict[str, list[list[Played]]] = {name: [[] for _ in self.tasks] for name in methods}
        for pairing, each in zip(pairings, played, strict=True):
            name = owner.get(pairing.names[0], each.agent)
            runs = self._found.setdefault(name, [[] for _ in self.tasks])
            runs[places[each.task.name]].append(each)

    def runs(self) -> dict[str, Runs]:
        """For each method and task the victories of each run, by game."""
        return {
            name: [[each.results.victory for each in runs] for runs in tasks]
            for name, tasks in self._found.items()
        }

    def table(self, title: str) -> Table:
        """A row for each method: interquartile mean and mean with bootstrap intervals over runs and games."""
        return aggregate.table(title, self.runs())

    def write(self, path: Path) -> None:
        """Write a share of games won for each run and task.

        `.npz`: by method an array (runs, tasks), as rliable takes it. `.json`: in the form of marl-eval, game
        by game, with victories and goal progress of each game.
        """
        if path.suffix == ".npz":
            scores = {
                name: np.array([[won.mean() for won in task] for task in tasks]).T
                for name, tasks in self.runs().items()
            }
            with replacing(path) as partial, partial.open("wb") as file:
                np.savez(file, **scores)  # type: ignore[arg-type]
        else:
            write_whole(path, json.dumps(self._marl_eval(), indent=1) + "\n")

    def _marl_eval(self) -> dict[str, Any]:
        content: dict[str, Any] = {}
        for name, tasks in self._found.items():
            for task, runs in zip(self.tasks, tasks, strict=True):
                of_task = content.setdefault(task.game, {}).setdefault(task.name, {})
                of_task[name] = {f"run_{i}": _run(each) for i, each in enumerate(runs)}
        return content


def _run(played: Played) -> dict[str, Any]:
    metrics = {
        "victory": [float(won) for won in played.results.victory],
        "goal_progress": [round(float(share), 4) for share in played.results.goal_progress],
    }
    at_the_end = {"step_count": 0, "elapsed_time": round(played.seconds, 3), **metrics}
    return {"step_0": at_the_end, "absolute_metrics": metrics}


def check_scores(path: Path) -> None:
    """Raise ConfigError unless `Methods.write` knows this kind of file."""
    if path.suffix not in WRITTEN:
        raise ConfigError(f"{path}: scores are written as {' or '.join(WRITTEN)} (rliable, marl-eval)")


WRITTEN: Mapping[str, str] = {".npz": "rliable", ".json": "marl-eval"}
"""Kinds of files, and the library that reads each."""
