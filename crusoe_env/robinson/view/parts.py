"""What all parts of the picture of Robinson Crusoe are drawn with: icons, pawns, tokens, dice."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from crusoe_env.robinson.view.words import Sight
from crusoe_env.show.icons import LARGE, MEEPLE, SMALL, icons, shared_icons
from crusoe_env.show.sheet import Sheet, Style

COLOURS = {
    "carpenter": "#c98a2b",
    "cook": "#c2453d",
    "explorer": "#3d8b5a",
    "soldier": "#4a6fa5",
    "friday": "#8a5aa8",
    "guest": "#3f8f8f",
    "dog": "#8c6b4a",
    "neutral": "#9aa5a8",
}
"""The colour of everybody's pawns."""
ACTION_COLOURS = {"build": "#9a6b3f", "gather": "#66757c", "explore": "#427d4d"}
"""The colour of dice and adventure tokens, by kind of action."""
BLACK, WHITE, RED = "#26323a", "#ffffff", "#b83a3f"
AGAIN = "M-4.6 1A4.6 4.6 0 1 1 -1 4.5M-7.2 -1L-4.6 1.8L-1.8 -.8"
DROP = "M0 -8Q6.5 .5 6.5 3.5Q6.5 8 0 8T-6.5 3.5Q-6.5 .5 0 -8z"
TICK = "M-5.5 .5l3.8 4.2l7.2 -8.6"
CROSS = "M-4.5 -4.5L4.5 4.5M-4.5 4.5L4.5 -4.5"

GROUND = {
    "beach": "#ead29a",
    "hills": "#a8cc8f",
    "mountains": "#c5c9c4",
    "river": "#a9d3c3",
    "plains": "#dfd58c",
}
"""The colour of a tile by its terrain."""
_SAME_AS = {
    "fur": "leather",
    "palisade": "fence",
    "weapon": "power",
    "beast": "hunt",
    "life": "health",
    "points": "star",
    "special": "star",
}
_TOOL_OF = {"knife": "stone_knife", "pit": "trap", "hatchet": "axe", "raft_jenny": "raft"}
"""Shared icons that have another name here."""


@functools.cache
def small_icons() -> Mapping[str, str]:
    """Of resources, structures, kinds of actions, weather, tokens; by name."""
    shared = shared_icons("small")
    return {**shared, **drawings("small"), **{name: shared[same] for name, same in _SAME_AS.items()}}


@functools.cache
def invention_icons() -> Mapping[str, str]:
    """Of inventions, by id; an invention of a scenario of one's own may have none."""
    shared = shared_icons("tools")
    return {**shared, **drawings("inventions"), **{name: shared[same] for name, same in _TOOL_OF.items()}}


def drawings(kind: str) -> Mapping[str, str]:
    """The icons that only this game shows, by id: `small`, `inventions`, `people` or `terrains`, 64 x 30."""
    return icons("crusoe_env.robinson.view", "icons", kind)


@dataclass(frozen=True)
class Canvas(Sheet):
    """The drawing under way.

    Attributes:
        sight: the state.
    """

    sight: Sight

    def icon(self, name: str, x: float, y: float, size: float, opacity: float | None = None) -> None:
        """A small icon, `size` wide, around (x, y)."""
        self.scene(small_icons()[name], x, y, size / SMALL, opacity)

    def portrait(self, person: int, x: float, y: float, size: float, opacity: float | None = None) -> None:
        """A person around (x, y)."""
        self.scene(drawings("people")[self.sight.person_id(person)], x, y, size / LARGE, opacity)

    def pawn(self, owner: int, x: float, y: float, size: float, opacity: float | None = None) -> None:
        """A pawn around (x, y), in the colour of its owner."""
        style: Style = {"stroke": WHITE, "stroke_width": 2.4, "stroke_linejoin": "round"}
        with self.d.group(x, y, size / SMALL, opacity=opacity):
            fill = COLOURS[self.sight.person_id(owner)]
            self.d.path(MEEPLE, fill=fill, paint_order="stroke", **style)

    def pawns(self, owners: Sequence[int], x: float, y: float, size: float) -> float:
        """Pawns from x to the right; the end."""
        for owner in owners:
            self.pawn(owner, x + size / 2, y, size)
            x += 0.86 * size
        return x + 0.14 * size

    def stroke(
        self, path: str, x: float, y: float, colour: str, width: float = 2.2, scale: float = 1
    ) -> None:
        """A sign drawn with a line around (x, y)."""
        style: Style = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
        with self.d.group(x, y, scale):
            self.d.path(path, stroke=colour, stroke_width=width, **style)

    def token(self, name: str, x: float, y: float, size: float = 18, deck: str = "build") -> None:
        """A token around (x, y); `deck`: of an adventure token."""
        half = size / 2
        fill = {"marker": BLACK, "danger": RED, "adventure": ACTION_COLOURS[deck]}.get(name, WHITE)
        self.d.circle(x, y, half, fill=fill, stroke=BLACK, stroke_width=1)
        signs = {"danger": "!", "adventure": "?", "shortcut": "S", "minus_pawn": "−1"}
        style: Style = {"bold": True, "anchor": "middle"}
        if name in signs:
            ink = BLACK if fill == WHITE else WHITE
            self.words(x, y + 0.21 * size, signs[name], 0.6 * size, fill=ink, **style)
        elif name == "reroll":
            self.stroke(AGAIN, x, y, BLACK, 1.8, size / 20)
        elif name in ("plus_wood", "plus_food"):
            self.icon(name.removeprefix("plus_"), x, y, 0.74 * size)
            self.words(x + 0.32 * size, y - 0.12 * size, "+", 0.62 * size, fill=RED, **style)
        elif name == "marker":
            self.stroke(CROSS, x, y, WHITE, 2.2, size / 19)
        else:
            self.icon("beast" if name == "hungry_animals" else name, x, y, 0.74 * size)

    def mark(self, mark: int, x: float, y: float, size: float, *, new: bool = False) -> None:
        """A mark of the scenario around (x, y): a light chip with its icon, or with its first letter.

        `new`: it counts from the next round on; its edge is dashed.
        """
        entry = self.sight.entry("mark", mark)
        dashes = "2.5 2" if new else None
        self.d.circle(x, y, size / 2, fill=WHITE, stroke=BLACK, stroke_width=1.2, stroke_dasharray=dashes)
        if entry.get("icon") in small_icons():
            self.icon(entry["icon"], x, y, 0.74 * size)
        else:
            style: Style = {"fill": BLACK, "bold": True, "anchor": "middle"}
            self.words(x, y + 0.22 * size, entry["name"][0].upper(), 0.62 * size, **style)

    def number_token(self, number: int, x: float, y: float, size: float) -> None:
        """A number token around (x, y)."""
        half = size / 2
        self.d.rect(x - half, y - half, size, size, 3, fill="#f3c64b", stroke=BLACK, stroke_width=1.2)
        style: Style = {"fill": BLACK, "bold": True, "anchor": "middle"}
        self.words(x, y + 0.24 * size, str(number), 0.68 * size, **style)

    def tokens(
        self, names: Sequence[str], x: float, y: float, size: float = 18, deck: str = "build"
    ) -> float:
        """Tokens from x to the right; the end."""
        for name in names:
            self.token(name, x + size / 2, y, size, deck)
            x += size + 2
        return x

    def die(self, kind: int, shows: int, x: float, y: float, size: float, colour: str) -> None:
        """An action die: wound, success, adventure; `shows` 1 as it is named, 0 its other face, else none."""
        half = size / 2
        if shows not in (0, 1):
            line: Style = {"fill": "none", "stroke": self.c.muted, "stroke_dasharray": "3 3"}
            self.d.rect(x - half, y - half, size, size, 0.2 * size, **line)
            return
        self.d.rect(x - half, y - half, size, size, 0.2 * size, fill=colour)
        scale = size / 26
        if kind == 1:
            if shows:
                self.stroke(TICK, x, y, WHITE, 3.2, scale)
            else:
                self.icon("determination", x - 4.5 * scale, y - 3 * scale, 12 * scale)
                self.icon("determination", x + 4.5 * scale, y + 3 * scale, 12 * scale)
        elif shows and kind == 0:
            with self.d.group(x, y, scale):
                self.d.path(DROP, fill="#ff8f8f", stroke=WHITE, stroke_width=1.2)
        elif shows:
            style: Style = {"fill": WHITE, "bold": True, "anchor": "middle"}
            self.words(x, y + 0.24 * size, "?", 0.68 * size, **style)
