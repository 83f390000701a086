"""Pawns that are placed unseen: the record of what each was placed on, and what each has come to.

A variant, `table="secret_plans"`; docs/robinson/variants.md has its rules.
"""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.fields import State

PLACES = c.PAWNS_EACH * c.PEOPLE
"""Places in the order of settling."""


@compiled
def take_pawns_back(s: State) -> None:
    """No pawn is placed."""
    s.places_first = s.first_player
    for person in range(c.PEOPLE):
        for pawn in range(c.PAWNS_EACH):
            s.placed_pawns[person, pawn] = c.UNPLACED
            s.pawn_plan[person, pawn] = c.NONE


# ------------------------------------------------------------------ placing
@compiled
def pawns_to_place(s: State, person: int) -> int:
    """How many pawns of a person are still to be placed."""
    count = 0
    for pawn in range(s.free_pawns[person]):
        count += s.placed_pawns[person, pawn] == c.UNPLACED
    return int(count)


@compiled
def next_of_seat(s: State, seat: int) -> int:
    """Whose pawn a player places next: his own; as First Player Friday's and the guest's; or NONE."""
    if pawns_to_place(s, seat) > 0:
        return seat
    if seat == s.first_player:
        for person in (c.FRIDAY, c.GUEST):
            if pawns_to_place(s, person) > 0:
                return person
    return c.NONE


@compiled
def next_to_place(s: State) -> int:
    """Whose pawn is placed next; NONE if all are."""
    for i in range(s.players):
        person = next_of_seat(s, (s.places_first + i) % s.players)
        if person != c.NONE:
            return person
    return c.NONE


@compiled
def is_placed_by(s: State, person: int, seat: int) -> bool:
    """Does this player place the pawns of a person?"""
    return person == seat or (person >= c.FRIDAY and seat == s.first_player)


# ------------------------------------------------------------------ settling
@compiled
def person_at(s: State, place: int) -> int:
    """Whose pawn stands at a place in the order of settling: first pawns, second ones, Friday, the guest."""
    if place < c.PAWNS_EACH * s.players:
        return int((s.first_player + place) % s.players)
    return c.FRIDAY + (place - c.PAWNS_EACH * int(s.players)) // c.PAWNS_EACH


@compiled
def pawn_at(s: State, place: int) -> int:
    """Which of his pawns that is."""
    if place < c.PAWNS_EACH * s.players:
        return int(place // s.players)
    return (place - c.PAWNS_EACH * int(s.players)) % c.PAWNS_EACH


@compiled
def places(s: State) -> int:
    """How many places there are in the order of settling."""
    return c.PAWNS_EACH * (int(s.players) + 2)


@compiled
def waits_on(s: State, person: int, pawn: int, placed: int) -> bool:
    """Was this pawn placed there, and does it still wait to be settled?"""
    return s.placed_pawns[person, pawn] == placed and s.pawn_plan[person, pawn] == c.NONE


@compiled
def free_those_on(s: State, placed: int) -> None:
    """Only pawns placed there that are not settled yet count as free."""
    for person in range(c.PEOPLE):
        s.free_pawns[person] = 0
        for pawn in range(c.PAWNS_EACH):
            s.free_pawns[person] += waits_on(s, person, pawn, placed)


@compiled
def bring(s: State, person: int, placed: int, plan: int) -> None:
    """The first pawn of a person that waits there comes to a plan."""
    for pawn in range(c.PAWNS_EACH):
        if waits_on(s, person, pawn, placed):
            s.pawn_plan[person, pawn] = plan
            return
