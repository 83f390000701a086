"""Skills, starting items, discovery tokens, treasures and items that players use when they like.

A use is offered at the moments at which the rules allow it and it can matter. It does not answer the decision
during which it is made: that is asked again afterwards.
"""

from __future__ import annotations

from typing import Any

from crusoe_env.core.compile import compiled
from crusoe_env.robinson import operations as op
from crusoe_env.robinson import vocabulary as v
from crusoe_env.robinson.rules.agenda import run_program
from crusoe_env.robinson.rules.board_effects import TOKEN_PLACES, tokens_at
from crusoe_env.robinson.rules.notes import note
from crusoe_env.robinson.rules.people import HIGHEST_MORALE, has_item, people_to_heal
from crusoe_env.robinson.rules.stores import has_shelter, pay, stock
from crusoe_env.robinson.state import (
    ARRANGING,
    AT_NIGHT,
    AT_PLANNING,
    BEFORE_EVENT,
    BEFORE_MORALE,
    CARDS,
    DISCOVERIES,
    ECONOMICAL_CONSTRUCTION,
    EXPLORED,
    FIREPLACE,
    FIRST_MYSTERY,
    HELMET,
    HELPERS,
    IN_FIGHT,
    IN_RESOLUTION,
    IN_WEATHER,
    MYSTERY_GONE,
    MYSTERY_KEPT,
    NONE,
    NOTE_USE,
    ON_BOARD,
    PALISADE,
    POT,
    RESOLUTION,
    ROOF,
    SABRE,
    SKILLS_EACH,
    STARTING_ITEMS,
    TRAP_DRAWN,
    USABLE_TREASURES,
    WEAPON,
)

ANY, BEFORE_ACTIONS = v.WHENS.index("any"), v.WHENS.index("before_actions")
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


@compiled
def fits_moment(s: Any, t: Any, when: int, row: int) -> bool:
    """Is this a moment for a thing that is used at `when`?"""
    moment = s.moment
    if when == ANY:
        if moment == IN_FIGHT:
            return raises_weapon(t, row)
        return moment in (
            BEFORE_EVENT,
            BEFORE_MORALE,
            AT_PLANNING,
            IN_RESOLUTION,
            IN_WEATHER,
            AT_NIGHT,
        )
    if when == BEFORE_ACTIONS:
        early = moment in (BEFORE_EVENT, BEFORE_MORALE)
        return early or (moment == AT_PLANNING and s.plans == 0)
    if when == IN_A_FIGHT:
        return moment == IN_FIGHT
    if when == ON_TRAP:
        return moment == TRAP_DRAWN and s.trap_ignored == 0
    if when == EXPLORING:
        return moment == EXPLORED
    if when == ON_ARRANGE_CAMP:
        return moment == ARRANGING
    if when == IN_THE_WEATHER:
        return moment == IN_WEATHER
    if when == IN_THE_NIGHT:
        return moment == AT_NIGHT
    return False


@compiled
def raises_weapon(t: Any, row: int) -> bool:
    """Does a program raise the weapon level?"""
    while row > 0 and t.rows[row, 0] != op.END:
        if t.rows[row, 0] == op.RAISE and t.rows[row, 2] == WEAPON:
            return True
        row += 1
    return False


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
        return s.event_known == 0 if which == v.LOOK_AT_EVENT_DECK else s.hunting_left > 0
    if what == op.BUILD_ITEM:
        return s.invention_state[which] == ON_BOARD
    if what == op.PICK_TILE:
        return s.tiles_left > 1
    if what == op.PICK_DISCOVERY:
        return s.discoveries_left > 0
    if what == op.ROLL_WEATHER:
        return s.weather_rolled == 0 and t.weather[s.rounds - 1] != 0
    if what == op.IGNORE and which == v.IGNORE_RAIN:
        return s.rain + s.snow_to_rain > s.ignored_rain
    if (what == op.IGNORE and which == v.IGNORE_SNOW) or what == op.SNOW_TO_RAIN:
        return s.snow > s.ignored_snow + s.snow_to_rain
    if what == op.REMOVE_ANY_TOKEN:
        return token_on_board(s)
    return True


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
        item = use - SKILL_USES
        row = int(t.starting_use[item])
        return s.starting_uses[item] > 0 and ready(s, t, int(t.starting_when[item]), row)
    if use < DISCOVERY_USES:
        return discovery_usable(s, t, use - STARTING_USES)
    if use < TREASURE_USES:
        return treasure_usable(s, t, person, USABLE_TREASURES[use - DISCOVERY_USES])
    if use == KEPT_USE:
        return s.moment == IN_FIGHT and s.kept_weapon[person] > 0 and fights(s, person)
    item = POT if use == POT_USE else FIREPLACE
    if s.moment != AT_NIGHT or not has_item(s, item) or (s.pot_used >> (use - POT_USE)) & 1:
        return False
    return stock(s, 1) >= t.invention_use_cost[item, 1] and matters(s, t, int(t.invention_use[item]))


@compiled
def ready(s: Any, t: Any, when: int, row: int) -> bool:
    """The right moment, and some effect."""
    return when != NONE and row > 0 and fits_moment(s, t, when, row) and matters(s, t, row)


@compiled
def fights(s: Any, person: int) -> bool:
    """Is this the player who fights? Against the hungry animals all do."""
    return s.fighter == NONE or s.fighter == person


@compiled
def skill_usable(s: Any, t: Any, person: int, place: int) -> bool:
    """Once a round, for its determination; none of a player whose skills a card forbids."""
    skill = SKILLS_EACH * s.character[person] + place
    if (s.skills_used[person] >> place) & 1 or s.skills_barred[person] == 1:
        return False
    if s.determination[person] < skill_cost(s, t, skill):
        return False
    for resource in range(3):
        if t.skill_use_cost[skill, resource] > stock(s, resource):
            return False
    row = int(t.skill_program[skill])
    if skill == ECONOMICAL_CONSTRUCTION:
        return s.moment == AT_PLANNING and s.economy == 0 and s.planner == person
    if t.skill_when[skill] == OWN_ACTION:
        return s.moment == IN_FIGHT and s.phase == RESOLUTION and s.fighter == person
    return ready(s, t, int(t.skill_when[skill]), row)


@compiled
def skill_cost(s: Any, t: Any, skill: int) -> int:
    """What a skill costs in this edition."""
    return int(t.skill_cost_current[skill]) if s.edition == 1 else int(t.skill_cost[skill])


@compiled
def discovery_usable(s: Any, t: Any, token: int) -> bool:
    """A token in the Available Resources space whose requirement is met."""
    if s.discovery[token] == 0 or (t.discovery_pot[token] == 1 and not has_item(s, POT)):
        return False
    if s.weapon < t.discovery_weapon[token]:
        return False
    return ready(s, t, int(t.discovery_when[token]), int(t.discovery_use[token]))


@compiled
def treasure_usable(s: Any, t: Any, person: int, treasure: int) -> bool:
    """A treasure that is kept, has a use left, and may serve this player this round."""
    if s.mystery_state[treasure] != MYSTERY_KEPT:
        return False
    if t.mystery_uses[treasure] > 0 and s.mystery_uses[treasure] == 0:
        return False
    place = helper_place(treasure)
    if place != NONE:
        holder = s.helper[place]
        if (holder != NONE and holder != person) or (s.fight_uses >> place) & 1:
            return False
    in_fight = s.moment == IN_FIGHT and treasure in (HELMET, SABRE)
    if in_fight and (not fights(s, person) or (treasure == HELMET and s.fighter == NONE)):
        return False
    return ready(s, t, int(t.mystery_when[treasure]), int(t.mystery_use[treasure]))


@compiled
def helper_place(treasure: int) -> int:
    """The place of a treasure among those that serve one character a round, or NONE."""
    for place in range(len(HELPERS)):
        if HELPERS[place] == treasure:
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
    if which < SKILL_USES:
        use_skill(s, t, person, which)
    elif which < STARTING_USES:
        item = which - SKILL_USES
        s.starting_uses[item] -= 1
        row = t.starting_use_current[item] if s.edition == 1 else t.starting_use[item]
        run_program(s, int(row), person, NONE)
    elif which < DISCOVERY_USES:
        token = which - STARTING_USES
        s.discovery[token] -= 1
        run_program(s, int(t.discovery_use[token]), person, NONE)
    elif which < TREASURE_USES:
        use_treasure(s, t, person, USABLE_TREASURES[which - DISCOVERY_USES])
    elif which == KEPT_USE:
        s.kept_weapon[person] -= 1
        run_program(s, kept_program(t), person, NONE)
    else:
        s.pot_used |= 1 << (which - POT_USE)
        item = POT if which == POT_USE else FIREPLACE
        pay(s, 1, int(t.invention_use_cost[item, 1]))
        run_program(s, int(t.invention_use[item]), person, NONE)


@compiled
def kept_program(t: Any) -> int:
    """The use of the adventure that is kept."""
    for card in range(CARDS):
        if t.kept_use[card] > 0:
            return int(t.kept_use[card])
    return 0


@compiled
def use_skill(s: Any, t: Any, person: int, place: int) -> None:
    """Determination is paid, and whatever else the skill takes."""
    skill = SKILLS_EACH * s.character[person] + place
    s.skills_used[person] |= 1 << place
    s.determination[person] -= skill_cost(s, t, skill)
    for resource in range(3):
        pay(s, resource, int(t.skill_use_cost[skill, resource]))
    run_program(s, int(t.skill_program[skill]), person, NONE)


@compiled
def use_treasure(s: Any, t: Any, person: int, treasure: int) -> None:
    """A treasure whose uses are gone is discarded, unless it stores food then."""
    place = helper_place(treasure)
    if place != NONE:
        s.helper[place] = person
        s.fight_uses |= 1 << place
    if t.mystery_uses[treasure] > 0:
        s.mystery_uses[treasure] -= 1
        if s.mystery_uses[treasure] == 0 and t.mystery_stores_when_used[treasure] == 0:
            s.mystery_state[treasure] = MYSTERY_GONE
    run_program(s, int(t.mystery_use[treasure]), person, FIRST_MYSTERY + treasure)
