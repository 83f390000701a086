"""What a person may do this round."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import operation
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.world.guest import is_castaway
from crusoe_env.robinson.rules.world.outside import sheltered
from crusoe_env.robinson.rules.world.requirements import here

FORBIDDEN_ASPECTS = {v.FORBID_SKILLS: v.DETERMINATION_ASPECT, v.FORBID_ITEMS: v.ITEMS_ASPECT}
"""What a use can do against being forbidden something."""


@compiled
def is_meant(s: State, who: int, person: int, anybody: int) -> bool:
    """Does a row mean this castaway: each of them, or `person` alone?"""
    return is_castaway(s, anybody) if who == v.EACH else anybody == person


@operation(
    "limit_pawns who number",
    "This round he has only that many of his own pawns.",
    phrase="{0}only {1} own pawn(s) this round",
)
@compiled
def limit_pawns(s: State, who: int, person: int, number: int) -> None:
    """Fewer pawns; Friday's is not limited."""
    for anybody in range(c.PEOPLE):
        if anybody != c.FRIDAY and is_meant(s, who, person, anybody):
            s.pawn_limit[anybody] = min(s.pawn_limit[anybody], number)


@operation(
    "limit_actions who actions",
    "This round his pawns take these actions only.",
    phrase="{0}only {1} this round",
)
@compiled
def limit_actions(s: State, who: int, person: int, actions: int) -> None:
    """Fewer kinds of action; Friday's are not limited."""
    for anybody in range(c.PEOPLE):
        if anybody != c.FRIDAY and is_meant(s, who, person, anybody):
            s.allowed_kinds[anybody] &= actions


@operation(
    "forbid who forbidden",
    "Not this round: his skills; actions with pawns of two players; items (to the end of the action phase).",
    depends=FORBIDDEN_ASPECTS,
    phrase="{0}no {1} this round",
)
@compiled
def forbid(s: State, who: int, person: int, forbidden: int) -> None:
    """Skills, items, or actions with pawns of several players are barred."""
    if forbidden == v.FORBID_SHARED_ACTIONS:
        if who == v.FRIDAY_HIMSELF:
            s.no_pawn_of_friday = 1
        else:
            s.no_mixed_pawns = 1
    elif forbidden == v.FORBID_ITEMS:
        s.items_unavailable = 1
    else:
        for anybody in range(c.PEOPLE):
            if anybody != c.FRIDAY and is_meant(s, who, person, anybody):
                s.skills_barred[anybody] = 1


@operation(
    "night_outside who", "He spends this round's night outside the camp.", phrase="{0}spend the night outside"
)
@compiled
def night_outside(s: State, t: Tables, who: int, person: int) -> None:
    """The night is spent elsewhere."""
    for anybody in range(c.PEOPLE):
        if is_meant(s, who, person, anybody):
            sleep_elsewhere(s, t, anybody)


@operation(
    "confuse who",
    "This round each success of his is rolled again once, and where he would need no dice he rolls the "
    "success die alone.",
    phrase="{0}confused this round",
)
@compiled
def confuse(s: State, who: int, person: int) -> None:
    """Successes are rolled again."""
    for anybody in range(c.PEOPLE):
        if is_meant(s, who, person, anybody):
            s.confused[anybody] = 1


@compiled
def sleep_elsewhere(s: State, t: Tables, person: int) -> None:
    """The coming night is spent outside the camp, on the tile of the action; Friday needs no shelter.

    Of two such tiles a sheltered one is taken, else the later one.
    """
    again = person != c.FRIDAY and s.outside[person] == 1 and sheltered(s, t, person)
    s.outside[person] = 1
    if s.now != c.NONE and s.plan_person[s.now] == person:
        s.outside_now |= 1 << person
    if person == c.FRIDAY or again:
        return
    s.outside_space[person] = c.NONE
    if s.now != c.NONE and s.plan_kind[s.now] in (c.EXPLORE, c.GATHER):
        s.outside_space[person] = here(s)
