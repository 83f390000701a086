"""What all parts of the picture of Dieson Crusoe are drawn with: icons and dice."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from crusoe_env.dieson.rules.dice import is_blue, value_of
from crusoe_env.dieson.view.words import Part, Sight
from crusoe_env.show.icons import MEEPLE, SMALL, icons, shared_icons
from crusoe_env.show.sheet import Sheet, Style

YELLOW_DIE, BLUE_DIE = ("#f4c64f", "#c39423", "#3b2a08"), ("#3f7db4", "#285a87", "#ffffff")
"""Face, edge, pips."""
FAINT = 0.35
"""How bright the drawing is of what does not matter in this game."""
_LEFT, _RIGHT, _MIDDLE = (-0.26, -0.26), (0.26, 0.26), (0.0, 0.0)
_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: (_MIDDLE,),
    2: (_LEFT, _RIGHT),
    3: (_LEFT, _MIDDLE, _RIGHT),
    4: (_LEFT, _RIGHT, (0.26, -0.26), (-0.26, 0.26)),
    5: (_LEFT, _RIGHT, (0.26, -0.26), (-0.26, 0.26), _MIDDLE),
    6: (_LEFT, _RIGHT, (0.26, -0.26), (-0.26, 0.26), (-0.26, 0.0), (0.26, 0.0)),
}


@functools.cache
def small_icons() -> Mapping[str, str]:
    """Of goods, dice boxes, tracks; by name."""
    shared = shared_icons("small")
    return {**shared, **drawings("small"), "weather": shared["rain"]}


@functools.cache
def tool_icons() -> Mapping[str, str]:
    """Of the tools, by id."""
    return {**shared_icons("tools"), **drawings("tools")}


def drawings(kind: str) -> Mapping[str, str]:
    """The icons that only this game shows, by id: `small`, `tools`, `areas`, `characters` or `friends`."""
    return icons("crusoe_env.dieson.view", "icons", kind)


@dataclass(frozen=True)
class Canvas(Sheet):
    """The drawing under way: what is seen, in which colours.

    Attributes:
        sight: the state.
    """

    sight: Sight

    def icon(self, name: str, x: float, y: float, size: float, opacity: float | None = None) -> None:
        """A small icon, `size` wide, around (x, y)."""
        self.scene(small_icons()[name], x, y, size / SMALL, opacity)

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

    def meeple(self, x: float, y: float, scale: float) -> None:
        """Your meeple."""
        style: Style = {"stroke": "#ffffff", "stroke_width": 2, "stroke_linejoin": "round"}
        with self.d.group(x, y, scale):
            self.d.path(MEEPLE, fill=self.c.accent, paint_order="stroke", **style)
