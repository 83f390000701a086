"""Damage files of every kind that users hand in, and see that none does harm.

`python -m tests.fuzz` tries 3,000 files of each kind: scenarios, corrections of facts, configurations,
suites, challenges, policies, cards of the zoo, snapshots, saved games, entries of the scoreboard,
transcripts, studies, data sets, files of the compiled cache. Each must give a playable game, or an error of
one line. Anything else is a fault: another exception, a crash, a hang, much memory. Files with faults are
kept in a folder, and for each cause a command is printed that tries one again.

Rules run uncompiled, so that no index out of bounds goes unseen; `--compiled` runs them as users do.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from pathlib import Path

import numba
from tqdm import tqdm

from crusoe_env.support.threads import processors
from tests.figures import save, stopwatch
from tests.fuzz.kinds import KINDS
from tests.fuzz.runs import FAULT, PLAYED, REFUSED, Tally, run

COUNT = 3_000
FOLDER = Path("runs/fuzz")
FLAG = "--compiled"


def main() -> int:
    """Try the files, print the figures and each cause of faults; 1 if there is any."""
    parser = argparse.ArgumentParser("python -m tests.fuzz", description=__doc__)
    parser.add_argument(
        "--kinds", nargs="+", choices=KINDS, default=list(KINDS), metavar="KIND", help=", ".join(KINDS)
    )
    parser.add_argument("--count", type=int, default=COUNT, metavar="N", help="files of each kind")
    parser.add_argument(
        "--minutes", type=float, default=math.inf, metavar="M", help="for each kind; then no more are tried"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    parser.add_argument("--workers", type=int, default=processors(), metavar="W", help="processes")
    parser.add_argument(
        "--out", type=Path, default=FOLDER, metavar="DIR", help="where files with faults are kept"
    )
    parser.add_argument(
        "--replay", type=Path, metavar="FILE", help="try this file of DIR/KIND again, in this process"
    )
    parser.add_argument(FLAG, action="store_true", help="run compiled rules")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there, kind by kind")
    given = parser.parse_args()
    if given.replay is not None:
        KINDS[given.replay.resolve().parent.parent.name].check(given.replay)
        print("played")
        return 0
    faults = 0
    for name in given.kinds:
        seconds, tally = stopwatch(), Tally()
        tried = run(name, KINDS[name], range(given.count), given.seed, given.out, given.workers)
        for outcome in tqdm(tried, name, total=given.count, unit=" files"):
            tally.add(outcome)
            if seconds() > 60 * given.minutes:
                tried.close()
                break
        show(name, tally, given.compiled)
        faults += tally.verdicts[FAULT]
        if given.json is not None:
            write(given.json, given.seed, name, tally, seconds())
    return 1 if faults else 0


def write(file: Path, seed: int, name: str, tally: Tally, seconds: float) -> None:
    """Put the figures of a kind among those of the others."""
    kinds = json.loads(file.read_text())["kinds"] if file.exists() else {}
    verdicts = {verdict: tally.verdicts[verdict] for verdict in (REFUSED, PLAYED, FAULT)}
    kinds[name] = {**verdicts, "seconds": round(seconds)}
    kinds = {kind: kinds[kind] for kind in KINDS if kind in kinds}
    figures = {"seed": seed, "kinds": kinds, "broken": sum(counts[FAULT] for counts in kinds.values())}
    save(file, figures, sum(counts["seconds"] for counts in kinds.values()))


def show(name: str, tally: Tally, compiled: bool) -> None:
    """Print the figures of a kind, and each cause of faults with a command that shows it."""
    print(
        f"{name}: "
        + ", ".join(f"{tally.verdicts[verdict]:,} {verdict}" for verdict in (REFUSED, PLAYED, FAULT))
    )
    for fault, outcomes in sorted(tally.faults.items(), key=lambda it: -len(it[1])):
        smallest = min(outcomes, key=lambda outcome: outcome.file.stat().st_size)
        print(f"  {len(outcomes)} x {fault}")
        if smallest.message:
            print(f"      {smallest.message[:200]!r}")
        print(
            f"      python -m tests.fuzz {f'{FLAG} ' if compiled else ''}--replay {smallest.file}", flush=True
        )


if __name__ == "__main__":
    if not numba.config.DISABLE_JIT and FLAG not in sys.argv:
        environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], environment)
    sys.exit(main())
