"""Evaluation on a Ray cluster: games are cut in parts of fixed size, so that figures depend on no worker.

A part is played as an evaluation of its own: whoever draws numbers (random play, search) draws those of the
part's first seed. Agents that draw none have the figures of an evaluation without Ray.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from crusoe_env import Simulator, game

from ..evaluation import Results, play_games
from ..registry import make_agent
from ..suites.results import ARRAYS, Pairing, Played, played_of, read_results, write_results
from .cluster import cluster, spread

PART = 128
"""Games of a part."""


@dataclass(frozen=True)
class Part:
    """Some of an agent's games.

    Attributes:
        agent: by name; a run folder must lie in the same place on every machine.
        game: short name or import path.
        options: of the game, as JSON.
        games, seed: how many, and the first one's seed.
    """

    agent: str
    game: str
    options: str
    games: int
    seed: int


def parts_of(agent: str, name: str, options: Mapping[str, Any], games: int, seed: int) -> list[Part]:
    """The parts of an evaluation, in order of their seeds."""
    described = json.dumps(dict(options), sort_keys=True)
    starts = range(0, games, PART)
    return [Part(agent, name, described, min(PART, games - start), seed + start) for start in starts]


def play_part(part: Part) -> Results:
    """Play a part here."""
    simulator = _simulator(part.game, part.options)
    outcome = play_games(make_agent(part.agent, simulator), simulator, part.games, part.seed)
    columns = {name: getattr(outcome, name) for name in ARRAYS}
    return Results(outcome.agent, **columns, causes=outcome.causes, cheats=outcome.cheats)


@functools.lru_cache(maxsize=8)
def _simulator(name: str, options: str) -> Simulator:
    """The rules, kept for the next part of the same games; one thread, as each worker has one processor."""
    return Simulator(game(name), threads=1, **json.loads(options))


def joined(parts: Sequence[Results]) -> Results:
    """Results one after the other."""
    columns = {name: np.concatenate([getattr(part, name) for part in parts]) for name in ARRAYS}
    causes = [cause for part in parts for cause in part.causes]
    return Results(parts[0].agent, **columns, causes=causes, cheats=parts[0].cheats)


def play_on_ray(
    parts: Sequence[Part],
    workers: int | None = None,
    progress: Callable[[int], object] = lambda ended: None,
    play: Callable[[Part], Results] = play_part,
) -> Results:
    """Play the parts of an evaluation on the cluster; the same results whatever the number of workers.

    Args:
        parts: of one agent, see `parts_of`.
        workers: how many parts are played at a time.
        progress: called with the number of games that have just ended.
        play: plays one part.
    """
    found: dict[int, Results] = {}
    with cluster(workers):
        for number, results in spread(play, parts, workers):
            found[number] = results
            progress(parts[number].games)
    return joined([found[number] for number in range(len(parts))])


def play_suite_on_ray(
    pairings: Sequence[Pairing], folder: Path, workers: int | None, ended: Callable[[Pairing], object]
) -> None:
    """Play what has no results in the folder yet, a pairing for each worker, planners, who take long, first.

    The figures are those of an evaluation without Ray. Only this process writes into the folder.
    """
    folder.mkdir(parents=True, exist_ok=True)
    missing = [pairing for pairing in pairings if read_results(folder, pairing) is None]
    missing.sort(key=lambda pairing: not pairing.agent.plans)
    with cluster(workers):
        for number, played in spread(_played, missing, workers):
            write_results(folder, missing[number], played)
            ended(missing[number])


def _played(pairing: Pairing) -> Played:
    return played_of(pairing)
