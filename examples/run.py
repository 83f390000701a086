"""Run examples, each in a virtual environment with what it needs, and write down what came of it.

`python -m examples.run torchrl_ppo` makes `.venv-examples/torchrl_ppo` with the packages that the file's
first lines name (inline script metadata, which `uv run` reads too) and runs it there.
Without a name it runs all of them. `--write docs/libraries.md` puts versions, seconds and last lines into a
page; `--short` runs each with its few steps of `SHORT`.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
import tomllib
from pathlib import Path

from crusoe_env.bench.report import Table, write_tables

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent
NAMES = sorted(file.stem for file in FOLDER.glob("*.py") if file.stem not in ("run", "__init__"))
METADATA = re.compile(r"^# /// script\n((?:#.*\n)+?)# ///$", re.MULTILINE)
OWN = "crusoe_env"
SHORT = {
    "benchmarl_mappo": ("--steps", "2000"),
    "cleanrl_ppo": ("--steps", "16384"),
    "gymnasium_basics": ("--steps", "60"),
    "minari_dataset": ("--games", "60"),
    "offline_learning": ("--games", "60", "--steps", "200"),
    "people_cloning": ("--games", "2", "--epochs", "2"),
    "pettingzoo_basics": ("--steps", "60"),
    "planning": ("--games", "1", "--playouts", "10"),
    "rllib_multi": ("--steps", "1000"),
    "rllib_single": ("--steps", "9000"),
    "sb3_maskable_ppo": ("--steps", "8192", "--games", "20"),
    "supersuit_wrappers": ("--steps", "100"),
    "tianshou_dqn": ("--steps", "2000"),
    "torchrl_ppo": ("--steps", "16000"),
    "verifiers_games": ("--games", "1"),
    "wandb_tracking": ("--steps", "100000"),
}
"""Arguments with which an example shows in seconds that it runs."""


def dependencies(name: str) -> list[str]:
    """The packages that an example names in its first lines. Raises ValueError if it names none."""
    found = METADATA.search((FOLDER / f"{name}.py").read_text(encoding="utf-8"))
    if found is None:
        raise ValueError(f"examples/{name}.py: there is no '# /// script' block")
    toml = "\n".join(line.removeprefix("#").removeprefix(" ") for line in found.group(1).splitlines())
    return list(tomllib.loads(toml)["dependencies"])


def python_of(name: str, venvs: Path) -> Path:
    """The interpreter of an example's virtual environment, which is made if it is missing."""
    folder = venvs / name
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        wanted = dependencies(name)
        extras = [it.removeprefix(OWN) for it in wanted if it.startswith(OWN)]
        others = [it for it in wanted if not it.startswith(OWN)]
        command = [
            str(python),
            "-m",
            "pip",
            "install",
            "--quiet",
            "--editable",
            f"{ROOT}{extras[0]}",
            *others,
        ]
        subprocess.run(command, check=True)
    return python


def versions(name: str, python: Path) -> str:
    """The installed versions of what an example names, with that of Gymnasium."""
    packages = [re.split(r"[\[<>=]", it)[0] for it in dependencies(name) if not it.startswith(OWN)]
    code = (
        "import sys; from importlib.metadata import version; "
        "print(', '.join(f'{p} {version(p)}' for p in sys.argv[1:]))"
    )
    command = [str(python), "-c", code, *packages, "gymnasium"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def run(name: str, python: Path, short: bool) -> tuple[float, str]:
    """Run an example: seconds, and the last line that it printed. Raises CalledProcessError."""
    command = [str(python), str(FOLDER / f"{name}.py"), *(SHORT[name] if short else ())]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    began = time.perf_counter()
    done = subprocess.run(command, check=True, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    return time.perf_counter() - began, done.stdout.strip().splitlines()[-1]


def main() -> int:
    """Run the examples that were asked for; the exit status is 1 if one of them failed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)}; default: all")
    parser.add_argument("--venvs", type=Path, default=ROOT / ".venv-examples", help="where environments lie")
    parser.add_argument("--short", action="store_true", help="a few steps only")
    parser.add_argument("--write", type=Path, help="a Markdown file to put the table into")
    given = parser.parse_args()
    unknown = sorted(set(given.names) - set(NAMES))
    if unknown:
        parser.error(f"unknown example {unknown[0]!r}; choose from {', '.join(NAMES)}")
    rows, failed = [], []
    for name in given.names or NAMES:
        print(f"{name} ...", flush=True)
        try:
            python = python_of(name, given.venvs)
            seconds, last = run(name, python, given.short)
        except subprocess.CalledProcessError as error:
            print(f"{name} failed: {error}", file=sys.stderr)
            failed.append(name)
            continue
        rows.append((name, versions(name, python), f"{seconds:.0f}", last))
        print(f"  {seconds:.0f} s: {last}", flush=True)
    table = Table("Examples", ("example", "versions", "seconds", "its last line"), rows)
    table.show()
    if given.write is not None:
        write_tables(given.write, "examples", [table])
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
