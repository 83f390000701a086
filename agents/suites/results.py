"""Playing suites and evaluations, with one file of results for each task and agent.

A file is written when its games have ended, so that an interrupted evaluation resumes. Its name ends with a
hash of everything that decides the games (rules, facts, options, seeds, agent): after a change the games are
played again.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import multiprocessing
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

import crusoe_env
from crusoe_env import Simulator
from crusoe_env.agent import Agent, name_in_tables
from crusoe_env.support.files import write_whole
from crusoe_env.support.locks import only_writer_of
from crusoe_env.support.reading import read_json

from ..evaluation import ARRAYS, Results, play_games
from ..learning.mapping import LAYOUT, LayoutMapping, Names, packed_names
from ..provenance import files_read, place, policy_digest, versions_of
from ..registry import make_agent
from ..runs import path_in_tables
from ..team import Team
from .task import Task

DIGITS = 10
"""Digits of the hash in a file's name."""
LONGEST = 160
"""Most letters of a file's name before the hash."""


@dataclass(frozen=True)
class Played:
    """One agent's games of one task.

    Attributes:
        task: what was played.
        results: one entry per game.
        seconds: for all games together.
        origin: versions, hashes, commit and machine with which they were played.
    """

    task: Task
    results: Results
    seconds: float
    origin: Mapping[str, Any] = field(default_factory=dict)

    @property
    def agent(self) -> str:
        """The agent's name in tables."""
        return self.results.agent

    def summary(self) -> dict[str, Any]:
        """The figures that a table shows."""
        return {**self.results.summary(), "seconds_per_game": self.seconds / self.task.games}


@dataclass(frozen=True)
class Pairing:
    """A task and the agent that plays it.

    Attributes:
        task, simulator, agent: the task, its rules, the agent.
        names: the agent's name as it was given; of a team one for each seat.
        label: the agent's name in tables.
        versions: the versions and hashes that decide the games, by name.
        digest: a hash of these, of the options, games and seeds, and of the names.
    """

    task: Task
    simulator: Simulator
    agent: Agent
    names: tuple[str, ...]
    label: str
    versions: Mapping[str, str]
    digest: str

    @property
    def stem(self) -> str:
        """The common beginning of the file names of this task and agent."""
        return file_name(f"{self.task.name} {self.label}")[:LONGEST]

    @property
    def file_name(self) -> str:
        """The file name of its results."""
        return f"{self.stem}.{self.digest}.json"


def pairings_of(tasks: Iterable[Task], names: Iterable[str]) -> list[Pairing]:
    """Every task with every agent. Raises ValueError for what cannot be played."""
    found = []
    for task in tasks:
        simulator = Simulator(crusoe_env.game(task.game), **task.options)
        found += [pairing_of(task, simulator, name) for name in names]
    return found


def pairing_of(task: Task, simulator: Simulator, name: str) -> Pairing:
    """A task and the agent of this name. Raises ValueError for what cannot be played."""
    agent = make_agent(name, simulator)
    return _pairing(task, simulator, agent, (name,), label_of(name, agent))


def team_pairing_of(task: Task, simulator: Simulator, seats: Sequence[str]) -> Pairing:
    """A task and a team, with an agent's name for each seat. Raises ValueError for what cannot be played."""
    agents = [make_agent(name, simulator) for name in seats]
    team = Team(agents, simulator, list(map(label_of, seats, agents)))
    return _pairing(task, simulator, team, tuple(seats), name_in_tables(team.name, team.cheats))


def label_of(name: str, agent: Agent) -> str:
    """An agent in tables: its name, and the path of its run if it was named by one."""
    shown = name_in_tables(agent.name, agent.cheats)
    return f"{shown} {path_in_tables(name)}" if is_path(name) else shown


def _pairing(task: Task, simulator: Simulator, agent: Agent, names: tuple[str, ...], label: str) -> Pairing:
    versions = {**versions_of(simulator), "policy": policy_digest(names, files_read(agent))}
    parts = (
        *versions.values(),
        *("" if is_path(name) else name for name in names),
        json.dumps(simulator.described, sort_keys=True),
        f"{task.seed} {task.games}",
        *([] if task.episodes == 1 else [f"{task.episodes} episodes"]),
    )
    digest = hashlib.blake2b("\n".join(parts).encode(), digest_size=DIGITS // 2).hexdigest()
    return Pairing(task, simulator, agent, names, label, versions, digest)


def is_path(name: str) -> bool:
    """Return true if an agent's name is the path of a run folder or a file."""
    return Path(name).exists()


def play_suite(
    pairings: Iterable[Pairing], folder: Path, begins: Callable[[Pairing], Callable[[int], object]]
) -> Iterator[Played]:
    """Play the missing results; all results, in order.

    Args:
        pairings: tasks with agents.
        folder: of the results; it is made.
        begins: called before a pairing is played; returns a function that is called with the number of games
            that have just ended.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for pairing in pairings:
        played = read_results(folder, pairing)
        yield play(pairing, folder, begins(pairing)) if played is None else played


def play(pairing: Pairing, folder: Path, progress: Callable[[int], object]) -> Played:
    """Play one pairing and keep its results, which another process may have written meanwhile.

    `progress` is called with how many games have just ended. Raises InUseError while another process plays
    the same.
    """
    with only_writer_of(folder / pairing.file_name, "the same command goes on when it has ended"):
        if (played := read_results(folder, pairing)) is None:
            played = played_of(pairing, progress)
            write_results(folder, pairing, played)
    return played


def played_of(pairing: Pairing, progress: Callable[[int], object] = lambda ended: None) -> Played:
    """Play one pairing; `progress` is called with how many games have just ended."""
    start, task = time.perf_counter(), pairing.task
    outcome = play_games(pairing.agent, pairing.simulator, task.games, task.seed, progress, task.episodes)
    return played_as(pairing, outcome, time.perf_counter() - start)


def played_as(pairing: Pairing, outcome: Results, seconds: float) -> Played:
    """The results of a pairing with the sources and the machine of this process."""
    results = dataclasses.replace(Results.joined([outcome]), agent=pairing.label)
    return Played(pairing.task, results, seconds, {**pairing.versions, **place()})


def play_in_processes(
    pairings: Iterable[Pairing], folder: Path, workers: int, ended: Callable[[Pairing], object]
) -> None:
    """Play the missing results, several pairings at a time, slow planners first.

    Args:
        pairings: tasks with agents.
        folder: of the results; it is made.
        workers: processes that play.
        ended: called with each pairing that was played.
    """
    folder.mkdir(parents=True, exist_ok=True)
    missing = [pairing for pairing in pairings if read_results(folder, pairing) is None]
    missing.sort(key=lambda pairing: not pairing.agent.uses_states)
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
    """The kept results of a pairing, or None."""
    try:
        content = read_json(folder / pairing.file_name)
        columns = {name: np.array(content["games"][name]) for name in ARRAYS}
        causes, cheats = content["games"]["causes"], pairing.agent.cheats
        results = Results(pairing.label, **columns, causes=causes, cheats=cheats)
        return Played(pairing.task, results, content["seconds"], content["origin"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write_results(folder: Path, pairing: Pairing, played: Played) -> None:
    """Write the results of a pairing atomically."""
    results, task = played.results, pairing.task
    games: dict[str, Any] = {name: getattr(results, name).tolist() for name in ARRAYS}
    content = {
        "task": task.name,
        "agent": results.agent,
        "options": dict(task.options),
        "origin": dict(played.origin),
        "seconds": round(played.seconds, 3),
        "games": {**games, "causes": results.causes},
        LAYOUT: packed_names(pairing.simulator.game),
    }
    write_whole(folder / pairing.file_name, json.dumps(content))


def changes_since(folder: Path, pairing: Pairing) -> list[str]:
    """What has changed since the last results of the same games by the same agent; empty without any.

    For instance ["rules 1f0c, now 77ab", "layout: 2 entries and 1 action are new (...)"].
    """
    found = (_older(file, pairing) for file in folder.glob(f"{pairing.stem}.*.json"))
    older = sorted((each for each in found if each is not None), key=lambda each: each[0])
    if not older:
        return []
    _, before, layout = older[-1]
    changes = [
        f"{name} {before.get(name) or 'none'}, now {now or 'none'}"
        for name, now in pairing.versions.items()
        if before.get(name) != now
    ]
    return changes + [f"layout: {layout}"] * (layout is not None)


def _older(file: Path, pairing: Pairing) -> tuple[float, Mapping[str, str], LayoutMapping | None] | None:
    """The time, versions and layout changes of older results; None for those of other games."""
    try:
        content, task = read_json(file), pairing.task
        same = content["agent"] == pairing.label
        same = same and content["games"]["seeds"] == list(range(task.seed, task.seed + task.games))
        same = same and content["options"] == json.loads(json.dumps(dict(task.options)))
        if not same:
            return None
        names = Names.unpacked(content[LAYOUT]) if LAYOUT in content else None
        layout = None if names is None else LayoutMapping.between(names, pairing.simulator.game)
        return file.stat().st_mtime, dict(content["origin"]), layout
    except (OSError, ValueError, KeyError, TypeError):
        return None


def file_name(words: str) -> str:
    """Words in letters that every file system accepts."""
    return re.sub(r"[^\w.-]+", "_", words.replace("=", "-"))
