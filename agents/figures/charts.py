"""Kinds of figures: intervals, learning curves, matrices, strength against time, reliability."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullFormatter

from crusoe_env.support.intervals import Interval

from .plain import Series, begins_early
from .style import look_of, name_ends, new_figure, styled

ROW, FRAME = 0.27, 0.75
"""Inches of a row, and of what is around the rows."""
NARROW, MANY = 5.6, 4
"""Inches of a figure that phones show, and from how many dots on a row is higher."""
LETTER, LINE = 0.0105, 0.035
"""A letter and a line of names beside points, in shares of the axes."""
DECADES = 100
"""A logarithmic axis that ends before so many times its beginning also has a tick at 2 and 5."""
LETTERS = 11
"""Letters of a title to an inch."""
WHITE_FROM = 0.55
"""Share of the colour map above which numbers are written in the other colour."""


@dataclass(frozen=True)
class Panel:
    """Rows of intervals beneath each other.

    Attributes:
        title: above it.
        rows: name, interval and the number of its colour.
        form: of the figure beside a dot.
        bounds: of the axis; None: as the intervals ask for.
    """

    title: str
    rows: Sequence[tuple[str, Interval, int]]
    form: str = "{:.1f} %"
    bounds: tuple[float, float] | None = None


@styled
def intervals(panels: Sequence[Panel], title: str = "", *, dark: bool = False) -> Figure:
    """Dots with their intervals, a panel beside the other; all have the same rows if there are several.

    Figures are drawn as they are: a share of 1 is to be given in percent.
    """
    look = look_of(dark)
    count = max(len(panel.rows) for panel in panels)
    size = (3.2 + 3.6 * len(panels), FRAME + ROW * count)
    figure, axes = new_figure(*size, (1, len(panels)), sharey=len(panels) > 1)
    for axis, panel in zip(axes, panels, strict=True):
        for place, (_, found, number) in enumerate(panel.rows):
            axis.plot([found.low, found.high], [place, place], color=look.hue(number), linewidth=2, zorder=2)
            axis.plot([found.mean], [place], "o", color=look.hue(number), markersize=5, zorder=3)
            axis.axhline(place, color=look.grid, linewidth=0.6, zorder=0)
            axis.annotate(
                panel.form.format(found.mean), (found.high, place), (5, 0), textcoords="offset points",
                va="center", color=look.ink, fontsize=8,
            )  # fmt: skip
        low, high = panel.bounds or _around([found for _, found, _ in panel.rows])
        axis.set_xlim(low - 0.03 * (high - low), high + 0.16 * (high - low))
        if low < 0 < high:
            axis.axvline(0, color=look.weak, linewidth=0.8, zorder=1)
        axis.set_yticks(range(len(panel.rows)), [name for name, _, _ in panel.rows])
        axis.set_ylim(count - 0.5, -0.5)
        axis.spines["left"].set_visible(False)
        axis.tick_params(axis="y", length=0)
        axis.set_title(panel.title)
    if title:
        figure.suptitle(title, fontsize=11, x=0.01, ha="left")
    return figure


def _around(found: Sequence[Interval]) -> tuple[float, float]:
    """The ends of an axis that holds these intervals, and 0."""
    return min(0.0, *(each.low for each in found)), max(0.0, *(each.high for each in found))


@styled
def groups(
    rows: Sequence[str],
    series: Mapping[str, Sequence[Interval | None]],
    across: str,
    *,
    log: bool = False,
    dark: bool = False,
) -> Figure:
    """Dots with their intervals: a row for each task, in each row a dot for each series.

    Narrow, so that its words can be read on a phone.

    Args:
        rows: names from top to bottom.
        series: by name what each row has; None: nothing.
        across: what the x axis has.
        log: a logarithmic x axis.
        dark: for a dark page.
    """
    look = look_of(dark)
    height = ROW if len(series) < MANY else 1.2 * ROW
    figure, (axis,) = new_figure(NARROW, FRAME + height * len(rows))
    for number, (name, found) in enumerate(series.items()):
        shift = (number - (len(series) - 1) / 2) * 0.7 / len(series)
        known = [(place + shift, each) for place, each in enumerate(found) if each is not None]
        colour = look.hue(number)
        for place, each in known:
            axis.plot([each.low, each.high], [place, place], color=colour, linewidth=1.5, zorder=2)
        places, means = [place for place, _ in known], [each.mean for _, each in known]
        axis.plot(means, places, "o", color=colour, markersize=4, zorder=3, label=name)
    for place in range(0, len(rows), 2):
        axis.axhspan(place - 0.5, place + 0.5, color=look.grid, alpha=0.4, linewidth=0, zorder=0)
    axis.set_yticks(range(len(rows)), rows)
    axis.set_ylim(len(rows) - 0.5, -0.5)
    axis.spines["left"].set_visible(False)
    axis.tick_params(axis="y", length=0)
    axis.set(xlabel=across, xscale="log" if log else "linear")
    figure.legend(
        loc="outside upper left", ncols=len(series), frameon=False, handletextpad=0.1, columnspacing=1.0,
        labelcolor="linecolor",
    )  # fmt: skip
    return figure


@styled
def curves(
    series: Sequence[Series], levels: Mapping[str, Interval], title: str, across: str, *, dark: bool = False
) -> Figure:
    """Lines with bands, and dashed levels of others; all in percent.

    Args:
        series: learning curves.
        levels: others, which do not learn, with their intervals.
        title: above the figure.
        across: what the x axis has.
        dark: for a dark page.
    """
    look = look_of(dark)
    figure, (axis,) = new_figure(7.2, 4.0)
    last = max(float(each.x[-1]) for each in series)
    first = min(float(each.x[0]) for each in series)
    ends = []
    for number, each in enumerate(series):
        colour = look.hue(number)
        axis.fill_between(each.x, each.low, each.high, color=colour, alpha=0.2, linewidth=0)
        axis.plot(
            each.x, each.y, color=colour, linewidth=2, marker="o" if len(each.x) < 40 else "", markersize=3
        )
        ends.append((float(each.x[-1]), float(each.y[-1]), each.name, colour))
    for name, level in levels.items():
        axis.axhline(level.mean, color=look.weak, linewidth=1, linestyle="--")
        axis.axhspan(level.low, level.high, color=look.weak, alpha=0.15, linewidth=0)
        ends.append((last, level.mean, name, look.weak))
    top = max([float(each.high.max()) for each in series] + [level.high for level in levels.values()])
    axis.set(
        xlabel=across, ylabel="games won, %", title=title, xlim=(min(first, 0.0), last), ylim=(0, 1.08 * top)
    )
    if begins_early(series):
        axis.set(xscale="log", xlim=(first, last))
        axis.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if last < DECADES * first else (1,)))
        axis.xaxis.set_major_formatter("{x:g}")
        axis.xaxis.set_minor_formatter(NullFormatter())
    name_ends(axis, ends, 0.06 * top)
    return figure


@styled
def matrix(
    rows: Sequence[str],
    columns: Sequence[str],
    cells: np.ndarray,
    title: str,
    words: str,
    *,
    dark: bool = False,
) -> Figure:
    """Numbers with their intervals as a coloured table with a colour bar.

    Args:
        rows, columns: their names.
        cells: float (rows, columns, 3): mean, low, high; nan where nothing is known.
        title: above the figure.
        words: beside the colour bar.
        dark: for a dark page.
    """
    look = look_of(dark)
    means = cells[..., 0]
    has_widths = bool((cells[..., 2] > cells[..., 1]).any())
    side = 0.62 if has_widths else 0.36
    longest = 0.07 * max(map(len, [*rows, *columns]))
    width = max(4.5, 1.6 + longest + side * len(columns))
    title = textwrap.fill(title, int(LETTERS * width))
    size = width, 0.9 + 0.8 * longest + 0.36 * len(rows) + 0.17 * (1 + title.count("\n"))
    figure, (axis,) = new_figure(*size)
    drawn = axis.imshow(means, cmap=look.map, vmin=min(0.0, float(np.nanmin(means))), aspect="auto")
    for row, column in np.ndindex(*means.shape):
        mean, low, high = (float(number) for number in cells[row, column])
        if np.isnan(mean):
            continue
        is_far = mean > WHITE_FROM * float(np.nanmax(means))
        between = f"\n{low:.0f} – {high:.0f}" if high > low else ""
        colour = ("black" if is_far else "white") if dark else ("white" if is_far else "black")
        axis.text(column, row, f"{mean:.0f}{between}", ha="center", va="center", color=colour, fontsize=6.5)
    axis.set_xticks(range(len(columns)), columns, rotation=55, ha="right", rotation_mode="anchor")
    axis.set_yticks(range(len(rows)), rows)
    axis.spines[:].set_visible(False)
    axis.tick_params(length=0)
    axis.set_title(title)
    bar = figure.colorbar(drawn, ax=axis, shrink=0.8)
    bar.set_label(words)
    bar.outline.set_visible(False)
    return figure


@styled
def strength_against_time(
    points: Sequence[tuple[str, float, Interval]], title: str, *, dark: bool = False
) -> Figure:
    """Games won over milliseconds for each decision, with a line through those that no quicker one beats.

    Args:
        points: name, milliseconds, share of games won in percent.
        title: above the figure.
        dark: for a dark page.
    """
    look = look_of(dark)
    figure, (axis,) = new_figure(8.2, 4.6)
    ordered = sorted(points, key=lambda point: point[1])
    best, front = -1.0, []
    for name, _, found in ordered:
        if found.mean > best:
            best = found.mean
            front.append(name)
    line = [(time, found.mean) for name, time, found in ordered if name in front]
    axis.step(*zip(*line, strict=True), where="post", color=look.hue(0), linewidth=1, alpha=0.6)
    for name, time, found in ordered:
        colour = look.hue(0) if name in front else look.weak
        axis.plot([time, time], [found.low, found.high], color=colour, linewidth=1.5)
        axis.plot([time], [found.mean], "o", color=colour, markersize=5)
    axis.set_xscale("log")
    axis.set_xlim(ordered[0][1] / 2, ordered[-1][1] * 12)
    axis.set(xlabel="milliseconds for each decision", ylabel="games won, %", title=title)
    axis.grid(color=look.grid, linewidth=0.6)
    colours = {name: look.hue(0) if name in front else look.weak for name, _, _ in ordered}
    _name_points(axis, [(name, time, found.mean, colours[name]) for name, time, found in ordered])
    return figure


def _name_points(axis: Axes, points: Sequence[tuple[str, float, float, str]]) -> None:
    """Write names beside points on a logarithmic x axis, as near as possible, none on another."""
    placed: list[tuple[float, float, float]] = []
    (start, end), (low, high) = axis.get_xlim(), axis.get_ylim()
    for name, x, y, colour in sorted(points, key=lambda point: point[2]):
        left, at = np.log(x / start) / np.log(end / start) + 0.012, (y - low) / (high - low) + 0.7 * LINE
        width = LETTER * len(name)
        for shift in sorted(np.arange(-12, 13) * LINE, key=abs):
            if not any(
                abs(at + shift - b) < LINE and left < a + w and a < left + width for a, b, w in placed
            ):
                break
        placed.append((left, at + shift, width))
        place: Any = {"xycoords": "axes fraction", "va": "center", "fontsize": 7.5, "color": colour}
        axis.annotate(name, (left, at + shift), **place)


@styled
def reliability(
    groups: Mapping[str, Sequence[tuple[float, Interval]]], title: str, *, dark: bool = False
) -> Figure:
    """Shares of games won over the chances that were named, in percent, with the diagonal."""
    look = look_of(dark)
    figure, (axis,) = new_figure(5.2, 4.6)
    axis.plot([0, 100], [0, 100], color=look.weak, linewidth=1, linestyle="--")
    for number, (name, points) in enumerate(groups.items()):
        colour = look.hue(number)
        shift = 0.8 * (number - (len(groups) - 1) / 2)
        for named, won in points:
            axis.plot([named + shift] * 2, [won.low, won.high], color=colour, linewidth=1.5)
            axis.plot([named + shift], [won.mean], "o", color=colour, markersize=4)
        axis.text(3, 97 - 6 * number, name, color=colour)
    axis.set(xlabel="chance named, %", ylabel="games won, %", title=title, xlim=(-2, 102), ylim=(-2, 102))
    axis.set_aspect("equal")
    return figure
