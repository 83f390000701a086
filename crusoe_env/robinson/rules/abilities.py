"""Skills, starting items, discovery tokens, treasures and items that players use when they like.

A use is offered at the windows at which the rules allow it and it can matter (see
card_language/relevance.py). It does not answer the decision during which it is made: that is asked again
afterwards.
"""

from __future__ import annotations

from typing import Any

from crusoe_env.core.compile import compiled
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.components import (
    CARDS,
    DISCOVERIES,
    ECONOMICAL_CONSTRUCTION,
    FIREPLACE,
    FIRST_MYSTERY,
    HELMET,
    HELPERS,
    POT,
    SABRE,
    SKILLS_EACH,
    STARTING_ITEMS,
    USABLE_TREASURES,
)
from crusoe_env.robinson.rules.effects.relevance import matters
from crusoe_env.robinson.rules.phases.planning import plans_change
from crusoe_env.robinson.rules.stack import run_program
from crusoe_env.robinson.rules.timing import OWN_ACTION, fits_window, own_comparison, weapon_compared
from crusoe_env.robinson.rules.world.decks import discard_adventure
from crusoe_env.robinson.rules.world.log import log_event
from crusoe_env.robinson.rules.world.outside import is_kept_apart, pay_by, stock_of
from crusoe_env.robinson.rules.world.people import has_item, is_apart
from crusoe_env.robinson.rules.world.requirements import weapon_for_requirements
from crusoe_env.robinson.rules.world.stores import stock
from crusoe_env.robinson.state import (
    AT_NIGHT,
    AT_PLANNING,
    BEFORE_ACT,
    FIRST_USE,
    FOOD,
    FRIDAY,
    IN_FIGHT,
    LOG_USE,
    MYSTERY_GONE,
    MYSTERY_KEPT,
    NONE,
    RESOLUTION,
    WOOD,
)

SKILL_USES = SKILLS_EACH
STARTING_USES = SKILL_USES + STARTING_ITEMS
DISCOVERY_USES = STARTING_USES + DISCOVERIES
TREASURE_USES = DISCOVERY_USES + len(USABLE_TREASURES)
POT_USE, FIREPLACE_USE, KEPT_USE = TREASURE_USES, TREASURE_USES + 1, TREASURE_USES + 2
ABILITIES = KEPT_USE + 1
"""Things that can be used: own skills, starting items, tokens, treasures, pot, fireplace, a kept card."""


@compiled
def usable(s: Any, t: Any, person: int, use: int) -> bool:
    """May player `person` use this thing at this window, and can it matter?"""
    if use < SKILL_USES:
        return skill_usable(s, t, person, use)
    if use < STARTING_USES:
        return starting_usable(s, t, person, use - SKILL_USES)
    if use < DISCOVERY_USES:
        return discovery_usable(s, t, person, use - STARTING_USES)
    if use < TREASURE_USES:
        return treasure_usable(s, t, person, USABLE_TREASURES[use - DISCOVERY_USES])
    if use == KEPT_USE:
        mine = s.window != IN_FIGHT or s.fighter == NONE or s.fighter == person
        return s.kept_weapon[person] > 0 and mine and weapon_compared(s, t, person)
    item = POT if use == POT_USE else FIREPLACE
    if s.window != AT_NIGHT or not has_item(s, item) or is_apart(s, person):
        return False
    if (s.pot_used >> (use - POT_USE)) & 1 or stock(s, FOOD) < t.invention_use_cost[item, FOOD]:
        return False
    return matters(s, t, int(t.invention_use[item]))


@compiled
def ready(s: Any, t: Any, person: int, when: int, row: int, costs: int) -> bool:
    """The right window, and some effect; `costs`: what else the use changes."""
    if when == NONE or row == 0:
        return False
    affected = int(t.affects[row])
    late = t.gains_of_uses_wait == 1 and s.phase == RESOLUTION
    if late and affected & v.STORES_ASPECTS:
        affected &= ~v.STORES_ASPECTS
        if affected == 0 and costs == 0:
            return False
    return fits_window(s, t, person, when, affected | costs) and matters(s, t, row)


@compiled
def skill_usable(s: Any, t: Any, person: int, place: int) -> bool:
    """Once a round, for its determination; none of a player whose skills a card forbids."""
    skill = SKILLS_EACH * s.character[person] + place
    costs = v.DETERMINATION_ASPECT
    for resource in range(3):
        if t.skill_use_cost[skill, resource] > 0:
            costs |= 1 << resource
    return skill_price_missing(s, t, person, skill) == 0 and skill_fits(s, t, person, place, costs)


@compiled
def skill_price_missing(s: Any, t: Any, person: int, skill: int) -> int:
    """What of a skill's price this player has not: determination, resources; 0 if he can pay it."""
    missing = 0
    if s.determination[person] < t.skill_cost[skill]:
        missing |= v.DETERMINATION_ASPECT
    for resource in range(3):
        if t.skill_use_cost[skill, resource] > stock_of(s, person, resource):
            missing |= 1 << resource
    return missing


@compiled
def missing_for_skills(s: Any, t: Any, person: int) -> int:
    """What would let this player use a skill that matters now: things that give it matter, too."""
    missing = 0
    for place in range(SKILLS_EACH):
        price = skill_price_missing(s, t, person, int(SKILLS_EACH * s.character[person] + place))
        if price != 0 and skill_fits(s, t, person, place, 0):
            missing |= price
    return missing


@compiled
def skill_fits(s: Any, t: Any, person: int, place: int, costs: int) -> bool:
    """May this player use a skill now, and can it matter, its price apart? `costs`: what paying changes."""
    skill = int(SKILLS_EACH * s.character[person] + place)
    if (s.skills_used[person] >> place) & 1 or s.skills_barred[person] == 1:
        return False
    if skill == ECONOMICAL_CONSTRUCTION:
        return wood_to_save(s, person)
    when = int(t.skill_when[skill])
    if when == OWN_ACTION:
        return own_comparison(s, t, person)
    return ready(s, t, person, when, int(t.skill_program[skill]), costs)


@compiled
def wood_to_save(s: Any, person: int) -> bool:
    """Is this player about to plan an action, or is one of his resolved for which wood is set aside?"""
    if s.economy == 1:
        return False
    if s.window == AT_PLANNING:
        return s.planner == person
    return s.window == BEFORE_ACT and s.plan_person[s.now] == person and s.plan_paid[s.now, WOOD] > 0


@compiled
def starting_usable(s: Any, t: Any, person: int, item: int) -> bool:
    """A starting item with a use left; who is outside the camp has only what he found himself."""
    if is_apart(s, person):
        if s.starting_future[item] == 0 or s.starting_finder[item] != person:
            return False
    elif s.starting_uses[item] == 0:
        return False
    return ready(s, t, person, int(t.starting_when[item]), int(t.starting_use[item]), 0)


@compiled
def discovery_usable(s: Any, t: Any, person: int, token: int) -> bool:
    """A token of the group, or of his own outside the camp, whose requirement is met."""
    apart = is_apart(s, person)
    if (s.found[person, token] if apart else s.discovery[token]) == 0:
        return False
    costs = 0
    if t.discovery_pot[token] == 1:
        costs = v.ITEMS_ASPECT
        if apart or not has_item(s, POT):
            return False
    if t.discovery_weapon[token] > 0:
        costs = v.WEAPON_ASPECT
        if weapon_for_requirements(s, t) < t.discovery_weapon[token]:
            return False
    when = int(t.discovery_when[token])
    return ready(s, t, person, when, int(t.discovery_use[token]), costs)


@compiled
def treasure_usable(s: Any, t: Any, person: int, treasure: int) -> bool:
    """A treasure that is kept, has a use left, and may serve this player this round."""
    if s.mystery_state[treasure] != MYSTERY_KEPT or not at_hand(s, person, treasure):
        return False
    if t.mystery_uses[treasure] > 0 and s.mystery_uses[treasure] == 0:
        return False
    if t.mystery_from_next_round[treasure] == 1 and s.mystery_round[treasure] == s.rounds:
        return False
    place = helper_place(t, treasure)
    if place != NONE:
        holder = s.helper[place]
        if (holder != NONE and holder != served(s, person)) or (s.fight_uses >> place) & 1:
            return False
    if treasure in (HELMET, SABRE) and s.window != IN_FIGHT:
        return False
    return ready(s, t, person, int(t.mystery_when[treasure]), int(t.mystery_use[treasure]), 0)


@compiled
def at_hand(s: Any, person: int, treasure: int) -> bool:
    """May this player use the treasure? What somebody outside the camp has found today is his alone."""
    if is_kept_apart(s, treasure):
        return s.mystery_holder[treasure] == person
    return not is_apart(s, person)


@compiled
def served(s: Any, person: int) -> int:
    """Whom a thing serves that this player uses now: Friday, where he fights or acts."""
    if s.window == IN_FIGHT:
        return FRIDAY if s.fighter == FRIDAY else person
    return FRIDAY if s.now != NONE and s.plan_person[s.now] == FRIDAY else person


@compiled
def helper_place(t: Any, treasure: int) -> int:
    """The place of a treasure among those that serve one character a round, or NONE."""
    for place in range(len(HELPERS)):
        if HELPERS[place] == treasure and t.mystery_per_round[treasure] == 1:
            return place
    return NONE


@compiled
def anything_usable(s: Any, t: Any, person: int) -> bool:
    """Is there anything that this player could use now?"""
    for use in range(ABILITIES):
        if usable(s, t, person, use):
            return True
    return False


@compiled
def use(s: Any, t: Any, person: int, which: int) -> None:
    """Use a thing: pay for it, then its program."""
    log_event(s, LOG_USE, which, person)
    plans_change(s, t)
    if which < SKILL_USES:
        use_skill(s, t, person, which)
    elif which < STARTING_USES:
        item = which - SKILL_USES
        if is_apart(s, person):
            s.starting_future[item] -= 1
        else:
            s.starting_uses[item] -= 1
        run_program(s, int(t.starting_use[item]), person, FIRST_USE + which)
    elif which < DISCOVERY_USES:
        use_token(s, t, person, which - STARTING_USES)
    elif which < TREASURE_USES:
        use_treasure(s, t, person, USABLE_TREASURES[which - DISCOVERY_USES])
    elif which == KEPT_USE:
        s.kept_weapon[person] -= 1
        card = kept_card(t)
        discard_adventure(s, card)
        run_program(s, int(t.kept_use[card]), person, FIRST_USE + which)
    else:
        s.pot_used |= 1 << (which - POT_USE)
        item = POT if which == POT_USE else FIREPLACE
        pay_by(s, person, FOOD, int(t.invention_use_cost[item, FOOD]))
        run_program(s, int(t.invention_use[item]), person, FIRST_USE + which)


@compiled
def kept_card(t: Any) -> int:
    """The adventure that can be kept."""
    card = CARDS - 1
    while t.kept_use[card] == 0:
        card -= 1
    return card


@compiled
def use_skill(s: Any, t: Any, person: int, place: int) -> None:
    """Determination is paid, and whatever else the skill takes."""
    skill = SKILLS_EACH * s.character[person] + place
    s.skills_used[person] |= 1 << place
    s.determination[person] -= t.skill_cost[skill]
    for resource in range(3):
        pay_by(s, person, resource, int(t.skill_use_cost[skill, resource]))
    run_program(s, int(t.skill_program[skill]), person, FIRST_USE + place)


@compiled
def use_token(s: Any, t: Any, person: int, token: int) -> None:
    """A discovery token is discarded for its effect; a weapon bonus that it needed is gone."""
    if is_apart(s, person):
        s.found[person, token] -= 1
        s.discovery_future[token] -= 1
    else:
        s.discovery[token] -= 1
    if s.weapon < t.discovery_weapon[token]:
        s.weapon_bonus = 0
    run_program(s, int(t.discovery_use[token]), person, FIRST_USE + STARTING_USES + token)


@compiled
def use_treasure(s: Any, t: Any, person: int, treasure: int) -> None:
    """A treasure whose uses are gone is discarded, unless it stores food then."""
    place = helper_place(t, treasure)
    user = person
    if place != NONE:
        user = served(s, person)
        s.helper[place] = user
        s.fight_uses |= 1 << place
    if t.mystery_uses[treasure] > 0:
        s.mystery_uses[treasure] -= 1
        if s.mystery_uses[treasure] == 0 and t.mystery_stores_when_used[treasure] == 0:
            s.mystery_state[treasure] = MYSTERY_GONE
    run_program(s, int(t.mystery_use[treasure]), user, FIRST_MYSTERY + treasure)
