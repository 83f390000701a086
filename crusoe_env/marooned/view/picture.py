"""The table of Marooned! as an SVG drawing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from crusoe_env.marooned import state as st
from crusoe_env.marooned.actions import EXPLORE, WALK
from crusoe_env.marooned.facts import HIDES_COAST, PICKED_UP_FROM_COAST, SEEN_IN_COLUMN, SEEN_IN_ROW
from crusoe_env.marooned.view.about import about_face
from crusoe_env.marooned.view.parts import (
    ANCHOR,
    CORNER,
    FOOT,
    MARGIN,
    PAGE_HEIGHT,
    PAGE_WIDTH,
    PITCH,
    RING,
    SCALE_BAR,
    SCENE_HEIGHT,
    SCENE_WIDTH,
    SEA,
    SEA_BOX,
    SEA_START,
    SWAP_ARROWS,
    TILE,
    TURN_ARROW,
    Chart,
    _along,
    scene,
    ship,
)
from crusoe_env.marooned.view.side import draw_ribbon, draw_side
from crusoe_env.marooned.view.words import Sight, beside_area, neighbours, sight_of
from crusoe_env.show.drawing import HEART, Drawing, Picture, palette


def picture(
    s: Any,
    t: Any,
    facts: dict[str, Any],
    theme: str = "light",
    last_action: str | None = None,
    log: Sequence[str] = (),
) -> Picture:
    """An SVG drawing of the table, 940 x 700.

    Args:
        s: the game's record.
        t: its tables.
        facts: the printed facts, for names.
        theme: "light" or "dark".
        last_action: the name of the action that led here, if it is to be shown.
        log: what happened last, the newest line last.

    Raises:
        ValueError: unknown theme.
    """
    chart = chart_of(s, t, facts, theme)
    draw_chart(chart)
    draw_side(chart, last_action, log)
    return chart.d.picture()


def chart_of(s: Any, t: Any, facts: dict[str, Any], theme: str, smallest: float = 0.0) -> Chart:
    """A chart with nothing on it."""
    label = f"Marooned!, turn {s.rounds}, health {s.health}"
    drawing = Drawing(PAGE_WIDTH, PAGE_HEIGHT, label, smallest)
    return Chart(drawing, palette(theme), theme, sight_of(s, t, facts), *_window(s))


def draw_chart(chart: Chart) -> None:
    """The island in its sea, the ship, the result."""
    drawing, sight = chart.d, chart.sight
    with drawing.layer(0, 0, PAGE_WIDTH, PAGE_HEIGHT):
        drawing.rect(0, 0, PAGE_WIDTH, PAGE_HEIGHT, fill=chart.c.page)
        _draw_sea(chart)
    with drawing.layer(*SEA_BOX):
        _draw_signal_lights(chart)
        _draw_island(chart)
        _draw_area(chart)
    _draw_cells_to_explore(chart)
    for card, row, column in sight.placed():
        x, y = chart.middle(row, column)
        layer = drawing.layer(x - PITCH / 2, y - PITCH / 2, PITCH, PITCH)
        with layer, drawing.zone(_about_card(sight, card), _actions_at(sight, card, row, column)):
            _draw_tile(chart, card, row, column)
    _draw_steps(chart)
    if sight.s.ship != st.NONE:
        with drawing.layer(*SEA_BOX):
            _draw_ship(chart)
    if sight.s.over == 1:
        with drawing.layer(*SEA_BOX):
            draw_ribbon(chart)


def _about_card(sight: Sight, card: int) -> str:
    """The face of a card that shows, and what it costs or gives."""
    face = sight.face(card)
    return ": ".join(filter(None, (sight.names[face], about_face(sight, face))))


def _actions_at(sight: Sight, card: int, row: int, column: int) -> list[int]:
    """Walking onto a card, flipping it, changing its place."""
    steps = [WALK + direction for direction, *cell in neighbours(sight, WALK) if cell == [row, column]]
    return [*steps, *sight.turns(card)]


def _window(s: Any) -> tuple[float, float]:
    """The north-west corner of the 4 x 4 cells shown: the ship's area, else the cards in play centred."""
    if s.ship != st.NONE:
        return float(s.area_row), float(s.area_column)
    return (s.first_row + s.last_row - st.AREA + 1) / 2, (s.first_column + s.last_column - st.AREA + 1) / 2


def _draw_sea(chart: Chart) -> None:
    """The sea inside a chart's frame, with a few waves."""
    d, c = chart.d, chart.c
    size = SEA + 2 * SCALE_BAR
    water = d.gradient(f"sea-{chart.theme}", [(0, c.sea, 1), (1, c.deep, 1)])
    d.rect(MARGIN, MARGIN, size, size, 6, fill=c.panel, stroke=c.line)
    d.rect(SEA_START, SEA_START, SEA, SEA, fill=water)
    step = SEA / 8
    middle, far = MARGIN + SCALE_BAR / 2, MARGIN + size - SCALE_BAR / 2
    for i in range(0, 8, 2):
        start, end = SEA_START + i * step, SEA_START + (i + 1) * step
        for line in (middle, far):
            d.line(start, line, end, line, stroke=c.wave, stroke_width=4)
            d.line(line, start + step, line, end + step, stroke=c.wave, stroke_width=4)
    letters = ((0.5, 0, "N"), (1, 0.5, "E"), (0.5, 1, "S"), (0, 0.5, "W"))
    for x, y, letter in letters:
        at = middle + x * (far - middle), middle + y * (far - middle) + 4
        d.circle(at[0], at[1] - 4, 9, fill=c.panel)
        d.text(*at, letter, 11, fill=c.muted, bold=True, anchor="middle")
    _draw_waves(chart)


def _draw_waves(chart: Chart) -> None:
    d, c = chart.d, chart.c
    waves = []
    for i in range(7):
        for j in range(7):
            x = SEA_START + 28 + 92 * i + 40 * (j % 2) - 12 * ((i * 5 + j * 3) % 4)
            y = SEA_START + 36 + 92 * j + 9 * ((i * 3 + j * 5) % 5)
            if SEA_START + 8 < x < SEA_START + SEA - 36:
                waves.append(f"M{x:.0f} {y:.0f}q5 -5 10 0t10 0")
    d.path("".join(waves), fill="none", stroke=c.wave, stroke_width=2, stroke_linecap="round")


def _draw_signal_lights(chart: Chart) -> None:
    """The row in which SOS is seen and the column in which the Lit Beacon is seen, as bands of light."""
    d, s = chart.d, chart.sight.s
    for special, horizontal in ((SEEN_IN_ROW, True), (SEEN_IN_COLUMN, False)):
        card = chart.sight.in_play(special)
        if card == st.NONE:
            continue
        x, y = chart.middle(s.cell[card] // st.FRAME, s.cell[card] % st.FRAME)
        if horizontal:
            d.rect(SEA_START, y - TILE / 2, SEA, TILE, fill=chart.c.glow, opacity=0.5)
        else:
            d.rect(x - TILE / 2, SEA_START, TILE, SEA, fill=chart.c.glow, opacity=0.5)


def _draw_island(chart: Chart) -> None:
    """Sand under all cards, and shallower water towards it."""
    c = chart.c
    outline = ""
    for _, row, column in chart.sight.placed():
        x, y = chart.middle(row, column)
        outline += f"M{x - PITCH / 2:g} {y - PITCH / 2:g}h{PITCH}v{PITCH}h-{PITCH}z"
    for width, colour in ((62, c.shallow), (38, c.surf), (18, c.sand)):
        chart.d.path(
            outline,
            fill=colour,
            stroke=colour,
            stroke_width=width,
            stroke_linejoin="round",
        )


def _draw_area(chart: Chart) -> None:
    """The 4 x 4 cells that a ship in play has fixed."""
    if chart.sight.s.ship == st.NONE:
        return
    start, size = SEA_START + RING - 13, st.AREA * PITCH + 26
    chart.d.rect(
        start,
        start,
        size,
        size,
        24,
        fill="none",
        stroke=chart.c.ink,
        stroke_width=1.5,
        stroke_dasharray="2 7",
        stroke_linecap="round",
        opacity=0.7,
    )


def _draw_cells_to_explore(chart: Chart) -> None:
    d, c = chart.d, chart.c
    for direction, row, column in neighbours(chart.sight, EXPLORE):
        x, y = chart.middle(row, column)
        x, y = _beside(chart, direction, x, y)
        layer = d.layer(x - TILE / 2, y - TILE / 2, TILE, TILE)
        with layer, d.zone(f"explore {st.DIRECTIONS[direction]}", [EXPLORE + direction]):
            d.rect(
                x - TILE / 2 + 3,
                y - TILE / 2 + 3,
                TILE - 6,
                TILE - 6,
                CORNER,
                fill=c.panel,
                fill_opacity=0.4,
                stroke=c.accent,
                stroke_width=2,
                stroke_dasharray="6 6",
            )
            d.text(x, y + 5, "explore", 15, fill=c.ink, bold=True, anchor="middle")


def _beside(chart: Chart, direction: int, x: float, y: float) -> tuple[float, float]:
    """The place of a cell next to yours, which may lie half in the ring while no ship fixes the area."""
    own_x, own_y = chart.middle(chart.sight.s.position // st.FRAME, chart.sight.s.position % st.FRAME)
    return own_x + PITCH * st.COLUMN_STEP[direction], own_y + PITCH * st.ROW_STEP[direction]


def _draw_tile(chart: Chart, card: int, row: int, column: int) -> None:
    """A card in play, in a coloured frame where you stand and where a signal is lit."""
    d, c, sight = chart.d, chart.c, chart.sight
    face = sight.face(card)
    x, y = chart.middle(row, column)
    here = sight.s.cell[card] == sight.s.position
    signal = face in (sight.t.face_of[i] for i in (SEEN_IN_ROW, SEEN_IN_COLUMN, PICKED_UP_FROM_COAST))
    with d.group(x - TILE / 2, y - TILE / 2):
        d.rect(1, 3, TILE, TILE, CORNER, fill="#000000", opacity=0.16)
        if here or signal:
            d.rect(-4, -4, TILE + 8, TILE + 8, CORNER + 4, fill=c.accent if here else c.gold)
        _draw_face(chart, face, framed=here or signal)
        if chart.theme == "dark" and not here:
            d.rect(0, 0, TILE, TILE, CORNER, fill="#0b1a24", opacity=0.14)
        _draw_badges(chart, card, face)
        if here:
            at_left = sight.t.ship_corner[face] == st.CORNERS.index("SE")
            _draw_marker(chart, 24 if at_left else TILE - 24, 65)


def _draw_face(chart: Chart, face: int, framed: bool) -> None:
    """The scene of a face and its name, on a strip in another colour if it is a side b."""
    d, c = chart.d, chart.c
    turned = face & 1 == 1
    d.rect(0, 0, TILE, TILE, CORNER, fill=c.card_turned if turned else c.card)
    sky, drawing = scene(face)
    right, bottom = SCENE_WIDTH, SCENE_HEIGHT
    top = f"V{CORNER}Q0 0 {CORNER} 0H{right - CORNER}Q{right} 0 {right} {CORNER}"
    d.path(f"M0 {bottom}{top}V{bottom}z", fill=sky)
    d.markup(drawing)
    name = chart.sight.names[face]
    ink = c.on_card_turned if turned else c.card_ink
    d.text(TILE / 2, TILE - 8, name, _name_size(name), fill=ink, bold=True, anchor="middle")
    if not framed:
        edge = c.card_turned if turned else c.card_line
        d.rect(0.5, 0.5, TILE - 1, TILE - 1, CORNER, fill="none", stroke=edge)


def _name_size(name: str) -> float:
    """Long names, from a user's data file for instance, are set smaller."""
    return min(13.0, 13.0 * 14 / max(len(name), 1))


def _draw_badges(chart: Chart, card: int, face: int) -> None:
    d, c, sight = chart.d, chart.c, chart.sight
    hearts, points = int(sight.t.heart[face]), int(sight.t.points[face])
    if hearts:
        harmless = sight.harmless(face)
        colour = c.heart if hearts > 0 else "#8d97a0" if harmless else c.harm
        with d.group(18, 18, 1.5):
            d.path(HEART, fill=colour, stroke="#ffffff", stroke_width=1.2)
        written = f"+{hearts}" if hearts > 0 else f"−{-hearts}"
        d.text(18, 21.5, written, 13, fill="#ffffff", bold=True, anchor="middle")
        if harmless:
            d.line(7, 26, 29, 8, stroke="#ffffff", stroke_width=2.5, stroke_linecap="round")
    if points:
        d.circle(TILE - 17, 17, 13, fill=c.gold, stroke="#ffffff", stroke_width=2)
        d.text(TILE - 17, 21.5, str(points), 13, fill="#3b2a08", bold=True, anchor="middle")
    corner = int(sight.t.ship_corner[face])
    if corner != st.NONE:
        x = 18 if st.CORNERS[corner].endswith("W") else TILE - 18
        y = 18 if st.CORNERS[corner].startswith("N") else SCENE_HEIGHT - 16
        d.circle(x, y, 14, fill=chart.c.card, stroke=c.card_turned, stroke_width=2)
        with d.group(x, y + 2, 0.44):
            d.markup(ship())
    if sight.flips(card):
        _draw_button(chart, TILE / 2, 18, TURN_ARROW)
    if sight.swaps(card):
        _draw_button(chart, TILE / 2, 18, SWAP_ARROWS)


def _draw_button(chart: Chart, x: float, y: float, sign: str, turn: float = 0.0, scale: float = 1.0) -> None:
    """Something that you may do now: a round sign."""
    d, c = chart.d, chart.c
    d.circle(x, y, 14 * scale, fill=c.accent, stroke=c.panel, stroke_width=2)
    d.path(
        sign,
        transform=f"translate({x:g} {y:g}) rotate({turn:g}) scale({scale:g})",
        fill="none",
        stroke=c.on_accent,
        stroke_width=2.4,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _draw_marker(chart: Chart, x: float, y: float) -> None:
    """Your footprints."""
    d, c = chart.d, chart.c
    d.circle(x, y, 16, fill=c.accent, stroke="#ffffff", stroke_width=2.5)
    for side, dy in ((-1, 2.5), (1, -2.5)):
        turned = "scale(-1 1)" if side < 0 else ""
        d.path(FOOT, transform=f"translate({x + side * 5.5:g} {y + dy:g}) {turned}", fill=c.on_accent)


def _draw_steps(chart: Chart) -> None:
    """Arrows to the cards that you may walk onto."""
    row, column = chart.sight.s.position // st.FRAME, chart.sight.s.position % st.FRAME
    x, y = chart.middle(row, column)
    for direction, _, _ in neighbours(chart.sight, WALK):
        at = x + st.COLUMN_STEP[direction] * PITCH / 2, y + st.ROW_STEP[direction] * PITCH / 2
        layer = chart.d.layer(at[0] - 12, at[1] - 12, 24, 24)
        with layer, chart.d.zone(f"walk {st.DIRECTIONS[direction]}", [WALK + direction]):
            _draw_button(chart, *at, "M0 6V-6M-5 -1L0 -6L5 -1", 90 * direction, 0.76)


def _coast(chart: Chart, side: int, position: int) -> tuple[float, float]:
    """Where a ship is drawn: at position 0 on the corner where the coast begins, 1-4 beside its cells."""
    row, column = beside_area(side, position)
    return _along(column), _along(row)


def _hidden(sight: Sight, side: int, position: int) -> bool:
    """Does the Sea Serpent lie in the coast cell beside this position?"""
    card = sight.in_play(HIDES_COAST)
    if card == st.NONE:
        return False
    row = int(sight.s.cell[card]) // st.FRAME - int(sight.s.area_row)
    column = int(sight.s.cell[card]) % st.FRAME - int(sight.s.area_column)
    beside_row, beside_column = beside_area(side, position)
    coast = (min(max(beside_row, 0), st.AREA - 1), min(max(beside_column, 0), st.AREA - 1))
    return position > 0 and (row, column) == coast


def _draw_ship(chart: Chart) -> None:
    """The ship and the course ahead of it, up to the corner from which it returns to port."""
    d, c, s = chart.d, chart.c, chart.sight.s
    side, position = int(s.ship), int(s.ship_position)
    ahead = [(side, p) for p in range(position + 1, st.AREA + 1)]
    port = (side + 1) % 4
    if s.sighted == 1 and s.extended == 0:
        ahead += [(port, p) for p in range(st.AREA + 1)]
        port = (port + 1) % 4
    if s.over == 0:
        _draw_course(chart, ahead, port)
    x, y = _coast(chart, side, position)
    flip = -1 if side >= 2 else 1
    d.element("ellipse", cx=x, cy=y + 24, rx=36, ry=7, fill=c.surf, opacity=0.8)
    d.markup(f'<g transform="translate({x:g} {y + 4:g}) scale({1.4 * flip:g} 1.4)">{ship()}</g>')


def _draw_course(chart: Chart, ahead: list[tuple[int, int]], port: int) -> None:
    """Arrows at the places (coast, position) ahead, crosses where nobody sees it, an anchor at the end."""
    d, c = chart.d, chart.c
    for coast, p in ahead:
        x, y = _coast(chart, coast, p)
        hidden = _hidden(chart.sight, coast, p)
        sign = "M-5 -5L5 5M-5 5L5 -5" if hidden else "M-4 -7L4 0L-4 7"
        turn = 0 if hidden else 90 * coast
        d.path(
            sign,
            transform=f"translate({x:g} {y:g}) rotate({turn})",
            fill="none",
            stroke=c.ink,
            stroke_width=3,
            stroke_linecap="round",
            stroke_linejoin="round",
            opacity=0.5,
        )
    x, y = _coast(chart, port, 0)
    with d.group(x, y, 1.5, opacity=0.5):
        d.path(ANCHOR, fill="none", stroke=c.ink, stroke_width=2.2, stroke_linecap="round")
        d.circle(0, -11, 2.4, fill="none", stroke=c.ink, stroke_width=1.8)
