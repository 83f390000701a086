"""Measures of the drawing of Marooned!, and the chart under way."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass

from crusoe_env.marooned.state import AREA
from crusoe_env.marooned.view.words import Sight
from crusoe_env.show.icons import icons
from crusoe_env.show.sheet import Sheet

PAGE_WIDTH, PAGE_HEIGHT, MARGIN = 940, 700, 16
SCALE_BAR = 14
"""The chart's frame."""
SEA = PAGE_HEIGHT - 2 * MARGIN - 2 * SCALE_BAR
SEA_START = MARGIN + SCALE_BAR
SEA_BOX = (SEA_START, SEA_START, SEA, SEA)
PITCH, TILE, CORNER = 116, 108, 10
RING = (SEA - AREA * PITCH) / 2
"""The width of the sea around the area, where the ship sails."""
SIDE_X, SIDE_WIDTH = 704, 220

TURN_ARROW = "M-6.5 1.5A6.5 6.5 0 1 1 -1.5 6.3M-10 -1.5L-6.5 2.5L-2.5 -1"
SWAP_ARROWS = "M-6 -3H6M3 -6.5L6.5 -3L3 .5M6 4H-6M-3 .5L-6.5 4L-3 7.5"
FOOT = "M-2.5 -8Q3 -9 3 -3Q3 0 2 2H-2Q-4.5 -1 -4.5 -4.5Q-4.5 -7.5 -2.5 -8zM-2 4H2Q2.5 9 0 9T-2 4z"
ANCHOR = "M0 -9V9M-4 -4H4M-9 2Q-8 9 0 9Q8 9 9 2"

SCENE_WIDTH, SCENE_HEIGHT = 108, 84
SCENES = (
    ("wild_boar", "meat"), ("map_column", "treasure"), ("map_row", "rum"), ("sticks", "spear"),
    ("vines", "shelter"), ("flint", "torch"), ("hook", "fish"), ("rocks", "sos"),
    ("higher_ground", "lit_beacon"), ("palm_trees", "coconuts"), ("telescope", "ship_sighted"),
    ("mirage", "sea_serpent"), ("pirates", "compass"), ("storm", "tornado"), ("bottle", "message"),
    ("water", "waterfall"),
)  # fmt: skip
"""The scenes on the sides a and b of each card, in the order of the cards: names of files in `icons`."""
_SKY = re.compile(rf'\s*<rect width="{SCENE_WIDTH}" height="{SCENE_HEIGHT}" fill="(#[0-9a-f]{{6}})"/>')


@functools.cache
def scene(face: int) -> tuple[str, str]:
    """The colour of the sky, with which the drawing of a face begins, and what stands before it.

    The box has round corners at its top: scenes leave those to the sky.
    """
    name = SCENES[face // 2][face % 2]
    drawing = drawings()[name]
    sky = _SKY.match(drawing)
    if sky is None:
        raise ValueError(f"{name}.svg: a scene must begin with its sky, a <rect> as in the other scenes")
    return sky[1], drawing[sky.end() :]


def ship() -> str:
    """The ship, about 42 x 44 around (0, 0), bow to the right."""
    return drawings()["ship"]


def drawings() -> Mapping[str, str]:
    """The scenes, each in a box of 108 x 84, and the ship."""
    return icons("crusoe_env.marooned.view", "icons")


@dataclass(frozen=True)
class Chart(Sheet):
    """The drawing under way: what is seen, where, in which colours.

    Attributes:
        sight: the state.
        north, west: row and column, in cells of the frame, of the 4 x 4 window's north-west corner.
    """

    sight: Sight
    north: float
    west: float

    def middle(self, row: float, column: float) -> tuple[float, float]:
        """The centre of a cell; one cell beyond the window lies in the ring of sea."""
        return _along(column - self.west), _along(row - self.north)


def _along(cell: float) -> float:
    if cell <= -1:
        return SEA_START + RING / 2
    if cell >= AREA:
        return SEA_START + SEA - RING / 2
    return SEA_START + RING + (cell + 0.5) * PITCH
