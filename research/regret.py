"""Regret in a challenge, as a picture of what `crusoe evaluate --challenge partners-2` has written.

`python -m research.regret runs/challenges/partners-2/scores.json --picture docs/images/partners.svg`
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from benchmarks.presenting import begin, read_rows

MEAN = "all partners"
COLUMNS = 5
"""Panels side by side."""


def picture(scores: Sequence[dict[str, Any]]) -> Figure:
    """A panel for the mean and for each partner, a row for each candidate: regret with its interval."""
    panels = {MEAN: {each["agent"]: each["regret"]["victory"] for each in scores}}
    for partner in scores[0]["victory_regret_by_partner"]:
        regrets = {each["agent"]: each["victory_regret_by_partner"][partner] for each in scores}
        panels[partner.removeprefix("partner:")] = regrets
    across = min(COLUMNS, len(panels))
    down = -(-len(panels) // across)
    size = (2 + 1.5 * across, 0.6 + (0.6 + 0.35 * len(scores)) * down)
    figure = Figure(figsize=size, layout="constrained")
    axes = figure.subplots(down, across, sharex=True, sharey=True, squeeze=False).ravel()
    for axis in axes[len(panels) :]:
        axis.remove()
    for axis, (title, regrets) in zip(axes, panels.items(), strict=False):
        for row, (mean, low, high) in enumerate(regrets.values()):
            axis.plot([100 * low, 100 * high], [row, row], color="tab:blue", linewidth=2)
            axis.plot([100 * mean], [row], "o", color="tab:blue", markersize=4)
        axis.axvline(0, color="gray", linewidth=0.8)
        axis.set_title(title, fontsize=9, fontweight="bold" if title == MEAN else "normal")
        axis.set_yticks(range(len(regrets)), [name.replace("+", "\n+") for name in regrets])
        axis.spines[["top", "right"]].set_visible(False)
    axes[0].invert_yaxis()
    axes[0].set_ylim(len(scores) - 0.5, -0.5)
    figure.supxlabel("regret in victories, percentage points (95 % interval)", fontsize=9)
    return figure


def main() -> None:
    """Draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scores", type=Path, help="scores.json of a challenge")
    parser.add_argument("--picture", type=Path, required=True, help="an SVG or PNG file")
    given = parser.parse_args()
    scores = read_rows(given.scores, "scores")
    mpl.rcParams.update({"svg.hashsalt": "crusoe_env", "font.size": 8})
    picture(scores).savefig(given.picture, dpi=110)


if __name__ == "__main__":
    begin(main)
