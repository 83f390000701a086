"""The boards of the pages of rules: a picture of a game with a letter at each part, and a legend of them."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from crusoe_env.dieson.view import board as dieson
from crusoe_env.dieson.view import cards as dieson_cards
from crusoe_env.dieson.view import map as dieson_map
from crusoe_env.dieson.view import side as dieson_side
from crusoe_env.marooned.view import parts as marooned
from crusoe_env.robinson.view import board as robinson
from crusoe_env.robinson.view import cards, island, people, sides
from crusoe_env.show.drawing import Box, Drawing, Picture, escape, palette
from crusoe_env.show.sheet import Sheet, wrapped

MARK = {"light": ("#8a2d8f", "#ffffff"), "dark": ("#f2b8f4", "#2a0f2c")}
"""The colour of letters' discs and of outlines, which no board has, and that of the letters."""
RADIUS, SIZE, LINE, GAP, COLUMNS = 13.0, 15.5, 20.0, 9.0, 2
MARGIN = 18.0
"""Also what the picture is wider than the board, for letters at its edge."""


class Part(NamedTuple):
    """A part of a board.

    Attributes:
        box: around the part; its outline is drawn.
        at: where the letter stands, as shares of the box's width and height.
        name, words: what stands in the legend.
    """

    box: Box
    at: tuple[float, float]
    name: str
    words: str


def _cells(row: float, column: float, rows: float = 1, columns: float = 1) -> Box:
    """Cells of Marooned!'s island, counted in the square of four by four."""
    first, pitch = marooned.SEA_START + marooned.RING, marooned.PITCH
    return (first + pitch * column, first + pitch * row, pitch * columns, pitch * rows)


def _beside(x: float, width: float, top: float, bottom: float) -> Box:
    """A part of the panel beside a board."""
    return (x - 6, top, width + 14, bottom - top)


_AT = marooned.SIDE_X, marooned.SIDE_WIDTH
MAROONED = {
    "You": (_cells(0, 2), (0, 1)),
    "Explore": (_cells(0, 1), (0, 0)),
    "Side a": (_cells(2, 1), (1, 1)),
    "Side b": (_cells(2, 0), (0, 1)),
    "Area": (_cells(-0.12, -0.12, 4.24, 4.24), (0.5, 1)),
    "Ship": (_cells(0, 4.14, 1, 0.72), (1, 0.5)),
    "Course": (_cells(1, 4.14, 2.95, 0.72), (1, 0.5)),
    "Rescue": (_cells(1, -0.8, 1, 0.6), (0, 0.5)),
    "Health": (_beside(*_AT, 60, 146), (1, 0)),
    "Deck": (_beside(*_AT, 148, 206), (1, 0)),
    "Signals": (_beside(*_AT, 294, 408), (1, 0)),
    "Points": (_beside(*_AT, 410, 456), (1, 0)),
    "Question": (_beside(*_AT, 460, 560), (1, 0)),
}

_AT = dieson_side.X, dieson_side.WIDTH
_X, _Y, _WIDTH, _HEIGHT = (
    dieson_cards.PEOPLE_X,
    dieson_cards.PEOPLE_Y,
    dieson_cards.PEOPLE_WIDTH,
    dieson_cards.PEOPLE_HEIGHT,
)
_TOOLS = (dieson_cards.IN_ROW * dieson_cards.PITCH_X - 4, 2 * dieson_cards.CARD_HEIGHT + 4)
_RING = 2 * dieson.OUTER
DIESON = {
    "Map": ((dieson_map.X, dieson_map.Y, dieson_map.WIDTH, dieson_map.HEIGHT), (0.03, 0.04)),
    "Ring of actions": (
        (dieson.RING_X - dieson.OUTER, dieson.RING_Y - dieson.OUTER, _RING, _RING),
        (0.06, 0.06),
    ),
    "Hand": ((dieson.RING_X - 66, dieson.RING_Y - 64, 132, 110), (0, 0.6)),
    "Used dice": ((dieson.BOARD_X, dieson.BOARD_Y + 20, dieson.BOARD_WIDTH, 54), (1, 0.5)),
    "Icon dice": ((dieson.BOARD_X, dieson.BOARD_Y + 78, dieson.BOARD_WIDTH, 72), (1, 0.5)),
    "Days": ((dieson.DAYS_X, dieson.TRACK_Y, dieson.DAYS_WIDTH, dieson.TRACK_HEIGHT), (0.5, -0.1)),
    "Events": ((dieson.BOARD_X, dieson.TRACK_Y, dieson.BOARD_WIDTH, dieson.TRACK_HEIGHT), (1, 0)),
    "Tools": ((dieson_cards.TOOLS_X, dieson_cards.TOOLS_Y, *_TOOLS), (0, 0)),
    "Character": ((_X, _Y, _WIDTH, _HEIGHT), (0, 1)),
    "Friend": ((_X + _WIDTH + 8, _Y, _WIDTH, _HEIGHT), (1, 1)),
    "Areas": ((_X, dieson_cards.AREAS_Y, dieson.BOARD_WIDTH, 138), (1, 1)),
    "Quest": (_beside(*_AT, 57, 208), (1, 0)),
    "Health and goods": (_beside(*_AT, 211, 380), (1, 0)),
    "Stars": (_beside(*_AT, 383, 486), (1, 0)),
    "Question": (_beside(*_AT, 492, 652), (1, 0)),
}

_AT = sides.X, sides.WIDTH
_X, _Y, _WIDTH, _HEIGHT = robinson.THREATS
_DECKS_X = _X + _WIDTH - robinson.DECKS_WIDTH
_CAMP_Y, _PITCH = robinson.TRACKS_Y + 55, (robinson.TRACKS_WIDTH + 5) / 8
_STORES_X = robinson.TRACKS_X + 4 * _PITCH
ROBINSON = {
    "Island": ((island.X, island.Y, island.WIDTH, island.HEIGHT), (0.96, 0.05)),
    "Morale": ((robinson.TRACKS_X, robinson.TRACKS_Y, 236, robinson.LOW), (0, 0)),
    "Weather and night": ((robinson.TRACKS_X + 242, robinson.TRACKS_Y, 228, robinson.LOW), (1, 0)),
    "Camp": ((robinson.TRACKS_X, _CAMP_Y, 4 * _PITCH - 5, robinson.HIGH), (0, 0)),
    "Stores": ((_STORES_X, _CAMP_Y, 4 * _PITCH - 5, robinson.HIGH), (1, 0)),
    "Threat row": ((_X, _Y, _DECKS_X - _X, _HEIGHT), (0.5, 1)),
    "Decks": ((_DECKS_X + 4, _Y, robinson.DECKS_WIDTH - 4, _HEIGHT), (1, 1)),
    "Actions": (robinson.FIELDS, (0.5, 1)),
    "Inventions": (cards.CARDS, (0.45, 0)),
    "Things": (cards.THINGS, (1, 0)),
    "Characters": ((people.X, people.Y, people.WIDTH, people.HEIGHT), (0.5, 0)),
    "Rounds and phases": (_beside(*_AT, sides.ROUNDS_Y - 4, sides.SCENARIO_Y - 3), (1, 0)),
    "Goal": (_beside(*_AT, sides.SCENARIO_Y, sides.DICE_Y - 3), (1, 0)),
    "Dice": (_beside(*_AT, sides.DICE_Y, sides.DECISION_Y - 3), (1, 0)),
    "Question": (_beside(*_AT, sides.DECISION_Y, sides.LOG_Y - 8), (1, 0)),
    "Log": (_beside(*_AT, sides.LOG_Y - 4, sides.BOTTOM), (1, 0)),
}
PLACES = {"marooned": MAROONED, "dieson": DIESON, "robinson": ROBINSON}
"""The box and the place of the letter of each part."""
LEGENDS = tomllib.loads(Path(__file__).with_name("boards.toml").read_text(encoding="utf-8"))
PARTS = {
    game: [Part(*PLACES[game][name], name, words) for name, words in legend.items()]
    for game, legend in LEGENDS.items()
}


def labelled(game: str, board: Picture, theme: str) -> Picture:
    """A board with letters at its parts, above a legend in columns."""
    parts, width = PARTS[game], board.width + MARGIN
    column = (width - 2 * MARGIN) / COLUMNS
    entries = [wrapped(f"{part.name}: {part.words}", SIZE, 1.04 * (column - 3 * RADIUS), 9) for part in parts]
    heights = [LINE * len(lines) + GAP for lines in entries]
    left = next(i for i in range(len(parts)) if 2 * sum(heights[:i]) >= sum(heights))
    height = board.height + 2 * GAP + max(sum(heights[:left]), sum(heights[left:]))
    label = f"{board.label}: {', '.join(part.name for part in parts)}"
    sheet = Sheet(Drawing(width, height, label), palette(theme), theme)
    sheet.d.rect(0, 0, width, height, fill=sheet.c.page)
    sheet.d.markup(board)
    for part in parts:
        sheet.d.rect(*part.box, 9, fill="none", stroke=MARK[theme][0], stroke_width=2, stroke_dasharray="7 4")
    for i, part in enumerate(parts):
        x, y = (part.box[axis] + part.at[axis] * part.box[2 + axis] for axis in (0, 1))
        _letter(sheet, i, max(x, RADIUS + 1), max(y, RADIUS + 1))
        x, first = (MARGIN, 0) if i < left else (MARGIN + column, left)
        y = board.height + 2 * GAP + sum(heights[first:i])
        _letter(sheet, i, x + RADIUS, y + RADIUS - 4)
        _entry(sheet, part.name, entries[i], x + 3 * RADIUS, y + SIZE - 1)
    return sheet.d.picture()


def _letter(sheet: Sheet, number: int, x: float, y: float) -> None:
    """The letter of a part, on a disc around (x, y)."""
    fill, ink = MARK[sheet.theme]
    sheet.d.circle(x, y, RADIUS, fill=fill, stroke=sheet.c.panel, stroke_width=2)
    sheet.words(x, y + 5.5, string.ascii_uppercase[number], SIZE, fill=ink, bold=True, anchor="middle")


def _entry(sheet: Sheet, name: str, lines: Sequence[str], x: float, y: float) -> None:
    """The name of a part, bold, and what the part is."""
    for i, line in enumerate(lines):
        bold, rest = (f"{name}:", line.removeprefix(f"{name}:")) if i == 0 else ("", line)
        words = f'<tspan font-weight="bold">{escape(bold)}</tspan>{escape(rest)}'
        sheet.d.element("text", words, x=x, y=y + LINE * i, font_size=SIZE, fill=sheet.c.ink)
