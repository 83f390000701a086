"""Golden games under every condition under which they must be the same.

`python -m tests.matrix` plays them compiled and uncompiled, in batches of 1 and of 4,096, in 1 and 2 threads,
with every Python from 3.11 to 3.13 that is found here, and with the oldest and the locked NumPy; and prints a
table. Environments for the other interpreters are made with uv, in a folder that is kept (`--environments`).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from tqdm import tqdm

from crusoe_env import GAMES
from tests.golden.digest import digests, digests_in_a_batch, tasks

ROOT = Path(__file__).resolve().parent.parent
PYTHONS = ("3.11", "3.12", "3.13")
OLDEST_NUMPY = "1.26.4"
LOCKED = "locked"
PACKAGES = ("numba", "gymnasium", "pettingzoo", "pytest", "tqdm")
"""What a golden game needs, beside NumPy."""
LARGE_BATCH = 4_096
HERE = "this one"


@dataclass(frozen=True)
class Condition:
    """How games are played: by which Python and NumPy, compiled or not, side by side, in threads."""

    python: str = HERE
    numpy: str = LOCKED
    compiled: bool = True
    batch: int = 1
    threads: int = 1

    @property
    def described(self) -> tuple[str, ...]:
        """Its cells in the table."""
        compiled = "yes" if self.compiled else "no"
        return self.python, self.numpy, compiled, f"{self.batch:,}", str(self.threads)


def conditions(pythons: list[str], *, compiled: bool) -> Iterator[Condition]:
    """All conditions; other interpreters uncompiled, unless `compiled`, since each would compile anew."""
    yield Condition()
    yield Condition(batch=LARGE_BATCH)
    yield Condition(batch=LARGE_BATCH, threads=2)
    yield Condition(compiled=False)
    for python in pythons:
        for numpy in (OLDEST_NUMPY, LOCKED):
            yield Condition(python, numpy, compiled=compiled)


# ---------------------------------------------------------------------- one condition
def play(condition: Condition, games: list[str], seeds: int) -> dict[str, dict[str, str]]:
    """The digests of the games of all tasks, in this process."""
    found = {}
    for task in (task for name in games for task in tasks(name)):
        if condition.batch == 1:
            found[task] = digests(task, seeds)
        else:
            found[task] = digests_in_a_batch(task, seeds, condition.batch, condition.threads)
    return found


def play_elsewhere(condition: Condition, python: str, games: list[str], seeds: int) -> dict[str, Any]:
    """The same in a fresh process, with what it says of its versions; raises RuntimeError if it fails."""
    cell = json.dumps({"condition": asdict(condition), "games": games, "seeds": seeds})
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "NUMBA_DISABLE_JIT": str(int(not condition.compiled)),
    }
    command = [python, "-m", "tests.matrix", "--cell", cell]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr.strip().splitlines()[-1])
    return dict(json.loads(done.stdout.splitlines()[-1]))


def print_cell(cell: str) -> None:
    """What `play_elsewhere` reads."""
    import numpy

    given = json.loads(cell)
    found = play(Condition(**given["condition"]), given["games"], given["seeds"])
    versions = {"python": sys.version.split()[0], "numpy": numpy.__version__}
    print(json.dumps({**versions, "digests": found}))


# ---------------------------------------------------------------------- environments
def uv(*arguments: str) -> str:
    """Run uv; what it prints. Raises RuntimeError with its last line."""
    done = subprocess.run([sys.executable, "-m", "uv", *arguments], capture_output=True, text=True, cwd=ROOT)
    if done.returncode and "Wheels are required for `numpy`" in done.stderr:
        raise RuntimeError("there is none for this Python")
    if done.returncode:
        raise RuntimeError((done.stderr.strip().splitlines() or ["uv failed"])[-1].strip())
    return done.stdout.strip()


def interpreter(version: str) -> str:
    """Where a Python of this version is: on the path, or among those of pyenv. Raises RuntimeError."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    candidates = [shutil.which(f"python{version}"), *pyenv.glob(f"{version}.*/bin/python")]
    for candidate in filter(None, candidates):
        done = subprocess.run([candidate, "--version"], capture_output=True, text=True)
        if done.returncode == 0 and done.stdout.startswith(f"Python {version}."):
            return str(candidate)
    raise RuntimeError(f"there is no Python {version} here")


def environment(folder: Path, condition: Condition) -> str:
    """The interpreter of an environment with these versions, made if need be. Raises RuntimeError."""
    place = folder / f"python-{condition.python}-numpy-{condition.numpy}"
    python = place / "bin" / "python"
    if (place / "complete").exists():
        return str(python)
    base = interpreter(condition.python)
    lines = (ROOT / "requirements" / "dev.txt").read_text().splitlines()
    lock = [line.rstrip(" \\") for line in lines if re.match(r"[\w.-]+==", line)]  # without the hashes
    if condition.numpy != LOCKED:
        lock = [line for line in lock if not line.startswith("numpy==")] + [f"numpy=={condition.numpy}"]
    constraints = folder / f"{place.name}.txt"
    constraints.parent.mkdir(parents=True, exist_ok=True)
    constraints.write_text("\n".join(lock))
    uv("venv", "--quiet", "--clear", "--no-python-downloads", "--python", base, str(place))
    install = ("pip", "install", "--quiet", "--only-binary", ":all:", "--python", str(python))
    uv(*install, "--constraint", str(constraints), "numpy", *PACKAGES)
    (place / "complete").touch()
    return str(python)


# ---------------------------------------------------------------------- the table
@dataclass(frozen=True)
class Row:
    """What came of a condition: versions, a digest of all digests, or why there is none."""

    condition: Condition
    digest: str = ""
    missing: str = ""


def row_of(condition: Condition, folder: Path, games: list[str], seeds: int) -> Row:
    """Play the games under a condition."""
    try:
        python = sys.executable if condition.python == HERE else environment(folder, condition)
        found = play_elsewhere(condition, python, games, seeds)
    except RuntimeError as error:
        return Row(condition, missing=str(error))
    versions = replace(condition, python=found["python"], numpy=found["numpy"])
    text = json.dumps(found["digests"], sort_keys=True)
    return Row(versions, hashlib.sha256(text.encode()).hexdigest()[:12])


def verdict(row: Row, first: Row) -> str:
    """What the table says of a row; the first one is what all are compared with."""
    if row.missing:
        return f"missing: {row.missing}"
    return "the same" if row.digest == first.digest else "DIFFERENT"


def main() -> int:
    """Play under all conditions, and print the table; 1 if any game differs."""
    parser = argparse.ArgumentParser("python -m tests.matrix", description=__doc__)
    add = parser.add_argument
    add("--games", nargs="+", choices=[*GAMES], default=[*GAMES], metavar="GAME")
    add("--seeds", type=int, default=4, metavar="N", help="games of each task")
    add("--python", nargs="*", default=[*PYTHONS], metavar="VERSION", help="other interpreters")
    add("--compiled", action="store_true", help="compile for each interpreter, which takes minutes for each")
    add(
        "--environments",
        type=Path,
        default=Path(tempfile.gettempdir()) / "crusoe_env-matrix",
        metavar="FOLDER",
    )
    add("--json", type=Path, metavar="FILE", help="write the figures there")
    add("--cell", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.cell:
        print_cell(given.cell)
        return 0
    return print_table(given)


def print_table(given: argparse.Namespace) -> int:
    """All conditions, one after another; 1 if any game differs."""
    from crusoe_env.bench.report import Table
    from tests.figures import save, stopwatch

    seconds, rows = stopwatch(), []
    for condition in tqdm([*conditions(given.python, compiled=given.compiled)], unit=" conditions"):
        rows.append(row_of(condition, given.environments, given.games, given.seeds))
    headings = ("Python", "NumPy", "compiled", "games side by side", "threads", "games")
    cells = [(*row.condition.described, verdict(row, rows[0])) for row in rows]
    Table("Golden games under all conditions", headings, cells).show()
    if given.json is not None:
        save(given.json, {"games": given.games, "seeds": given.seeds, "table": [headings, *cells]}, seconds())
    return int(any(cell[-1] == "DIFFERENT" for cell in cells))


if __name__ == "__main__":
    sys.exit(main())
