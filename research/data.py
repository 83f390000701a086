"""The results of `research/results`, read once."""

from __future__ import annotations

import functools
from pathlib import Path

from crusoe_env.bench.report import Table
from crusoe_env.bench.results import Result, read_result

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "research" / "results"
FIRST_SEED = 5_000_000
"""Of the games of published results."""


@functools.cache
def result(name: str) -> Result:
    """The result of this name. Raises OSError, ValueError."""
    return read_result(FOLDER / f"{name}.json")


def cell(table: Table, column: str, *row: str) -> str:
    """The cell of a column in the row that begins with these cells. Raises KeyError."""
    for cells in table.rows:
        if tuple(cells[: len(row)]) == row:
            return cells[list(table.headings).index(column)]
    raise KeyError(f"{table.title}: no row {row}")
