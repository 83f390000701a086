"""Skills, starting items, discovery tokens, treasures and items that players use when they like.

A use is offered at the moments at which the rules allow it and it can matter (see stakes.py). It does not
answer the decision during which it is made: that is asked again afterwards.
"""

from __future__ import annotations

from typing import Any

from crusoe_env.core.compile import compiled
from crusoe_env.robinson import operations as op
from crusoe_env.robinson import vocabulary as v
from crusoe_env.robinson.rules.agenda import run_program
from crusoe_env.robinson.rules.board_effects import TOKEN_PLACES, here, tokens_at
from crusoe_env.robinson.rules.decks import discard_adventure
from crusoe_env.robinson.rules.notes import note
from crusoe_env.robinson.rules.people import HIGHEST_MORALE, has_item, people_to_heal
from crusoe_env.robinson.rules.planning import plans_change
from crusoe_env.robinson.rules.requirements import is_planned
from crusoe_env.robinson.rules.stores import (
    has_shelter,
    is_apart,
    is_kept_apart,
    pay_by,
    serves_camp,
    stock,
    stock_of,
)
from crusoe_env.robinson.rules.woodpile import missing_in_stage
from crusoe_env.robinson.state import (
    ARRANGE_CAMP,
    ARRANGING,
    AT_NIGHT,
    AT_PLANNING,
    BEFORE_ACT,
    BUILD,
    CARD_INVENTIONS,
    CARDS,
    DANGER,
    DISCARDED,
    DISCOVERIES,
    ECONOMICAL_CONSTRUCTION,
    EXPLORED,
    FIREPLACE,
    FIRST_MYSTERY,
    FOOD,
    FRIDAY,
    HELMET,
    HELPERS,
    IN_FIGHT,
    IN_WEATHER,
    MYSTERY_CARDS,
    MYSTERY_GONE,
    MYSTERY_KEPT,
    NONE,
    NOTE_USE,
    ON_BOARD,
    ON_CARD,
    PALISADE,
    POT,
    RAIN,
    RESOLUTION,
    ROOF,
    SABRE,
    SKILLS_EACH,
    SNOW,
    STARTING_ITEMS,
    THREAT,
    TRAP_DRAWN,
    USABLE_TREASURES,
    USED,
    WOOD,
)

ANY, BEFORE_ACTIONS = v.WHENS.index("any"), v.WHENS.index("before_actions")
NOT_ON_CARD, NOT_WHILE_ACTING = v.WHENS.index("not_on_card"), v.WHENS.index("not_while_acting")
OWN_ACTION, IN_A_FIGHT = v.WHENS.index("own_action"), v.WHENS.index("fight")
ON_TRAP, EXPLORING = v.WHENS.index("trap"), v.WHENS.index("exploring")
ON_ARRANGE_CAMP = v.WHENS.index("arrange_camp")
IN_THE_WEATHER, IN_THE_NIGHT = v.WHENS.index("weather"), v.WHENS.index("night")

SKILL_USES = SKILLS_EACH
STARTING_USES = SKILL_USES + STARTING_ITEMS
DISCOVERY_USES = STARTING_USES + DISCOVERIES
TREASURE_USES = DISCOVERY_USES + len(USABLE_TREASURES)
POT_USE, FIREPLACE_USE, KEPT_USE = TREASURE_USES, TREASURE_USES + 1, TREASURE_USES + 2
USES = KEPT_USE + 1
"""Things that can be used: own skills, starting items, tokens, treasures, pot, fireplace, a kept card."""


# ------------------------------------------------------------------ the right moment


@compiled
def fits_moment(s: Any, t: Any, person: int, when: int, gifts: int) -> bool:
    """Is this a moment for a thing used at `when` that changes `gifts`?"""
    moment = s.moment
    if when in (ANY, NOT_ON_CARD, NOT_WHILE_ACTING):
        if when == NOT_ON_CARD and moment == ON_CARD:
            return False
        if when == NOT_WHILE_ACTING and s.phase == RESOLUTION:
            return False
        if moment in (TRAP_DRAWN, EXPLORED, ARRANGING):
            return False
        return gifts & s.stakes != 0 or (gifts == 0 and s.stakes == v.ALL_AT_STAKE)
    if when == BEFORE_ACTIONS:
        return moment == AT_PLANNING and s.plans == 0
    if when == IN_A_FIGHT:
        return weapon_compared(s, t, person)
    if when == ON_TRAP:
        return moment == TRAP_DRAWN and s.trap_ignored == 0
    if when == EXPLORING:
        return moment == EXPLORED
    if when == ON_ARRANGE_CAMP:
        return moment == ARRANGING
    if when == IN_THE_WEATHER:
        return moment == IN_WEATHER
    return when == IN_THE_NIGHT and moment == AT_NIGHT


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
def danger_ahead(s: Any) -> bool:
    """Does the action about to be resolved need weapon level 1, which is not there?"""
    kind = int(s.plan_kind[s.now])
    space = here(s)
    danger = BUILD <= kind < ARRANGE_CAMP and s.field_tokens[kind] & DANGER
    return (danger or (space != NONE and s.space_tokens[space] & DANGER)) and s.weapon + s.weapon_bonus < 1


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

    In a fight, and with a danger token; in the current edition also with what a threat action, a token or a
    card requires.
    """
    if s.moment == IN_FIGHT:
        return fights(s, person)
    if s.moment == BEFORE_ACT:
        return acts(s, person) and danger_ahead(s)
    if s.edition == 0:
        return False
    level = s.weapon + s.weapon_bonus
    if s.moment == AT_PLANNING:
        for token in range(DISCOVERIES):
            if s.discovery[token] > 0 and t.discovery_weapon[token] > level:
                return True
        if threat_too_strong(s, t):
            return True
    card = s.choice[1]
    if s.moment == ON_CARD and 0 <= card < CARDS:
        row = int(t.event_program[card])
        return t.rows[row, 0] == op.IF_WEAPON_BELOW and level < t.rows[row, 4]
    return False


# ------------------------------------------------------------------ can it matter?


@compiled
def matters(s: Any, t: Any, row: int) -> bool:
    """Can the first operation of a use, or of one of its branches, do anything now?"""
    if t.rows[row, 0] != op.CHOOSE:
        return row_matters(s, t, row)
    for branch in range(t.rows[row, 4]):
        at = row + 1 + branch
        if row_matters(s, t, at + int(t.rows[at, 6])):
            return True
    return False


@compiled
def row_matters(s: Any, t: Any, row: int) -> bool:
    """Can the operation of this row do anything now?"""
    what = t.rows[row, 0]
    which = t.rows[row, 2]
    if what == op.HEAL:
        return people_to_heal(s, t) != 0
    if what == op.RAISE:
        if which == v.MORALE:
            return s.morale < HIGHEST_MORALE
        return (which != ROOF and which != PALISADE) or has_shelter(s, t)
    if what == op.MOVE_BEAST:
        return s.beasts_left > 0 if which == v.BEAST_DECK else s.hunting_left > 0
    if what == op.LOOK:
        return s.event_known < min(1, s.events_left) if which == v.LOOK_AT_EVENT_DECK else s.hunting_left > 0
    if what == op.BUILD_ITEM:
        return s.invention_state[which] == ON_BOARD
    if what == op.PICK_TILE:
        return s.tiles_left > 1
    if what == op.PICK_DISCOVERY:
        return s.discoveries_left > 0
    if what == op.PICK_INVENTION:
        return inventions_to_draw(s)
    if what == op.ADD_TO_PILE:
        return missing_in_stage(s, t) > 0
    if what == op.ROLL_WEATHER:
        return s.weather_rolled == 0 and t.weather[s.rounds - 1] != 0
    if what == op.IGNORE and which == v.IGNORE_RAIN:
        milder = min(snow_clouds(s), s.snow_to_rain + milder_by_treasures(s, t))
        return rain_clouds(s) + milder > s.ignored_rain
    if (what == op.IGNORE and which == v.IGNORE_SNOW) or what == op.SNOW_TO_RAIN:
        return snow_clouds(s) > s.ignored_snow + s.snow_to_rain
    if what == op.REMOVE_ANY_TOKEN:
        return token_on_board(s)
    return True


@compiled
def inventions_to_draw(s: Any) -> bool:
    """Is there a card in the invention deck, or can a new one be made?"""
    if s.inventions_left > 0:
        return True
    for item in range(CARD_INVENTIONS):
        if s.invention_state[item] == DISCARDED:
            return True
    return False


@compiled
def rain_clouds(s: Any) -> int:
    """Rain clouds on dice and token."""
    return int(s.rain) + (1 if s.weather_tokens & RAIN else 0)


@compiled
def snow_clouds(s: Any) -> int:
    """Winter clouds on dice and token."""
    return int(s.snow) + (1 if s.weather_tokens & SNOW else 0)


@compiled
def milder_by_treasures(s: Any, t: Any) -> int:
    """Winter clouds that kept treasures turn into rain by themselves."""
    count = 0
    for treasure in range(MYSTERY_CARDS):
        if serves_camp(s, treasure):
            count += t.mystery_snow_to_rain[treasure]
    return count


@compiled
def token_on_board(s: Any) -> bool:
    """Is there any token that could be taken away?"""
    for place in range(TOKEN_PLACES):
        if tokens_at(s, place) != 0:
            return True
    return False


# ------------------------------------------------------------------ may it be used?


@compiled
def usable(s: Any, t: Any, person: int, use: int) -> bool:
    """May player `person` use this thing at this moment, and can it matter?"""
    if use < SKILL_USES:
        return skill_usable(s, t, person, use)
    if use < STARTING_USES:
        return starting_usable(s, t, person, use - SKILL_USES)
    if use < DISCOVERY_USES:
        return discovery_usable(s, t, person, use - STARTING_USES)
    if use < TREASURE_USES:
        return treasure_usable(s, t, person, USABLE_TREASURES[use - DISCOVERY_USES])
    if use == KEPT_USE:
        mine = s.moment != IN_FIGHT or s.fighter == NONE or s.fighter == person
        return s.kept_weapon[person] > 0 and mine and weapon_compared(s, t, person)
    item = POT if use == POT_USE else FIREPLACE
    if s.moment != AT_NIGHT or not has_item(s, item) or is_apart(s, person):
        return False
    if (s.pot_used >> (use - POT_USE)) & 1 or stock(s, FOOD) < t.invention_use_cost[item, FOOD]:
        return False
    return matters(s, t, int(t.invention_use[item]))


@compiled
def ready(s: Any, t: Any, person: int, when: int, row: int, costs: int) -> bool:
    """The right moment, and some effect; `costs`: what else the use changes."""
    if when == NONE or row == 0:
        return False
    gifts = int(t.gifts[row])
    if s.edition == 1 and s.phase == RESOLUTION and gifts & v.STORES_AT_STAKE:  # those come later
        gifts &= ~v.STORES_AT_STAKE
        if gifts == 0 and costs == 0:
            return False
    return fits_moment(s, t, person, when, gifts | costs) and matters(s, t, row)


@compiled
def skill_usable(s: Any, t: Any, person: int, place: int) -> bool:
    """Once a round, for its determination; none of a player whose skills a card forbids."""
    skill = SKILLS_EACH * s.character[person] + place
    costs = v.DETERMINATION_AT_STAKE
    for resource in range(3):
        if t.skill_use_cost[skill, resource] > 0:
            costs |= 1 << resource
    return skill_price_missing(s, t, person, skill) == 0 and skill_fits(s, t, person, place, costs)


@compiled
def skill_price_missing(s: Any, t: Any, person: int, skill: int) -> int:
    """What of a skill's price this player has not: determination, resources; 0 if he can pay it."""
    missing = 0
    if s.determination[person] < t.skill_cost[skill]:
        missing |= v.DETERMINATION_AT_STAKE
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
    when = int(t.skill_when_current[skill]) if s.edition == 1 else int(t.skill_when[skill])
    if when == OWN_ACTION:
        return own_comparison(s, t, person)
    return ready(s, t, person, when, int(t.skill_program[skill]), costs)


@compiled
def wood_to_save(s: Any, person: int) -> bool:
    """Is this player about to plan an action, or is one of his resolved for which wood is set aside?"""
    if s.economy == 1:
        return False
    if s.moment == AT_PLANNING:
        return s.planner == person
    return s.moment == BEFORE_ACT and s.plan_person[s.now] == person and s.plan_paid[s.now, WOOD] > 0


@compiled
def own_comparison(s: Any, t: Any, person: int) -> bool:
    """Is the weapon level compared in an action that this player himself takes or plans?"""
    if s.moment == IN_FIGHT:
        return s.phase == RESOLUTION and s.fighter == person
    if s.moment == AT_PLANNING:
        return s.edition == 1 and s.planner == person and threat_too_strong(s, t)
    return s.moment == BEFORE_ACT and s.plan_person[s.now] == person and danger_ahead(s)


@compiled
def starting_usable(s: Any, t: Any, person: int, item: int) -> bool:
    """A starting item with a use left; who is outside the camp has only what he found himself."""
    if is_apart(s, person):
        if s.starting_future[item] == 0 or s.starting_finder[item] != person:
            return False
    elif s.starting_uses[item] == 0:
        return False
    row = t.starting_use_current[item] if s.edition == 1 else t.starting_use[item]
    return ready(s, t, person, int(t.starting_when[item]), int(row), 0)


@compiled
def discovery_usable(s: Any, t: Any, person: int, token: int) -> bool:
    """A token of the group, or of his own outside the camp, whose requirement is met."""
    apart = is_apart(s, person)
    if (s.found[person, token] if apart else s.discovery[token]) == 0:
        return False
    costs = 0
    if t.discovery_pot[token] == 1:
        costs = v.ITEMS_AT_STAKE
        if apart or not has_item(s, POT):
            return False
    if t.discovery_weapon[token] > 0:
        costs = v.WEAPON_AT_STAKE
        if s.weapon + (s.weapon_bonus if s.edition == 1 else 0) < t.discovery_weapon[token]:
            return False
    when = int(t.discovery_when_current[token]) if s.edition == 1 else int(t.discovery_when[token])
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
    if treasure in (HELMET, SABRE) and s.moment != IN_FIGHT:
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
    if s.moment == IN_FIGHT:
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
    for use in range(USES):
        if usable(s, t, person, use):
            return True
    return False


# ------------------------------------------------------------------ using it


@compiled
def use(s: Any, t: Any, person: int, which: int) -> None:
    """Use a thing: pay for it, then its program."""
    note(s, NOTE_USE, which, person)
    plans_change(s)
    if which < SKILL_USES:
        use_skill(s, t, person, which)
    elif which < STARTING_USES:
        item = which - SKILL_USES
        if is_apart(s, person):
            s.starting_future[item] -= 1
        else:
            s.starting_uses[item] -= 1
        row = t.starting_use_current[item] if s.edition == 1 else t.starting_use[item]
        run_program(s, int(row), person, USED)
    elif which < DISCOVERY_USES:
        use_token(s, t, person, which - STARTING_USES)
    elif which < TREASURE_USES:
        use_treasure(s, t, person, USABLE_TREASURES[which - DISCOVERY_USES])
    elif which == KEPT_USE:
        s.kept_weapon[person] -= 1
        card = kept_card(t)
        discard_adventure(s, card)
        run_program(s, int(t.kept_use[card]), person, USED)
    else:
        s.pot_used |= 1 << (which - POT_USE)
        item = POT if which == POT_USE else FIREPLACE
        pay_by(s, person, FOOD, int(t.invention_use_cost[item, FOOD]))
        run_program(s, int(t.invention_use[item]), person, USED)


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
    run_program(s, int(t.skill_program[skill]), person, USED)


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
    run_program(s, int(t.discovery_use[token]), person, USED)


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
