"""Levels of the camp that rise and fall: shelter, roof, palisade, weapons, morale."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import operation
from crusoe_env.robinson.components import CARDS
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.world.demand import lacking
from crusoe_env.robinson.rules.world.people import HIGHEST_MORALE, change_morale
from crusoe_env.robinson.rules.world.stores import (
    halve_level,
    has_shelter,
    level,
    lose_shelter,
    lower_level,
    raise_level,
)

LEVELS = {c.WEAPON: v.WEAPON_ASPECT, c.PALISADE: v.PALISADE_ASPECT}
"""What a change of a level is a change of."""


@compiled
def can_raise(s: State, t: Tables, level: int) -> bool:
    """Can this level rise?"""
    if level == v.MORALE:
        return s.morale < HIGHEST_MORALE
    return (level != c.ROOF and level != c.PALISADE) or has_shelter(s, t)


@operation(
    "raise level number",
    "Roof and palisade only with a shelter, built or natural; morale to its top; shelter: it is built.",
    affects={**LEVELS, v.MORALE: v.MORALE_ASPECT},
    matters=can_raise,
    phrase="{0} +{1}",
)
@compiled
def raise_one(s: State, t: Tables, level: int, number: int) -> None:
    """A level rises."""
    if level == v.MORALE:
        change_morale(s, number)
    elif level == c.SHELTER:
        s.shelter = 1
    else:
        raise_level(s, t, level, number)


@compiled
def can_lower(s: State, what: int, number: int) -> bool:
    """Is the level so high? Morale is never a demand."""
    return what == v.MORALE or level(s, what) >= number


@operation(
    "lower level number",
    "Morale down to its bottom, never a demand; the others down to 0; shelter: a built one is lost, and roof "
    "and palisade with it if there is no natural one.",
    demand=can_lower,
    no_demand_of=(v.MORALE,),
    depends=LEVELS,
    phrase="{0} −{1}",
)
@compiled
def lower(s: State, t: Tables, level: int, number: int, payer: int, flags: int) -> None:
    """A level falls; what is missing of a number costs wounds, but for morale."""
    if level == v.MORALE:
        change_morale(s, -number)
        return
    if level == c.SHELTER:
        if s.shelter == 0 and not flags & v.IF_POSSIBLE:
            lacking(s, t, payer, 1)
        lose_shelter(s, t)
        return
    left = lower_level(s, t, level, number)
    if not flags & v.IF_POSSIBLE and number != v.ALL:
        lacking(s, t, payer, left)


@compiled
def can_halve(s: State, what: int) -> bool:
    """Is there anything of it?"""
    return level(s, what) > 0


@operation(
    "halve level",
    "Lower by half the level, rounded down, which of 1 is nothing; at level 0 the demand is not met.",
    demand=can_halve,
    depends_as_demand=LEVELS,
    phrase="half of the {0} lost",
)
@compiled
def halve(s: State, t: Tables, what: int, payer: int, flags: int) -> None:
    """A level falls by half."""
    if level(s, what) == 0 and not flags & v.IF_POSSIBLE:
        lacking(s, t, payer, 1)
    halve_level(s, what)


@operation(
    "regain level number",
    "Raise it, but only if this card's event lowered it; in the current edition with a built shelter.",
    phrase="{0} +{1} if it was lost",
)
@compiled
def regain(s: State, t: Tables, level: int, number: int, card: int) -> None:
    """A level that this card's event lowered rises again."""
    sheltered = s.shelter == 1 or t.regaining_needs_built_shelter == 0
    if 0 <= card < CARDS and (s.card_mark[card] >> level) & 1 and sheltered:
        raise_level(s, t, level, number)
