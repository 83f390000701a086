"""What a player of Marooned! sees, as an SVG drawing and as text. The order of the deck is never read."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from crusoe_env.core.drawing import HEART, SERIF, Drawing, Palette, palette
from crusoe_env.marooned import icons
from crusoe_env.marooned.actions import (
    EXPLORE,
    FLIP_CARD,
    FLIP_MAPS,
    FLIPPABLE,
    LAYOUT,
    SWAP,
    SWAPPABLE,
    WALK,
    write_mask,
)
from crusoe_env.marooned.facts import HIDES_COAST, PICKED_UP_FROM_COAST, SEEN_IN_COLUMN, SEEN_IN_ROW
from crusoe_env.marooned.state import (
    AREA,
    CARDS,
    CAUSES,
    COLUMN_STEP,
    CORNERS,
    DIRECTIONS,
    FLIP,
    FRAME,
    MIRAGE,
    MOVE,
    NONE,
    RESCUED,
    ROW_STEP,
    SECOND_STEP,
)

COASTS = ("north", "east", "south", "west")
"""By the corner from which a ship sails along them."""
HEADINGS = ("east", "south", "west", "north")
CORNER_NAMES = ("north-west", "north-east", "south-east", "south-west")

DECISIONS = {
    MOVE: ("Move", "Walk onto a card next to you, or explore an empty cell."),
    SECOND_STEP: ("Second step", "The Compass lets you take another step. You may stay."),
    MIRAGE: ("Mirage", "Choose the card that it changes place with."),
    FLIP: ("Flip", "Turn over one of the marked cards, or none."),
}


@dataclass(frozen=True)
class Sight:
    """A state and what has been worked out about it for showing.

    Attributes:
        s, t: the game's record and its tables.
        names: the name of each face.
        legal: the legal actions; none when the game is over.
    """

    s: Any
    t: Any
    names: tuple[str, ...]
    legal: frozenset[int]

    def face(self, card: int) -> int:
        """The face of a card that shows."""
        return 2 * card + int(self.s.side[card])

    def placed(self) -> Iterator[tuple[int, int, int]]:
        """All cards in play as (card, row, column)."""
        for card in range(CARDS):
            cell = int(self.s.cell[card])
            if cell != NONE:
                yield card, cell // FRAME, cell % FRAME

    def unseen(self) -> list[str]:
        """The names of the cards still in the deck, which everybody knows, in the order of the data file."""
        return [self.names[2 * card] for card in range(CARDS) if self.s.cell[card] == NONE]

    def in_play(self, special: int) -> int:
        """The card whose face with this special is up in play, or NONE."""
        face = int(self.t.face_of[special])
        card = face >> 1
        return card if self.s.cell[card] != NONE and self.s.side[card] == face & 1 else NONE

    def harmless(self, face: int) -> bool:
        """Does a card in play cancel the negative heart of this face?"""
        protectors = [int(p) for p in self.t.protected_by[face] if p != NONE]
        return any(self.s.cell[p >> 1] != NONE and self.s.side[p >> 1] == p & 1 for p in protectors)

    def flips(self, card: int) -> bool:
        """May this card be flipped now?"""
        if FLIP_MAPS in self.legal and card in (self.t.map_row, self.t.map_column):
            return True
        return card in FLIPPABLE and FLIP_CARD + FLIPPABLE.index(card) in self.legal

    def swaps(self, card: int) -> bool:
        """May the Mirage change place with this card now?"""
        return card in SWAPPABLE and SWAP + SWAPPABLE.index(card) in self.legal

    def points(self) -> tuple[int, int, int]:
        """Victory points on cards, for health left, for cards played."""
        on_cards = sum(int(self.t.points[self.face(card)]) for card, _, _ in self.placed())
        for_health = int(self.s.health) * int(self.t.points_per_health)
        return on_cards, for_health, int(self.s.played) // int(self.t.cards_played_divisor)

    def decision(self) -> tuple[str, str]:
        """What is to be decided, or the end of the game: a title and a sentence."""
        s = self.s
        if s.over == 1:
            return "Game over", f"{s.played} cards played in {s.rounds} turns."
        title, words = DECISIONS[int(s.phase)]
        if s.phase == MOVE and s.compass == 1:
            words += " The Compass gives one step more."
        return title, words

    def ship(self) -> list[str]:
        """Where the ship is, in a few short lines."""
        s = self.s
        if s.ship == NONE:
            return ["in port"]
        lines = [f"{COASTS[s.ship]} coast, heading {HEADINGS[s.ship]}"]
        if s.ship_position == 0:
            lines.append(f"at the {CORNER_NAMES[s.ship]} corner")
        else:
            lines.append(f"beside cell {s.ship_position} of {AREA}")
        if s.set_sail == 1:
            lines.append("set sail this turn")
        elif s.extended == 1:
            lines.append("sighted: on its second coast")
        elif s.sighted == 1:
            lines.append("sighted: will sail a second coast")
        return lines

    def result(self) -> str:
        """How the game ended, in one line."""
        if self.s.cause == RESCUED:
            return f"Rescued with {self.s.score} points"
        if 0 <= self.s.cause < len(CAUSES):
            return f"Died on turn {self.s.rounds}"
        return "Ended by an illegal action"


def look(s: Any, t: Any, facts: dict[str, Any]) -> Sight:
    """A state as the player sees it."""
    mask = np.zeros(LAYOUT.n, np.int8)
    if s.over == 0:
        write_mask(s, t, mask)
    names = tuple(entry[side]["name"] for entry in facts["card"] for side in "ab")
    return Sight(s, t, names, frozenset(int(action) for action in np.flatnonzero(mask)))


# ---------------------------------------------------------------------------------------- the drawing

PAGE_WIDTH, PAGE_HEIGHT, MARGIN = 940, 700, 16
SCALE_BAR = 14
"""The chart's frame."""
SEA = PAGE_HEIGHT - 2 * MARGIN - 2 * SCALE_BAR
SEA_START = MARGIN + SCALE_BAR
PITCH, TILE, CORNER, STRIP = 116, 108, 10, 24
RING = (SEA - AREA * PITCH) / 2
"""The width of the sea around the area, where the ship sails."""
SIDE_X, SIDE_WIDTH = 704, 220

TURN_ARROW = "M-6.5 1.5A6.5 6.5 0 1 1 -1.5 6.3M-10 -1.5L-6.5 2.5L-2.5 -1"
SWAP_ARROWS = "M-6 -3H6M3 -6.5L6.5 -3L3 .5M6 4H-6M-3 .5L-6.5 4L-3 7.5"
FOOT = "M-2.5 -8Q3 -9 3 -3Q3 0 2 2H-2Q-4.5 -1 -4.5 -4.5Q-4.5 -7.5 -2.5 -8zM-2 4H2Q2.5 9 0 9T-2 4z"
ANCHOR = "M0 -9V9M-4 -4H4M-9 2Q-8 9 0 9Q8 9 9 2"


@dataclass(frozen=True)
class Chart:
    """The drawing under way: what is seen, where, in which colours.

    Attributes:
        north, west: row and column, in cells of the frame, of the 4 x 4 window's north-west corner.
    """

    drawing: Drawing
    colours: Palette
    theme: str
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


def picture(
    s: Any, t: Any, facts: dict[str, Any], theme: str = "light", last_action: str | None = None
) -> str:
    """An SVG drawing of the table, 940 x 700.

    Args:
        s: the game's record.
        t: its tables.
        facts: the printed facts, for names.
        theme: "light" or "dark".
        last_action: the name of the action that led here, if it is to be shown.

    Raises:
        ValueError: unknown theme.
    """
    colours = palette(theme)
    sight = look(s, t, facts)
    drawing = Drawing(PAGE_WIDTH, PAGE_HEIGHT, f"Marooned!, turn {s.rounds}, health {s.health}")
    north, west = _window(s)
    chart = Chart(drawing, colours, theme, sight, north, west)
    drawing.rect(0, 0, PAGE_WIDTH, PAGE_HEIGHT, fill=colours.page)
    _draw_sea(chart)
    _draw_signal_lights(chart)
    _draw_island(chart)
    _draw_area(chart)
    _draw_cells_to_explore(chart)
    for card, row, column in sight.placed():
        _draw_tile(chart, card, row, column)
    _draw_steps(chart)
    _draw_ship(chart)
    if s.over == 1:
        _draw_ribbon(chart)
    _draw_side(chart, last_action)
    return drawing.svg()


def _window(s: Any) -> tuple[float, float]:
    """The north-west corner of the 4 x 4 cells shown: the ship's area, else the cards in play centred."""
    if s.ship != NONE:
        return float(s.area_row), float(s.area_column)
    return (s.first_row + s.last_row - AREA + 1) / 2, (s.first_column + s.last_column - AREA + 1) / 2


def _draw_sea(chart: Chart) -> None:
    """The sea inside a chart's frame, with a few waves."""
    d, c = chart.drawing, chart.colours
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
    d, c = chart.drawing, chart.colours
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
    d, s = chart.drawing, chart.sight.s
    for special, horizontal in ((SEEN_IN_ROW, True), (SEEN_IN_COLUMN, False)):
        card = chart.sight.in_play(special)
        if card == NONE:
            continue
        x, y = chart.middle(s.cell[card] // FRAME, s.cell[card] % FRAME)
        if horizontal:
            d.rect(SEA_START, y - TILE / 2, SEA, TILE, fill=chart.colours.glow, opacity=0.5)
        else:
            d.rect(x - TILE / 2, SEA_START, TILE, SEA, fill=chart.colours.glow, opacity=0.5)


def _draw_island(chart: Chart) -> None:
    """Sand under all cards, and shallower water towards it."""
    c = chart.colours
    outline = ""
    for _, row, column in chart.sight.placed():
        x, y = chart.middle(row, column)
        outline += f"M{x - PITCH / 2:g} {y - PITCH / 2:g}h{PITCH}v{PITCH}h-{PITCH}z"
    for width, colour in ((62, c.shallow), (38, c.surf), (18, c.sand)):
        chart.drawing.path(
            outline,
            fill=colour,
            stroke=colour,
            stroke_width=width,
            stroke_linejoin="round",
        )


def _draw_area(chart: Chart) -> None:
    """The 4 x 4 cells that a ship in play has fixed."""
    if chart.sight.s.ship == NONE:
        return
    start, size = SEA_START + RING - 13, AREA * PITCH + 26
    chart.drawing.rect(
        start,
        start,
        size,
        size,
        24,
        fill="none",
        stroke=chart.colours.ink,
        stroke_width=1.5,
        stroke_dasharray="2 7",
        stroke_linecap="round",
        opacity=0.7,
    )


def _neighbours(sight: Sight, block: int) -> Iterator[tuple[int, int, int]]:
    """The directions in which a step of this block of actions is legal, as (direction, row, column)."""
    row, column = sight.s.position // FRAME, sight.s.position % FRAME
    for direction in range(4):
        if block + direction in sight.legal:
            yield direction, row + ROW_STEP[direction], column + COLUMN_STEP[direction]


def _draw_cells_to_explore(chart: Chart) -> None:
    d, c = chart.drawing, chart.colours
    for direction, row, column in _neighbours(chart.sight, EXPLORE):
        x, y = chart.middle(row, column)
        x, y = _beside(chart, direction, x, y)
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
    own_x, own_y = chart.middle(chart.sight.s.position // FRAME, chart.sight.s.position % FRAME)
    return own_x + PITCH * COLUMN_STEP[direction], own_y + PITCH * ROW_STEP[direction]


def _draw_tile(chart: Chart, card: int, row: int, column: int) -> None:
    """A card in play, in a coloured frame where you stand and where a signal is lit."""
    d, c, sight = chart.drawing, chart.colours, chart.sight
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
            at_left = sight.t.ship_corner[face] == CORNERS.index("SE")
            _draw_marker(chart, 24 if at_left else TILE - 24, 65)


def _draw_face(chart: Chart, face: int, framed: bool) -> None:
    """The scene of a face and its name, on a strip in another colour if it is a side b."""
    d, c = chart.drawing, chart.colours
    turned = face & 1 == 1
    d.rect(0, 0, TILE, TILE, CORNER, fill=c.card_turned if turned else c.card)
    sky, scene = icons.BY_FACE[face]
    right, bottom = icons.WIDTH, icons.HEIGHT
    top = f"V{CORNER}Q0 0 {CORNER} 0H{right - CORNER}Q{right} 0 {right} {CORNER}"
    d.path(f"M0 {bottom}{top}V{bottom}z", fill=sky)
    d.markup(scene)
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
    d, c, sight = chart.drawing, chart.colours, chart.sight
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
    if corner != NONE:
        x = 18 if CORNERS[corner].endswith("W") else TILE - 18
        y = 18 if CORNERS[corner].startswith("N") else icons.HEIGHT - 16
        d.circle(x, y, 14, fill=chart.colours.card, stroke=c.card_turned, stroke_width=2)
        with d.group(x, y + 2, 0.44):
            d.markup(icons.SHIP)
    if sight.flips(card):
        _draw_button(chart, TILE / 2, 18, TURN_ARROW)
    if sight.swaps(card):
        _draw_button(chart, TILE / 2, 18, SWAP_ARROWS)


def _draw_button(chart: Chart, x: float, y: float, sign: str, turn: float = 0.0, scale: float = 1.0) -> None:
    """Something that you may do now: a round sign."""
    d, c = chart.drawing, chart.colours
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
    d, c = chart.drawing, chart.colours
    d.circle(x, y, 16, fill=c.accent, stroke="#ffffff", stroke_width=2.5)
    for side, dy in ((-1, 2.5), (1, -2.5)):
        turned = "scale(-1 1)" if side < 0 else ""
        d.path(FOOT, transform=f"translate({x + side * 5.5:g} {y + dy:g}) {turned}", fill=c.on_accent)


def _draw_steps(chart: Chart) -> None:
    """Arrows to the cards that you may walk onto."""
    row, column = chart.sight.s.position // FRAME, chart.sight.s.position % FRAME
    x, y = chart.middle(row, column)
    for direction, _, _ in _neighbours(chart.sight, WALK):
        at = x + COLUMN_STEP[direction] * PITCH / 2, y + ROW_STEP[direction] * PITCH / 2
        _draw_button(chart, *at, "M0 6V-6M-5 -1L0 -6L5 -1", 90 * direction, 0.76)


# ------------------------------------------------------------------------------------------- the ship


def _coast(chart: Chart, side: int, position: int) -> tuple[float, float]:
    """Where a ship is drawn: at position 0 on the corner where the coast begins, 1-4 beside its cells."""
    row, column = _beside_area(side, position)
    return _along(column), _along(row)


def _beside_area(side: int, position: int) -> tuple[int, int]:
    """Row and column of a ship, counted from the area's north-west cell; -1 and 4 are the sea around it."""
    ahead, behind = position - 1, AREA - position
    return ((-1, ahead), (ahead, AREA), (AREA, behind), (behind, -1))[side]


def _hidden(sight: Sight, side: int, position: int) -> bool:
    """Does the Sea Serpent lie in the coast cell beside this position?"""
    card = sight.in_play(HIDES_COAST)
    if card == NONE:
        return False
    row = int(sight.s.cell[card]) // FRAME - int(sight.s.area_row)
    column = int(sight.s.cell[card]) % FRAME - int(sight.s.area_column)
    beside_row, beside_column = _beside_area(side, position)
    coast = (min(max(beside_row, 0), AREA - 1), min(max(beside_column, 0), AREA - 1))
    return position > 0 and (row, column) == coast


def _draw_ship(chart: Chart) -> None:
    """The ship and the course ahead of it, up to the corner from which it returns to port."""
    d, c, s = chart.drawing, chart.colours, chart.sight.s
    if s.ship == NONE:
        return
    side, position = int(s.ship), int(s.ship_position)
    ahead = [(side, p) for p in range(position + 1, AREA + 1)]
    port = (side + 1) % 4
    if s.sighted == 1 and s.extended == 0:
        ahead += [(port, p) for p in range(AREA + 1)]
        port = (port + 1) % 4
    if s.over == 0:
        _draw_course(chart, ahead, port)
    x, y = _coast(chart, side, position)
    flip = -1 if side >= 2 else 1
    d.element("ellipse", cx=x, cy=y + 24, rx=36, ry=7, fill=c.surf, opacity=0.8)
    d.markup(f'<g transform="translate({x:g} {y + 4:g}) scale({1.4 * flip:g} 1.4)">{icons.SHIP}</g>')


def _draw_course(chart: Chart, ahead: list[tuple[int, int]], port: int) -> None:
    """Arrows at the places (coast, position) ahead, crosses where nobody sees it, an anchor at the end."""
    d, c = chart.drawing, chart.colours
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


# ------------------------------------------------------------------------------- the end, and the side


def _draw_ribbon(chart: Chart) -> None:
    """The result, across the sea where no ship is."""
    d, c, s = chart.drawing, chart.colours, chart.sight.s
    colour = c.good if s.cause == RESCUED else c.bad
    middle = SEA_START + SEA / 2
    y = SEA_START + RING / 2 if s.ship == 2 else SEA_START + SEA - RING / 2
    d.rect(middle - 190, y - 26, 380, 52, 26, fill=colour, stroke=c.panel, stroke_width=3)
    d.text(middle, y + 8, chart.sight.result(), 23, family=SERIF, fill=c.panel, bold=True, anchor="middle")


def _draw_side(chart: Chart, last_action: str | None) -> None:
    """The panel beside the map."""
    d, c, s = chart.drawing, chart.colours, chart.sight.s
    d.text(SIDE_X, 46, "Marooned!", 27, family=SERIF, fill=c.ink, bold=True)
    d.text(SIDE_X + SIDE_WIDTH, 46, f"turn {s.rounds}", 14, fill=c.muted, anchor="end")
    _draw_health(chart, 86)
    _draw_deck(chart, 176)
    _draw_ship_words(chart, 240)
    _draw_signals(chart, 328)
    _draw_points(chart, 450)
    _draw_decision(chart, 488)
    if last_action is not None:
        _heading(chart, 622, "last action")
        d.text(SIDE_X, 643, last_action, 14, fill=c.ink)
    for x, colour, words in ((0, c.card, "side a up"), (104, c.card_turned, "side b up")):
        d.rect(SIDE_X + x, 668, 18, 13, 3, fill=colour, stroke=c.card_line)
        d.text(SIDE_X + x + 25, 679, words, 12, fill=c.muted)


def _heading(chart: Chart, y: float, words: str, value: str = "") -> None:
    d, c = chart.drawing, chart.colours
    d.line(SIDE_X, y - 20, SIDE_X + SIDE_WIDTH, y - 20, stroke=c.line)
    d.text(SIDE_X, y, words.upper(), 11, fill=c.muted, bold=True, letter_spacing=1.2)
    if value:
        d.text(SIDE_X + SIDE_WIDTH, y, value, 14, fill=c.ink, bold=True, anchor="end")


def _draw_health(chart: Chart, y: float) -> None:
    d, c, s = chart.drawing, chart.colours, chart.sight.s
    most = int(chart.sight.t.max_health)
    _heading(chart, y, "health", f"{s.health} of {most}")
    if most > 16:
        d.rect(SIDE_X, y + 16, SIDE_WIDTH, 14, 7, fill=c.line)
        d.rect(SIDE_X, y + 16, SIDE_WIDTH * int(s.health) / most, 14, 7, fill=c.heart)
        return
    pitch = SIDE_WIDTH / 8
    for i in range(most):
        colour = c.heart if i < s.health else c.line
        with d.group(SIDE_X + pitch * (i % 8 + 0.5), y + 24 + 25 * (i // 8), 1.05):
            d.path(HEART, fill=colour)


def _draw_deck(chart: Chart, y: float) -> None:
    d, c = chart.drawing, chart.colours
    left = CARDS - int(chart.sight.s.played)
    _heading(chart, y, "deck", f"{left} of {CARDS} left")
    pitch = SIDE_WIDTH / CARDS
    for i in range(CARDS):
        colour = c.card_turned if i < left else c.line
        d.rect(SIDE_X + pitch * i, y + 13, pitch - 3, 17, 2.5, fill=colour)


def _draw_ship_words(chart: Chart, y: float) -> None:
    _heading(chart, y, "ship")
    for i, line in enumerate(chart.sight.ship()):
        chart.drawing.text(SIDE_X, y + 20 + 18 * i, line, 13.5, fill=chart.colours.ink)


def _draw_signals(chart: Chart, y: float) -> None:
    """The three signals, gold when lit, and from where each is seen."""
    d, c, sight = chart.drawing, chart.colours, chart.sight
    _heading(chart, y, "signals")
    width = (SIDE_WIDTH - 16) / 3
    seen = ((SEEN_IN_ROW, "its row"), (SEEN_IN_COLUMN, "its column"), (PICKED_UP_FROM_COAST, "beside it"))
    for i, (special, where) in enumerate(seen):
        face = int(sight.t.face_of[special])
        lit = sight.in_play(special) != NONE
        x = SIDE_X + i * (width + 8)
        edge = c.gold if lit else c.line
        d.rect(x, y + 11, width, 74, 8, fill=c.panel, stroke=edge, stroke_width=2.5 if lit else 1.5)
        sky, scene = icons.BY_FACE[face]
        with d.group(x + 7, y + 17, (width - 14) / icons.WIDTH, opacity=None if lit else 0.3):
            d.rect(0, 0, icons.WIDTH, icons.HEIGHT, fill=sky)
            d.markup(scene)
        ink = c.ink if lit else c.muted
        words = sight.names[face]
        d.text(x + width / 2, y + 69, words, 11, fill=ink, bold=lit, anchor="middle")
        d.text(x + width / 2, y + 81, where, 9.5, fill=c.muted, anchor="middle")


def _draw_points(chart: Chart, y: float) -> None:
    s = chart.sight.s
    on_cards, for_health, for_played = chart.sight.points()
    words = f"cards {on_cards} · health {for_health} · played {for_played}"
    if s.over == 0:
        _heading(chart, y, "points if rescued now", str(on_cards + for_health + for_played))
    else:
        _heading(chart, y, "points", str(s.score))
        words = words if s.cause == RESCUED else "only when rescued"
    chart.drawing.text(SIDE_X, y + 19, words, 12.5, fill=chart.colours.muted)


def _draw_decision(chart: Chart, y: float) -> None:
    """What is to be decided; at the end, the result."""
    d, c, s = chart.drawing, chart.colours, chart.sight.s
    title, words = chart.sight.decision()
    colour = c.accent if s.over == 0 else c.good if s.cause == RESCUED else c.bad
    d.rect(SIDE_X, y, SIDE_WIDTH, 104, 10, fill=c.panel, stroke=c.line)
    d.rect(SIDE_X, y + 10, 5, 84, 2.5, fill=colour)
    d.text(SIDE_X + 18, y + 26, title, 17, fill=colour, bold=True)
    for i, line in enumerate(textwrap.wrap(words, 29)):
        d.text(SIDE_X + 18, y + 46 + 17 * i, line, 13, fill=c.ink)


# --------------------------------------------------------------------------------------- the text view

CELL_WIDTH, COAST_WIDTH = 16, 5
SHIP_MARKS = ("SHIP>", "SHIPv", "<SHIP", "SHIP^")
"""The ship with its heading, by the corner from which it sails."""


def text(s: Any, t: Any, facts: dict[str, Any]) -> str:
    """The table as plain text (ASCII), at most 80 columns wide.

    Args:
        s: the game's record.
        t: its tables.
        facts: the printed facts, for names.
    """
    sight = look(s, t, facts)
    left = CARDS - int(s.played)
    lines = [f"Marooned!   turn {s.rounds}   health {s.health} of {t.max_health}   deck {left} of {CARDS}"]
    lines += [*_wrapped("Ship", ", ".join(sight.ship())), "", *_text_map(sight), ""]
    if s.over == 1:
        lines.append(sight.result())
        return "\n".join(lines)
    title, words = sight.decision()
    lines += _wrapped("Now", f"{title}. {words}")
    lines += _wrapped("Legal", ", ".join(LAYOUT.names[action] for action in sorted(sight.legal)))
    lines += _wrapped("Signals lit", ", ".join(_text_signals(sight)) or "none")
    lines += _wrapped("Points if rescued now", str(sum(sight.points())))
    lines += _wrapped("In the deck", ", ".join(sight.unseen()) or "nothing")
    return "\n".join(lines)


def _wrapped(heading: str, words: str) -> list[str]:
    return textwrap.wrap(f"{heading}: {words}", 78, subsequent_indent="  ")


def _text_signals(sight: Sight) -> Iterator[str]:
    for special, where in (
        (SEEN_IN_ROW, "from its row"),
        (SEEN_IN_COLUMN, "from its column"),
        (PICKED_UP_FROM_COAST, "from the coast beside it"),
    ):
        card = sight.in_play(special)
        if card != NONE:
            yield f"{sight.names[sight.face(card)]} ({where})"


def _text_map(sight: Sight) -> list[str]:
    """Cards and cells to explore as boxes; the ship in the margin."""
    rows, columns = _text_extent(sight)
    rule = " " * COAST_WIDTH + "+" + ("-" * CELL_WIDTH + "+") * len(columns)
    lines = [_text_coast(sight, -1), rule]
    for row in rows:
        cells = [_text_cell(sight, row, column) for column in columns]
        west, east = _text_ship(sight, row, -1), _text_ship(sight, row, AREA)
        for i in range(3):
            boxes = "|".join(cell[i].ljust(CELL_WIDTH) for cell in cells)
            margins = (west, east) if i == 1 else ("", "")
            lines.append(f"{margins[0]:{COAST_WIDTH}}|{boxes}|{margins[1]}".rstrip())
        lines.append(rule)
    lines.append(_text_coast(sight, AREA))
    return [line for line in lines if line]


def _text_extent(sight: Sight) -> tuple[range, range]:
    """Rows and columns to show: the area of a ship, else the cards in play and the cells to explore."""
    s = sight.s
    if s.ship != NONE:
        area_row, area_column = int(s.area_row), int(s.area_column)
        return range(area_row, area_row + AREA), range(area_column, area_column + AREA)
    rows, columns = [int(s.first_row), int(s.last_row)], [int(s.first_column), int(s.last_column)]
    for _, row, column in _neighbours(sight, EXPLORE):
        rows.append(row)
        columns.append(column)
    return range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1)


def _text_cell(sight: Sight, row: int, column: int) -> tuple[str, str, str]:
    """The three lines of a cell: name, what is printed, what you may do."""
    s = sight.s
    cell = row * FRAME + column
    card = int(s.card_at[cell])
    step = _text_step(sight, row, column)
    if card == NONE:
        return "", f" {step}" if step else "", ""
    face = sight.face(card)
    printed = "ab"[face & 1]
    if sight.t.heart[face]:
        word = "safe" if sight.harmless(face) else "health"
        printed += f" {int(sight.t.heart[face]):+d} {word}"
    if sight.t.points[face]:
        printed += f" {sight.t.points[face]}p"
    if sight.t.ship_corner[face] != NONE:
        printed += f" ship {CORNERS[sight.t.ship_corner[face]]}"
    may = [step] if step else []
    may += ["flip"] if sight.flips(card) else []
    may += ["swap"] if sight.swaps(card) else []
    here = ["YOU"] if s.position == cell else []
    name = sight.names[face].encode("ascii", "replace").decode()
    return f" {name}"[:CELL_WIDTH], f" {printed}"[:CELL_WIDTH], " " + " ".join(here + may)


def _text_step(sight: Sight, row: int, column: int) -> str:
    """The step that leads to a cell, if it is legal."""
    for name, block in (("walk", WALK), ("explore", EXPLORE)):
        for direction, to_row, to_column in _neighbours(sight, block):
            if (row, column) == (to_row, to_column):
                return f"{name} {DIRECTIONS[direction]}"
    return ""


def _text_ship(sight: Sight, row: int, side: int) -> str:
    """The ship's mark west (-1) or east (4) of a row of the area."""
    s = sight.s
    if s.ship == NONE or s.ship_position == 0:
        return ""
    at_row, at_column = _beside_area(int(s.ship), int(s.ship_position))
    if (at_row + int(s.area_row), at_column) != (row, side):
        return ""
    return SHIP_MARKS[s.ship]


def _text_coast(sight: Sight, side: int) -> str:
    """The line north (-1) or south (4) of the map: the ship if it is there, else empty."""
    s = sight.s
    if s.ship == NONE:
        return ""
    at_row, at_column = _beside_area(int(s.ship), int(s.ship_position))
    if at_row != side:
        return ""
    mark = SHIP_MARKS[s.ship]
    if at_column < 0:
        return mark
    return " " * (COAST_WIDTH + at_column * (CELL_WIDTH + 1) + (6 if at_column < AREA else 1)) + mark
