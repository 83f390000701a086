"""What all parts of the picture of Dieson Crusoe are drawn with: icons, dice, words that fit."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from crusoe_env.core.drawing import Drawing, Palette
from crusoe_env.dieson import icons
from crusoe_env.dieson.rules.dice import is_blue, value_of
from crusoe_env.dieson.view_words import Part, Sight

Style = dict[str, Any]
"""SVG attributes by name."""

WIDTH_OF_LETTER = 0.55
"""Of its size, on average and in the usual fonts."""
SMALLEST = 0.75
"""How far words may shrink to fit, before they are cut."""

YELLOW_DIE, BLUE_DIE = ("#f4c64f", "#c39423", "#3b2a08"), ("#3f7db4", "#285a87", "#ffffff")
"""Face, edge, pips."""
_LEFT, _RIGHT, _MIDDLE = (-0.26, -0.26), (0.26, 0.26), (0.0, 0.0)
_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: (_MIDDLE,),
    2: (_LEFT, _RIGHT),
    3: (_LEFT, _MIDDLE, _RIGHT),
    4: (_LEFT, _RIGHT, (0.26, -0.26), (-0.26, 0.26)),
    5: (_LEFT, _RIGHT, (0.26, -0.26), (-0.26, 0.26), _MIDDLE),
    6: (_LEFT, _RIGHT, (0.26, -0.26), (-0.26, 0.26), (-0.26, 0.0), (0.26, 0.0)),
}


@dataclass(frozen=True)
class Table:
    """The drawing under way: what is seen, in which colours.

    Attributes:
        d, c: the drawing and its colours.
        theme: `light` or `dark`.
        sight: the state.
    """

    d: Drawing
    c: Palette
    theme: str
    sight: Sight

    def words(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        *,
        fill: str | None = None,
        width: float | None = None,
        **style: Any,
    ) -> None:
        """One line of text; to stay within `width` it is set smaller, then cut."""
        if width is not None:
            words, size = fitted(words, size, width)
        self.d.text(x, y, words, size, fill=fill or self.c.ink, **style)

    def heading(self, x: float, y: float, words: str) -> None:
        """A small heading."""
        self.words(x, y, words.upper(), 9.5, fill=self.c.muted, bold=True, letter_spacing=1.1)

    def icon(self, name: str, x: float, y: float, size: float, opacity: float | None = None) -> None:
        """A small icon, `size` wide, around (x, y)."""
        self.scene(icons.BY_NAME[name], x, y, size / icons.SMALL, opacity)

    def scene(self, markup: str, x: float, y: float, scale: float, opacity: float | None = None) -> None:
        """Markup drawn around (0, 0), moved to (x, y)."""
        with self.d.group(x, y, scale, opacity=opacity):
            self.d.markup(markup)

    def star(self, x: float, y: float, size: float, words: str = "") -> None:
        """A golden star, with a number in it if there are words."""
        self.icon("star", x, y, size)
        if words:
            self.words(x, y + 0.17 * size, words, 0.5 * size, fill="#3b2a08", bold=True, anchor="middle")

    def parts(self, x: float, y: float, parts: Sequence[Part], size: float, fill: str | None = None) -> float:
        """Icons with amounts after each, from x to the right; the end."""
        for name, words in parts:
            self.icon(name, x + size / 2, y, size)
            x += size + 1.5
            if words:
                self.words(x, y + 0.34 * size, words, 0.92 * size, fill=fill, bold=True)
                x += 0.56 * 0.92 * size * len(words) + 0.28 * size
        return x

    def die(self, x: float, y: float, size: float, die: int, opacity: float | None = None) -> None:
        """A die around (x, y)."""
        face, edge, pips = BLUE_DIE if is_blue(die) else YELLOW_DIE
        d = self.d
        with d.group(x, y, opacity=opacity):
            half = size / 2
            d.rect(-half, -half + 0.05 * size, size, size, 0.2 * size, fill=edge)
            d.rect(-half, -half, size, 0.96 * size, 0.2 * size, fill=face)
            for right, down in _PIPS[int(value_of(die))]:
                d.circle(right * size, (down - 0.02) * size, 0.09 * size, fill=pips)

    def slot(self, x: float, y: float, size: float) -> None:
        """An empty place for a die."""
        half = size / 2
        d, line = self.d, self.c.muted
        d.rect(-half + x, -half + y, size, size, 0.2 * size, fill="none", stroke=line, stroke_dasharray="3 3")

    def panel(self, x: float, y: float, width: float, height: float, **style: Any) -> None:
        """A panel with round corners."""
        style = {"fill": self.c.panel, "stroke": self.c.line, **style}
        self.d.rect(x, y, width, height, 8, **style)

    def meeple(self, x: float, y: float, scale: float) -> None:
        """Your meeple."""
        style: Style = {"stroke": "#ffffff", "stroke_width": 2, "stroke_linejoin": "round"}
        with self.d.group(x, y, scale):
            self.d.path(icons.MEEPLE, fill=self.c.accent, paint_order="stroke", **style)


def fitted(words: str, size: float, width: float) -> tuple[str, float]:
    """Words and the size at which they stay within a width, cut if they are far too long."""
    room = width / WIDTH_OF_LETTER
    if len(words) * size <= room:
        return words, size
    smallest = SMALLEST * size
    if len(words) * smallest <= room:
        return words, room / len(words)
    return words[: max(int(room / smallest) - 1, 1)].rstrip() + "…", smallest


def wrapped(words: str, size: float, width: float, most: int) -> list[str]:
    """Words in at most so many lines of a width."""
    lines = textwrap.wrap(words, max(int(width / 0.9 / WIDTH_OF_LETTER / size), 4))
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return lines
