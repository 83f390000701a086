"""How fast is each scenario, and how fast all in one batch?

`python -m benchmarks.scenarios --write research/results/speed_scenarios.json`. Random legal play in batches
of 64 and 4,096 games on all processors, as in `crusoe_env.bench.speed`. The scenarios take turns for some
rounds, so that what else the machine does meets all of them; the best round of each counts. The mean is
that of times for a step."""

from __future__ import annotations

import time
from statistics import fmean
from typing import Any

import crusoe_env
from benchmarks.presenting import begin, parser_of, present
from crusoe_env.bench.report import Table
from crusoe_env.bench.speed import MANY, PLAYERS, batch_play
from crusoe_env.robinson.tables.loading import DEFAULT_SCENARIO
from crusoe_env.robinson.tables.scenarios import NAMES
from crusoe_env.support.origin import machine
from crusoe_env.support.threads import processors

ROUNDS = 5
FEW = 64
MIXED = "mixed"
MEAN = "mean of the eight"


def steps_per_second(play: Any, seconds: float) -> float:
    """The speed of some pieces of work."""
    steps, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds or steps == 0:
        steps += play()
    return steps / spent


def table(players: int, seconds: float, count: int = MANY) -> Table:
    """Steps per second of each scenario with so many players and of all mixed, and their shares of others."""
    game = crusoe_env.game("robinson")
    plays = {
        name: batch_play(game, count, processors(), {"scenario": name, "players": players})
        for name in (*NAMES, MIXED)
    }
    best = dict.fromkeys(plays, 0.0)
    for _ in range(ROUNDS):
        for name, play in plays.items():
            best[name] = max(best[name], steps_per_second(play, seconds / ROUNDS))
    mean = fmean(1 / best[name] for name in NAMES)
    speeds = {**{name: best[name] for name in NAMES}, MEAN: 1 / mean, "all mixed": best[MIXED]}
    rows = [
        (name, f"{speed:,.0f}", f"{speed / best[DEFAULT_SCENARIO]:.0%}", f"{speed * mean:.0%}")
        for name, speed in speeds.items()
    ]
    word = "player" if players == 1 else "players"
    title = f"Robinson Crusoe, {players} {word}: batch of {count:,}, steps/s by scenario"
    return Table(title, ("scenario", "steps/s", "of castaways", "of the mean"), rows)


def main() -> None:
    """Measure and print; with `--write` also into a file of JSON."""
    parser = parser_of(__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each figure")
    given = parser.parse_args()
    print(machine())
    tables = [table(players, given.seconds, count) for players in PLAYERS for count in (FEW, MANY)]
    present(tables, given.write, "benchmarks.scenarios")


if __name__ == "__main__":
    begin(main)
