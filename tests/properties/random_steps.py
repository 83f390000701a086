"""Very many random steps of all games under all kinds of options, with all that must hold checked on the way.

`python -m tests.properties.random_steps --steps 100000000` takes that many steps, in batches, in several
processes; Ctrl-C ends it with the figures so far. What is checked stands in `invariants.py`.
"""

from __future__ import annotations

import argparse
import itertools
import math
import multiprocessing
import signal
import sys
from collections import Counter
from collections.abc import Callable, Generator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

import crusoe_env
from crusoe_env import Batch, Simulator
from crusoe_env.engine import stepping
from crusoe_env.support.threads import processors
from tests.figures import save, stopwatch
from tests.lockstep.cases import Spread, options_of
from tests.properties.invariants import (
    check_at_the_door,
    check_cards,
    check_copies,
    check_illegal,
    check_legal_step,
    check_numbers,
    check_progress,
    check_views,
    check_written_anew,
)
from tests.support import NAMES

GAMES = 512
"""Games side by side."""
STEPS_EACH = 512
"""Steps of each game of a batch."""
EVERY = 16
"""After so many steps what costs more is checked, for some of the games."""
LOOKED_AT = 32
"""How many games these are."""
SPARED, SPARED_EVERY = 0.5, 4
"""In so many batches of Robinson Crusoe nobody is wounded for long, to see the late rounds."""
AHEAD = 2
"""Batches that wait for each process."""
GAME_OF_BATCH = (*NAMES, "robinson")
"""Which game is played in turn."""
QUESTS = (1, 2, 3, 4, 5, 6, 7, "mixed")
FRIENDS = ("jack", "wednesday", "stitch", "patches", "none", "crafted")
REWARDS = ("sparse", "shaped", "progress", "survival", "score")


@dataclass
class Taken:
    """What came of some batches."""

    steps: int = 0
    episodes: int = 0
    batches: Counter[str] = field(default_factory=Counter)
    checks: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)

    def add(self, other: Taken) -> None:
        """More batches."""
        self.steps += other.steps
        self.episodes += other.episodes
        self.batches += other.batches
        self.checks += other.checks
        self.broken += other.broken


def options_for(name: str, seed: int, number: int) -> dict[str, Any]:
    """The options of a batch."""
    rng = np.random.default_rng([seed, number])
    if name == "robinson":
        return options_of(Spread(), seed, number // len(GAME_OF_BATCH) * 2 + number % 2)
    if name == "dieson":
        return {
            "quest": QUESTS[number // len(GAME_OF_BATCH) % len(QUESTS)],
            "hearts": str(rng.choice(["easy", "hard"])),
            "friend": str(rng.choice(FRIENDS)),
            "blue_die": bool(rng.integers(2)),
        }
    return {}


class Steps:
    """A batch of random play with all checks.

    Args:
        name: the game.
        options: its options.
        seed: of the deals and of the actions.
        games: how many games side by side.
    """

    def __init__(self, name: str, options: dict[str, Any], seed: int, games: int = GAMES) -> None:
        self.rng = np.random.default_rng(seed)
        game = crusoe_env.game(name)
        has_points = all(map(game.has_points, Simulator(game, **options).table_rows))
        refused = {"score": not has_points, "survival": not game.has_last_round}
        rewards = [kind for kind in REWARDS if not refused.get(kind, False)]
        self.batch = Batch(
            game, games, reward=str(self.rng.choice(rewards)), observation_dtype="uint8",
            autoreset=stepping.NEXT_STEP, threads=1, **options,
        )  # fmt: skip
        self.batch.seed(range(seed, seed + games))
        self.batch.reset()
        self.play = self.batch.sampler(seed)
        self.spares = name == "robinson" and bool(self.rng.random() < SPARED)
        self.count = 0
        self.taken = Taken(batches=Counter({name: 1}))

    def step(self) -> None:
        """One step of each game; raises AssertionError for what must not be."""
        batch = self.batch
        self.count += 1
        if self.spares and self.count % SPARED_EVERY == 0:
            batch.states.wounds[:] = 0
            batch.refresh()
        ended = (batch.flags & stepping.ENDED) != 0
        batch.step(self.play())
        live = (batch.flags & stepping.ENDED) == 0
        self.taken.steps += int((~ended).sum())
        self.taken.episodes += int((~live).sum())
        self.check(check_views, batch, live)
        self.check(check_legal_step, batch, ended)
        if batch.game.name == "robinson":
            self.check(check_numbers, batch.states, live)

    def look_closer(self) -> None:
        """What costs more, for some of the games."""
        batch = self.batch
        live = (batch.flags & stepping.ENDED) == 0
        chosen = np.flatnonzero(live)
        chosen = self.rng.choice(chosen, min(LOOKED_AT, len(chosen)), replace=False)
        self.check(check_progress, batch)
        self.check(check_at_the_door, batch)
        self.check(check_written_anew, batch, chosen)
        self.check(check_illegal, batch, chosen, self.rng)
        if not batch.simulator.is_mixed:
            self.check(check_copies, batch, chosen, self.rng)
        if batch.game.name == "robinson":
            self.check(check_cards, batch.states, live, batch.simulator.tables)

    def check(self, check: Callable[..., None], *arguments: Any) -> None:
        """Carry out one check, and count it."""
        check(*arguments)
        self.taken.checks[check.__name__.removeprefix("check_")] += 1


def one_batch(seed: int, number: int, steps: int = STEPS_EACH, games: int = GAMES) -> Taken:
    """One batch with all checks; what does not hold is noted with how to see it again."""
    name = GAME_OF_BATCH[number % len(GAME_OF_BATCH)]
    options = options_for(name, seed, number)
    run = Steps(name, options, seed=1_000 * (seed * 100_000 + number), games=games)
    try:
        for step in range(steps):
            run.step()
            if step % EVERY == 0:
                run.look_closer()
    except AssertionError as error:
        again = f"python -m tests.properties.random_steps --seed {seed} --batch {number}"
        run.taken.broken.append(f"{name} {options}, step {step}: {error}. Again: {again}")
    return run.taken


def all_batches(seed: int, workers: int) -> Generator[Taken, None, None]:
    """Batches without end, as they are done."""
    numbers = itertools.count()
    if workers == 1:
        for number in numbers:
            yield one_batch(seed, number)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, initializer=leave_ctrl_c) as pool:
        ahead = itertools.islice(numbers, workers * AHEAD)
        waiting = {pool.submit(one_batch, seed, number) for number in ahead}
        try:
            while True:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                waiting |= {pool.submit(one_batch, seed, next(numbers)) for _ in done}
                for one in done:
                    yield one.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def leave_ctrl_c() -> None:
    """A process of the pool leaves Ctrl-C to the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def main() -> int:
    """Take the steps, print the figures; 1 if anything did not hold."""
    parser = argparse.ArgumentParser("python -m tests.properties.random_steps", description=__doc__)
    parser.add_argument("--steps", type=int, default=1_000_000, metavar="N", help="how many steps")
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    parser.add_argument("--batch", type=int, metavar="N", help="only the batch with this number")
    parser.add_argument("--workers", type=int, default=processors(), metavar="W", help="processes")
    parser.add_argument("--minutes", type=float, metavar="M", help="end after so long")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there")
    given = parser.parse_args()
    seconds, total = stopwatch(), Taken()
    if given.batch is not None:
        total.add(one_batch(given.seed, given.batch))
    else:
        late = 60 * given.minutes if given.minutes else math.inf
        take_many(total, given.steps, given.seed, given.workers, late)
    print(*total.broken, sep="\n", end="\n" if total.broken else "")
    figures = {
        "seed": given.seed,
        "steps": total.steps,
        "episodes": total.episodes,
        "batches": dict(total.batches),
        "checks": dict(total.checks),
        "broken": len(total.broken),
    }
    print(", ".join(f"{name} {value}" for name, value in figures.items()))
    if given.json is not None:
        save(given.json, figures, seconds())
    return 1 if total.broken else 0


def take_many(total: Taken, steps: int, seed: int, workers: int, late: float) -> None:
    """Batches until there are so many steps, so many seconds have gone by, or Ctrl-C."""
    batches, seconds = all_batches(seed, workers), stopwatch()
    with tqdm(total=steps, unit=" steps", unit_scale=True, smoothing=0) as bar:
        try:
            for taken in batches:
                total.add(taken)
                bar.update(taken.steps)
                bar.set_postfix(episodes=total.episodes, broken=len(total.broken))
                if total.steps >= steps or seconds() > late:
                    break
        except KeyboardInterrupt:
            print("stopped", file=sys.stderr)
        finally:
            batches.close()


if __name__ == "__main__":
    sys.exit(main())
