"""How figures look, and how they are written: the same file for the same figures."""

from __future__ import annotations

import functools
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ParamSpec

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from crusoe_env.support.files import write_whole

Given = ParamSpec("Given")
FORMATS = (".svg", ".png", ".pdf")
SETTINGS: Any = {
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 10,
    "font.size": 9,
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Arial"],  # vector files name all of these at each word
    "pdf.fonttype": 42,
    "svg.fonttype": "none",
    "svg.hashsalt": "crusoe_env",
}
"""Words stay words in vector files, and names within them depend on nothing but the drawing."""
HUES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
HUES_ON_DARK = ("#56b4e9", "#f08c4a", "#2dc39a", "#e3a3c6", "#f0c04f", "#f0e442")
"""The palette of Okabe and Ito, which colour-blind people tell apart, and the same lighter for dark pages."""
DPI = 150


@dataclass(frozen=True)
class Look:
    """The colours of a figure: page, ink, weaker ink, grid, map of numbers, series."""

    page: str
    ink: str
    weak: str
    grid: str
    map: str
    hues: tuple[str, ...]

    def hue(self, number: int) -> str:
        """The colour of a series; after the last one they begin anew."""
        return self.hues[number % len(self.hues)]


LIGHT = Look("#ffffff", "#22343e", "#5f6c73", "#dde1e2", "Blues", HUES)
DARK = Look("#10191f", "#e9e4d8", "#a5b0b5", "#2c3c46", "cividis", HUES_ON_DARK)


def look_of(dark: bool) -> Look:
    """The colours on a dark or a light page."""
    return DARK if dark else LIGHT


def styled(draw: Callable[Given, Figure]) -> Callable[Given, Figure]:
    """Let a function draw in our style; its argument `dark=True` chooses the colours of a dark page."""

    @functools.wraps(draw)
    def drawn(*given: Given.args, **named: Given.kwargs) -> Figure:
        look = look_of(bool(named.get("dark")))
        words = ("text.color", "axes.labelcolor", "axes.titlecolor", "xtick.labelcolor", "ytick.labelcolor")
        lines = ("axes.edgecolor", "xtick.color", "ytick.color")
        pages = ("axes.facecolor", "figure.facecolor")
        colours: Any = dict.fromkeys(words, look.ink) | dict.fromkeys(lines, look.weak)
        colours |= dict.fromkeys(pages, look.page) | {"grid.color": look.grid}
        with mpl.rc_context({**SETTINGS, **colours}):
            return draw(*given, **named)

    return drawn


def new_figure(
    width: float, height: float, panels: tuple[int, int] = (1, 1), **shape: Any
) -> tuple[Figure, list[Axes]]:
    """A figure of so many inches and its axes, row by row."""
    figure = Figure(figsize=(width, height), layout="constrained")
    axes: list[Axes] = figure.subplots(*panels, squeeze=False, **shape).ravel().tolist()
    return figure, axes


def name_ends(axis: Axes, ends: Sequence[tuple[float, float, str, str]], least: float) -> None:
    """Write names beside the ends of lines, moved apart so that they do not lie on each other.

    Args:
        axis: holds the lines.
        ends: x, y, name and colour of each.
        least: the distance of two names, in units of y.
    """
    above = float("-inf")
    for x, y, name, colour in sorted(ends, key=lambda end: end[1]):
        above = max(y, above + least)
        axis.text(x, above, f" {name}", color=colour, va="center", clip_on=False)


def content_of(figure: Figure, form: str) -> bytes:
    """A figure as a file of this form, `.svg`, `.png` or `.pdf`; the same bytes for the same figure."""
    file = io.BytesIO()
    undated: dict[str, Any] = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(form, {})
    with mpl.rc_context(SETTINGS):
        figure.savefig(file, format=form[1:], dpi=DPI, metadata=undated, facecolor="auto")
    return file.getvalue()


def check_name(path: Path) -> None:
    """Raise ValueError unless a figure can have this name."""
    if path.suffix.lower() not in FORMATS:
        raise ValueError(f"{path}: figures are {', '.join(FORMATS)} files; choose a name that ends so")


def save(figure: Figure, path: Path) -> None:
    """Write a figure. Raises ValueError for another ending, OSError."""
    check_name(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, content_of(figure, path.suffix.lower()))
