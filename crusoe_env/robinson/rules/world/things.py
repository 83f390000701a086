"""What a player has to use: whose it is, what it needs and costs, and what becomes of it.

`a` is an ability, a row of the tables' list (tables/abilities.py). Whether it fits what happens now is asked
elsewhere: rules/abilities.py for windows, supports.py for pawns, phases/dice.py for throwing again.
"""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.components import SKILLS_EACH
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.world.decks import discard_adventure
from crusoe_env.robinson.rules.world.guest import REROLL_USED, may_reroll
from crusoe_env.robinson.rules.world.outside import is_kept_outside, pay_by, stock_of
from crusoe_env.robinson.rules.world.people import has_item, is_outside_camp
from crusoe_env.robinson.rules.world.stores import weapon_for_requirements
from crusoe_env.robinson.scenarios.measures import condition_holds
from crusoe_env.robinson.things import (
    FRIDAYS,
    GUESTS,
    ITEM,
    KEPT_CARD,
    NO_LIMIT,
    ONCE_A_ROUND,
    ONCE_AN_ACTION,
    ONE_CHARACTER,
    SKILL,
    STARTING_ITEM,
    TOKEN,
    TREASURE,
)


# ------------------------------------------------------------------ is it there?
@compiled
def at_hand(s: State, t: Tables, person: int, a: int) -> bool:
    """Has this person this ability now, its price apart? Outside the camp only what he found himself."""
    source = t.ability_source[a]
    if source == SKILL:
        return has_skill(s, person, int(t.ability_which[a]))
    if not in_play(s, t, a) or not is_there(s, t, person, a):
        return False
    return t.ability_limit[a] == NO_LIMIT or within_limit(s, t, person, a)


@compiled
def in_play(s: State, t: Tables, a: int) -> bool:
    """Has anybody what gives this ability? A small question before the long ones: mostly nobody has."""
    source, which = t.ability_source[a], t.ability_which[a]
    if source == TREASURE:
        return s.mystery_state[which] == c.MYSTERY_KEPT
    if source == TOKEN:
        return s.discovery[which] + s.discovery_future[which] > 0
    if source == STARTING_ITEM:
        return s.starting_uses[which] + s.starting_future[which] > 0
    return True


@compiled
def is_there(s: State, t: Tables, person: int, a: int) -> bool:
    """Has this person the thing that gives this ability, and all that it needs? It is no skill."""
    source, which = t.ability_source[a], int(t.ability_which[a])
    if source == TREASURE:
        return has_treasure(s, t, person, which)
    if source == TOKEN:
        count = s.found[person, which] if is_outside_camp(s, person) else s.discovery[which]
        return count > 0 and fulfilled(s, t, person, a) and conditions_hold(s, t, a)
    if source == STARTING_ITEM:
        if is_outside_camp(s, person):
            return s.starting_future[which] > 0 and s.starting_finder[which] == person
        return s.starting_uses[which] > 0
    if source == ITEM:
        return has_item(s, which) and not is_outside_camp(s, person)
    if source == KEPT_CARD:
        mine = s.window != c.IN_FIGHT or s.fighter == c.NONE or s.fighter == person
        return person < c.FRIDAY and s.kept_weapon[person] > 0 and mine
    if source == FRIDAYS:
        return person == c.FRIDAY and s.rerolled == 0
    if source == GUESTS:
        return person == c.GUEST and may_reroll(s)
    return s.with_dog == 1


@compiled
def has_skill(s: State, person: int, skill: int) -> bool:
    """Is it on this player's sheet, unused this round and not forbidden by a card?"""
    if person >= c.FRIDAY or s.character[person] != skill // SKILLS_EACH or s.skills_barred[person] == 1:
        return False
    return (s.skills_used[person] >> skill % SKILLS_EACH) & 1 == 0


@compiled
def has_treasure(s: State, t: Tables, person: int, treasure: int) -> bool:
    """Can this person use a treasure that is kept? What somebody outside has found today is his alone."""
    if t.mystery_uses[treasure] > 0 and s.mystery_uses[treasure] == 0:
        return False
    if t.mystery_from_next_round[treasure] == 1 and s.mystery_round[treasure] == s.rounds:
        return False
    if is_kept_outside(s, treasure):
        return s.mystery_holder[treasure] == person
    return not is_outside_camp(s, person)


@compiled
def within_limit(s: State, t: Tables, person: int, a: int) -> bool:
    """Unused this round, or used by who has it this round, but not in this fight or action."""
    user = s.used_by[a]
    if user != c.NONE and (t.ability_limit[a] != ONE_CHARACTER or user != served(s, person)):
        return False
    return (s.things_in_use >> t.ability_thing[a]) & 1 == 0


@compiled
def served(s: State, person: int) -> int:
    """Whom a thing serves that this player uses now: Friday or the guest, where he fights or acts."""
    who = s.fighter if s.window == c.IN_FIGHT else s.plan_person[s.now] if s.now != c.NONE else c.NONE
    return int(who) if who in (c.FRIDAY, c.GUEST) else person


@compiled
def fulfilled(s: State, t: Tables, person: int, a: int) -> bool:
    """Are the item and the weapon level there that it needs?"""
    item = t.ability_item[a]
    if item != c.NONE and (is_outside_camp(s, person) or not has_item(s, item)):
        return False
    return weapon_for_requirements(s, t) >= t.ability_weapon[a]


@compiled
def conditions_hold(s: State, t: Tables, a: int) -> bool:
    """Do the conditions hold on which this use depends?"""
    for i in range(t.ability_conditions[a]):
        need = t.ability_needs[a, i]
        if not condition_holds(s, t, int(need[0]), int(need[1]), int(need[2])):
            return False
    return True


@compiled
def uses_left(s: State, t: Tables, a: int) -> int:
    """How often the group can use it in a row, if it is at hand."""
    source, which = t.ability_source[a], int(t.ability_which[a])
    if t.ability_limit[a] != NO_LIMIT:
        return 1
    if source == STARTING_ITEM:
        return int(s.starting_uses[which])
    if source == TOKEN:
        return int(s.discovery[which])
    if source == TREASURE and t.mystery_uses[which] > 0:
        return int(s.mystery_uses[which])
    return 1


# ------------------------------------------------------------------ its price
@compiled
def price_missing(s: State, t: Tables, person: int, a: int) -> int:
    """What of its price this person has not, as bits of vocabulary.ASPECTS; 0 if he can pay."""
    missing = 0
    if s.determination[person] < t.ability_determination[a]:
        missing |= v.DETERMINATION_ASPECT
    for resource in range(3):
        if t.ability_pays[a, resource] > 0 and t.ability_pays[a, resource] > stock_of(s, person, resource):
            missing |= 1 << resource
    return missing


@compiled
def can_use(s: State, t: Tables, person: int, a: int) -> bool:
    """Has this person this ability, and can he pay for it?"""
    return at_hand(s, t, person, a) and price_missing(s, t, person, a) == 0


@compiled
def spend(s: State, t: Tables, person: int, a: int) -> None:
    """It is paid for, and used once more: a use, a token, a card goes, or it is marked as used."""
    s.determination[person] -= t.ability_determination[a]
    for resource in range(3):
        if t.ability_pays[a, resource] > 0:
            pay_by(s, person, resource, int(t.ability_pays[a, resource]))
    source, which = t.ability_source[a], int(t.ability_which[a])
    limit = t.ability_limit[a]
    if limit in (ONCE_A_ROUND, ONE_CHARACTER):
        s.used_by[a] = served(s, person)
    if limit in (ONE_CHARACTER, ONCE_AN_ACTION):
        s.things_in_use |= 1 << int(t.ability_thing[a])
    if source == SKILL:
        s.skills_used[person] |= 1 << which % SKILLS_EACH
    elif source == GUESTS:
        s.skills_used[person] |= REROLL_USED
    elif source == STARTING_ITEM and is_outside_camp(s, person):
        s.starting_future[which] -= 1
    elif source == STARTING_ITEM:
        s.starting_uses[which] -= 1
    elif source == TOKEN and limit == NO_LIMIT:  # one with a limit is kept
        spend_token(s, t, person, a)
    elif source == TREASURE and t.mystery_uses[which] > 0 and t.ability_program[a] != 0:
        spend_treasure(s, t, which)
    elif source == KEPT_CARD:
        s.kept_weapon[person] -= 1
        discard_adventure(s, which)


@compiled
def spend_token(s: State, t: Tables, person: int, a: int) -> None:
    """A discovery token is discarded; a weapon bonus that it needed is gone."""
    token = t.ability_which[a]
    if is_outside_camp(s, person):
        s.found[person, token] -= 1
        s.discovery_future[token] -= 1
    else:
        s.discovery[token] -= 1
    if s.weapon < t.ability_weapon[a]:
        s.weapon_bonus = 0


@compiled
def spend_treasure(s: State, t: Tables, treasure: int) -> None:
    """A treasure whose uses are gone is discarded, unless it stores food then."""
    s.mystery_uses[treasure] -= 1
    if s.mystery_uses[treasure] == 0 and t.mystery_stores_when_used[treasure] == 0:
        s.mystery_state[treasure] = c.MYSTERY_GONE


@compiled
def clear_uses(s: State) -> None:
    """A new round: nothing has been used that comes once a round."""
    for a in range(len(s.used_by)):
        s.used_by[a] = c.NONE
    s.things_in_use = 0


# ------------------------------------------------------------------ what an action takes less
@compiled
def could_save(s: State, t: Tables, person: int, resource: int) -> int:
    """How much of a resource this person's next action could take less if he used what he has."""
    most = 0
    for a in range(t.abilities):
        if t.ability_saves[a, resource] > 0 and can_use(s, t, person, a):
            most += int(t.ability_saves[a, resource])
    return most


@compiled
def clear_saving(s: State) -> None:
    """Nobody's next action takes less any more."""
    for person in range(len(s.saving)):
        for resource in range(3):
            s.saving[person, resource] = 0


@compiled
def saves(s: State, person: int) -> bool:
    """Does this person's next action take less already?"""
    for resource in range(3):
        if s.saving[person, resource] > 0:
            return True
    return False
