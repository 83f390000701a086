"""Cross-play as a picture: the victories of every agent beside every other."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from agents.figures.charts import matrix
from crusoe_env.bench.results import numbers_in
from research.data import result


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
    return matrix(names, names, np.stack([found] * 3, axis=2), "Games won by every pair", "games won, %")
