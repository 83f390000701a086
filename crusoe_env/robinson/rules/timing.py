"""When things can be used: does a window fit, is the weapon level compared with something?"""

from __future__ import annotations

from typing import Any

from crusoe_env.core.compile import compiled
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language import operations as op
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.components import CARDS, DISCOVERIES
from crusoe_env.robinson.rules.world.requirements import danger_ahead, is_planned
from crusoe_env.robinson.state import (
    ARRANGING,
    AT_NIGHT,
    AT_PLANNING,
    BEFORE_ACT,
    EXPLORED,
    FRIDAY,
    IN_FIGHT,
    IN_WEATHER,
    NONE,
    ON_CARD,
    RESOLUTION,
    THREAT,
    TRAP_DRAWN,
)

ANY, BEFORE_ACTIONS = v.WHENS.index("any"), v.WHENS.index("before_actions")
NOT_ON_CARD, NOT_WHILE_ACTING = v.WHENS.index("not_on_card"), v.WHENS.index("not_while_acting")
OWN_ACTION, IN_A_FIGHT = v.WHENS.index("own_action"), v.WHENS.index("fight")
ON_TRAP = v.WHENS.index("trap")
EXPLORING, TILE_FOUND = v.WHENS.index("exploring"), v.WHENS.index("tile_found")
ON_ARRANGE_CAMP = v.WHENS.index("arrange_camp")
IN_THE_WEATHER, IN_THE_NIGHT = v.WHENS.index("weather"), v.WHENS.index("night")


@compiled
def fits_window(s: Any, t: Any, person: int, when: int, affected: int) -> bool:
    """Is this a window for a thing used at `when` that changes `affected`?"""
    window = s.window
    if when in (ANY, NOT_ON_CARD, NOT_WHILE_ACTING):
        if when == NOT_ON_CARD and window == ON_CARD:
            return False
        if when == NOT_WHILE_ACTING and s.phase == RESOLUTION:
            return False
        if window in (TRAP_DRAWN, EXPLORED, ARRANGING):
            return False
        return affected & s.relevant != 0 or (affected == 0 and s.relevant == v.ALL_ASPECTS)
    if when == BEFORE_ACTIONS:
        return window == AT_PLANNING and s.plans == 0
    if when == IN_A_FIGHT:
        return weapon_compared(s, t, person)
    if when == ON_TRAP:
        return window == TRAP_DRAWN and s.trap_ignored == 0
    if when == EXPLORING:
        return window == EXPLORED
    if when == TILE_FOUND:
        return window == EXPLORED and s.succeeded == 1
    if when == ON_ARRANGE_CAMP:
        return window == ARRANGING
    if when == IN_THE_WEATHER:
        return window == IN_WEATHER
    return when == IN_THE_NIGHT and window == AT_NIGHT


@compiled
def fights(s: Any, person: int) -> bool:
    """Does this player fight? Against the hungry animals all do; for Friday the First Player decides."""
    return s.fighter == NONE or s.fighter == person or (s.fighter == FRIDAY and person == s.first_player)


@compiled
def acts(s: Any, person: int) -> bool:
    """Does this player take the action under way? For Friday the First Player decides."""
    who = s.plan_person[s.now]
    return who == person or (who == FRIDAY and person == s.first_player)


@compiled
def threat_too_strong(s: Any, t: Any) -> bool:
    """Does a threat action that nobody has planned require a higher weapon level?"""
    for place in range(2):
        card = s.threat[place]
        strong = card != NONE and t.threat_weapon[card] > s.weapon + s.weapon_bonus
        if strong and not is_planned(s, THREAT, place):
            return True
    return False


@compiled
def weapon_compared(s: Any, t: Any, person: int) -> bool:
    """Is the weapon level compared with something, and too low?

    In a fight, and with a danger token; where a bonus meets requirements also with what a threat action, a
    token or a card requires.
    """
    if s.window == IN_FIGHT:
        return fights(s, person)
    if s.window == BEFORE_ACT:
        return acts(s, person) and danger_ahead(s)
    if t.weapon_bonus_meets_requirements == 0:
        return False
    level = s.weapon + s.weapon_bonus
    if s.window == AT_PLANNING:
        for token in range(DISCOVERIES):
            if s.discovery[token] > 0 and t.discovery_weapon[token] > level:
                return True
        if threat_too_strong(s, t):
            return True
    card = s.question_card
    if s.window == ON_CARD and 0 <= card < CARDS:
        row = int(t.event_program[card])
        return t.rows[row, col.OP] == op.IF_WEAPON_BELOW and level < t.rows[row, col.NUMBER]
    return False


@compiled
def own_comparison(s: Any, t: Any, person: int) -> bool:
    """Is the weapon level compared in an action that this player himself takes or plans?"""
    if s.window == IN_FIGHT:
        return s.phase == RESOLUTION and s.fighter == person
    if s.window == AT_PLANNING:
        meets = t.weapon_bonus_meets_requirements == 1
        return meets and s.planner == person and threat_too_strong(s, t)
    return s.window == BEFORE_ACT and s.plan_person[s.now] == person and danger_ahead(s)
