"""Cross-play as a picture: the victories of every agent beside every other.

`python -m research.pairs runs/pairs.json --picture docs/images/pairs.svg`, from what
`crusoe evaluate --cross-play ... --json runs/pairs.json` has written.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from benchmarks.presenting import begin, read_rows

DARK = 0.6
"""Share of the highest rate above which a number is written in white."""


def rates(cells: Sequence[dict[str, Any]]) -> tuple[list[str], np.ndarray]:
    """The agents, best pair of their own first, and their victories beside each other, float (n, n)."""
    found = {(cell["agent"], cell["partners"]): cell["victory_rate"] for cell in cells}
    agents = sorted({agent for agent, _ in found}, key=lambda agent: -found[agent, agent])
    return agents, np.array([[found[one, other] for other in agents] for one in agents])


def picture(cells: Sequence[dict[str, Any]]) -> Figure:
    """A square of numbers: rows are agents, columns their partners."""
    agents, found = rates(cells)
    names = [agent.removeprefix("partner:") for agent in agents]
    size = 1.6 + 0.34 * len(names)
    figure = Figure(figsize=(size + 0.4, size), layout="constrained")
    axis = figure.subplots()
    axis.imshow(found, cmap="Blues", vmin=0)
    for row, column in np.ndindex(*found.shape):
        color = "white" if found[row, column] > DARK * found.max() else "black"
        axis.text(
            column, row, f"{100 * found[row, column]:.0f}", ha="center", va="center", color=color, fontsize=7
        )
    axis.set_xticks(range(len(names)), names, rotation=60, ha="right", rotation_mode="anchor")
    axis.set_yticks(range(len(names)), names)
    axis.spines[:].set_visible(False)
    axis.tick_params(length=0)
    return figure


def main() -> None:
    """Draw."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("cells", type=Path, help="what --json of a cross-play has written")
    parser.add_argument("--picture", type=Path, required=True, help="an SVG or PNG file")
    given = parser.parse_args()
    cells = read_rows(given.cells, "cells")
    mpl.rcParams.update({"svg.hashsalt": "crusoe_env", "font.size": 8})
    agents, found = rates(cells)
    own, others = np.diag(found), found[~np.eye(len(agents), dtype=bool)]
    print(f"as pairs of their own {own.mean():.1%}, beside others {others.mean():.1%}")
    picture(cells).savefig(given.picture, dpi=110)


if __name__ == "__main__":
    begin(main)
