"""Speed beside environments of others, as a picture."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from agents.figures.style import styled
from benchmarks.peers import OURS
from crusoe_env.bench.results import numbers_in
from research.data import cell, result

PANELS = (
    ("steps/CPU s", "steps per processor second", "{:,.0f}"),
    ("CPU s", "processor seconds to the first step", "{:,.1f}"),
)
OUR_COLOR, OTHER_COLOR = "#0072b2", "#d55e00"
"""Of the palette of Okabe and Ito, which colour-blind people tell apart."""
ROOM = 12
"""The axis ends so many times above the largest value: room for the labels."""


@styled
def picture() -> Figure:
    """A panel for steps and one for the first step, on logarithmic scales, a bar for each environment."""
    table = result("peers").tables[0]
    names = [row[0] for row in table.rows if cell(table, PANELS[0][0], row[0])]
    figure = Figure(figsize=(9, 0.9 + 0.27 * len(names)), layout="constrained")
    for axis, (column, title, form) in zip(figure.subplots(1, 2, sharey=True), PANELS, strict=True):
        values = [numbers_in(cell(table, column, name))[0] for name in names]
        ours = [cell(table, "package", name).startswith(OURS) for name in names]
        draw(axis, values, ours, form)
        axis.set_title(title, fontsize=9)
        axis.set_yticks(range(len(names)), names)
        axis.set_ylim(len(names) - 0.4, -0.6)
    return figure


def draw(axis: Axes, values: list[float], ours: list[bool], form: str) -> None:
    """Points with their values, ours in another colour."""
    axis.set_xscale("log")
    axis.set_xlim(min(values) / 2, max(values) * ROOM)
    axis.xaxis.set_major_formatter(lambda value, _: f"{value:,.10g}")
    for row, (value, own) in enumerate(zip(values, ours, strict=True)):
        color = OUR_COLOR if own else OTHER_COLOR
        axis.axhline(row, color="#dddddd", linewidth=0.8, zorder=0)
        axis.plot([value], [row], "o", color=color, markersize=7)
        text = axis.annotate(form.format(value), (value, row), (7, 0), textcoords="offset points")
        text.set(va="center", color=color, fontweight="bold")
    axis.spines[["top", "right"]].set_visible(False)
