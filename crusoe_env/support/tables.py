"""Tables in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def markdown_table(headings: Sequence[str], rows: Iterable[Sequence[str]], numbers: bool = False) -> str:
    """A Markdown table.

    Args:
        headings: one for each column.
        rows: cells of text; a bar in one is escaped.
        numbers: align all columns but the first to the right.
    """
    right = "---:" if numbers else "---"
    cells = [[cell.replace("|", "\\|") for cell in row] for row in (headings, *rows)]
    cells.insert(1, ["---", *[right] * (len(headings) - 1)])
    return "\n".join(f"| {' | '.join(line)} |" for line in cells)
