"""Moving: onto a card in play, or onto an empty cell with the next card of the deck (Rules, Moving)."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.marooned import state as st
from crusoe_env.marooned.fields import State, Tables
from crusoe_env.marooned.rules.effects import card_drawn, land_on


@compiled
def neighbour(s: State, direction: int) -> int:
    """The cell next to yours, or NONE beyond the frame."""
    row = s.position // st.FRAME + st.ROW_STEP[direction]
    column = s.position % st.FRAME + st.COLUMN_STEP[direction]
    if 0 <= row < st.FRAME and 0 <= column < st.FRAME:
        return row * st.FRAME + column
    return st.NONE


@compiled
def in_area(s: State, cell: int) -> bool:
    """May a card lie here: in the area that a ship has fixed, else so that all cards fit in 4 x 4."""
    row = cell // st.FRAME
    column = cell % st.FRAME
    if s.ship != st.NONE:
        return s.area_row <= row < s.area_row + st.AREA and s.area_column <= column < s.area_column + st.AREA
    height = max(row, s.last_row) - min(row, s.first_row) + 1
    width = max(column, s.last_column) - min(column, s.first_column) + 1
    return height <= st.AREA and width <= st.AREA


@compiled
def walkable(s: State, direction: int) -> bool:
    """Is there a card to walk onto?"""
    cell = neighbour(s, direction)
    return cell != st.NONE and s.card_at[cell] != st.NONE


@compiled
def explorable(s: State, direction: int) -> bool:
    """May the next card be placed there? At most one card is drawn in a turn."""
    if s.played >= st.CARDS or s.explored == 1:
        return False
    cell = neighbour(s, direction)
    return cell != st.NONE and s.card_at[cell] == st.NONE and in_area(s, cell)


@compiled
def walk(s: State, t: Tables, direction: int) -> None:
    """Go onto an adjacent card in play."""
    s.position = neighbour(s, direction)
    land_on(s, t, int(s.card_at[s.position]))


@compiled
def explore(s: State, t: Tables, direction: int) -> None:
    """Choose an adjacent empty cell, draw the next card, place it there and stand on it."""
    s.explored = 1
    place_card(s, t, neighbour(s, direction))


@compiled
def place_card(s: State, t: Tables, cell: int) -> None:
    """The top card of the deck comes into play on this cell, under you."""
    card = s.deck[s.played]
    s.played += 1
    s.cell[card] = cell
    s.card_at[cell] = card
    s.position = cell
    row = cell // st.FRAME
    column = cell % st.FRAME
    s.first_row = min(s.first_row, row)
    s.last_row = max(s.last_row, row)
    s.first_column = min(s.first_column, column)
    s.last_column = max(s.last_column, column)
    card_drawn(s, t, card)
