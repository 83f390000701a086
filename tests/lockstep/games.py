"""Playing many games in lockstep, in several processes; the same games whatever their number."""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field

from tests.lockstep.cases import GAMES_EACH, Spread, case_of
from tests.lockstep.play import Differ, Difference, Lockstep
from tests.lockstep.players import player_of

BLOCKS_AHEAD = 4
"""Blocks of games that wait for each process."""


@dataclass
class Played:
    """What came of some games."""

    games: int = 0
    actions: int = 0
    causes: Counter[str] = field(default_factory=Counter)
    exercised: Counter[str] = field(default_factory=Counter)
    """How often each part of the rules came up in the reference; see coverage.py."""
    differences: list[Difference] = field(default_factory=list)

    def add(self, other: Played) -> None:
        """More games."""
        self.games += other.games
        self.actions += other.actions
        self.causes += other.causes
        self.exercised += other.exercised
        self.differences += other.differences


def play_game(spread: Spread, seed: int, number: int) -> Played:
    """One game to its end, or to the first difference."""
    played = Played(games=1)
    try:
        game = Lockstep(case_of(spread, seed, number))
        player = player_of(game)
        while not game.over:
            game.step(player(game))
            played.actions += 1
        played.causes[game.reference.cause] += 1
    except Differ as differ:
        played.differences.append(differ.difference)
    return played


def play_games(spread: Spread, seed: int, first: int, stop: int) -> Played:
    """The games from `first` to before `stop`."""
    played = Played()
    for number in range(first, stop):
        played.add(play_game(spread, seed, number))
    return played


def play_all(spread: Spread, seed: int, games: int, workers: int) -> Iterator[Played]:
    """All games of a run, as they are played: a block at a time."""
    blocks = [(first, min(first + GAMES_EACH, games)) for first in range(0, games, GAMES_EACH)]
    if workers == 1:
        for block in blocks:
            yield play_games(spread, seed, *block)
        return
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), initializer=quiet) as pool:
        waiting = {pool.submit(play_games, spread, seed, *block) for block in blocks[: workers * BLOCKS_AHEAD]}
        left = iter(blocks[workers * BLOCKS_AHEAD :])
        try:
            while waiting:
                for done in as_completed(waiting):
                    waiting.discard(done)
                    if block := next(left, None):
                        waiting.add(pool.submit(play_games, spread, seed, *block))
                    yield done.result()
                    break
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def quiet() -> None:
    """A process of the pool leaves Ctrl-C to the one that started it."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def processes() -> int:
    """As many processes as there are processors for this one."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
