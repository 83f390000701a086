"""Tables on the screen and in Markdown, and a line about the machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

from rich.console import Console
from rich.table import Table as RichTable

LEAST_WIDTH = 110


@dataclass(frozen=True)
class Table:
    """A titled table; all cells are text."""

    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]

    def markdown(self) -> str:
        """The table as Markdown, numbers to the right."""
        lines = [f"**{self.title}**", "", "| " + " | ".join(self.headings) + " |"]
        lines.append("| --- |" + " ---: |" * (len(self.headings) - 1))
        lines += ["| " + " | ".join(row) + " |" for row in self.rows]
        return "\n".join(lines)

    def show(self) -> None:
        """Print the table."""
        table = RichTable(title=self.title)
        for i, heading in enumerate(self.headings):
            table.add_column(heading, justify="right" if i else "left")
        for row in self.rows:
            table.add_row(*row)
        console = Console()
        console.width = max(console.width, LEAST_WIDTH)
        console.print(table)


def write_between(path: Path, marker: str, content: str) -> None:
    """Put content between `<!-- marker -->` and `<!-- /marker -->` of a file, made if missing."""
    start, stop = f"<!-- {marker} -->", f"<!-- /{marker} -->"
    text = path.read_text() if path.exists() else ""
    if start not in text:
        text += f"\n{start}\n{stop}\n"
    before, _, rest = text.partition(start)
    _, _, after = rest.partition(stop)
    path.write_text(f"{before}{start}\n{content}\n{stop}{after}")


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
