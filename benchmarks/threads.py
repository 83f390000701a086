"""What does a second processor bring a batch? `python -m benchmarks.threads [--write FILE.json]`.

Random legal play of Robinson Crusoe for four, 4,096 games: on one thread, on all threads of one process, and
in as many processes of one thread each. A loop that needs no memory shows what the processors themselves
bring: two of a virtual machine are often two halves of one. All take turns for some rounds; the best counts.
"""

from __future__ import annotations

import multiprocessing
import zlib
from collections.abc import Callable
from typing import Any

import crusoe_env
from benchmarks.presenting import begin, parser_of, present
from benchmarks.scenarios import steps_per_second
from crusoe_env.bench.report import Table
from crusoe_env.bench.speed import MANY, batch_play, positive
from crusoe_env.support.origin import machine
from crusoe_env.support.threads import processors

ROUNDS = 4
LOOP = "a loop that needs no memory"
KINDS = {"observations as bytes": "uint8", "observations as floats": "float32"}
BLOCK = bytes(4_096)
HEADINGS = ("what runs", "one thread", "{0} threads of a process", "{0} processes of one thread each")


def work_of(kind: str, threads: int) -> Callable[[], int]:
    """A piece of work, which returns how many steps it made."""
    if kind == LOOP:
        return lambda: sum(zlib.crc32(BLOCK) >= 0 for _ in range(1_000))
    options = {"players": 4, "observation_dtype": KINDS[kind]}
    return batch_play(crusoe_env.game("robinson"), MANY, threads, options)


def _measured(kind: str, threads: int, seconds: float, ready: Any, found: Any) -> None:
    work = work_of(kind, threads)
    work()
    ready.wait(timeout=600)
    found.put(steps_per_second(work, seconds))


def together(kind: str, processes: int, threads: int, seconds: float) -> float:
    """Steps per second of some processes, which begin at once, all together."""
    context = multiprocessing.get_context("spawn")
    ready, found = context.Barrier(processes), context.Queue()
    given = (kind, threads, seconds, ready, found)
    running = [context.Process(target=_measured, args=given) for _ in range(processes)]
    for process in running:
        process.start()
    for process in running:
        process.join()
    if any(process.exitcode for process in running):
        raise ValueError(f"{kind}: a process ended with status {max(p.exitcode or 0 for p in running)}")
    return sum(found.get() for _ in running)


def table(seconds: float) -> Table:
    """Steps per second of each kind, and how many times those of one thread."""
    all_of_them = processors()
    ways = ((1, 1), (1, all_of_them), (all_of_them, 1))
    wanted = [(kind, *way) for kind in (LOOP, *KINDS) for way in ways if (kind, way) != (LOOP, ways[1])]
    best = dict.fromkeys(wanted, 0.0)
    for _ in range(ROUNDS):
        for each in wanted:
            best[each] = max(best[each], together(*each, seconds))
    rows = []
    for kind in (LOOP, *KINDS):
        speeds = [best.get((kind, *way)) for way in ways]
        cells = (f"{it:,.0f} ({it / best[kind, 1, 1]:.2f})" if it else "" for it in speeds)
        rows.append((kind, *cells))
    headings = tuple(it.format(all_of_them) for it in HEADINGS)
    return Table("Robinson Crusoe, 4 players, 4,096 games: steps/s (one thread = 1)", headings, rows)


def main() -> None:
    """Measure and print; with `--write` also into a file of JSON."""
    parser = parser_of(__doc__)
    parser.add_argument("--seconds", type=positive, default=3.0, help="for each figure in each round")
    given = parser.parse_args()
    print(machine())
    present([table(given.seconds)], given.write, "benchmarks.threads")


if __name__ == "__main__":
    begin(main)
