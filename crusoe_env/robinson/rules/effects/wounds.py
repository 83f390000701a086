"""Wounds, and special wounds: tokens of an adventure deck on a part of the body."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import operation
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.world.people import wound, wound_each


@operation("wound who number", "That many wounds.", depends=v.LIFE_ASPECT, phrase="{0}{1} wound(s)")
@compiled
def take_wounds(s: State, t: Tables, who: int, person: int, number: int) -> None:
    """Wounds."""
    if who == v.EACH:
        wound_each(s, t, number)
    else:
        wound(s, t, person, number)


@operation(
    "special_wound who part",
    "The token of this card's deck (`where`) on that part of the body.",
    of_deck=True,
    phrase="{0}special wound on the {1}",
)
@compiled
def special_wound(s: State, person: int, part: int, where: int) -> None:
    """A token on a part of the body; Friday has no place for one."""
    if person != c.FRIDAY and person != c.NONE:
        s.special_wounds[person, part] |= 1 << where


@operation(
    "remove_special_wound part",
    "That token is taken off; nothing if nobody has it.",
    of_deck=True,
    phrase="the special wound on the {0} goes",
)
@compiled
def remove_special_wound(s: State, part: int, where: int) -> None:
    """The token goes, whoever bears it."""
    for bearer in range(c.PEOPLE):
        s.special_wounds[bearer, part] &= ~(1 << where)
