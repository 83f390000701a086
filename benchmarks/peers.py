"""How fast is Robinson Crusoe for four beside another cooperative card game: Hanabi of OpenSpiel, for four?

`pip install open_spiel`, then `python -m benchmarks.peers --write research/results/speed_hanabi.json`.
Random legal play. Hanabi is played as one does from Python, game after game; Robinson Crusoe in a batch,
with observations as bytes. Where it says so, each step also writes the observation and the mask of the
player who acts. The rows take turns for some rounds, so that what else the machine does meets all of them;
the best round of each counts. Processes begin each round together.
"""

from __future__ import annotations

import bisect
import itertools
import multiprocessing as mp
import random
import signal
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

import crusoe_env
from benchmarks.presenting import begin, parser_of, present
from benchmarks.scenarios import steps_per_second
from crusoe_env.bench.report import Table
from crusoe_env.bench.speed import batch_play, positive
from crusoe_env.support.origin import machine

PLAYERS = 4
HANABI_GAMES = 20
"""Games of Hanabi between two looks at the clock."""
ROUNDS = 5


class Row(NamedTuple):
    """What is measured: its name, who plays, and in how many processes."""

    name: str
    play: Callable[..., Callable[[], int]]
    arguments: Sequence[Any]
    processes: int = 1


def hanabi_play(observed: bool) -> Callable[[], int]:
    """Random play of Hanabi, some games at a time. Raises ValueError if OpenSpiel is not installed."""
    try:
        import pyspiel
    except ImportError as error:
        raise ValueError("OpenSpiel is missing: pip install open_spiel") from error
    game, rng = pyspiel.load_game("hanabi", {"players": PLAYERS}), random.Random(0)

    def work() -> int:
        steps = 0
        for _ in range(HANABI_GAMES):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    drawn = bisect.bisect([*itertools.accumulate(chances)], rng.random())
                    state.apply_action(outcomes[min(drawn, len(outcomes) - 1)])
                    continue
                if observed:
                    state.legal_actions_mask()
                    np.asarray(state.observation_tensor(), np.float32)
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
                steps += 1
        return steps

    return work


def robinson_play(count: int, threads: int) -> Callable[[], int]:
    """Random play of a batch of Robinson Crusoe, some steps at a time."""
    options = {"players": PLAYERS, "observation_dtype": "uint8"}
    return batch_play(crusoe_env.game("robinson"), count, threads, options)


ROWS = [
    Row("Hanabi, observation and mask", hanabi_play, (True,)),
    Row("Hanabi, legal actions alone", hanabi_play, (False,)),
    Row("Hanabi, observation and mask, two processes", hanabi_play, (True,), 2),
    Row("Robinson Crusoe, 256 games, one thread", robinson_play, (256, 1)),
    Row("Robinson Crusoe, 512 games, two threads", robinson_play, (512, 2)),
    Row("Robinson Crusoe, 256 games in each of two processes", robinson_play, (256, 1), 2),
]
"""The first is what the others are compared with."""


class Players:
    """The processes of a row; they wait between the rounds, and end when they are told to stop."""

    def __init__(self, row: Row, seconds: float) -> None:
        context = mp.get_context("spawn")
        self.pipes, self.processes = [], []
        for _ in range(row.processes):
            ours, theirs = context.Pipe()
            process = context.Process(
                target=serve, args=(theirs, row.play, row.arguments, seconds), daemon=True
            )
            process.start()
            theirs.close()
            self.pipes.append(ours)
            self.processes.append(process)
        for pipe in self.pipes:
            pipe.recv()  # ready

    def round(self) -> float:
        """Steps per second of all processes together."""
        for pipe in self.pipes:
            pipe.send(True)
        return float(sum(pipe.recv() for pipe in self.pipes))

    def stop(self) -> None:
        """End the processes."""
        for pipe, process in zip(self.pipes, self.processes, strict=True):
            pipe.send(False)
            process.join()


def serve(
    pipe: Any, play: Callable[..., Callable[[], int]], arguments: Sequence[Any], seconds: float
) -> None:
    """Play a round whenever asked; Ctrl-C is for the process that asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    work = play(*arguments)
    work()
    pipe.send("ready")
    while pipe.recv():
        pipe.send(steps_per_second(work, seconds))


def table(rows: Sequence[Row], seconds: float, rounds: int = ROUNDS) -> Table:
    """Steps per second of each row, and how many times that of the first."""
    players = [Players(row, seconds / rounds) for row in rows]
    best = np.zeros(len(rows))
    for _ in range(rounds):
        best = np.maximum(best, [player.round() for player in players])
    for player in players:
        player.stop()
    cells = [
        (row.name, f"{speed:,.0f}", f"{speed / best[0]:.1f}") for row, speed in zip(rows, best, strict=True)
    ]
    return Table(f"Beside Hanabi, {PLAYERS} players", ("what", "steps/s", "Hanabi = 1"), cells)


def main() -> None:
    """Measure and print; with `--write` also into a file of JSON."""
    parser = parser_of(__doc__)
    parser.add_argument("--seconds", type=positive, default=10.0, help="for each figure")
    given = parser.parse_args()
    hanabi_play(observed=False)  # says at once what is missing
    print(machine())
    present([table(ROWS, given.seconds)], given.write, "benchmarks.peers")


if __name__ == "__main__":
    begin(main)
