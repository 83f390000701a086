"""Playing many games in lockstep, in several processes; the same games whatever their number."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Protocol

from crusoe_env.robinson.rules.phases.placing import is_placing
from tests.lockstep.aims import Aimer, AimingPlayer
from tests.lockstep.cases import GAMES_EACH, Spread, case_of
from tests.lockstep.coverage import came_up
from tests.lockstep.drills import Driller
from tests.lockstep.play import Difference, DifferError, Lockstep
from tests.lockstep.players import Player, player_of
from tests.lockstep.positions import Editor

BLOCKS_AHEAD = 4
"""Blocks of games that wait for each process."""


class Outsider(Protocol):
    """Interrupts a game at some decisions: edits it, or lets a card take effect."""

    def wants(self) -> bool:
        """Is this such a decision?"""
        ...

    def interrupt(self) -> None:
        """Interrupt it, and compare. Raises DifferError."""
        ...


@dataclass
class Played:
    """What came of some games."""

    games: int = 0
    actions: int = 0
    positions: int = 0
    causes: Counter[str] = field(default_factory=Counter)
    exercised: Counter[str] = field(default_factory=Counter)
    """How often each part of the rules came up in the reference; see coverage.py."""
    differences: list[Difference] = field(default_factory=list)

    def add(self, other: Played) -> None:
        """More games."""
        self.games += other.games
        self.actions += other.actions
        self.positions += other.positions
        self.causes += other.causes
        self.exercised += other.exercised
        self.differences += other.differences


def play_game(spread: Spread, seed: int, number: int) -> Played:
    """One game to its end, or to the first difference."""
    played = Played(games=1)
    try:
        game = Lockstep(case_of(spread, seed, number))
        player: Player = player_of(game)
        outsiders: list[Outsider] = []
        if spread.aimed(number):
            aimer = Aimer(game)
            outsiders, player = [aimer], AimingPlayer(aimer, player)
        elif spread.positions:
            outsiders = [Editor(game), Driller(game)]
        while not game.over:  # no card takes effect while pawns are placed unseen
            for outsider in outsiders:
                if not game.over and not is_placing(game.state) and outsider.wants():
                    outsider.interrupt()
                    played.positions += 1
            if game.over:
                break
            game.step(player(game))
            played.actions += 1
        played.causes[game.reference.cause] += 1
        played.exercised += came_up(game.reference.game)
    except DifferError as differ:
        played.differences.append(differ.difference)
    return played


def play_games(spread: Spread, seed: int, first: int, stop: int) -> Played:
    """The games from `first` to before `stop`."""
    played = Played()
    for number in range(first, stop):
        played.add(play_game(spread, seed, number))
    return played


def blocks_of(games: int | None) -> Iterator[tuple[int, int]]:
    """The games of a run in blocks (first, stop); without end if there is no number of them."""
    for first in itertools.count(0, GAMES_EACH):
        if games is not None and first >= games:
            return
        yield first, first + GAMES_EACH if games is None else min(first + GAMES_EACH, games)


def play_all(spread: Spread, seed: int, games: int | None, workers: int) -> Generator[Played, None, None]:
    """All games of a run, as they are played: a block at a time. `games`: how many; None: without end."""
    blocks = blocks_of(games)
    if workers == 1:
        for block in blocks:
            yield play_games(spread, seed, *block)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, initializer=leave_ctrl_c) as pool:
        ahead = itertools.islice(blocks, workers * BLOCKS_AHEAD)
        waiting = {pool.submit(play_games, spread, seed, *block) for block in ahead}
        try:
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for block in itertools.islice(blocks, len(done)):
                    waiting.add(pool.submit(play_games, spread, seed, *block))
                for one in done:
                    yield one.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def leave_ctrl_c() -> None:
    """A process of the pool leaves Ctrl-C to the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def processes() -> int:
    """As many processes as there are processors for this one."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
