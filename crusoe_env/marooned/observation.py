"""What a player of Marooned! sees, as a flat vector: positions are relative to the cell that you stand on."""

from __future__ import annotations

from typing import Any

from crusoe_env.core.compile import compiled
from crusoe_env.core.layout import ObservationLayout, Segment
from crusoe_env.marooned.rules.move import explorable, walkable
from crusoe_env.marooned.rules.ship import coast_cell, picks_up_message, sees_beacon, sees_sos
from crusoe_env.marooned.state import AREA, CARDS, FACES, FRAME, NE, NONE, PHASES, SW

CARD_WIDTH = 2 + 2 * FRAME
HEALTH_STEPS = 16
LONGEST_GAME = 40
"""Turns; health runs out earlier."""

LAYOUT = ObservationLayout(
    [
        Segment(
            "cards",
            (CARDS, CARD_WIDTH),
            "per card, as in the data file: in play, side b up, row and column from yours (one-hot, -3 .. 3)",
        ),
        Segment(
            "island",
            (FRAME, FRAME),
            "a card lies there; your cell is the centre, rows grow southwards, columns eastwards",
        ),
        Segment("hearts", (FACES,), "per face (2 x card + side): its positive heart has paid"),
        Segment("health", (HEALTH_STEPS,), "entry i is 1 when health is above i"),
        Segment("played", (CARDS,), "entry i is 1 when more than i cards have been played"),
        Segment("turn", (1,), "turns begun / 40"),
        Segment(
            "phase",
            (len(PHASES),),
            "what is to be decided (one-hot): move, second step, mirage, flip",
        ),
        Segment("move", (2,), "a card was drawn this turn; the Compass may be used this turn"),
        Segment(
            "around",
            (8,),
            "north, east, south, west: a card lies there; a card may be placed there",
        ),
        Segment(
            "bounds",
            (4,),
            "how far cards reach from your cell to the north, east, south, west, / 3",
        ),
        Segment(
            "area",
            (4,),
            "how far the area fixed by a ship reaches (same order), / 3; 0 without a ship",
        ),
        Segment(
            "ship",
            (4,),
            "the coast it sails along (one-hot: north, east, south, west); none while in port",
        ),
        Segment("ship position", (AREA + 1,), "0 at the corner, 1 .. 4 along the coast (one-hot)"),
        Segment(
            "ship line",
            (2 * FRAME,),
            "the row (east, west coast) or column (north, south) it is beside, from yours (one-hot)",
        ),
        Segment(
            "signals ahead",
            (3, AREA),
            "SOS, Lit Beacon, Message: moves (1 .. 4) until the ship sees it on this coast (one-hot)",
        ),
        Segment("ship marks", (4,), "sighted, on its second coast, set sail this turn, moves this turn"),
    ]
)
SIZE = LAYOUT.size
HEARTS = LAYOUT.start["hearts"]
HEALTH = LAYOUT.start["health"]
PLAYED = LAYOUT.start["played"]
TURN = LAYOUT.start["turn"]
PHASE = LAYOUT.start["phase"]
MOVE_MARKS = LAYOUT.start["move"]
AROUND = LAYOUT.start["around"]
BOUNDS = LAYOUT.start["bounds"]
AREA_BOUNDS = LAYOUT.start["area"]
SHIP = LAYOUT.start["ship"]
SHIP_POSITION = LAYOUT.start["ship position"]
SHIP_LINE = LAYOUT.start["ship line"]
SIGNALS_AHEAD = LAYOUT.start["signals ahead"]
ISLAND = LAYOUT.start["island"]
SHIP_MARKS = LAYOUT.start["ship marks"]


@compiled
def write_observation(s: Any, t: Any, viewer: int, out: Any) -> None:
    """Write the observation into `out` (float32, `SIZE` entries)."""
    for i in range(SIZE):
        out[i] = 0.0
    row = s.position // FRAME
    column = s.position % FRAME
    write_cards(s, row, column, out)
    for i in range(FACES):
        out[HEARTS + i] = s.paid[i]
    for i in range(min(int(s.health), HEALTH_STEPS)):
        out[HEALTH + i] = 1.0
    for i in range(s.played):
        out[PLAYED + i] = 1.0
    out[TURN] = min(s.rounds / LONGEST_GAME, 1.0)
    out[PHASE + s.phase] = 1.0
    out[MOVE_MARKS] = s.explored
    out[MOVE_MARKS + 1] = s.compass
    for direction in range(4):
        out[AROUND + direction] = walkable(s, direction)
        out[AROUND + 4 + direction] = explorable(s, direction)
    out[BOUNDS] = (row - s.first_row) / (AREA - 1)
    out[BOUNDS + 1] = (s.last_column - column) / (AREA - 1)
    out[BOUNDS + 2] = (s.last_row - row) / (AREA - 1)
    out[BOUNDS + 3] = (column - s.first_column) / (AREA - 1)
    if s.ship != NONE:
        write_ship(s, t, row, column, out)


@compiled
def write_cards(s: Any, row: int, column: int, out: Any) -> None:
    """Each card in play: its side and where it lies from you."""
    for card in range(CARDS):
        cell = s.cell[card]
        if cell >= 0:
            at = card * CARD_WIDTH
            out[at] = 1.0
            out[at + 1] = s.side[card]
            south = cell // FRAME - row + AREA - 1
            east = cell % FRAME - column + AREA - 1
            out[at + 2 + south] = 1.0
            out[at + 2 + FRAME + east] = 1.0
            out[ISLAND + south * FRAME + east] = 1.0


@compiled
def write_ship(s: Any, t: Any, row: int, column: int, out: Any) -> None:
    """The ship in play and the area that it fixes."""
    out[AREA_BOUNDS] = (row - s.area_row) / (AREA - 1)
    out[AREA_BOUNDS + 1] = (s.area_column + AREA - 1 - column) / (AREA - 1)
    out[AREA_BOUNDS + 2] = (s.area_row + AREA - 1 - row) / (AREA - 1)
    out[AREA_BOUNDS + 3] = (column - s.area_column) / (AREA - 1)
    out[SHIP + s.ship] = 1.0
    out[SHIP_POSITION + s.ship_position] = 1.0
    if s.ship_position > 0:
        cell = coast_cell(s, s.ship_position)
        if s.ship == NE or s.ship == SW:
            out[SHIP_LINE + cell // FRAME - row + AREA - 1] = 1.0
        else:
            out[SHIP_LINE + FRAME + cell % FRAME - column + AREA - 1] = 1.0
    for position in range(s.ship_position + 1, AREA + 1):
        write_signals_ahead(s, t, position, out)
    out[SHIP_MARKS] = s.sighted
    out[SHIP_MARKS + 1] = s.extended
    out[SHIP_MARKS + 2] = s.set_sail
    out[SHIP_MARKS + 3] = s.ship_moves


@compiled
def write_signals_ahead(s: Any, t: Any, position: int, out: Any) -> None:
    """Which signals in play the ship will see when it comes to a position of its present coast."""
    at = SIGNALS_AHEAD + position - s.ship_position - 1
    out[at] = sees_sos(s, t, position)
    out[at + AREA] = sees_beacon(s, t, position)
    out[at + 2 * AREA] = picks_up_message(s, t, position)
