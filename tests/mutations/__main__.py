"""Change one thing in the sources at a time, at random: some test must notice.

`python -m tests.mutations --count 150` changes so many functions, in each area as many as it is large: a
comparison is turned, a number becomes one more or less, a check or another statement is left out. It runs the
tests that call the changed function, quick and specific ones first, until one notices, and prints the
survivors: what no test asks for, or what changes nothing. `tests/mutations/explained.py` says why some must
survive. The same areas can be run one after another: `--json` keeps the figures of the others, and `--again`
tries those that survived once more.

Everything happens in a private copy of the project, rules uncompiled but for the tests of agents. Which tests
call what is noted once, and kept in a file (`--cache`); files of tests that have changed are noted again
(`--afresh`: all).

mutmut leaves out functions with decorators, which all rules have; cosmic-ray changes the files of the
checkout, and runs all tests for every mutant.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path
from typing import Any, NamedTuple

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
LEAST = 10
"""Mutants of each area, however small it is."""
SHARED = ("tests/golden", "tests/conformance")
GAMES = ("tests/marooned", "tests/dieson")
"""Quick tests that go through all layers."""
PLAY = tuple(f"tests/test_play{name}.py" for name in ("", "_advice", "_program", "_saves", "_server", "_web"))


class Area(NamedTuple):
    """A folder of sources, and the files and folders of tests that are for it."""

    sources: str
    tests: tuple[str, ...]
    compiled: bool = False
    """Do its tests need compiled rules? Uncompiled, search and training take too long."""

    def files(self, root: Path) -> list[Path]:
        """Its sources that are changed."""
        found = sorted((root / self.sources).rglob("*.py"))
        return [file for file in found if not file.as_posix().endswith(ONLY_COMPILED)]


AREAS = {
    "engine": Area("crusoe_env/engine", ("tests/engine", *GAMES, *SHARED)),
    "interfaces": Area("crusoe_env/interfaces", ("tests/show", *GAMES, *SHARED)),
    "show": Area("crusoe_env/show", ("tests/show", "tests/golden", "tests/test_play.py")),
    "support": Area("crusoe_env/support", ("tests/engine", "tests/conformance", *PLAY)),
    "play": Area("crusoe_env/play", PLAY),
    "robinson": Area("crusoe_env/robinson", ("tests/robinson", *SHARED)),
    "dieson": Area("crusoe_env/dieson", ("tests/dieson", *SHARED)),
    "marooned": Area("crusoe_env/marooned", ("tests/marooned", *SHARED)),
    "agents": Area("agents", ("tests/agents",), compiled=True),
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
    parser.add_argument("--seconds", type=float, default=30, help="of tests for each mutant")
    parser.add_argument(
        "--patience", type=float, default=10, help="seconds for one test; slower ones are left out"
    )
    parser.add_argument("--cache", type=Path, default=CACHE, help="where it is kept which tests call what")
    parser.add_argument("--afresh", action="store_true", help="note for all tests what they call")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there")
    parser.add_argument("--again", action="store_true", help="try those that survive according to --json")
    given = parser.parse_args()
    if given.afresh:
        given.cache.unlink(missing_ok=True)
    seconds, areas = stopwatch(), {name: AREAS[name] for name in given.areas}
    before = read(given.json)
    mutations = {
        name: [
            mutation
            for mutation in drawn(ROOT, name, given.count, given.seed)
            if not given.again or str(mutation) in before["areas"][name]["survivors"]
        ]
        for name in areas
    }
    verdicts: dict[Mutation, str] = {}
    folders = tuple(area.sources for area in AREAS.values())
    for name, area in areas.items():
        with private_copy(ROOT) as copy:
            project = Project(copy, folders, given.seconds, given.patience, compiled=area.compiled)
            project.note_calls(area.tests, given.cache)
            print(f"{name}: {len(project.tests):,} tests", flush=True)
            for mutation, verdict in project.verdicts(mutations[name]):
                verdicts[mutation] = verdict
                print(f"{verdict}: {mutation}", flush=True)
    found = {name: figures(name, verdicts, before["areas"].get(name, {}), given.again) for name in areas}
    for name, counts in found.items():
        print(f"{name}: {counts['noticed']} of {counts['mutants']} noticed, {counts['explained']} explained")
    if given.json is not None:
        together = {"seed": given.seed, "areas": {**before["areas"], **found}}
        save(given.json, together, seconds() + before["seconds"])
    return 1 if any(counts["survivors"] for counts in found.values()) else 0


def read(file: Path | None) -> dict[str, Any]:
    """The figures written down before."""
    return json.loads(file.read_text()) if file is not None and file.exists() else {"areas": {}, "seconds": 0}


def drawn(root: Path, name: str, count: int, seed: int) -> list[Mutation]:
    """The mutations of an area: its share of so many by the lines of all areas, and no fewer than `LEAST`."""
    lines = {
        area: sum(len(file.read_bytes().splitlines()) for file in AREAS[area].files(root)) for area in AREAS
    }
    share = max(LEAST, round(count * lines[name] / sum(lines.values())))
    return sample(root, AREAS[name].files(root), share, random.Random(f"{name} {seed}"))


def explanation(mutation: Mutation) -> str:
    """Why no test can notice; "" if nothing is said."""
    return EXPLAINED.get((mutation.file, mutation.function, mutation.words), "")


def figures(name: str, verdicts: dict[Mutation, str], before: dict[str, Any], again: bool) -> dict[str, Any]:
    """What is written down of an area."""
    own = {it: verdict for it, verdict in verdicts.items() if it.file.startswith(AREAS[name].sources)}
    left = [it for it, verdict in own.items() if verdict != NOTICED]
    explained = sum(bool(explanation(it)) for it in left)
    mutants, noticed = len(own), len(own) - len(left)
    if again:
        mutants, noticed = before["mutants"], before["noticed"] + noticed
        explained += before["explained"]
    survivors = [str(it) for it in left if not explanation(it)]
    return {"mutants": mutants, "noticed": noticed, "explained": explained, "survivors": survivors}


if __name__ == "__main__":
    sys.exit(main())
