"""Strains, a variant: what each player cannot plan, which he alone knows (docs/robinson/secret_plans.md)."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.engine.random import shuffle
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.fields import State


@compiled
def lift_strains(s: State) -> None:
    """Nobody has a strain."""
    for seat in range(c.PLAYERS):
        s.strain[seat] = c.NONE


@compiled
def deal_strains(s: State) -> None:
    """As planning begins each player draws one of the strains; no two draw the same."""
    for seat in range(c.PLAYERS):
        s.strain[seat] = seat
    shuffle(s, s.strain, 0, c.PLAYERS)
    for seat in range(s.players, c.PLAYERS):
        s.strain[seat] = c.NONE


@compiled
def is_strained(s: State, person: int, kind: int) -> bool:
    """Can this person not plan an action of a kind, because of his strain?"""
    return person < s.players and s.strain[person] != c.NONE and c.STRAINS[s.strain[person]] == kind


@compiled
def redeal_strains(s: State, viewer: int) -> None:
    """Deal the strains of others anew, of those that the viewer does not have."""
    own = s.strain[viewer]
    if own == c.NONE:
        return
    others = 0
    for strain in range(len(c.STRAINS)):
        if strain != own:
            s.strain[others] = strain
            others += 1
    shuffle(s, s.strain, 0, others)
    s.strain[others] = s.strain[viewer]  # `others` is the last place, where the viewer's own is put aside
    s.strain[viewer] = own
    for seat in range(s.players, c.PLAYERS):
        s.strain[seat] = c.NONE


@compiled
def conceal_strains(s: State, viewer: int) -> None:
    """Take away the strains of others."""
    for seat in range(c.PLAYERS):
        if seat != viewer:
            s.strain[seat] = c.NONE
