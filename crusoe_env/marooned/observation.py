"""What a player of Marooned! sees, as a flat vector: positions are relative to the cell that you stand on."""

from __future__ import annotations

from crusoe_env.engine.arrays import Entries
from crusoe_env.engine.compile import compiled
from crusoe_env.engine.encoding import write_steps
from crusoe_env.engine.layout import MOST, Field, ObservationLayout, Segment, single
from crusoe_env.marooned import state as st
from crusoe_env.marooned.fields import State, Tables
from crusoe_env.marooned.rules.move import explorable, walkable
from crusoe_env.marooned.rules.ship import coast_cell, picks_up_message, sees_beacon, sees_sos

HEALTH_STEPS = 16
LONGEST_GAME = 40
"""Turns; health runs out earlier."""
FURTHEST = st.AREA - 1
"""Cells between the opposite edges of the area."""
FACE_NAMES = tuple(f"{card} {side}" for card in st.CARD_IDS for side in "ab")

LAYOUT = ObservationLayout(
    [
        Segment(
            "cards",
            "per card, as in the data file; all 0 while unseen",
            (
                Field("in play", "it lies on the island"),
                Field("side", "side b is up"),
                Field("row", "how many rows south of yours it lies, -3 .. 3 (one-hot)", st.FRAME),
                Field("column", "how many columns east of yours, -3 .. 3 (one-hot)", st.FRAME),
            ),
            rows=st.CARDS,
            row_names=st.CARD_IDS,
        ),
        single(
            "island",
            "a card lies there; your cell is the centre, rows grow southwards, columns eastwards",
            st.FRAME,
            rows=st.FRAME,
        ),
        single(
            "hearts", "per face (2 x card + side): its positive heart has paid", st.FACES, entries=FACE_NAMES
        ),
        single("health", "entry i is 1 when health is above i", HEALTH_STEPS),
        single("played", "entry i is 1 when more than i cards have been played", st.CARDS),
        single("turn", "turns begun", divisor=LONGEST_GAME, largest=MOST),
        single(
            "phase",
            "what is to be decided (one-hot): " + ", ".join(st.PHASES),
            len(st.PHASES),
            entries=st.PHASES,
        ),
        Segment(
            "move",
            "moving this turn",
            (
                Field("drawn", "a card was drawn this turn"),
                Field("compass", "the Compass may be used this turn"),
            ),
        ),
        Segment(
            "around",
            "north, east, south, west",
            (
                Field("walkable", "a card lies there", 4, entries=st.DIRECTIONS),
                Field("explorable", "a card may be placed there", 4, entries=st.DIRECTIONS),
            ),
        ),
        single(
            "bounds",
            "how far cards reach from your cell to the north, east, south, west",
            4,
            divisor=FURTHEST,
            largest=FURTHEST,
            entries=st.DIRECTIONS,
        ),
        single(
            "area",
            "how far the area fixed by a ship reaches (same order); 0 without a ship",
            4,
            divisor=FURTHEST,
            largest=FURTHEST,
            entries=st.DIRECTIONS,
        ),
        single(
            "ship",
            "the coast it sails along (one-hot: north, east, south, west); none while in port",
            4,
            entries=st.DIRECTIONS,
        ),
        single("ship position", "0 at the corner, 1 .. 4 along the coast (one-hot)", st.AREA + 1),
        Segment(
            "ship line",
            "the line of cells that the ship is beside, from yours, -3 .. 3",
            (
                Field("row", "on an east or west coast (one-hot)", st.FRAME),
                Field("column", "on a north or south coast (one-hot)", st.FRAME),
            ),
        ),
        single(
            "signals ahead",
            "SOS, Lit Beacon, Message: moves (1 .. 4) until the ship sees it on this coast (one-hot)",
            st.AREA,
            rows=3,
            row_names=("SOS", "Lit Beacon", "Message"),
        ),
        Segment(
            "ship marks",
            "the ship in play",
            (
                Field("sighted", "it has been sighted"),
                Field("extended", "it is on its second coast"),
                Field("set sail", "it set sail this turn"),
                Field("moves", "it moves this turn"),
            ),
        ),
    ]
)
LARGEST = LAYOUT.largest
START = LAYOUT.start
CARDS_AT, CARD = START["cards"], LAYOUT.offsets("cards")
ISLAND = START["island"]
HEARTS = START["hearts"]
HEALTH = START["health"]
PLAYED = START["played"]
TURN = START["turn"]
PHASE = START["phase"]
MOVE_AT, MOVE = START["move"], LAYOUT.offsets("move")
AROUND_AT, AROUND = START["around"], LAYOUT.offsets("around")
BOUNDS = START["bounds"]
AREA_BOUNDS = START["area"]
SHIP = START["ship"]
SHIP_POSITION = START["ship position"]
SHIP_LINE_AT, SHIP_LINE = START["ship line"], LAYOUT.offsets("ship line")
SIGNALS_AHEAD = START["signals ahead"]
MARKS_AT, MARKS = START["ship marks"], LAYOUT.offsets("ship marks")


@compiled
def put(out: Entries, at: int, amount: int) -> None:
    """A number, kept within the bounds of its entry."""
    out[at] = min(max(int(amount), 0), int(LARGEST[at]))


@compiled
def write_observation(s: State, t: Tables, viewer: int, out: Entries) -> None:
    """Write the observation into `out` (uint8, `LAYOUT.size` entries)."""
    out[:] = 0
    row = s.position // st.FRAME
    column = s.position % st.FRAME
    write_cards(s, row, column, out)
    for i in range(st.FACES):
        out[HEARTS + i] = s.paid[i]
    write_steps(out, HEALTH, HEALTH_STEPS, s.health)
    write_steps(out, PLAYED, st.CARDS, s.played)
    put(out, TURN, s.rounds)
    out[PHASE + s.phase] = 1
    out[MOVE_AT + MOVE.drawn] = s.explored
    out[MOVE_AT + MOVE.compass] = s.compass
    for direction in range(4):
        out[AROUND_AT + AROUND.walkable + direction] = walkable(s, direction)
        out[AROUND_AT + AROUND.explorable + direction] = explorable(s, direction)
    put(out, BOUNDS, row - s.first_row)
    put(out, BOUNDS + 1, s.last_column - column)
    put(out, BOUNDS + 2, s.last_row - row)
    put(out, BOUNDS + 3, column - s.first_column)
    if s.ship != st.NONE:
        write_ship(s, t, row, column, out)


@compiled
def write_cards(s: State, row: int, column: int, out: Entries) -> None:
    """Each card in play: its side and where it lies from you."""
    for card in range(st.CARDS):
        cell = s.cell[card]
        if cell >= 0:
            at = CARDS_AT + card * CARD.row_width
            out[at + CARD.in_play] = 1
            out[at + CARD.side] = s.side[card]
            south = cell // st.FRAME - row + FURTHEST
            east = cell % st.FRAME - column + FURTHEST
            out[at + CARD.row + south] = 1
            out[at + CARD.column + east] = 1
            out[ISLAND + south * st.FRAME + east] = 1


@compiled
def write_ship(s: State, t: Tables, row: int, column: int, out: Entries) -> None:
    """The ship in play and the area that it fixes."""
    put(out, AREA_BOUNDS, row - s.area_row)
    put(out, AREA_BOUNDS + 1, s.area_column + FURTHEST - column)
    put(out, AREA_BOUNDS + 2, s.area_row + FURTHEST - row)
    put(out, AREA_BOUNDS + 3, column - s.area_column)
    out[SHIP + s.ship] = 1
    out[SHIP_POSITION + s.ship_position] = 1
    if s.ship_position > 0:
        cell = coast_cell(s, s.ship_position)
        if s.ship == st.NE or s.ship == st.SW:
            out[SHIP_LINE_AT + SHIP_LINE.row + cell // st.FRAME - row + FURTHEST] = 1
        else:
            out[SHIP_LINE_AT + SHIP_LINE.column + cell % st.FRAME - column + FURTHEST] = 1
    for position in range(s.ship_position + 1, st.AREA + 1):
        write_signals_ahead(s, t, position, out)
    out[MARKS_AT + MARKS.sighted] = s.sighted
    out[MARKS_AT + MARKS.extended] = s.extended
    out[MARKS_AT + MARKS.set_sail] = s.set_sail
    out[MARKS_AT + MARKS.moves] = s.ship_moves


@compiled
def write_signals_ahead(s: State, t: Tables, position: int, out: Entries) -> None:
    """Which signals in play the ship will see when it comes to a position of its present coast."""
    at = SIGNALS_AHEAD + position - s.ship_position - 1
    out[at] = sees_sos(s, t, position)
    out[at + st.AREA] = sees_beacon(s, t, position)
    out[at + 2 * st.AREA] = picks_up_message(s, t, position)
