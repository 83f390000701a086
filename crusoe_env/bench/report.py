"""Tables on the screen and in Markdown, and the speed of some work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter

from crusoe_env.support.tables import markdown_table


@dataclass(frozen=True)
class Table:
    """A titled table; all cells are text.

    Attributes:
        title, headings, rows: what it says.
        detail: a page folds it, since another table or a picture has the answer.
    """

    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    detail: bool = False

    def markdown(self) -> str:
        """The table as Markdown, numbers to the right."""
        return f"**{self.title}**\n\n{markdown_table(self.headings, self.rows, numbers=True)}"

    def show(self) -> None:
        """Print the table, numbers to the right."""
        rows = [tuple(self.headings), *map(tuple, self.rows)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        print(f"\n{self.title}\n")
        for row in (rows[0], tuple("─" * width for width in widths), *rows[1:]):
            numbers = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
            print("  ".join([row[0].ljust(widths[0]), *numbers]).rstrip())


def rate(work: Callable[[], int], seconds: float, repeats: int = 3) -> float:
    """Steps per second, the median of some measurements; `work` does a piece and says how much."""
    work()
    rates = []
    for _ in range(repeats):
        steps, start = 0, perf_counter()
        while perf_counter() - start < seconds / repeats:
            steps += work()
        rates.append(steps / (perf_counter() - start))
    return median(rates)
