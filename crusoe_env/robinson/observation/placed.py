"""Pawns placed unseen: who is asked from a viewer's side, and the pawns that he may know of."""

from __future__ import annotations

from crusoe_env.engine.arrays import Entries
from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.actions import ACTION_OF_PLAN
from crusoe_env.robinson.fields import State
from crusoe_env.robinson.observation.entries import put
from crusoe_env.robinson.observation.layout import LAYOUT
from crusoe_env.robinson.rules.packed import kind_of, target_of
from crusoe_env.robinson.rules.phases.placing import is_hidden, is_placing
from crusoe_env.robinson.rules.world.placed_pawns import is_placed_by, next_of_seat, pawns_to_place

START = LAYOUT.start
PLACED_AT, PLACED = START["placed pawns"], LAYOUT.offsets("placed pawns")
ON_AT = START["placed on"]


@compiled
def asked_of(s: State, viewer: int) -> int:
    """Whom the question is about: while pawns are placed, whose pawn the viewer places next, or nobody."""
    return next_of_seat(s, viewer) if is_placing(s) else int(s.question_person)


@compiled
def acting_for(s: State, viewer: int) -> int:
    """Who acts: while pawns are placed the viewer himself, as long as he has one, or nobody."""
    if not is_placing(s):
        return int(s.acting)
    return viewer if next_of_seat(s, viewer) != c.NONE else c.NONE


@compiled
def left_for(s: State, viewer: int) -> int:
    """How many such answers are to come, as the question says to the viewer."""
    if not is_placing(s):
        return int(s.question_left)
    person = next_of_seat(s, viewer)
    return 0 if person == c.NONE else pawns_to_place(s, person)


@compiled
def write_placed(s: State, viewer: int, everything: int, out: Entries) -> None:
    """Pawns placed: all of them once they are revealed, before only those of the viewer.

    `everything` = 1: nothing is hidden.
    """
    known = everything == 1 or not is_hidden(s)
    for person in range(c.PEOPLE):
        own = is_placed_by(s, person, viewer)
        if not (own or known):
            continue
        row = person if person >= c.FRIDAY else (person - viewer) % s.players
        for pawn in range(c.PAWNS_EACH):
            placed = int(s.placed_pawns[person, pawn])
            if placed == c.UNPLACED:
                continue
            plan = int(s.pawn_plan[person, pawn])
            at = PLACED_AT + (row * c.PAWNS_EACH + pawn) * PLACED.row_width
            out[at + PLACED.settled] = plan != c.NONE
            if placed == c.IDLE_PAWN:
                out[at + PLACED.idle] = 1
                continue
            packed = placed - c.FIRST_PLACED
            out[at + PLACED.kind + kind_of(packed)] = 1
            put(out, at + PLACED.target, target_of(packed))
            out[at + PLACED.gives_way] = gives_way(s, packed, plan)
            if plan == c.NONE:
                on = ON_AT + ACTION_OF_PLAN[packed]
                put(out, on, out[on] + 1)


@compiled
def gives_way(s: State, packed: int, plan: int) -> bool:
    """Has a pawn placed there come to nothing or to a rest instead?"""
    if plan == c.NONE:
        return False
    if plan == c.ON_NO_PLAN:
        return True
    return s.plan_kind[plan] == c.REST and kind_of(packed) != c.REST
