"""Change one thing in the sources at a time, at random: some test must notice.

`python -m tests.mutations --count 150` changes so many functions, as many in each area: a comparison is
turned, a number becomes one more or less, a check or another statement is left out. It runs the tests that
call the changed function, quick and specific ones first, until one notices, and prints the survivors: what no
test asks for, or what changes nothing. `tests/mutations/explained.py` says why some must survive.

Everything happens in a private copy of the project, rules uncompiled. Which tests call what is noted once,
and kept in a file (`--cache`); it is noted again for files of tests that have changed (`--afresh`: for all).

mutmut leaves out functions with decorators, which all rules have; cosmic-ray changes the files of the
checkout, and runs all tests for every mutant.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from tests.figures import save, stopwatch
from tests.mutations.changes import Mutation, sample
from tests.mutations.explained import EXPLAINED
from tests.mutations.runs import NOTICED, Project, private_copy
from tests.support import ROOT

CACHE = ROOT / ".pytest_cache" / "calls_of_tests.json"
ONLY_COMPILED = (
    "engine/compile/__init__.py",
    "engine/compile/linked/linking.py",
    "engine/compile/linked/__init__.py",
    "engine/compile/linked/files.py",
    "engine/compile/linked/streaming.py",
    "support/progress.py",
)
"""Sources that do their work only where rules are compiled; they are not changed."""
SHARED = ("tests/golden", "tests/conformance", "tests/properties")


class Area(NamedTuple):
    """A folder of sources, and the files and folders of tests that are for it."""

    sources: str
    tests: tuple[str, ...]


AREAS = {
    "engine": Area("crusoe_env/engine", ("tests/engine", *SHARED)),
    "interfaces": Area("crusoe_env/interfaces", SHARED),
    "show": Area("crusoe_env/show", ("tests/show", "tests/golden", "tests/test_play.py")),
    "support": Area(
        "crusoe_env/support", ("tests/engine", "tests/conformance", "tests/test_command_line.py")
    ),
    "play": Area(
        "crusoe_env/play",
        tuple(f"tests/test_{name}.py" for name in ("play", "play_advice", "play_program", "play_web")),
    ),
    "robinson": Area("crusoe_env/robinson", ("tests/robinson", *SHARED)),
    "dieson": Area("crusoe_env/dieson", ("tests/dieson", *SHARED)),
    "marooned": Area("crusoe_env/marooned", ("tests/marooned", *SHARED)),
    "agents": Area("agents", ("tests/agents", "tests/test_programs.py")),
}


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
        "--patience", type=int, default=20, help="seconds for one test; slower ones are left out"
    )
    parser.add_argument("--cache", type=Path, default=CACHE, help="where it is kept which tests call what")
    parser.add_argument("--afresh", action="store_true", help="note for all tests what they call")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there")
    given = parser.parse_args()
    if given.afresh:
        given.cache.unlink(missing_ok=True)
    seconds, areas = stopwatch(), {name: AREAS[name] for name in given.areas}
    verdicts: dict[Mutation, str] = {}
    with private_copy(ROOT) as copy:
        folders = tuple(area.sources for area in AREAS.values())
        project = Project(copy, folders, given.seconds, given.patience)
        project.note_calls(sorted({path for area in areas.values() for path in area.tests}), given.cache)
        print(f"{len(project.tests):,} tests", flush=True)
        for mutation in drawn(copy, areas, given.count, given.seed):
            verdicts[mutation] = project.verdict(mutation)
            print(f"{verdicts[mutation]}: {mutation}", flush=True)
    found = figures(verdicts, given.seed)
    for name, counts in found["areas"].items():
        print(f"{name}: {counts['noticed']} of {counts['mutants']} noticed, {counts['explained']} explained")
    if given.json is not None:
        save(given.json, found, seconds())
    return 1 if found["survivors"] else 0


def drawn(root: Path, areas: dict[str, Area], count: int, seed: int) -> list[Mutation]:
    """As many mutations of each area, in random order."""
    rng, found = random.Random(seed), []
    for i, area in enumerate(areas.values()):
        files = [
            file
            for file in (root / area.sources).rglob("*.py")
            if not file.as_posix().endswith(ONLY_COMPILED)
        ]
        found += sample(root, files, count // len(areas) + (i < count % len(areas)), rng)
    rng.shuffle(found)
    return found


def explanation(mutation: Mutation) -> str:
    """Why no test can notice; "" if nothing is said."""
    return EXPLAINED.get((mutation.file, mutation.function, mutation.words), "")


def figures(verdicts: dict[Mutation, str], seed: int) -> dict[str, dict[str, dict[str, int]]]:
    """What is written down of a run."""
    areas = {}
    for name, area in AREAS.items():
        own = {
            mutation: verdict
            for mutation, verdict in verdicts.items()
            if mutation.file.startswith(area.sources)
        }
        counts = Counter(own.values())
        explained = sum(
            verdict != NOTICED and bool(explanation(mutation)) for mutation, verdict in own.items()
        )
        if own:
            areas[name] = {"mutants": len(own), "noticed": counts[NOTICED], "explained": explained}
    left = [str(it) for it, verdict in verdicts.items() if verdict != NOTICED and not explanation(it)]
    return {"seed": seed, "areas": areas, "survivors": left}


if __name__ == "__main__":
    sys.exit(main())
