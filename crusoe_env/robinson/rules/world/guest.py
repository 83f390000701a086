"""The guest: one more castaway, whom a scenario adds and nobody plays (scenarios: `[[guest]]`).

He has a life track of his own and one pawn for a few kinds of action, which the First Player places; he is
never First Player. He is there from set-up, or joins when a condition of the scenario holds. From then on he
is hit by what hits each, eats, sleeps, and is healed like the players; he does not count where the number of
players matters. His death loses the game. Before he joins nothing reaches him but what names him.
"""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.fields import State, Tables

REROLL_USED = 1
"""In `skills_used` of the guest: he has thrown a die again this round."""


@compiled
def set_up_guest(s: State, t: Tables) -> None:
    """He is there from the beginning, unless he joins later."""
    s.guest_here = t.guest_at_start
    limit_guest(s, t)


@compiled
def limit_guest(s: State, t: Tables) -> None:
    """A new round: his one pawn, and the kinds of action that it may take."""
    s.pawn_limit[c.GUEST] = 1
    s.allowed_kinds[c.GUEST] = t.guest_kinds


@compiled
def is_castaway(s: State, person: int) -> bool:
    """Is this a player, or the guest who has joined them? They eat, sleep, are hit by what hits each."""
    return 0 <= person < s.players or (person == c.GUEST and s.guest_here == 1)


@compiled
def is_awaited(s: State, t: Tables) -> bool:
    """Is there a guest who has not joined yet, and lives?"""
    dies_at = t.dies_at[c.GUEST_SHEET]
    return dies_at > 0 and s.guest_here == 0 and s.wounds[c.GUEST] < dies_at


@compiled
def sheet_of(s: State, person: int) -> int:
    """Where the life track of a castaway stands in the tables."""
    return c.GUEST_SHEET if person == c.GUEST else int(s.character[person])


@compiled
def may_reroll(s: State) -> bool:
    """Has the guest not thrown a die again this round, and no card forbidden his skill?"""
    return s.guest_here == 1 and s.skills_used[c.GUEST] & REROLL_USED == 0 and s.skills_barred[c.GUEST] == 0
