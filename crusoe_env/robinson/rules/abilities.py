"""Skills, starting items, discovery tokens, treasures and items that players use when they like.

A use is offered at the windows at which the rules allow it and it can matter (see
card_language/relevance.py). It does not answer the decision during which it is made: that is asked again
afterwards. What can be used is the tables' list of abilities (tables/abilities.py).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.components import SKILLS_EACH
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.bits import first_bit
from crusoe_env.robinson.rules.effects.relevance import matters
from crusoe_env.robinson.rules.phases.planning import plans_change
from crusoe_env.robinson.rules.stack import run_program
from crusoe_env.robinson.rules.timing import fits_window
from crusoe_env.robinson.rules.world.log import log_event
from crusoe_env.robinson.rules.world.things import (
    at_hand,
    conditions_hold,
    in_play,
    price_missing,
    served,
    spend,
)
from crusoe_env.robinson.things import ONE_CHARACTER

OF_ACTOR = 1 << c.TRAP_DRAWN | 1 << c.EXPLORED | 1 << c.ARRANGING
"""Windows of one step of an action: what is used there serves who acts, Friday too."""


@compiled
def skills_at_hand(s: State, t: Tables, person: int) -> int:
    """A player's skills that belong to this window and are at hand, bits of their places on his sheet."""
    if s.skills_barred[person] == 1:
        return 0
    return int(t.window_skills[s.window, s.character[person]] & ~s.skills_used[person])


@compiled
def skill_ability(s: State, t: Tables, person: int, place: int) -> int:
    """The ability of a skill, by its place on a player's sheet."""
    return int(t.skill_ability[SKILLS_EACH * s.character[person] + place])


@compiled
def things_in_play(s: State, t: Tables) -> int:
    """What belongs to this window and somebody has, bits of places in its list: mostly there is nothing."""
    found = 0
    for i in range(t.window_ability_count[s.window]):
        found |= int(in_play(s, t, int(t.window_abilities[s.window, i]))) << i
    return found


@compiled
def may_matter(s: State, t: Tables, a: int) -> bool:
    """Could this ability change what comes next? A small question before the long ones."""
    changes = t.ability_changes[a]
    return changes == 0 or changes & s.relevant != 0


@compiled
def usable(s: State, t: Tables, person: int, a: int) -> bool:
    """May player `person` use this ability, which belongs to this window, and can it matter?"""
    if not at_hand(s, t, person, a) or price_missing(s, t, person, a) != 0:
        return False
    return serves(s, t, person, a, int(t.ability_costs[a]))


@compiled
def serves(s: State, t: Tables, person: int, a: int, costs: int) -> bool:
    """Is this the time for it, and has it an effect? `costs`: what else the use changes."""
    program = int(t.ability_program[a])
    affected = int(t.affects[program])
    late = t.gains_of_uses_wait == 1 and s.phase == c.RESOLUTION
    if late and affected & v.STORES_ASPECTS:
        affected &= ~v.STORES_ASPECTS
        if affected == 0 and costs == 0:
            return False
    when = int(t.ability_when[a])
    return fits_window(s, t, person, when, program, affected | costs) and matters(s, t, program, person)


@compiled
def missing_for_skills(s: State, t: Tables, person: int) -> int:
    """What would let this player use a skill that matters now: things that give it matter, too."""
    missing = 0
    skills = skills_at_hand(s, t, person)
    while skills:
        a = skill_ability(s, t, person, first_bit(skills))
        skills &= skills - 1
        if may_matter(s, t, a):
            price = price_missing(s, t, person, a)
            if price != 0 and serves(s, t, person, a, 0):
                missing |= price
    return missing


@compiled
def anything_usable(s: State, t: Tables, person: int, things: int) -> bool:
    """Is there anything that this player could use now, of his skills or of these `things_in_play`?"""
    skills = skills_at_hand(s, t, person)
    while skills:
        a = skill_ability(s, t, person, first_bit(skills))
        skills &= skills - 1
        if may_matter(s, t, a) and usable(s, t, person, a):
            return True
    while things:
        a = int(t.window_abilities[s.window, first_bit(things)])
        things &= things - 1
        if may_matter(s, t, a) and usable(s, t, person, a):
            return True
    return False


@compiled
def mask_uses(s: State, t: Tables, person: int, mask: NDArray[np.bool_], first: int) -> None:
    """Write 1 into `mask`, from the entry `first` on, for each thing that this player can use now."""
    skills, things = skills_at_hand(s, t, person), things_in_play(s, t)
    while skills:
        mask_use(s, t, person, skill_ability(s, t, person, first_bit(skills)), mask, first)
        skills &= skills - 1
    while things:
        mask_use(s, t, person, int(t.window_abilities[s.window, first_bit(things)]), mask, first)
        things &= things - 1


@compiled
def mask_use(s: State, t: Tables, person: int, a: int, mask: NDArray[np.bool_], first: int) -> None:
    """Write 1 into `mask` if this player can use this ability now."""
    if may_matter(s, t, a) and usable(s, t, person, a):
        mask[first + t.ability_thing[a]] = 1


@compiled
def ability_of(s: State, t: Tables, person: int, thing: int) -> int:
    """The ability that a player uses with a thing, a place in the action block "use".

    Where conditions choose among several uses of a thing, they stand together in the list.
    """
    if thing < SKILLS_EACH:
        return skill_ability(s, t, person, thing)
    a = int(t.thing_ability[thing])
    while a > 0 and t.ability_thing[a - 1] == thing and not conditions_hold(s, t, a):
        a -= 1
    return a


@compiled
def use(s: State, t: Tables, person: int, thing: int) -> None:
    """Use a thing: pay for it, then its program."""
    a = ability_of(s, t, person, thing)
    log_event(s, c.LOG_USE, thing, person)
    plans_change(s, t)
    of_actor = t.ability_limit[a] == ONE_CHARACTER or t.ability_windows[a] & OF_ACTOR != 0
    user = served(s, person) if of_actor else person
    spend(s, t, person, a)
    run_program(s, int(t.ability_program[a]), user, int(t.ability_card[a]))
