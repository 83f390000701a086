"""How fast is Robinson Crusoe beside environments of others, from nothing to steps per second?

`python -m benchmarks.peers --wheel dist/crusoe_env-*_x86_64.whl --write research/results/peers.json`. Each
package is installed by itself, in a virtual environment below `--folder`; one that does not install within
three minutes has a row that says why. Each row is a process of its own (`benchmarks/peer_games.py`): random
legal play on the CPU. Steps are counted by processor second, over all threads: other programs may run.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.peer_games import GAMES
from benchmarks.presenting import begin, parser_of, present
from crusoe_env.bench.report import Table
from crusoe_env.bench.speed import positive
from crusoe_env.support.origin import machine
from crusoe_env.support.threads import processors

TITLE = "Beside other environments"
HEADINGS = (
    "environment",
    "package",
    "a step gives",
    "games",
    "first step, s",
    "CPU s",
    "steps/CPU s",
    "memory, MB",
    "package, MB",
    "all it needs, MB",
)
PROGRAM = Path(__file__).with_name("peer_games.py")
FOLDER = Path.home() / ".cache" / "crusoe_env_peers"
INSTALLED_WITHIN = 180
"""Seconds."""
FIGURES = {
    "first": "{:.1f}",
    "first_processor": "{:.1f}",
    "steps": "{:,.0f}",
    "memory": "{:,.0f}",
    "package": "{:,.1f}",
    "installed": "{:,.0f}",
}
QUIET = 0.3
"""The load of a machine that does nothing else."""
OURS = "crusoe_env"
COMPILED_HERE = {"CRUSOE_ENV_MACHINE_CODE": "", "CRUSOE_ENV_WAIT": "1"}


class Row(NamedTuple):
    """What is measured: its name, the play of `peer_games`, what pip installs, what a step gives."""

    name: str
    play: str
    requirement: str
    gives: str = "observation, mask"
    games: int = GAMES
    settings: Mapping[str, str] = {}


ROWS = (
    Row("Robinson Crusoe, 4 players", "robinson-4", OURS),
    Row("Robinson Crusoe, 4 players, compiled here", "robinson-4", OURS, settings=COMPILED_HERE),
    Row("Robinson Crusoe, 1 player", "robinson-1", OURS),
    Row("Robinson Crusoe, 1 player, one game", "robinson-alone", OURS, games=1),
    Row("Hanabi, 4 players (JaxMARL)", "jaxmarl", "jaxmarl==0.2.0"),
    Row("Hanabi, 4 players (OpenSpiel)", "openspiel", "open_spiel==2.0.2", games=1),
    Row("Chess (pgx)", "pgx", "pgx==2.6.0"),
    Row("Craftax", "craftax", "craftax==1.6.1", "observation"),
    Row("Catan, 4 players (Catanatron)", "catanatron", "catanatron==3.2.1", "legal actions", games=1),
)


def python_with(requirement: str, folder: Path) -> Path:
    """The Python of a virtual environment that has a package. Raises ValueError where pip fails."""
    home = folder / Path(requirement).name
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    done = home / "installed"
    wheel = Path(requirement)
    if not done.exists() or (wheel.is_file() and wheel.stat().st_mtime > done.stat().st_mtime):
        subprocess.run([sys.executable, "-m", "venv", "--clear", home], check=True)
        command: list[str | Path] = [
            python,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            requirement,
        ]
        ended(command, INSTALLED_WITHIN, "pip install")
        done.touch()
    return python


def ended(command: Sequence[str | Path], seconds: float, what: str, **settings: str) -> str:
    """What a command printed. Raises ValueError, with its last line of errors or the limit that it passed."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | settings
    try:
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise ValueError(f"{what} takes more than {seconds:.0f} s") from error
    if done.returncode:
        reason = done.stderr.strip().rpartition("\n")[-1] or f"status {done.returncode}"
        raise ValueError(f"{what} failed: {reason}")
    return done.stdout


def cells_of(row: Row, wheel: Path, folder: Path, seconds: float) -> tuple[str, ...]:
    """The row of the table; without figures, and with the reason, if the package cannot be measured."""
    requirement = str(wheel) if row.requirement == OURS else row.requirement
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as cache:
        settings = {
            "CRUSOE_ENV_CACHE": cache,
            "CRUSOE_ENV_QUIET": "1",
            "JAX_PLATFORMS": "cpu",
            **row.settings,
        }
        try:
            python = python_with(requirement, folder)
            out = ended([python, PROGRAM, row.play, str(seconds)], 900, "the program", **settings)
        except ValueError as error:
            return (row.name, row.requirement, str(error), f"{row.games:,}", *[""] * len(FIGURES))
    found: dict[str, Any] = json.loads(out.splitlines()[-1])
    package = f"{row.requirement.partition('==')[0]} {found['version']}"
    figures = (form.format(found[name]) for name, form in FIGURES.items())
    return (row.name, package, row.gives, f"{row.games:,}", *figures)


def title(load: float) -> str:
    """The title of the table, which says when the machine had other work."""
    return TITLE if load <= QUIET else f"{TITLE} (busy machine: load {load:.1f} on {processors()} cores)"


def main() -> None:
    """Measure and print; with `--write` also into a file of JSON."""
    parser = parser_of(__doc__)
    parser.add_argument("--wheel", type=Path, required=True, help="of crusoe_env, from `make wheels`")
    parser.add_argument("--folder", type=Path, default=FOLDER, help=f"of virtual environments ({FOLDER})")
    parser.add_argument("--seconds", type=positive, default=4.0, help="for each figure")
    given = parser.parse_args()
    if not given.wheel.is_file():
        raise ValueError(f"--wheel {given.wheel}: there is no such file; `make wheels` builds it")
    print(machine())
    load = os.getloadavg()[0]
    rows = []
    for row in ROWS:
        rows.append(cells_of(row, given.wheel.resolve(), given.folder, given.seconds))
        print(*rows[-1], sep="  ", file=sys.stderr)
    present([Table(title(load), HEADINGS, rows)], given.write, "benchmarks.peers")


if __name__ == "__main__":
    begin(main)
