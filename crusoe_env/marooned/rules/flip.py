"""Flipping: at most one card a turn whose prerequisite holds (Rules, Flipping)."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.marooned.facts import AT, CARD, SECOND_COAST, SHIP_SETS_SAIL
from crusoe_env.marooned.fields import State, Tables
from crusoe_env.marooned.rules.effects import pay_heart
from crusoe_env.marooned.rules.ending import in_play
from crusoe_env.marooned.rules.ship import ship_sighted
from crusoe_env.marooned.state import CARDS, FRAME, NONE


@compiled
def can_flip(s: State, t: Tables, card: int) -> bool:
    """May this card be flipped by choice now, other than a map (see `can_find_treasure`)?"""
    if s.cell[card] < 0 or s.side[card] != 0:
        return False
    kind = t.flip_kind[card]
    if kind == SHIP_SETS_SAIL:
        return s.set_sail == 1
    if kind != CARD and kind != AT:
        return False
    needs = t.flip_needs[card]
    if needs != NONE and not in_play(s, needs):
        return False
    stand_on = t.flip_at[card]
    return stand_on == NONE or (in_play(s, stand_on) and s.cell[stand_on >> 1] == s.position)


@compiled
def can_find_treasure(s: State, t: Tables) -> bool:
    """Do you stand where the row of one map crosses the column of the other?"""
    row_map = t.map_row
    column_map = t.map_column
    if not (in_play(s, 2 * row_map) and in_play(s, 2 * column_map)):
        return False
    same_row = s.cell[row_map] // FRAME == s.position // FRAME
    return same_row and s.cell[column_map] % FRAME == s.position % FRAME


@compiled
def can_flip_any(s: State, t: Tables) -> bool:
    """Is there anything to decide in the flip step?"""
    if can_find_treasure(s, t):
        return True
    for card in range(CARDS):
        if can_flip(s, t, card):
            return True
    return False


@compiled
def flip(s: State, t: Tables, card: int) -> None:
    """Turn a card to its side b; a positive heart pays; Ship Sighted holds the ship in play."""
    face = 2 * card + 1
    s.side[card] = 1
    pay_heart(s, t, face)
    if face == t.face_of[SECOND_COAST]:
        ship_sighted(s)


@compiled
def find_treasure(s: State, t: Tables) -> None:
    """Both maps flip at once."""
    flip(s, t, int(t.map_column))
    flip(s, t, int(t.map_row))
