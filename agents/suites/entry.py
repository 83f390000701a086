"""Entries of the scoreboard: an agent's games of a published suite, with all that is needed to check them.

`crusoe evaluate --suite robinson --agents runs/a runs/b --submit mine` writes `mine.json`; the agents are
runs of one entry, such as policies trained with different seeds. `crusoe verify mine.json` plays the games
again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic import Field, ValidationError

from crusoe_env.support.intervals import Interval
from crusoe_env.support.reading import read_json
from crusoe_env.support.words import one_line, shown

from .. import runs, zoo
from ..config import ConfigError, Section, Seed, first_problem
from ..evaluation import Results
from ..learning.checkpoint import FAST_SUFFIX
from ..learning.numpy_policy import description_in
from ..registry import guiding_policy
from .aggregate import Aggregates, Runs
from .results import Played
from .task import Task

NAME = r"^[A-Za-z0-9][\w.-]{0,63}$"
Figure = tuple[float, float, float]
"""A mean and the ends of its interval."""


class RunEntry(Section):
    """The games of one run in a task."""

    policy: str = Field(description="hash of the trained policy or of an own class; empty without any")
    victories: str = Field(pattern="^[01]+$", description="a digit for each game, 1 for a victory")
    scores: list[int] = Field(description="of the games")
    rounds: list[int] = Field(description="of the games")

    @property
    def won(self) -> np.ndarray:
        """Bool (games,)."""
        return np.frombuffer(self.victories.encode(), np.uint8) == ord("1")

    def is_of(self, results: Results) -> bool:
        """Whether these are the same games, one by one."""
        found = run_of("", results)
        return (self.victories, self.scores, self.rounds) == (found.victories, found.scores, found.rounds)


class TaskEntry(Section):
    """A task and the games of all runs."""

    task: str = Field(description="its name in the suite")
    games: int = Field(ge=1)
    seed: Seed
    versions: dict[str, str] = Field(description="hashes of rules, facts and sources; versions")
    runs: list[RunEntry] = Field(min_length=1)


class Entry(Section):
    """An entry of the scoreboard."""

    format: Literal[1] = 1
    name: str = Field(pattern=NAME)
    suite: str
    agents: list[str] = Field(min_length=1, description="the runs, as they were named")
    cheats: bool = Field(description="whether it was given true states")
    milliseconds: float = Field(ge=0, description="of a decision, games played one by one")
    training_steps: list[int | None] = Field(description="of each run, that of a guiding policy included")
    origin: dict[str, Any] = Field(description="commit and machine")
    interquartile_mean: Figure = Field(description="of the victories over tasks and runs, with its interval")
    mean: Figure
    tasks: list[TaskEntry] = Field(min_length=1)

    @property
    def victories(self) -> Runs:
        """By task and run."""
        return [[run.won for run in task.runs] for task in self.tasks]


def run_of(policy: str, results: Results) -> RunEntry:
    """The games of one run."""
    victories = "".join("1" if won else "0" for won in results.victory)
    scores, rounds = ([int(it) for it in part] for part in (results.score, results.rounds))
    return RunEntry(policy=policy, victories=victories, scores=scores, rounds=rounds)


def entry_of(
    name: str, suite: str, agents: Sequence[str], played: Sequence[Played], milliseconds: float
) -> Entry:
    """The entry of runs that have played a suite.

    Args:
        name: of the entry.
        suite: its name.
        agents: the names of the runs, as many for each task.
        played: task by task.
        milliseconds: of a decision.

    Raises:
        ConfigError: the name is none.
    """
    tasks = [_task_of(task, list(group)) for task, group in groupby(played, key=lambda each: each.task)]
    about = {key: played[0].origin[key] for key in ("commit", "dirty", "machine")}
    content = {
        "name": name,
        "suite": suite,
        "agents": list(agents),
        "cheats": any(each.results.cheats for each in played),
        "milliseconds": round(milliseconds, 4),
        "training_steps": [training_steps(agent) for agent in agents],
        "origin": about,
        **figures_of([[run.won for run in task.runs] for task in tasks]),
        "tasks": [task.model_dump() for task in tasks],
    }
    return checked(content, f"--submit {name}")


def _task_of(task: Task, played: Sequence[Played]) -> TaskEntry:
    """A task with the games of all runs."""
    versions = {key: it for key, it in played[0].origin.items() if key not in NOT_VERSIONS}
    found = [run_of(each.origin["policy"], each.results) for each in played]
    return TaskEntry(task=task.name, games=task.games, seed=task.seed, versions=versions, runs=found)


NOT_VERSIONS = ("policy", "commit", "dirty", "machine")
"""Entries of an origin that are no versions of rules and sources."""


def figures_of(victories: Runs) -> dict[str, Interval]:
    """The figures over all tasks."""
    found = Aggregates({"": victories})
    figures = {"interquartile_mean": found.interquartile_mean(""), "mean": found.mean("")}
    return {name: Interval(*(round(it, 4) for it in each)) for name, each in figures.items()}


def training_steps(agent: str) -> int | None:
    """The training steps of an agent's policy; None where nothing says them."""
    policy = guiding_policy(agent) or agent
    if (short := zoo.named(policy)) is not None:
        steps = zoo.read_card(short)["training"].get("steps")
    elif runs.is_policy(policy) and runs.policy_file(policy).suffix == FAST_SUFFIX:
        steps = description_in(runs.policy_file(policy)).get("steps")
    else:
        return None
    return steps if isinstance(steps, int) else None


def checked(content: Mapping[str, Any], where: str) -> Entry:
    """An entry. Raises ConfigError if something is wrong with it."""
    try:
        entry = Entry.model_validate(content)
    except ValidationError as error:
        raise ConfigError(f"{where}: {first_problem(error, Entry)}") from error
    for problem in _problems(entry):
        raise ConfigError(f"{where}: {problem}")
    return entry


def _problems(entry: Entry) -> Iterator[str]:
    """What does not fit together in an entry."""
    count = len(entry.agents)
    if len(entry.training_steps) != count:
        yield f"{count} agents and the training steps of {len(entry.training_steps)}"
    for task in entry.tasks:
        if len(task.runs) != count:
            yield f"task {shown(task.task)}: {len(task.runs)} runs of {count} agents"
        for run in task.runs:
            if {len(run.victories), len(run.scores), len(run.rounds)} != {task.games}:
                yield f"task {shown(task.task)}: a run has not {task.games} games"
    found = figures_of(entry.victories)
    for name, figure in found.items():
        if not np.allclose(figure, getattr(entry, name), atol=1e-3):
            yield f"field {name!r}: the games give {figure.mean:.4f}, not {getattr(entry, name)[0]:.4f}"


def read_entry(path: Path) -> Entry:
    """An entry in a file. Raises ConfigError for one that is damaged or does not fit together."""
    try:
        content = read_json(path)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise ConfigError(f"{path}: is no entry: {one_line(error)}") from error
    if not isinstance(content, dict):
        raise ConfigError(f"{path}: is no entry: {type(content).__name__}")
    return checked(content, str(path))
