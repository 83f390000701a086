"""Marooned! as text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

from crusoe_env.marooned import state as st
from crusoe_env.marooned.actions import EXPLORE, LAYOUT, WALK
from crusoe_env.marooned.facts import PICKED_UP_FROM_COAST, SEEN_IN_COLUMN, SEEN_IN_ROW
from crusoe_env.marooned.view.words import Sight, beside_area, neighbours, sight_of

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
    sight = sight_of(s, t, facts)
    left = st.CARDS - int(s.played)
    lines = [f"Marooned!   turn {s.rounds}   health {s.health} of {t.max_health}   deck {left} of {st.CARDS}"]
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


def island_text(s: Any, t: Any, facts: dict[str, Any]) -> str:
    """The island alone; arguments as of `text`."""
    return "\n".join(_text_map(sight_of(s, t, facts)))


def _wrapped(heading: str, words: str) -> list[str]:
    return textwrap.wrap(f"{heading}: {words}", 78, subsequent_indent="  ")


def _text_signals(sight: Sight) -> Iterator[str]:
    for special, where in (
        (SEEN_IN_ROW, "from its row"),
        (SEEN_IN_COLUMN, "from its column"),
        (PICKED_UP_FROM_COAST, "from the coast beside it"),
    ):
        card = sight.in_play(special)
        if card != st.NONE:
            yield f"{sight.names[sight.face(card)]} ({where})"


def _text_map(sight: Sight) -> list[str]:
    """Cards and cells to explore as boxes; the ship in the margin."""
    rows, columns = _text_extent(sight)
    rule = " " * COAST_WIDTH + "+" + ("-" * CELL_WIDTH + "+") * len(columns)
    lines = [_text_coast(sight, -1), rule]
    for row in rows:
        cells = [_text_cell(sight, row, column) for column in columns]
        west, east = _text_ship(sight, row, -1), _text_ship(sight, row, st.AREA)
        for i in range(3):
            boxes = "|".join(cell[i].ljust(CELL_WIDTH) for cell in cells)
            margins = (west, east) if i == 1 else ("", "")
            lines.append(f"{margins[0]:{COAST_WIDTH}}|{boxes}|{margins[1]}".rstrip())
        lines.append(rule)
    lines.append(_text_coast(sight, st.AREA))
    return [line for line in lines if line]


def _text_extent(sight: Sight) -> tuple[range, range]:
    """Rows and columns to show: the area of a ship, else the cards in play and the cells to explore."""
    s = sight.s
    if s.ship != st.NONE:
        area_row, area_column = int(s.area_row), int(s.area_column)
        return range(area_row, area_row + st.AREA), range(area_column, area_column + st.AREA)
    rows, columns = [int(s.first_row), int(s.last_row)], [int(s.first_column), int(s.last_column)]
    for _, row, column in neighbours(sight, EXPLORE):
        rows.append(row)
        columns.append(column)
    return range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1)


def _text_cell(sight: Sight, row: int, column: int) -> tuple[str, str, str]:
    """The three lines of a cell: name, what is printed, what you may do."""
    s = sight.s
    cell = row * st.FRAME + column
    card = int(s.card_at[cell])
    step = _text_step(sight, row, column)
    if card == st.NONE:
        return "", f" {step}" if step else "", ""
    face = sight.face(card)
    printed = "ab"[face & 1]
    if sight.t.heart[face]:
        word = "safe" if sight.harmless(face) else "health"
        printed += f" {int(sight.t.heart[face]):+d} {word}"
    if sight.t.points[face]:
        printed += f" {sight.t.points[face]}p"
    if sight.t.ship_corner[face] != st.NONE:
        printed += f" ship {st.CORNERS[sight.t.ship_corner[face]]}"
    may = [step] if step else []
    may += ["flip"] if sight.flips(card) else []
    may += ["swap"] if sight.swaps(card) else []
    here = ["YOU"] if s.position == cell else []
    name = sight.names[face].encode("ascii", "replace").decode()
    return f" {name}"[:CELL_WIDTH], f" {printed}"[:CELL_WIDTH], " " + " ".join(here + may)


def _text_step(sight: Sight, row: int, column: int) -> str:
    """The step that leads to a cell, if it is legal."""
    for name, block in (("walk", WALK), ("explore", EXPLORE)):
        for direction, to_row, to_column in neighbours(sight, block):
            if (row, column) == (to_row, to_column):
                return f"{name} {st.DIRECTIONS[direction]}"
    return ""


def _text_ship(sight: Sight, row: int, side: int) -> str:
    """The ship's mark west (-1) or east (4) of a row of the area."""
    s = sight.s
    if s.ship == st.NONE or s.ship_position == 0:
        return ""
    at_row, at_column = beside_area(int(s.ship), int(s.ship_position))
    if (at_row + int(s.area_row), at_column) != (row, side):
        return ""
    return SHIP_MARKS[s.ship]


def _text_coast(sight: Sight, side: int) -> str:
    """The line north (-1) or south (4) of the map: the ship if it is there, else empty."""
    s = sight.s
    if s.ship == st.NONE:
        return ""
    at_row, at_column = beside_area(int(s.ship), int(s.ship_position))
    if at_row != side:
        return ""
    mark = SHIP_MARKS[s.ship]
    if at_column < 0:
        return mark
    return " " * (COAST_WIDTH + at_column * (CELL_WIDTH + 1) + (6 if at_column < st.AREA else 1)) + mark
