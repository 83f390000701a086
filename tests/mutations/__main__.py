"""Change one thing in the sources at a time, at random: some test must notice.

`python -m tests.mutations --count 150` changes so many functions, in each area as many as it is large: a
comparison is turned, a number becomes one more or less, a check or another statement is left out. It runs the
tests of `make test` that call the changed function, quick and specific ones first, until one notices, and
prints the survivors: what no test asks for, or what changes nothing. `tests/mutations/explained.toml` says
why some must survive.

Everything happens in a private copy of the project. Rules run uncompiled where the change would have them
compiled anew. Each verdict is kept (`--kept`), so a run that was ended goes on where it was, and areas can be
run one after another; `--again` tries once more those that survived. Which tests call what is noted once, and
again for files of tests that have changed; `--afresh` forgets it and all verdicts.

mutmut leaves out functions with decorators, which all rules have; cosmic-ray changes the files of the
checkout, and runs all tests for every mutant.
"""

from __future__ import annotations

import argparse
import json
import shutil
import signal
import sys
from pathlib import Path
from typing import Any

from tqdm import tqdm

from tests.figures import save, stopwatch
from tests.mutations.areas import AREAS, drawn, runs_compiled
from tests.mutations.changes import Mutation
from tests.mutations.kept import Verdicts
from tests.mutations.runs import NOTICED, Project, private_copy
from tests.support import ROOT

KEPT = ROOT / "runs" / "mutations"
FOLDERS = tuple(area.sources for area in AREAS.values())


def main() -> int:
    """Run; 1 if a mutant survived that is not explained."""
    parser = argparse.ArgumentParser(
        "python -m tests.mutations", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=150, metavar="N", help="how many mutants")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="which")
    parser.add_argument(
        "--areas", nargs="+", choices=AREAS, default=list(AREAS), metavar="AREA", help=", ".join(AREAS)
    )
    parser.add_argument("--seconds", type=float, default=60, help="of tests for each mutant")
    parser.add_argument(
        "--patience", type=float, default=20, help="seconds for one test; slower ones are left out"
    )
    parser.add_argument("--kept", type=Path, default=KEPT, metavar="DIR", help="where notes and verdicts are")
    parser.add_argument("--again", action="store_true", help="try once more what has survived")
    parser.add_argument("--afresh", action="store_true", help="forget all notes and verdicts")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the copy is removed, and tests are ended
    if given.afresh:
        shutil.rmtree(given.kept, ignore_errors=True)
    found = {name: run(name, given) for name in given.areas}
    for name, counts in found.items():
        print(f"{name}: {counts['noticed']} of {counts['mutants']} noticed, {counts['explained']} explained")
        print("".join(f"  not noticed: {it}\n" for it in counts["survivors"]), end="")
    return 1 if any(counts["survivors"] for counts in found.values()) else 0


def run(name: str, given: argparse.Namespace) -> dict[str, Any]:
    """Judge the mutants of an area that have no verdict yet; its figures."""
    mutations = drawn(ROOT, name, given.count, given.seed)
    verdicts = Verdicts(ROOT, given.kept / f"{name}.json")
    again = ("", *({verdicts.of(it) for it in mutations} - {NOTICED} if given.again else ()))
    waiting = [it for it in mutations if verdicts.of(it) in again]
    if waiting:
        with private_copy(ROOT) as copy:
            judge(copy, name, waiting, verdicts, given)
    found = verdicts.figures(mutations)
    if given.json is not None:
        write(given.json, given.seed, name, found)
    return found


def judge(
    copy: Path, name: str, waiting: list[Mutation], verdicts: Verdicts, given: argparse.Namespace
) -> None:
    """Judge mutants in a private copy, and keep each verdict."""
    for compiled in (True, False):
        these = [it for it in waiting if runs_compiled(ROOT, it) == compiled]
        if not these:
            continue
        project = Project(copy, FOLDERS, given.seconds, given.patience, compiled=compiled)
        how, area = "compiled" if compiled else "uncompiled", AREAS[name]
        project.note_calls(area.tests if compiled else area.rules or area.tests, given.kept / how)
        words = f"{name}, {how}, {len(project.tests):,} tests"
        seconds = stopwatch()
        with tqdm(total=len(these), desc=words, unit=" mutants", dynamic_ncols=True) as bar:
            for mutation, verdict in project.verdicts(these):
                now, seconds = seconds(), stopwatch()
                bar.update(0 if bar.n == bar.total else 1)
                if verdict != NOTICED:
                    bar.write(f"{verdict}: {mutation}")
                verdicts.keep(mutation, verdict, now)


def write(file: Path, seed: int, name: str, found: dict[str, Any]) -> None:
    """Put the figures of an area among those of the others."""
    before = json.loads(file.read_text())["areas"] if file.exists() else {}
    areas = {area: found if area == name else before.get(area) for area in AREAS}
    areas = {area: counts for area, counts in areas.items() if counts}
    save(file, {"seed": seed, "areas": areas}, sum(counts.get("seconds", 0) for counts in areas.values()))


if __name__ == "__main__":
    sys.exit(main())
