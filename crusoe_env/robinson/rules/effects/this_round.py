"""Operations that hold for a round, a phase or an action."""

from __future__ import annotations

from typing import Any

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language import operations as op
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.rules.effects.who import person_of
from crusoe_env.robinson.rules.phases.weather import reroll_animals
from crusoe_env.robinson.rules.stack import COVER_ARROW, EXTRA_ACTION, ROLL_WEATHER, later, push
from crusoe_env.robinson.rules.world.guest import is_castaway
from crusoe_env.robinson.rules.world.outside import sheltered
from crusoe_env.robinson.rules.world.requirements import here
from crusoe_env.robinson.state import (
    EXPLORE,
    FRIDAY,
    GATHER,
    NONE,
    PEOPLE,
)


@compiled
def limit_effect(s: Any, t: Any, row: int, performer: int) -> None:
    """What one person, each player, or the group may do this round."""
    what = t.rows[row, col.OP]
    who = int(t.rows[row, col.WHO])
    if what == op.FORBID and t.rows[row, col.WHAT] == v.FORBID_SHARED_ACTIONS:
        if who == v.FRIDAY_HIMSELF:
            s.no_pawn_of_friday = 1
        else:
            s.no_mixed_pawns = 1
    elif what == op.FORBID and t.rows[row, col.WHAT] == v.FORBID_ITEMS:
        s.items_unavailable = 1
    elif who == v.EACH:
        for castaway in range(PEOPLE):
            if is_castaway(s, castaway):
                limit(s, t, row, castaway)
    else:
        limit(s, t, row, person_of(s, who, performer))


@compiled
def limit(s: Any, t: Any, row: int, person: int) -> None:
    """What one person may do this round; Friday is only confused, or sent outside the camp."""
    what = t.rows[row, col.OP]
    if person == NONE:
        return
    if what == op.CONFUSE:
        s.confused[person] = 1
    elif what == op.NIGHT_OUTSIDE:
        sleep_elsewhere(s, t, person)
    elif person == FRIDAY:
        return
    elif what == op.LIMIT_PAWNS:
        s.pawn_limit[person] = min(s.pawn_limit[person], t.rows[row, col.NUMBER])
    elif what == op.LIMIT_ACTIONS:
        s.allowed_kinds[person] &= t.rows[row, col.WHAT]
    elif what == op.FORBID:
        s.skills_barred[person] = 1


@compiled
def sleep_elsewhere(s: Any, t: Any, person: int) -> None:
    """The coming night is spent outside the camp, on the tile of the action; Friday needs no shelter.

    Of two such tiles a sheltered one is taken, else the later one.
    """
    again = person != FRIDAY and s.outside[person] == 1 and sheltered(s, t, person)
    s.outside[person] = 1
    if s.now != NONE and s.plan_person[s.now] == person:
        s.outside_now |= 1 << person
    if person == FRIDAY or again:
        return
    s.outside_space[person] = NONE
    if s.now != NONE and s.plan_kind[s.now] in (EXPLORE, GATHER):
        s.outside_space[person] = here(s)


@compiled
def production_effect(s: Any, t: Any, row: int) -> None:
    """Changes of this round's production."""
    what = t.rows[row, col.OP]
    resource = int(t.rows[row, col.WHAT])
    number = int(t.rows[row, col.NUMBER])
    if what == op.PRODUCE_HALF:
        s.production_half = 1
    elif what == op.PRODUCE_MORE:
        s.production_extra[resource] += number
    elif what == op.PRODUCE_LESS:
        if resource == v.EVERYTHING:
            s.production_skip = 1
        elif number == v.ALL:
            s.production_none |= 1 << resource
        else:
            s.production_extra[resource] -= number


@compiled
def use_effect(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """What items, treasures, tokens and skills do at the window of their use."""
    what = t.rows[row, col.OP]
    number = int(t.rows[row, col.NUMBER])
    which = int(t.rows[row, col.WHAT])
    if what == op.WEAPON_BONUS:
        s.weapon_bonus += number
        if t.rows[row, col.FLAGS] & v.FOR_ACTION:
            s.action_bonus += number
    elif what == op.EXTRA_PAWN:
        s.extra_pawns[which] += 1
    elif what == op.IGNORE:
        if which == v.IGNORE_WOUND:
            s.ignored_wounds += number
            s.spared = performer
        elif which in (v.IGNORE_TRAP, v.IGNORE_CREATURE):
            s.mystery_ignored = 1
        elif which == v.IGNORE_ANIMALS:
            s.ignored_animals += number
        elif which == v.IGNORE_RAIN:
            s.ignored_rain += number
        elif which == v.IGNORE_SNOW:
            s.ignored_snow += number
    elif what == op.SNOW_TO_RAIN:
        s.snow_to_rain += number
    elif what == op.REROLL_ANIMALS:
        reroll_animals(s, t)
    elif what == op.SPEND_LESS:
        s.saving[performer, which] += number
    elif what == op.ROLL_WEATHER:
        later(s, ROLL_WEATHER)
    elif what == op.EXTRA_ACTION:
        push(s, EXTRA_ACTION, which, row, performer, card, 0)
    elif what == op.COVER_MORALE_ARROWS:
        push(s, COVER_ARROW, number, 0, performer, card, row)
