"""Regret in a challenge, as a picture."""

from __future__ import annotations

from matplotlib.figure import Figure

from agents.figures.style import styled
from crusoe_env.bench.results import numbers_in
from research.data import result

MEAN = "all partners"
COLUMNS = 5
"""Panels side by side."""


def panels_of() -> tuple[list[str], dict[str, list[list[float]]]]:
    """The candidates, and their regret in points with its interval, over all partners and beside each."""
    candidates, by_partner = result("challenge_partners-2").tables
    column = list(candidates.headings).index("regret in victories")
    panels = {MEAN: [numbers_in(row[column]) for row in candidates.rows]}
    for partner, _, _, *cells in by_partner.rows:
        panels[partner.removeprefix("partner:")] = [numbers_in(cell)[1:] for cell in cells]
    return [row[0] for row in candidates.rows], panels


def short(name: str) -> str:
    """A candidate, with the first of several partners that a search imagines."""
    first, *others = name.split("+")
    if not others:
        return name
    return f"{first}\n+ {len(others)} more:{others[-1].rpartition(':')[2]}"


@styled
def picture() -> Figure:
    """A panel for the mean and for each partner, a row for each candidate: regret with its interval."""
    names, panels = panels_of()
    across = min(COLUMNS, len(panels))
    down = -(-len(panels) // across)
    size = (2 + 1.5 * across, 0.6 + (0.6 + 0.35 * len(names)) * down)
    figure = Figure(figsize=size, layout="constrained")
    axes = figure.subplots(down, across, sharex=True, sharey=True, squeeze=False).ravel()
    for axis in axes[len(panels) :]:
        axis.remove()
    for axis, (title, regrets) in zip(axes, panels.items(), strict=False):
        for row, (mean, low, high) in enumerate(regrets):
            axis.plot([low, high], [row, row], color="tab:blue", linewidth=2)
            axis.plot([mean], [row], "o", color="tab:blue", markersize=4)
        axis.axvline(0, color="gray", linewidth=0.8)
        axis.set_title(title, fontsize=9, fontweight="bold" if title == MEAN else "normal")
        axis.set_yticks(range(len(names)), [short(name) for name in names])
        axis.spines[["top", "right"]].set_visible(False)
    axes[0].invert_yaxis()
    axes[0].set_ylim(len(names) - 0.5, -0.5)
    figure.supxlabel("regret in victories, percentage points (95 % interval)", fontsize=9)
    return figure
