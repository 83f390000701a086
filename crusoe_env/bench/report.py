"""Tables on the screen and in Markdown, and a line about the machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

from crusoe_env.support.files import write_whole
from crusoe_env.support.origin import machine
from crusoe_env.support.reading import read_text
from crusoe_env.support.tables import markdown_table

FOLDED = 25
"""A table of a page that has this many rows is folded: it is longer than a screen."""


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

    def folded(self) -> str:
        """The same for a page that shows only the title until the reader opens it."""
        table = markdown_table(self.headings, self.rows, numbers=True)
        return f'<details markdown="1">\n<summary>{self.title}</summary>\n\n{table}\n\n</details>'

    def show(self) -> None:
        """Print the table, numbers to the right."""
        rows = [tuple(self.headings), *map(tuple, self.rows)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        print(f"\n{self.title}\n")
        for row in (rows[0], tuple("─" * width for width in widths), *rows[1:]):
            numbers = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
            print("  ".join([row[0].ljust(widths[0]), *numbers]).rstrip())


def for_page(tables: Sequence[Table]) -> str:
    """Tables as Markdown for a page, details and long ones folded."""
    folded = [it.detail or len(it.rows) >= FOLDED for it in tables]
    return "\n\n".join(
        it.folded() if fold else it.markdown() for it, fold in zip(tables, folded, strict=True)
    )


def write_between(path: Path, marker: str, content: str) -> None:
    """Put content between `<!-- marker -->` and `<!-- /marker -->` of a file, made if missing."""
    start, stop = f"<!-- {marker} -->", f"<!-- /{marker} -->"
    text = read_text(path) if path.exists() else ""
    if start not in text:
        text += f"\n{start}\n{stop}\n"
    before, _, rest = text.partition(start)
    _, _, after = rest.partition(stop)
    write_whole(path, f"{before}{start}\n{content}\n{stop}{after}")


def write_tables(path: Path, marker: str, tables: Sequence[Table], command: str = "") -> None:
    """Put tables between the markers of a file, below the machine and the command that found them."""
    origin = f"{machine()}." + (f" Written by `{command}`." if command else "")
    write_between(path, marker, f"{origin}\n\n{for_page(tables)}")


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
