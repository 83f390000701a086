"""What the arguments of an operation mean: which person, how many."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.fields import State, Tables


@compiled
def person_of(s: State, who: int, performer: int) -> int:
    """The one person that a row means; NONE for each, chosen, or if nobody bears the wound."""
    if who == v.PERFORMER:
        return performer
    if who == v.FIRST:
        return int(s.first_player)
    if who == v.FRIDAY_HIMSELF:
        return c.FRIDAY
    if who == v.GUEST_HIMSELF:
        return c.GUEST
    if who >= v.BEARER:
        deck = (who - v.BEARER) >> 2
        part = (who - v.BEARER) & 3
        for person in range(c.PEOPLE):
            if (s.special_wounds[person, part] >> deck) & 1:
                return person
    return c.NONE


@compiled
def number_of(s: State, t: Tables, row: int) -> int:
    """The number of a row, for each player if it says so."""
    number = int(t.rows[row, col.NUMBER])
    if t.rows[row, col.FLAGS] & v.PER_PLAYER and number != v.ALL:
        number *= s.players
    return number
