"""Operations on resources and levels; fights by strength."""

from __future__ import annotations

from typing import Any

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language import operations as op
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.components import (
    CARDS,
)
from crusoe_env.robinson.rules.effects.who import person_of
from crusoe_env.robinson.rules.packed import is_special, source_food, special_of
from crusoe_env.robinson.rules.stack import FIGHT, push, run_program
from crusoe_env.robinson.rules.world.demand import lacking, payer_of
from crusoe_env.robinson.rules.world.people import change_morale
from crusoe_env.robinson.rules.world.requirements import gathers_source
from crusoe_env.robinson.rules.world.stores import (
    discard_everything,
    gain,
    gain_at_once,
    halve_level,
    level,
    lose_shelter,
    lower_level,
    pay,
    raise_level,
    stock,
)
from crusoe_env.robinson.scenarios.measures import measure
from crusoe_env.robinson.state import (
    FIRST_USE,
    FOOD,
    NONE,
    RESOLUTION,
    SHELTER,
    WOOD,
)


@compiled
def gain_gathered(s: Any, t: Any, count: int, person: int) -> None:
    """So much more of what the action under way gathers: a resource, or what a special action yields."""
    if s.now != NONE and is_special(s.plan_target[s.now]):
        for _ in range(count):
            run_program(s, int(t.special_yields[special_of(int(s.plan_target[s.now]))]), person, NONE)
    else:
        gain(s, t, gathered_resource(s), count, person)


@compiled
def gathered_resource(s: Any) -> int:
    """What the action under way gathers, or gathered: wood or food."""
    return WOOD if gathers_source(s) and source_food(int(s.plan_target[s.now])) == 0 else FOOD


@compiled
def store_effect(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """Operations on resources and levels; fights by strength."""
    what = t.rows[row, col.OP]
    which = int(t.rows[row, col.WHAT])
    number = int(t.rows[row, col.NUMBER])
    flags = int(t.rows[row, col.FLAGS])
    payer = payer_of(t.rows[row, col.WHO], performer)
    if flags & v.PER_PLAYER:
        number *= s.players
    if what == op.GAIN and card >= FIRST_USE and t.gains_of_uses_wait == 0 and s.phase == RESOLUTION:
        gain_at_once(s, which, number)
    elif what == op.GAIN:
        if which == v.GATHERED:
            gain_gathered(s, t, number, performer)
        else:
            gain(s, t, which, number, performer)
    elif what == op.DISCARD:
        discard(s, t, which, number, payer, flags)
    elif what == op.RAISE:
        if which == v.MORALE:
            change_morale(s, number)
        elif which == SHELTER:
            s.shelter = 1
        else:
            raise_level(s, t, which, number)
    elif what == op.LOWER:
        lower(s, t, which, number, payer, flags)
    elif what == op.HALVE:
        if level(s, which) == 0 and not flags & v.IF_POSSIBLE:
            lacking(s, t, payer, 1)
        halve_level(s, which)
    elif what == op.REGAIN:
        sheltered = s.shelter == 1 or t.regaining_needs_built_shelter == 0
        if 0 <= card < CARDS and (s.card_mark[card] >> which) & 1 and sheltered:
            raise_level(s, t, which, number)
    elif what in (op.FIGHT, op.FIGHT_BY):
        who = int(t.rows[row, col.WHO])
        if what == op.FIGHT_BY:
            number += int(t.rows[row, col.WHERE]) * int(measure(s, t, which))
        push(s, FIGHT, max(0, number), 0, person_of(s, who, performer), card, 0)


@compiled
def discard(s: Any, t: Any, which: int, number: int, payer: int, flags: int) -> None:
    """Available resources go; what is missing of a number costs wounds."""
    if which == v.EVERYTHING:
        discard_everything(s)
    elif number == v.ALL:
        pay(s, which, stock(s, which))
    else:
        left = pay(s, which, number)
        if not flags & v.IF_POSSIBLE:
            lacking(s, t, payer, left)


@compiled
def lower(s: Any, t: Any, which: int, number: int, payer: int, flags: int) -> None:
    """A level falls; what is missing of a number costs wounds, but for morale."""
    if which == v.MORALE:
        change_morale(s, -number)
        return
    if which == SHELTER:
        if s.shelter == 0 and not flags & v.IF_POSSIBLE:
            lacking(s, t, payer, 1)
        lose_shelter(s, t)
        return
    left = lower_level(s, t, which, number)
    if not flags & v.IF_POSSIBLE and number != v.ALL:
        lacking(s, t, payer, left)
