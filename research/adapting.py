"""Arguments and processes that `fit` and `tune` share."""

from __future__ import annotations

import argparse
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import crusoe_env
from crusoe_env.robinson.queries import PLAYERS

ROBINSON = crusoe_env.game("robinson")


def arguments(about: str | None, first_seed: int, out: Path) -> argparse.ArgumentParser:
    """A parser with the options for tasks, processes, first seed and output file.

    Args:
        about: the docstring of the program.
        first_seed: of the games.
        out: the default of `--out`.
    """
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", nargs="+", required=True, choices=ROBINSON.tasks["scenario"])
    parser.add_argument("--players", type=int, nargs="+", default=range(1, PLAYERS + 1))
    parser.add_argument("--workers", type=int, default=1, help="processes that play")
    parser.add_argument("--seed", type=int, default=first_seed)
    parser.add_argument("--out", type=Path, default=out, help="what is written")
    return parser


def processes(workers: int) -> ProcessPoolExecutor:
    """A pool of processes that play games."""
    return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"))
