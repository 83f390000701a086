"""Ships: setting sail, the area that a ship fixes, sailing, rescue (Rules, Ships and Rescue)."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.marooned import state as st
from crusoe_env.marooned.facts import HIDES_COAST, PICKED_UP_FROM_COAST, SEEN_IN_COLUMN, SEEN_IN_ROW
from crusoe_env.marooned.fields import State, Tables
from crusoe_env.marooned.rules.ending import in_play, rescue


@compiled
def ship_sets_sail(s: State, corner: int) -> None:
    """A ship starts at a corner of the cards in play and fixes the area; ignored while one is in play."""
    if s.ship != st.NONE:
        return
    s.ship = corner
    s.ship_position = 0
    s.sighted = 0
    s.extended = 0
    s.set_sail = 1
    s.area_row = s.first_row if corner in (st.NW, st.NE) else s.last_row - (st.AREA - 1)
    s.area_column = s.first_column if corner in (st.NW, st.SW) else s.last_column - (st.AREA - 1)


@compiled
def ship_to_port(s: State) -> None:
    """The ship leaves play; the area is free again."""
    s.ship = st.NONE
    s.ship_position = 0
    s.sighted = 0
    s.extended = 0
    s.set_sail = 0
    s.ship_moves = 0


@compiled
def coast_cell(s: State, position: int) -> int:
    """The cell beside the ship at position 1-4 of its present coast."""
    row = s.area_row
    column = s.area_column
    if s.ship == st.NW:
        column += position - 1
    elif s.ship == st.NE:
        row += position - 1
        column += st.AREA - 1
    elif s.ship == st.SE:
        row += st.AREA - 1
        column += st.AREA - position
    else:
        row += st.AREA - position
    return row * st.FRAME + column


@compiled
def ship_sighted(s: State) -> None:
    """Ship Sighted is flipped up or landed on: the ship in play will sail a second coast, once."""
    if s.ship != st.NONE and s.extended == 0:
        s.sighted = 1


@compiled
def ship_moves(s: State, t: Tables) -> None:
    """One space along the coast, two past a Sea Serpent; at the next corner to port, or on if sighted."""
    s.ship_position += 1
    if s.ship_position <= st.AREA:
        card = s.card_at[coast_cell(s, s.ship_position)]
        serpent = t.face_of[HIDES_COAST]
        if card == serpent >> 1 and s.side[card] == (serpent & 1):
            s.ship_position += 1
    if s.ship_position <= st.AREA:
        if sees_a_signal(s, t, s.ship_position):
            rescue(s, t)
    elif s.sighted == 1 and s.extended == 0:
        s.ship = (s.ship + 1) % 4
        s.ship_position = 0
        s.extended = 1
    else:
        ship_to_port(s)


@compiled
def sees_sos(s: State, t: Tables, position: int) -> bool:
    """SOS in the row of this position of the east or west coast."""
    face = t.face_of[SEEN_IN_ROW]
    in_row = s.cell[face >> 1] // st.FRAME == coast_cell(s, position) // st.FRAME
    return (s.ship == st.NE or s.ship == st.SW) and in_row and in_play(s, face)


@compiled
def sees_beacon(s: State, t: Tables, position: int) -> bool:
    """Lit Beacon in the column of this position of the north or south coast."""
    face = t.face_of[SEEN_IN_COLUMN]
    in_column = s.cell[face >> 1] % st.FRAME == coast_cell(s, position) % st.FRAME
    return (s.ship == st.NW or s.ship == st.SE) and in_column and in_play(s, face)


@compiled
def picks_up_message(s: State, t: Tables, position: int) -> bool:
    """Message in the coast cell beside this position, not in a corner of the area."""
    face = t.face_of[PICKED_UP_FROM_COAST]
    not_a_corner = 1 < position < st.AREA
    return not_a_corner and s.cell[face >> 1] == coast_cell(s, position) and in_play(s, face)


@compiled
def sees_a_signal(s: State, t: Tables, position: int) -> bool:
    """Is the castaway rescued by a ship at this position (Rules, Rescue)?"""
    return sees_sos(s, t, position) or sees_beacon(s, t, position) or picks_up_message(s, t, position)
