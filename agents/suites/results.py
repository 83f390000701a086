"""Playing a suite, and keeping what came of it: one file for each task and agent.

A file is written when its games have ended, so a suite that is interrupted goes on where it stopped. Its name
ends with a hash of all that decides the games (rules, facts, options, seeds, agent): what changed is played
anew, and nothing is mixed up.
"""

from __future__ import annotations

import functools
import hashlib
import json
import multiprocessing
import re
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import crusoe_env
from crusoe_env import Simulator
from crusoe_env.core.files import write_whole

from ..base import Agent
from ..evaluation import Results, play_games
from ..registry import make_agent, policy_file
from ..shipped import PACKAGE

if TYPE_CHECKING:
    from .protocol import Task

NOT_PLAYED = ("view", "suites", "commands")
"""Folders whose sources decide no game."""


@dataclass(frozen=True)
class Played:
    """One agent's games of one task.

    Attributes:
        task: what was played.
        results: one entry per game.
        seconds: for all games together.
    """

    task: Task
    results: Results
    seconds: float

    @property
    def agent(self) -> str:
        """The agent's name in tables."""
        return self.results.agent

    def summary(self) -> dict[str, Any]:
        """The figures that a table shows."""
        return {**self.results.summary(), "seconds_per_game": self.seconds / self.task.games}


@dataclass(frozen=True)
class Pairing:
    """A task and an agent who is to play it."""

    task: Task
    simulator: Simulator
    agent: Agent
    label: str
    digest: str

    @property
    def file_name(self) -> str:
        """Of its results."""
        return f"{file_name(f'{self.task.name} {self.label}')}.{self.digest}.json"


def pairings_of(tasks: Iterable[Task], names: Iterable[str]) -> list[Pairing]:
    """Every task with every agent. Raises ValueError for what cannot be played."""
    found = []
    for task in tasks:
        simulator = Simulator(crusoe_env.game(task.game), **task.options)
        for name in names:
            agent = make_agent(name, simulator)
            label = f"{agent.name} {Path(name).name}" if Path(name).exists() else agent.name
            found.append(Pairing(task, simulator, agent, label, digest_of(task, simulator, name)))
    return found


def play_suite(
    pairings: Iterable[Pairing], folder: Path, begins: Callable[[Pairing], Callable[[int], object]]
) -> Iterator[Played]:
    """Play what has no results in the folder yet; all results, in order.

    Args:
        pairings: tasks with agents.
        folder: where results are kept; it is made.
        begins: called before a pairing is played; what it returns is called with the number of games that
            have just ended.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for pairing in pairings:
        played = read_results(folder, pairing)
        yield play(pairing, folder, begins(pairing)) if played is None else played


def play(pairing: Pairing, folder: Path, progress: Callable[[int], object]) -> Played:
    """Play one pairing and keep its results; `progress` is called with how many games have just ended."""
    played = played_of(pairing, progress)
    write_results(folder, pairing, played)
    return played


def played_of(pairing: Pairing, progress: Callable[[int], object] = lambda ended: None) -> Played:
    """Play one pairing; `progress` is called with how many games have just ended."""
    start, task = time.perf_counter(), pairing.task
    outcome = play_games(pairing.agent, pairing.simulator, task.games, task.seed, progress)
    columns = {name: getattr(outcome, name) for name in ARRAYS}
    results = Results(pairing.label, **columns, causes=outcome.causes)
    return Played(task, results, time.perf_counter() - start)


def play_in_processes(
    pairings: Iterable[Pairing], folder: Path, workers: int, ended: Callable[[Pairing], object]
) -> None:
    """Play what has no results in the folder yet, several pairings at a time; planners, who take long, first.

    Args:
        pairings: tasks with agents.
        folder: where results are kept; it is made.
        workers: how many processes play.
        ended: called with each pairing that was played.
    """
    folder.mkdir(parents=True, exist_ok=True)
    missing = [pairing for pairing in pairings if read_results(folder, pairing) is None]
    missing.sort(key=lambda pairing: not pairing.agent.plans)
    _compile_once(missing)
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as processes:
        playing = {processes.submit(_play_quietly, pairing, folder): pairing for pairing in missing}
        try:
            for future in as_completed(playing):
                future.result()
                ended(playing[future])
        except BaseException:
            processes.shutdown(wait=False, cancel_futures=True)
            raise


def _play_quietly(pairing: Pairing, folder: Path) -> None:
    play(pairing, folder, lambda games: None)


def _compile_once(pairings: Iterable[Pairing]) -> None:
    """Play a game of each kind, so that the processes find compiled rules in the cache."""
    kinds = {(pairing.task.game, pairing.label): pairing for pairing in pairings}
    for pairing in kinds.values():
        play_games(pairing.agent, pairing.simulator, 1, pairing.task.seed)


def read_results(folder: Path, pairing: Pairing) -> Played | None:
    """What is kept of a pairing, or None."""
    try:
        content = json.loads((folder / pairing.file_name).read_text(encoding="utf-8"))
        columns = {name: np.array(content["games"][name]) for name in ARRAYS}
        results = Results(pairing.label, **columns, causes=content["games"]["causes"])
        return Played(pairing.task, results, content["seconds"])
    except (OSError, ValueError, KeyError):
        return None


ARRAYS = ("seeds", "victory", "score", "goal_progress", "rounds")


def write_results(folder: Path, pairing: Pairing, played: Played) -> None:
    """Keep the results of a pairing; a file is there whole or not at all."""
    results, task = played.results, pairing.task
    games: dict[str, Any] = {name: getattr(results, name).tolist() for name in ARRAYS}
    content = {
        "task": task.name,
        "agent": results.agent,
        "options": dict(task.options),
        "seconds": round(played.seconds, 3),
        "games": {**games, "causes": results.causes},
    }
    write_whole(folder / pairing.file_name, json.dumps(content))


# ---------------------------------------------------------------------- what decides the games


def file_name(words: str) -> str:
    """Words in letters that every file system takes."""
    return re.sub(r"[^\w.-]+", "_", words.replace("=", "-"))


def digest_of(task: Task, simulator: Simulator, agent: str) -> str:
    """A hash of all that decides how an agent's games of a task go."""
    parts = (
        sources_digest(task.game),
        ("" if Path(agent).exists() else agent) + policy_digest(agent),
        json.dumps(simulator.described, sort_keys=True),
        f"{task.seed} {task.games}",
    )
    return hashlib.blake2b("\n".join(parts).encode(), digest_size=5).hexdigest()


@functools.cache
def sources_digest(name: str) -> str:
    """A hash of the rules of a game and of the agents."""
    package, own = Path(crusoe_env.__file__).parent, PACKAGE
    digest = hashlib.blake2b(digest_size=8)
    for folder in (package / "core", package / name, own):
        for file in sorted([*folder.rglob("*.py"), *folder.rglob("*.toml")]):
            if not set(file.relative_to(folder).parts[:-1]) & set(NOT_PLAYED):
                digest.update(file.relative_to(folder).as_posix().encode() + file.read_bytes())
    return digest.hexdigest()


@functools.cache
def policy_digest(agent: str) -> str:
    """A hash of the trained policy that an agent plays; empty for one without."""
    path = policy_file(agent)
    return "" if path is None else hashlib.blake2b(path.read_bytes(), digest_size=8).hexdigest()
