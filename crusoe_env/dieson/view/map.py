"""The island of Dieson Crusoe: where its spaces lie, and how it is drawn."""

from __future__ import annotations

import contextlib
import functools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from crusoe_env.dieson import state as st
from crusoe_env.dieson.view.about import about_space
from crusoe_env.dieson.view.parts import Canvas, drawings, tool_icons
from crusoe_env.dieson.view.pointing import on_space
from crusoe_env.show.sheet import Style, around, fitted, wrapped

X, Y, WIDTH, HEIGHT = 14, 14, 600, 470
"""The chart on the page, its frame included."""
FRAME = 12

BY_NAME: dict[str, tuple[float, float]] = {
    "west_beach": (78, 254),
    "west_grove": (104, 162),
    "west_rocks": (132, 338),
    "north_shore": (180, 80),
    "north_woods": (274, 78),
    "green_hill": (376, 74),
    "meadow": (196, 250),
    "riverbank": (286, 212),
    "clearing": (272, 306),
    "west_slope": (326, 142),
    "east_slope": (476, 150),
    "summit": (402, 184),
    "south_forest": (342, 338),
    "southern_tip": (318, 414),
    "southeast_shore": (444, 380),
    "southeast_tip": (522, 394),
    "village_path": (520, 222),
    "village": (486, 296),
}
"""Where each space lies as its name says; lines that disagree with it move it."""
APART, LONGEST, ASIDE = 70.0, 240.0, 24.0
"""Between two spaces at least; along a line at most; from a line to a space that is not its own."""
REACH = 55.0
"""How far the land of a space reaches, if no other is nearer."""
MEEPLE_BESIDE = (-17.0, -15.0)
"""Where your meeple stands, seen from its space."""

Point = tuple[float, float]
Lines = tuple[tuple[int, int, int], ...]
"""Two spaces and the stars between them, for each line."""


# ---------------------------------------------------------------------------------------- the layout


@functools.lru_cache(maxsize=16)
def places(lines: Lines) -> np.ndarray:
    """Positions of all spaces, (SPACES, 2): where their names say, unless the lines disagree."""
    named = np.array([BY_NAME[space] for space in st.SPACE_IDS], np.float64)
    low, high = named.min(axis=0), named.max(axis=0)
    at = named
    for _ in range(200):
        move = _apart(at) + _together(at, lines) + _aside(at, lines)
        if not move.any():
            break
        at = np.clip(at + 0.5 * move, low, high)
    first, last = at.min(axis=0), at.max(axis=0)
    return low + (at - first) / np.maximum(last - first, 1) * (high - low)


def _apart(at: np.ndarray) -> np.ndarray:
    """Spaces that lie too near to each other move away."""
    gap = at[:, None] - at[None]
    distance = np.hypot(gap[..., 0], gap[..., 1]) + APART * np.eye(st.SPACES)
    short = np.clip(APART - distance, 0, None) / np.maximum(distance, 1)
    return 0.5 * (gap * short[..., None]).sum(axis=1)


def _together(at: np.ndarray, lines: Lines) -> np.ndarray:
    """The ends of very long lines move towards each other."""
    move = np.zeros_like(at)
    for a, b, _ in lines:
        gap = at[b] - at[a]
        length = math.hypot(*gap)
        if length > LONGEST:
            move[a] += 0.3 * (1 - LONGEST / length) * gap
            move[b] -= 0.3 * (1 - LONGEST / length) * gap
    return move


def _aside(at: np.ndarray, lines: Lines) -> np.ndarray:
    """Spaces make way for lines that only pass by."""
    move = np.zeros_like(at)
    for a, b, _ in lines:
        away = _away_from_line(at, at[a], at[b])
        distance = np.hypot(away[:, 0], away[:, 1])
        push = np.clip(ASIDE - distance, 0, None) / np.maximum(distance, 1)
        push[[a, b]] = 0
        move += push[:, None] * away
    return move


def _away_from_line(points: np.ndarray, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The ways from a line to many points; a little aside for a point that lies on it."""
    along = b - a
    share = np.clip((points - a) @ along / max(float(along @ along), 1.0), 0, 1)
    away = points - (a + share[:, None] * along)
    on_it = np.abs(away).sum(axis=1) < 0.01
    away[on_it] = np.array([-along[1], along[0]]) / max(math.hypot(*along), 1.0)
    return away


@dataclass(frozen=True)
class Layout:
    """What the picture of the island is made of.

    Attributes:
        at: the positions of the spaces.
        land: the land of each space, a polygon.
        stars: where the stars of each line are drawn.
        homes: where the animal of each area is drawn, if there is such an area.
    """

    at: np.ndarray
    land: tuple[tuple[Point, ...], ...]
    stars: tuple[Point, ...]
    homes: tuple[Point | None, ...]


@functools.lru_cache(maxsize=16)
def layout(lines: Lines, areas: tuple[int, ...]) -> Layout:
    """The layout for these lines (space, space, stars) and the area of each space."""
    at = places(lines)
    land = tuple(tuple(_land(at, space)) for space in range(st.SPACES))
    stars = _star_places(at, lines)
    homes = tuple(_home(at, lines, stars, areas, area) for area in range(st.AREAS))
    return Layout(at, land, tuple(stars), homes)


def _land(at: np.ndarray, space: int) -> list[Point]:
    """The part of a wobbly disc around a space that lies nearer to it than to any other."""
    x, y = at[space]
    corners: list[Point] = []
    for i in range(36):
        angle = 2 * math.pi * i / 36
        wobble = 1 + 0.06 * math.sin(3 * angle + 1.7 * space) + 0.04 * math.sin(7 * angle + space)
        corners.append((x + REACH * wobble * math.cos(angle), y + REACH * wobble * math.sin(angle)))
    for other in range(st.SPACES):
        if other != space:
            corners = _nearer(corners, at[space], at[other])
    return corners


def _nearer(corners: list[Point], here: np.ndarray, there: np.ndarray) -> list[Point]:
    """The part of a polygon that lies nearer to one point than to another."""
    normal, middle = there - here, (here + there) / 2

    def beyond(point: Point) -> float:
        return float((point[0] - middle[0]) * normal[0] + (point[1] - middle[1]) * normal[1])

    kept: list[Point] = []
    for i, point in enumerate(corners):
        before = corners[i - 1]
        a, b = beyond(before), beyond(point)
        if (a < 0) != (b < 0):
            share = a / (a - b)
            x, y = before[0] + share * (point[0] - before[0]), before[1] + share * (point[1] - before[1])
            kept.append((x, y))
        if b < 0:
            kept.append(point)
    return kept


def _star_places(at: np.ndarray, lines: Lines) -> list[Point]:
    """A spot on each line, near its middle, with room around it: away from all else."""
    chosen: list[Point] = []
    for a, b, _ in lines:
        shares = np.linspace(0.3, 0.7, 17)
        spots = at[a] + shares[:, None] * (at[b] - at[a])
        others = np.array([*chosen, (-999.0, -999.0)])
        from_stars, from_spaces = _gaps(spots, others).min(axis=1) - 10, _gaps(spots, at).min(axis=1) - 17
        from_meeple = _gaps(spots, at + MEEPLE_BESIDE).min(axis=1) - 13
        passing = [line for line in lines if not {a, b} & {*line[:2]}]
        from_lines = _from_lines(spots, at, passing) - 6
        room = np.minimum.reduce([from_stars, from_spaces, from_meeple, from_lines, _from_names(spots, at)])
        best = spots[int(np.round(room.clip(None, 13) - 12 * abs(shares - 0.5), 1).argmax())]
        chosen.append((float(best[0]), float(best[1])))
    return chosen


def _home(
    at: np.ndarray, lines: Lines, stars: list[Point], areas: tuple[int, ...], area: int
) -> Point | None:
    """A spot on an area's land with room around it: away from spaces, names, lines, stars and your meeple."""
    if area not in areas:
        return None
    xs, ys = np.meshgrid(np.arange(36.0, WIDTH - 36, 5), np.arange(36.0, HEIGHT - 36, 5))
    spots = np.stack([xs.ravel(), ys.ravel()], axis=1)
    inside = np.array(areas)[_gaps(spots, at).argmin(axis=1)] == area
    spots = spots[inside]
    from_spaces = _gaps(spots, at).min(axis=1)
    room = [
        from_spaces - 16,
        REACH + 2 - from_spaces,
        _gaps(spots, at + MEEPLE_BESIDE).min(axis=1) - 13,
        _from_names(spots, at),
        _from_lines(spots, at, lines),
        _gaps(spots, np.array([*stars, (-999.0, -999.0)])).min(axis=1) - 9,
    ]
    best = spots[int(np.round(np.minimum.reduce(room), 1).argmax())]
    return float(best[0]), float(best[1])


def _from_lines(spots: np.ndarray, at: np.ndarray, lines: Sequence[tuple[int, int, int]]) -> np.ndarray:
    """How far spots are from the nearest of some lines."""
    gaps = [np.hypot(*_away_from_line(spots, at[a], at[b]).T) for a, b, _ in lines]
    return np.min([np.full(len(spots), np.inf), *gaps], axis=0)


def _gaps(spots: np.ndarray, points: np.ndarray) -> np.ndarray:
    """The distances between each of some spots and each of some points."""
    return np.hypot(*(spots[:, None] - points[None]).transpose(2, 0, 1))


def _from_names(spots: np.ndarray, at: np.ndarray) -> np.ndarray:
    """How far spots are from the names, which stand below the spaces."""
    beyond = np.abs(spots[:, None] - (at + np.array([0.0, 25.0]))[None]) - np.array([29.0, 5.0])
    return np.hypot(*np.clip(beyond, 0, None).transpose(2, 0, 1)).min(axis=1)


# ---------------------------------------------------------------------------------------- the drawing

AREA_COLOURS = {
    "light": ("#dbe0a0", "#bcd48f", "#9dbf80", "#d3c7b3", "#8fb8a0", "#e2b892"),
    "dark": ("#66703f", "#4d693f", "#3b5a3c", "#625c52", "#2f5650", "#74523b"),
}
"""In the order of the areas."""
SPACE_RADIUS, LOCATION_RADIUS = 14.5, 19.0


def draw_map(canvas: Canvas) -> None:
    """The island in a chart's frame."""
    sight = canvas.sight
    lines = tuple(sight.lines())
    laid = layout(lines, tuple(int(area) for area in sight.t.space_area))
    whole = around(0, 0, WIDTH, HEIGHT)
    with _layer(canvas, *whole):
        _draw_frame(canvas)
        _draw_land(canvas, laid)
        _draw_animals(canvas, laid)
    with _layer(canvas, *whole):
        _draw_lines(canvas, laid, lines)
    with _layer(canvas, *whole):
        _draw_stars(canvas, laid, lines)
    for space in range(st.SPACES):
        x, y = laid.at[space]
        zone = canvas.d.zone(
            f"{sight.space_name(space)}: {about_space(sight, space)}", on_space(sight, space)
        )
        with (
            _layer(canvas, x - 46, y - 26, 92, 96 if canvas.d.smallest else 78),
            zone,
        ):  # names have two lines
            _draw_space(canvas, space, x, y)
    x, y = laid.at[sight.s.space] + MEEPLE_BESIDE
    with _layer(canvas, x - 18, y - 18, 36, 36):
        canvas.meeple(x, y, 1.15)


@contextlib.contextmanager
def _layer(canvas: Canvas, x: float, y: float, width: float, height: float) -> Iterator[None]:
    """A layer of the chart, whose corner is (0, 0) inside."""
    with canvas.d.layer(X + x, Y + y, width, height), canvas.d.group(X, Y):
        yield


def _draw_frame(canvas: Canvas) -> None:
    """The chart's frame with its scale bars."""
    d, c = canvas.d, canvas.c
    d.rect(0, 0, WIDTH, HEIGHT, 6, fill=c.panel, stroke=c.line)
    wide, high = (WIDTH - 2 * FRAME) / 10, (HEIGHT - 2 * FRAME) / 8
    for i in range(0, 10, 2):
        for y in (FRAME / 2, HEIGHT - FRAME / 2):
            d.line(FRAME + i * wide, y, FRAME + (i + 1) * wide, y, stroke=c.wave, stroke_width=4)
    for i in range(0, 8, 2):
        for x in (FRAME / 2, WIDTH - FRAME / 2):
            d.line(x, FRAME + i * high, x, FRAME + (i + 1) * high, stroke=c.wave, stroke_width=4)


def _draw_sea(canvas: Canvas) -> None:
    """The sea with a few waves."""
    d, c = canvas.d, canvas.c
    water = d.gradient(f"dieson-sea-{canvas.theme}", [(0, c.sea, 1), (1, c.deep, 1)])
    d.rect(0, 0, WIDTH, HEIGHT, fill=water)
    waves = "".join(f"M{x:g} {y:g}q5 -5 10 0t10 0" for x, y in _wave_places())
    d.path(waves, fill="none", stroke=c.wave, stroke_width=2, stroke_linecap="round")


def _wave_places() -> Iterator[Point]:
    for i in range(7):
        for j in range(6):
            x, y = 30 + 88 * i + 37 * (j % 2), 34 + 76 * j + 9 * ((i * 3 + j * 5) % 5)
            if x < WIDTH - 40 and y < HEIGHT - 18:
                yield x, y


def _draw_land(canvas: Canvas, laid: Layout) -> None:
    """Inside the frame: the sea, shallow water, sand, and the areas in their colours."""
    d, c = canvas.d, canvas.c
    wide, high = WIDTH - 2 * FRAME, HEIGHT - 2 * FRAME
    box = f'x="{FRAME}" y="{FRAME}" width="{wide}" height="{high}" viewBox="{FRAME} {FRAME} {wide} {high}"'
    d.markup(f'<svg {box} overflow="hidden">')
    _draw_sea(canvas)
    outline = "".join(_outline(land) for land in laid.land)
    for width, colour in ((52, c.shallow), (32, c.surf), (15, c.sand)):
        d.path(outline, fill=colour, stroke=colour, stroke_width=width, stroke_linejoin="round")
    for area, colour in enumerate(AREA_COLOURS[canvas.theme]):
        mine = [laid.land[space] for space in range(st.SPACES) if canvas.sight.t.space_area[space] == area]
        if mine:
            style: Style = {"stroke": colour, "stroke_width": 1.5, "stroke_linejoin": "round"}
            d.path("".join(_outline(land) for land in mine), fill=colour, **style)
    d.markup("</svg>")


def _outline(corners: tuple[Point, ...]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "z" if corners else ""


def _draw_animals(canvas: Canvas, laid: Layout) -> None:
    """Who lives in each area, and the strength that a hunt needs."""
    for area, home in enumerate(laid.homes):
        if home is None:
            continue
        x, y = home
        canvas.scene(drawings("areas")[st.AREA_IDS[area]], x, y, 0.8)
        strength = str(int(canvas.sight.t.hunt_strength[area]))
        canvas.d.circle(x + 14, y + 11, 8, fill=canvas.c.card, stroke=canvas.c.card_line)
        style: Style = {"fill": canvas.c.card_ink, "bold": True, "anchor": "middle"}
        canvas.words(x + 14, y + 14.6, strength, 10.5, **style)


def _draw_lines(canvas: Canvas, laid: Layout, lines: Lines) -> None:
    """The lines; those that you may walk now in the accent colour."""
    d, c, sight = canvas.d, canvas.c, canvas.sight
    here = int(sight.s.space)
    for a, b, _ in lines:
        (x1, y1), (x2, y2) = laid.at[a], laid.at[b]
        open_now = here in (a, b) and sight.can_move_to(b if here == a else a)
        d.line(x1, y1, x2, y2, stroke=c.card, stroke_width=6, opacity=0.55, stroke_linecap="round")
        colour = c.accent if open_now else c.card_ink
        dashes = None if open_now else "1 5.5"
        style: Style = {"stroke_width": 3, "stroke_linecap": "round", "stroke_dasharray": dashes}
        d.line(x1, y1, x2, y2, stroke=colour, **style)


def _draw_stars(canvas: Canvas, laid: Layout, lines: Lines) -> None:
    """The stars that each line takes."""
    for (_, _, stars), (x, y) in zip(lines, laid.stars, strict=True):
        canvas.star(x, y, 21, str(stars))


def _draw_space(canvas: Canvas, space: int, x: float, y: float) -> None:
    """A space: its resource or its location, its name, the food that entering costs."""
    d, c, t, sight = canvas.d, canvas.c, canvas.sight.t, canvas.sight
    location, good = int(t.space_location[space]), int(t.space_good[space])
    radius = SPACE_RADIUS if location == st.NONE else LOCATION_RADIUS
    if sight.can_move_to(space) or sight.s.space == space:
        d.circle(x, y, radius + 5, fill=c.accent)
    edge = c.card_line if location == st.NONE else c.gold
    d.circle(x, y, radius, fill=c.card, stroke=edge, stroke_width=1.5 if location == st.NONE else 3)
    if location != st.NONE:
        canvas.scene(tool_icons()[st.TOOL_IDS[location]], x, y, 0.66)
    elif good != st.NONE:
        canvas.icon(st.GOOD_IDS[good], x, y, 19)
    lowest = _draw_name(canvas, sight.space_name(space), x, y + radius + 11)
    if t.space_food[space]:
        _draw_food_cost(canvas, x, lowest + 11, int(t.space_food[space]))


def _draw_food_cost(canvas: Canvas, x: float, y: float, food: int) -> None:
    d, c = canvas.d, canvas.c
    d.rect(x - 16.5, y - 7, 33, 14, 7, fill=c.card, stroke=c.bad, stroke_width=1.2)
    canvas.words(x - 12, y + 3.6, f"−{food}", 10, fill="#a8404a", bold=True)
    canvas.icon("food", x + 8.5, y, 11)


def _draw_name(canvas: Canvas, name: str, x: float, y: float) -> float:
    """Draw a space's name, with a rim to be read on any ground; return the base line of its last line."""
    rim: Style = {"stroke": canvas.c.panel, "stroke_width": 2.6, "stroke_opacity": 0.75}
    rim |= {"stroke_linejoin": "round", "paint_order": "stroke", "anchor": "middle", "bold": True}
    smallest = canvas.d.smallest
    if not smallest:
        name, size = fitted(name, 10, 84)
        canvas.words(x, y, name, size, **rim)
        return y
    y += 2 - 0.95 * smallest
    for line in wrapped(name, smallest, 84, 2):
        y += 0.95 * smallest
        canvas.words(x, y, line, smallest, **rim)
    return y
