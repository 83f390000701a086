"""The island of Robinson Crusoe, drawn: tiles, sources, tokens, the camp, pawns that go there."""

from __future__ import annotations

import math
from collections.abc import Sequence

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules.effects.cover import waiting_markers
from crusoe_env.robinson.view.about import about_space
from crusoe_env.robinson.view.parts import CROSS, GROUND, RED, WHITE, Canvas, drawings
from crusoe_env.robinson.view.pointing import on_space
from crusoe_env.show.description import many
from crusoe_env.show.drawing import Box
from crusoe_env.show.sheet import Style, around, wrapped

X, Y, WIDTH, HEIGHT = 12, 12, 470, 344
RADIUS = 63.0
ACROSS = math.sqrt(3) * RADIUS
ROWS = (3, 4, 3)
"""Spaces in each row, numbered from the top left; the part space of some scenarios ends the first row."""
NARROWER, LEFTWARDS = 0.9, 24.0
"""How the island is drawn when the part space is in play: so much smaller, and so far to the left."""
MARK_PLACES = ((-20, -35), (38, -25), (-39, -25))
"""Where the marks of a space are drawn, from its middle."""
UNEXPLORED, LOST = "#38627b", "#6b6e71"


def _middles() -> list[tuple[float, float]]:
    """The middle of each space."""
    places = []
    for row, count in enumerate(ROWS):
        for i in range(count):
            x = X + WIDTH / 2 + (i - (count - 1) / 2) * ACROSS
            places.append((x, Y + HEIGHT / 2 + (row - 1) * 1.5 * RADIUS))
    return [*places, (places[ROWS[0] - 1][0] + ACROSS, places[0][1])]


MIDDLES = _middles()


def draw_island(canvas: Canvas) -> None:
    """The sea and the spaces in it; the stack of tiles, and how many totems were found."""
    d, colours, sight = canvas.d, canvas.c, canvas.sight
    spaces = sight.spaces()
    scale = NARROWER if len(MIDDLES) - 1 in spaces else 1.0
    left = LEFTWARDS if scale < 1 else 0.0
    x, y = (1 - scale) * (X + WIDTH / 2) - left, (1 - scale) * (Y + HEIGHT / 2)
    with d.layer(*around(X, Y, WIDTH, HEIGHT)):
        water = d.gradient(f"sea-{canvas.theme}", [(0, colours.sea, 1), (1, colours.deep, 1)])
        d.rect(X, Y, WIDTH, HEIGHT, 10, fill=water, stroke=colours.line)
        with d.group(x, y, scale):
            _draw_shallows(canvas, spaces)
    for space in spaces:
        zone = d.zone(about_space(sight, space), on_space(sight, space))
        with d.layer(*_box(space, x, y, scale)), d.group(x, y, scale), zone:
            _draw_space(canvas, space)
    camp = int(sight.s.camp)
    ring: Style = {"fill": "none", "stroke": colours.accent, "stroke_width": 3.5, "pointer_events": "none"}
    with d.layer(*_box(camp, x, y, scale)), d.group(x, y, scale):
        d.hexagon(*MIDDLES[camp], RADIUS - 4, **ring)
    _draw_notes(canvas)


def _box(space: int, x: float, y: float, scale: float) -> Box:
    """Around all that is drawn of a space, where the island is moved to (x, y), then scaled."""
    middle_x, middle_y = MIDDLES[space]
    wide, high = ACROSS / 2 + 8, RADIUS + 2
    left, top = x + scale * (middle_x - wide), y + scale * (middle_y - high)
    return left, top, 2 * scale * wide, 2 * scale * high


def _draw_shallows(canvas: Canvas, spaces: Sequence[int]) -> None:
    """The shallow water around the spaces."""
    for width, colour in ((30, canvas.c.shallow), (14, canvas.c.surf)):
        for space in spaces:
            style: Style = {"stroke": colour, "stroke_width": width, "stroke_linejoin": "round"}
            canvas.d.hexagon(*MIDDLES[space], RADIUS, fill=colour, **style)


def _draw_notes(canvas: Canvas) -> None:
    """In the corners of the sea: the stack of tiles, the totems, beasts in hiding."""
    sight, colours = canvas.sight, canvas.c
    style: Style = {"fill": colours.ink, "width": 100}
    with canvas.d.layer(X + 8, Y + 8, 108, 54):
        canvas.words(X + 10, Y + 20, f"{many(int(sight.s.tiles_left), 'tile')} left", 11, bold=True, **style)
        for i, name in enumerate(sight.known_tiles()[:3]):
            canvas.words(X + 10, Y + 34 + 11 * i, name if i else f"next {name}", 9.5, **style)
    x = X + WIDTH - 10
    with canvas.d.layer(x - 110, Y + HEIGHT - 36, 116, 32):
        canvas.icon("totem", x - 8, Y + HEIGHT - 20, 22)
        canvas.words(x - 24, Y + HEIGHT - 16, many(sight.totems(), "totem"), 11, bold=True, anchor="end")


def _draw_space(canvas: Canvas, space: int) -> None:
    d, colours, s = canvas.d, canvas.c, canvas.sight.s
    x, y = MIDDLES[space]
    style: Style = {"stroke": colours.sand, "stroke_width": 2.5, "stroke_linejoin": "round"}
    if s.face_down[space]:
        d.hexagon(x, y, RADIUS - 3, fill=LOST, **style)
        name = canvas.sight.name_of_space(space)
        if name:
            canvas.words(x, y - 10, name, 11, fill=WHITE, bold=True, anchor="middle", width=96)
        for i, line in enumerate(wrapped("cannot be entered", max(10, d.smallest), 96, 2)):
            canvas.words(x, y + 5 + 13 * i, line, 10, fill=WHITE, anchor="middle", width=96)
    elif s.tile[space] == c.NONE:
        d.hexagon(x, y, RADIUS - 3, fill=UNEXPLORED, fill_opacity=0.9, **style)
        canvas.words(x, y + 5, "unexplored", 11, fill="#e9f2f6", anchor="middle")
    else:
        _draw_tile(canvas, space)
    if on_space(canvas.sight, space):
        d.hexagon(
            x, y, RADIUS - 8, fill="none", stroke=colours.accent, stroke_width=2.5, stroke_dasharray="7 5"
        )
    _draw_number(canvas, space)
    _draw_marks(canvas, space)
    _draw_tokens(canvas, space)
    _draw_pawns(canvas, space)


def _draw_number(canvas: Canvas, space: int) -> None:
    x, y = MIDDLES[space]
    canvas.d.circle(x, y - 48, 9, fill="#26323a")
    canvas.words(x, y - 44.2, str(space), 11, fill=WHITE, bold=True, anchor="middle")


def _draw_marks(canvas: Canvas, space: int) -> None:
    """The scenario's marks on a space, and its number token: to the left and right of the space's number."""
    x, y = MIDDLES[space]
    for i, mark in enumerate(canvas.sight.marks(space)):
        dx, dy = MARK_PLACES[min(i, len(MARK_PLACES) - 1)]
        canvas.mark(mark, x + dx, y + dy, 18, new=canvas.sight.is_too_new(mark, space))
    if canvas.sight.s.number[space]:
        canvas.number_token(int(canvas.sight.s.number[space]), x + 20, y - 35, 16)


def _draw_tile(canvas: Canvas, space: int) -> None:
    """A tile: its terrain, sources, totem, beast, shelter; what is used up is crossed out."""
    d, s, sight = canvas.d, canvas.sight.s, canvas.sight
    x, y = MIDDLES[space]
    terrain, sources = sight.tile_parts(space)
    tile, covered = int(s.tile[space]), int(s.covered[space])
    outline: Style = {"stroke": canvas.c.sand, "stroke_width": 2.5, "stroke_linejoin": "round"}
    d.hexagon(x, y, RADIUS - 3, fill=GROUND[terrain], **outline)
    lost = bool(covered & c.TERRAIN)
    canvas.scene(drawings("terrains")[terrain], x, y - 22, 1.12, 0.4 if lost else None)
    if lost:
        canvas.stroke(CROSS, x, y - 22, RED, 2.2, 2.4)
    style: Style = {"fill": "#26323a", "bold": True}
    words = terrain + (" lost" if lost else "")
    if s.camp == space:  # the camp covers the left of the tile
        canvas.words(x - 19, y + 4, terrain if d.smallest else words, 9.5, width=68, **style)
    else:
        canvas.words(x, y + 4, words, 9.5, anchor="middle", **style)
    marks = [(name, used) for name, used in sources]
    if sight.t.tile_totem[tile]:
        marks.append(("totem", bool(covered & c.TOTEM)))
    if sight.t.tile_beast[tile]:
        marks.append(("beast", False))
    if sight.t.tile_shelter[tile]:
        marks.append(("shelter", False))
    for i, (name, used) in enumerate(marks):
        at = x + 22 * (i - (len(marks) - 1) / 2)
        canvas.icon(name, at, y + 19, 20, 0.45 if used else None)
        if used:
            canvas.stroke(CROSS, at, y + 19, RED, 1.7, 1.5)
    if s.camp == space:
        d.circle(x - 37, y - 7, 16.5, fill=WHITE, opacity=0.85)  # it lies over the picture of the terrain
        if d.smallest:
            canvas.icon("arrange_camp", x - 37, y - 7, 24)
        else:
            canvas.icon("arrange_camp", x - 37, y - 11, 20)
            canvas.words(x - 37, y + 6, "camp", 9, fill=RED, bold=True, anchor="middle")


def _draw_tokens(canvas: Canvas, space: int) -> None:
    """The tokens on a space; those of this action phase too."""
    s, sight = canvas.sight.s, canvas.sight
    x, y = MIDDLES[space]
    names = sight.tokens(int(s.space_tokens[space]) | int(s.new_space_tokens[space]))
    names += ["plus_food"] * int(s.more_camp_food) if space == s.camp else []
    names += ["marker"] * waiting_markers(s, space)
    size, in_row = (17, 3) if len(names) <= 3 else (12, 4)
    for i in range(0, len(names), in_row):
        row = names[i : i + in_row]
        canvas.tokens(row, x + 50 - (size + 2) * len(row), y - 14 - 13 * (i // in_row), size)


def _draw_pawns(canvas: Canvas, space: int) -> None:
    """The pawns that gather on this space, explore it, or take a special action there."""
    sight = canvas.sight
    x, y = MIDDLES[space]
    owners = []
    for plan in range(int(sight.s.plans)):
        if sight.plan_space(plan) == space and not sight.s.plan_done[plan]:
            owners += sight.pawns(plan)
    size = 16 if len(owners) < 4 else 12
    canvas.pawns(owners, x - 0.43 * size * len(owners), y + 40, size)
