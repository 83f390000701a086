"""Cross-play as a picture: the victories of every agent beside every other."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from crusoe_env.bench.results import numbers_in
from research.data import result

DARK = 0.6
"""Share of the highest rate above which a number is written in white."""


def rates() -> tuple[list[str], np.ndarray]:
    """The agents, best pair of their own first, and their victories beside each other in %, float (n, n)."""
    table = result("pairs").tables[0]
    found = np.array([[numbers_in(cell)[0] for cell in row[1:]] for row in table.rows])
    order = np.argsort(-np.diag(found), kind="stable")
    return [table.rows[i][0] for i in order], found[order][:, order]


def picture() -> Figure:
    """A square of numbers: rows are agents, columns their partners."""
    agents, found = rates()
    names = [agent.removeprefix("partner:") for agent in agents]
    size = 1.6 + 0.34 * len(names)
    figure = Figure(figsize=(size + 0.4, size), layout="constrained")
    axis = figure.subplots()
    axis.imshow(found, cmap="Blues", vmin=0)
    for row, column in np.ndindex(*found.shape):
        color = "white" if found[row, column] > DARK * found.max() else "black"
        axis.text(column, row, f"{found[row, column]:.0f}", ha="center", va="center", color=color, fontsize=7)
    axis.set_xticks(range(len(names)), names, rotation=60, ha="right", rotation_mode="anchor")
    axis.set_yticks(range(len(names)), names)
    axis.spines[:].set_visible(False)
    axis.tick_params(length=0)
    return figure
