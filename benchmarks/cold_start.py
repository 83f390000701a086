"""From nothing to the first step: `python -m benchmarks.cold_start [--commit a65cd496] [--write FILE.json]`.

Each row is a fresh process with an empty cache that imports the library, makes one game, and makes a step.
The rows are taken in turns: an earlier commit, this checkout as it is (rules run uncompiled while another
process compiles them), this checkout with `CRUSOE_ENV_WAIT=1`, and with the machine code of a wheel.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping
from pathlib import Path

from benchmarks.presenting import begin, parser_of, present
from crusoe_env.bench.report import Table

ROOT = Path(__file__).resolve().parents[1]
COMMIT = "a65cd496"
"""The last one at which every first step waited for the compiler."""
GAMES: tuple[tuple[str, dict[str, int]], ...] = (
    ("marooned", {}),
    ("dieson", {}),
    ("robinson", {}),
    ("robinson", {"players": 4}),
)
TITLE = "From nothing to the first step; shares of the earlier commit"
HEADINGS = ("first step", "s", "share of s", "CPU s", "share of CPU s", "MB")
CODE = """
import time; start = time.perf_counter(); cpu = time.process_time()
import gymnasium, numpy, resource, crusoe_env
env = gymnasium.make(crusoe_env.GAMES[{name!r}], **{options})
_, info = env.reset(seed=0)
env.step(int(numpy.flatnonzero(info["action_mask"])[0]))
most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(time.perf_counter() - start, time.process_time() - cpu, most)
"""


def first_step(home: Path, name: str, options: Mapping[str, int], **settings: str) -> list[float]:
    """Seconds, processor seconds and the most MB of memory of a process with an empty cache."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as cache:
        environment = {**os.environ, "CRUSOE_ENV_CACHE": cache, "CRUSOE_ENV_QUIET": "1", **settings}
        code = CODE.format(name=name, options=dict(options))
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=home,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        if "CRUSOE_ENV_WAIT" not in settings:  # what compiles beside it must not disturb the next row
            compile_all = [sys.executable, "-m", "crusoe_env", "compile", name]
            subprocess.run(compile_all, cwd=home, env=environment, capture_output=True, check=True)
    return list(map(float, done.stdout.split()))


def checkout_of(commit: str, folder: Path) -> Path:
    """The files of a commit, in a folder."""
    archive = subprocess.run(
        ["git", "archive", commit, "crusoe_env"], cwd=ROOT, capture_output=True, check=True
    ).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(folder, filter="data")
    return folder


def ways_in(folder: Path, commit: str) -> dict[str, tuple[Path, dict[str, str]]]:
    """Where the library lies and with which settings, by what the row is called; the earlier commit first."""
    code = folder / "machine_code"
    subprocess.run([sys.executable, "-m", "tools.machine_code", code], cwd=ROOT, check=True)
    waits = {"CRUSOE_ENV_WAIT": "1"}
    return {
        f"commit {commit}": (checkout_of(commit, folder / "earlier"), waits),
        "checkout": (ROOT, {}),
        "checkout, CRUSOE_ENV_WAIT=1": (ROOT, waits),
        "wheel with machine code": (ROOT, {"CRUSOE_ENV_MACHINE_CODE": str(code), **waits}),
    }


def main() -> None:
    """Measure, print, and write."""
    parser = parser_of(__doc__)
    parser.add_argument("--commit", default=COMMIT, help=f"the earlier one ({COMMIT})")
    given = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        ways = ways_in(Path(folder), given.commit)
        for name, options in GAMES:
            before: list[float] = []
            for way, (home, settings) in ways.items():
                found = first_step(home, name, options, **settings)
                before = before or found
                seconds, processor, most = found
                what = ", ".join([name, *(f"{value} {key}" for key, value in options.items())])
                shares = [f"{seconds / before[0]:.2f}", f"{processor / before[1]:.2f}"]
                rows.append(
                    (
                        f"{what}: {way}",
                        f"{seconds:.1f}",
                        shares[0],
                        f"{processor:.1f}",
                        shares[1],
                        f"{most:.0f}",
                    )
                )
                print(*rows[-1], sep="  ", file=sys.stderr)
    present([Table(TITLE, HEADINGS, rows)], given.write, "benchmarks.cold_start")


if __name__ == "__main__":
    begin(main)
