"""When things can be used: does a window fit, is the weapon level compared with something?"""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language import operations as op
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.components import CARDS, DISCOVERIES, FIRST_MYSTERY
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.world.requirements import danger_ahead, is_planned
from crusoe_env.robinson.rules.world.things import saves
from crusoe_env.robinson.things import FIRST_TOKEN

ANY, BEFORE_ACTIONS = v.WHENS.index("any"), v.WHENS.index("before_actions")
NOT_ON_CARD, NOT_WHILE_ACTING = v.WHENS.index("not_on_card"), v.WHENS.index("not_while_acting")
OWN_ACTION, AFTER_ROLL = v.WHENS.index("own_action"), v.WHENS.index("after_roll")
AGAINST_WEAPONS, IN_A_FIGHT = v.WHENS.index("weapon"), v.WHENS.index("fight")
IN_THE_NIGHT = v.WHENS.index("night")
ON_TRAP, ON_CREATURE = v.WHENS.index("trap"), v.WHENS.index("creature")
TILE_FOUND = v.WHENS.index("tile_found")


@compiled
def fits_window(s: State, t: Tables, person: int, when: int, program: int, affected: int) -> bool:
    """Is this a window for a thing used at `when` whose program begins there, and that changes `affected`?

    The windows of tables/abilities.py are known to fit.
    """
    if when in (ANY, NOT_ON_CARD):
        return changes_something(s, affected)
    if when == NOT_WHILE_ACTING:
        return s.phase != c.RESOLUTION and changes_something(s, affected)
    if when == BEFORE_ACTIONS:
        return s.plans == 0
    if when == OWN_ACTION:
        return own_action(s, t, person, program, affected)
    if when == AFTER_ROLL:
        return acts(s, person)
    if when in (AGAINST_WEAPONS, IN_A_FIGHT):
        return weapon_compared(s, t, person)
    if when == IN_THE_NIGHT:
        return s.phase == c.NIGHT_PHASE and (s.window == c.AT_NIGHT or changes_something(s, affected))
    if when == TILE_FOUND:
        return s.succeeded == 1
    if when in (ON_TRAP, ON_CREATURE):
        drawn = int(t.mystery_type[s.question_card - FIRST_MYSTERY])
        return s.mystery_ignored == 0 and (drawn == c.TRAP_TYPE) == (when == ON_TRAP)
    return True


@compiled
def changes_something(s: State, affected: int) -> bool:
    """Does what comes next depend on one of these aspects?"""
    return affected & s.relevant != 0 or (affected == 0 and s.relevant == v.ALL_ASPECTS)


@compiled
def own_action(s: State, t: Tables, person: int, program: int, affected: int) -> bool:
    """Does this serve an action that the player himself plans or takes?"""
    operation = t.rows[program, col.OP]
    if operation == op.WEAPON_BONUS:
        return own_comparison(s, t, person)
    if s.window == c.AT_PLANNING:
        own = s.planner == person
    elif s.window == c.BEFORE_ACT:
        own = s.plan_person[s.now] == person
    else:
        own = s.phase == c.RESOLUTION and s.fighter == person
    if operation == op.SPEND_LESS:
        return own and can_save(s, int(t.rows[program, col.WHAT]), person)
    return own and changes_something(s, affected)


@compiled
def can_save(s: State, resource: int, person: int) -> bool:
    """Is this player about to plan an action, or is one of his resolved for which this is set aside?"""
    if saves(s, person) or s.window == c.IN_FIGHT:
        return False
    return s.window == c.AT_PLANNING or s.plan_paid[s.now, resource] > 0


@compiled
def fights(s: State, person: int) -> bool:
    """Does this player fight? Against the hungry animals all do; the First Player decides for others."""
    return s.fighter == c.NONE or decides_for(s, person, int(s.fighter))


@compiled
def acts(s: State, person: int) -> bool:
    """Does this player take the action under way? For Friday and the guest the First Player decides."""
    return decides_for(s, person, int(s.plan_person[s.now]))


@compiled
def decides_for(s: State, person: int, who: int) -> bool:
    """Does this player decide for somebody: for himself, or as First Player for whom nobody plays?"""
    return who == person or (who in (c.FRIDAY, c.GUEST) and person == s.first_player)


@compiled
def threat_too_strong(s: State, t: Tables) -> bool:
    """Does a threat action that nobody has planned require a higher weapon level?"""
    for place in range(2):
        card = s.threat[place]
        strong = card != c.NONE and t.threat_weapon[card] > s.weapon + s.weapon_bonus
        if strong and not is_planned(s, c.THREAT, place):
            return True
    return False


@compiled
def token_too_strong(s: State, t: Tables, level: int) -> bool:
    """Does a discovery token of the group require a higher weapon level?"""
    for token in range(DISCOVERIES):
        a = t.thing_ability[FIRST_TOKEN + token]
        if s.discovery[token] > 0 and a != c.NONE and t.ability_weapon[a] > level:
            return True
    return False


@compiled
def weapon_compared(s: State, t: Tables, person: int) -> bool:
    """Is the weapon level compared with something, and too low?

    In a fight, and with a danger token; where a bonus meets requirements also with what a threat action, a
    token or a card requires.
    """
    if s.window == c.IN_FIGHT:
        return fights(s, person)
    if s.window == c.BEFORE_ACT:
        return acts(s, person) and danger_ahead(s)
    if t.weapon_bonus_meets_requirements == 0:
        return False
    level = s.weapon + s.weapon_bonus
    if s.window == c.AT_PLANNING and (threat_too_strong(s, t) or token_too_strong(s, t, level)):
        return True
    card = s.question_card
    if s.window == c.ON_CARD and 0 <= card < CARDS:
        row = int(t.event_program[card])
        return t.rows[row, col.OP] == op.IF_WEAPON_BELOW and level < t.rows[row, col.NUMBER]
    return False


@compiled
def own_comparison(s: State, t: Tables, person: int) -> bool:
    """Is the weapon level compared in an action that this player himself takes or plans?"""
    if s.window == c.IN_FIGHT:
        return s.phase == c.RESOLUTION and s.fighter == person
    if s.window == c.AT_PLANNING:
        meets = t.weapon_bonus_meets_requirements == 1
        return meets and s.planner == person and threat_too_strong(s, t)
    return s.window == c.BEFORE_ACT and s.plan_person[s.now] == person and danger_ahead(s)
