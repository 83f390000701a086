"""Determination tokens gained and given up."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import operation
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.world.guest import is_castaway
from crusoe_env.robinson.rules.world.people import gain_determination, lose_determination


@operation(
    "determination who number",
    "That many tokens from the supply.",
    affects=v.DETERMINATION_ASPECT,
    phrase="{0}+{1} determination",
)
@compiled
def determination(s: State, t: Tables, who: int, person: int, number: int) -> None:
    """Tokens for one person, or for each."""
    if who != v.EACH:
        if person != c.NONE:
            gain_determination(s, t, person, number)
        return
    for castaway in range(c.PEOPLE):
        if is_castaway(s, castaway):
            gain_determination(s, t, castaway, number)


@compiled
def has_determination(s: State, t: Tables, person: int, number: int) -> bool:
    """Has this person so many tokens (NONE: each player)?"""
    if person == c.NONE:
        for castaway in range(c.PEOPLE):
            if is_castaway(s, castaway) and s.determination[castaway] < number:
                return False
        return True
    spared = person == c.FRIDAY and t.mysteries_take_from_friday == 0
    return spared or s.determination[person] >= number


@operation(
    "lose_determination who number",
    "That many tokens are given up; each wounds himself for what he lacks.",
    demand=has_determination,
    depends=v.DETERMINATION_ASPECT,
    phrase="{0}−{1} determination",
)
@compiled
def lose_tokens(s: State, t: Tables, who: int, person: int, number: int, flags: int) -> None:
    """Tokens given up by one person, or by each."""
    if who != v.EACH:
        if person != c.NONE:
            give_up(s, t, person, number, flags)
        return
    for castaway in range(c.PEOPLE):
        if is_castaway(s, castaway):
            give_up(s, t, castaway, number, flags)


@compiled
def give_up(s: State, t: Tables, person: int, number: int, flags: int) -> None:
    """Tokens given up by one person; what is missing wounds, unless only what is there is asked for."""
    if person == c.FRIDAY and t.mysteries_take_from_friday == 0:
        return
    if number == v.ALL:
        s.determination[person] = 0
    elif flags & v.IF_POSSIBLE:
        lose_determination(s, t, person, min(number, int(s.determination[person])))
    else:
        lose_determination(s, t, person, number)
