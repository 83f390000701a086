"""Unfulfilled demand: wounds for what is missing (rulebook: Unfulfilled demand)."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.world.people import wound, wound_each


@compiled
def payer_of(who: int, performer: int) -> int:
    """Who is wounded for an unfulfilled demand: the performer, or each player (NONE)."""
    return performer if who == v.PERFORMER else c.NONE


@compiled
def lacking(s: State, t: Tables, who: int, count: int) -> None:
    """Wounds for a demand not met: the person it was made to, or each player (Unfulfilled demand)."""
    if count <= 0:
        return
    if who == c.NONE:
        wound_each(s, t, count)
    else:
        wound(s, t, who, count)
