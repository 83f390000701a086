"""Evaluation on a Ray cluster, in parts of fixed size, so that results do not depend on the workers.

A part is an evaluation of its own: an agent with random numbers (random play, search) is seeded by the part's
first seed. The results of other agents are those of an evaluation without Ray.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from crusoe_env import Simulator, game
from crusoe_env.support.locks import only_writer_in

from ..evaluation import Results, play_games
from ..registry import make_agent
from ..suites.results import Pairing, Played, played_of, read_results, write_results
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
    """Play a part in this process."""
    simulator = _simulator(part.game, part.options)
    outcome = play_games(make_agent(part.agent, simulator), simulator, part.games, part.seed)
    return Results.joined([outcome])


@functools.lru_cache(maxsize=8)
def _simulator(name: str, options: str) -> Simulator:
    """The rules, kept for the next part of the same games; one thread, as each worker has one processor."""
    return Simulator(game(name), threads=1, **json.loads(options))


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
    return Results.joined([found[number] for number in range(len(parts))])


def play_suite_on_ray(
    pairings: Sequence[Pairing], folder: Path, workers: int | None, ended: Callable[[Pairing], object]
) -> None:
    """Play the missing results, a pairing for each worker, slow planners first.

    The results are those of an evaluation without Ray. Only this process writes into the folder.
    """
    missing = [pairing for pairing in pairings if read_results(folder, pairing) is None]
    missing.sort(key=lambda pairing: not pairing.agent.uses_states)
    with only_writer_in(folder), cluster(workers):
        for number, played in spread(_played, missing, workers):
            write_results(folder, missing[number], played)
            ended(missing[number])


def _played(pairing: Pairing) -> Played:
    return played_of(pairing)
