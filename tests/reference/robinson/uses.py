"""Using skills, starting items, discovery tokens, treasures and items: who has what, its price, using it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import aspects, decks, measures, outside, people, planning, stores, timing, useful
from .aspects import Aspects
from .decisions import FRIDAY, GUEST, Decision, Person, Play
from .effects import interpreter
from .timing import Moment
from .use_list import (
    ACTION,
    CHARACTER,
    FRIDAYS,
    GUESTS,
    ITEM,
    KEPT_CARD,
    NO_LIMIT,
    ROUND,
    SKILL,
    STARTING_ITEM,
    TOKEN,
    TREASURE,
    Use,
    first_effect,
)

if TYPE_CHECKING:
    from .game import Game

OF_WHO_ACTS = ("trap", "creature", "tile_found", "exploring", "arrange_camp")
"""What is used at these times serves who acts, Friday too."""
REROLLED = "reroll"
"""In the guest's used skills: he has thrown a die again this round."""
DECISIONS = {
    "defence_plan": (37, 65), "hooch": (65,), "tracking": (65,), "storm_glass": (46,), "bible": (61,),
    "helmet": (60,), "sabre": (60,), "whip": (60,), "backpack": (43, 60), "protective_amulet": (64,),
    "thorny_bushes": (81,),
    "craftsmanship": (59,), "searching_talent": (59,), "lucky": (59,),
}  # fmt: skip
"""By use: rows of the table of decisions that speak of it."""


# ---------------------------------------------------------------- is it there?
def at_hand(game: Game, person: Person, use: Use, moment: Moment | None = None) -> bool:
    """Has this person this use now, its price apart? Outside the camp only what he found himself."""
    table = game.table
    if use.source == SKILL:
        return has_skill(game, person, use)
    if use.limit != NO_LIMIT and not within_limit(game, person, use, moment):
        return False
    is_outside = people.is_outside_camp(game, person)
    if use.source == STARTING_ITEM:
        if is_outside:
            return table.starting_future[use.id] > 0 and table.starting_finder[use.id] == person
        return table.starting_uses[use.id] > 0
    if use.source == TOKEN:
        count = table.people[person].found.count(use.id) if is_outside else table.discovery[use.id]
        return count > 0 and requirements_met(game, person, use)
    if use.source == TREASURE:
        return has_treasure(game, person, use.id)
    if use.source == ITEM:
        return people.has_item(game, use.id) and not is_outside
    if use.source == KEPT_CARD:
        in_fight = moment is not None and moment.window == "fight"
        mine = not in_fight or table.fight.fighter in (None, person)
        return table.people[person].kept_weapon > 0 and mine
    if use.source == FRIDAYS:
        return person == FRIDAY and not table.rerolled
    if use.source == GUESTS:
        sheet = table.people.get(GUEST)
        fresh = sheet is not None and REROLLED not in sheet.skills_used and not sheet.skills_barred
        return person == GUEST and table.guest_here and fresh
    return table.with_dog


def has_skill(game: Game, person: Person, use: Use) -> bool:
    """Is it on this player's sheet, unused this round and not forbidden by a card?"""
    sheet = game.table.people[person]
    return sheet.character == use.character and not sheet.skills_barred and use.id not in sheet.skills_used


def has_treasure(game: Game, person: Person, treasure: str) -> bool:
    """A treasure that is kept and has a use left. What somebody outside has found today is his alone."""
    card, state = game.facts.mysteries[treasure], game.table.mystery[treasure]
    if state.place != "kept" or (card.uses > 0 and state.uses == 0):
        return False
    if card.from_next_round and state.round_found == game.table.round:
        game.by_decision(33)
        return False
    if outside.is_kept_outside(game, treasure):
        return state.holder == person
    return not people.is_outside_camp(game, person)


def within_limit(game: Game, person: Person, use: Use, moment: Moment | None) -> bool:
    """Unused this round, or used by who has it this round, but not in this fight or action."""
    user = game.table.used_by.get(use.key)
    if user is not None and use.pays:
        game.by_decision(35)
    if user is not None and (use.limit != CHARACTER or user != served(game, person, moment)):
        return False
    return use.action not in game.table.in_use


def served(game: Game, person: Person, moment: Moment | None = None) -> Person:
    """Whom a thing serves that this player uses now: Friday or the guest, where he fights or acts."""
    if moment is not None and moment.window == "fight":
        who = game.table.fight.fighter
    else:
        who = game.table.now.person if game.table.now is not None else None
    return who if who in (FRIDAY, GUEST) else person


def requirements_met(game: Game, person: Person, use: Use) -> bool:
    """Are the item and the weapon level there that it needs, and do its conditions hold?"""
    if use.item is not None and (people.is_outside_camp(game, person) or not people.has_item(game, use.item)):
        return False
    if stores.weapon_for_requirements(game) < use.weapon:
        return False
    return all(measures.holds(game, need) for need in use.needs)


def uses_left(game: Game, use: Use) -> int:
    """How often the group can use it in a row, if it is at hand."""
    if use.limit != NO_LIMIT:
        return 1
    if use.source == STARTING_ITEM:
        return game.table.starting_uses[use.id]
    if use.source == TOKEN:
        return game.table.discovery[use.id]
    if use.source == TREASURE and game.facts.mysteries[use.id].uses > 0:
        return game.table.mystery[use.id].uses
    return 1


# ---------------------------------------------------------------- its price
def price_missing(game: Game, person: Person, use: Use) -> Aspects:
    """What of its price this person has not; nothing if he can pay."""
    missing = set()
    if game.table.people[person].determination < use.determination:
        missing.add("determination")
    for resource, amount in use.pays.items():
        if amount > outside.stock_of(game, person, resource):
            missing.add(resource)
    return frozenset(missing)


def can_use(game: Game, person: Person, use: Use, moment: Moment | None = None) -> bool:
    """Has this person this use, and can he pay for it?"""
    return at_hand(game, person, use, moment) and not price_missing(game, person, use)


def note(game: Game, use: Use) -> None:
    """What comes up with this use; a program that lends a pawn or throws a die again is not run."""
    game.came_up("ability", use.key)
    for row in DECISIONS.get(use.id, ()):
        game.by_decision(row)
    first = first_effect(use.program)
    if first is not None and (use.lends or use.rerolls):
        game.programs_run[id(use.program)] += 1
        game.came_up("operation", first.operation)


def spend(game: Game, person: Person, use: Use) -> None:
    """It is paid for, and used once more: a use, a token, a card goes, or it is marked as used."""
    note(game, use)
    table, sheet = game.table, game.table.people[person]
    sheet.determination -= use.determination
    for resource, amount in use.pays.items():
        outside.pay_by(game, person, resource, amount)
    if use.limit in (ROUND, CHARACTER):
        table.used_by[use.key] = served(game, person)
    if use.limit in (CHARACTER, ACTION):
        assert use.action is not None
        table.in_use.add(use.action)
    if use.source == SKILL:
        sheet.skills_used.add(use.id)
    elif use.source == GUESTS:
        sheet.skills_used.add(REROLLED)
    elif use.source == STARTING_ITEM:
        uses = table.starting_future if people.is_outside_camp(game, person) else table.starting_uses
        uses[use.id] -= 1
    elif use.source == TOKEN and use.limit == NO_LIMIT:  # one with a limit is kept
        spend_token(game, person, use)
    elif use.source == TREASURE and use.program and game.facts.mysteries[use.id].uses > 0:
        spend_treasure(game, use.id)
    elif use.source == KEPT_CARD:
        sheet.kept_weapon -= 1
        decks.discard_adventure(game, use.id)


def spend_token(game: Game, person: Person, use: Use) -> None:
    """A discovery token is discarded; a weapon bonus that it needed is gone."""
    table = game.table
    if people.is_outside_camp(game, person):
        table.people[person].found.remove(use.id)
        table.discovery_future[use.id] -= 1
    else:
        table.discovery[use.id] -= 1
    if table.weapon < use.weapon:
        table.fight.weapon_bonus = 0


def spend_treasure(game: Game, treasure: str) -> None:
    """A treasure whose uses are gone is discarded, unless it stores food then."""
    state = game.table.mystery[treasure]
    state.uses -= 1
    if state.uses == 0 and not game.facts.mysteries[treasure].stores_food_when_used:
        state.place = "gone"


# ---------------------------------------------------------------- what is offered
def usable(game: Game, person: Person, use: Use, moment: Moment) -> bool:
    """May this player use this now, and can it matter?"""
    return can_use(game, person, use, moment) and serves(game, person, use, moment, use.costs)


def serves(game: Game, person: Person, use: Use, moment: Moment, paid: Aspects) -> bool:
    """Is this the time for it, and has it an effect? `paid`: what the use changes beside its effect."""
    changed = use.changes
    late = game.rule("gains_of_uses_wait") and game.table.phase == "resolution"
    if late and changed & aspects.STORES:
        changed -= aspects.STORES
        if not changed and not paid:
            return False
    fits = timing.fits(game, person, use, moment, changed | paid)
    return fits and useful.can_do_anything(game, use.program, person)


def missing_for_skills(game: Game, person: Person, moment: Moment) -> Aspects:
    """What would let this player use a skill that matters now: things that give it matter, too."""
    missing: set[str] = set()
    for use in game.uses.at[moment.window]:
        if use.source == SKILL and at_hand(game, person, use, moment):
            price = price_missing(game, person, use)
            if price and serves(game, person, use, moment, frozenset()):
                missing |= price
    return frozenset(missing)


def offered(game: Game, decision: Decision) -> list[str]:
    """The actions with which who decides can use something beside his answer."""
    assert decision.window is not None
    moment = Moment(decision.window, decision.matters, decision.card)
    return actions_offered(game, decision.acting, moment)


def actions_offered(game: Game, person: Person, moment: Moment) -> list[str]:
    """The actions with which this player can use something now."""
    found = [use.action for use in game.uses.at[moment.window] if usable(game, person, use, moment)]
    return list(dict.fromkeys(action for action in found if action is not None))


# ---------------------------------------------------------------- using it
def use(game: Game, person: Person, action: str, decision: Decision) -> Play[None]:
    """Use a thing: pay for it, then its program."""
    thing = use_of(game, person, action)
    planning.plans_change(game)
    of_who_acts = thing.limit == CHARACTER or thing.when in OF_WHO_ACTS
    user = served(game, person) if of_who_acts else person
    if decision.window == "fight" and game.table.fight.fighter is None:
        game.by_decision(27)
    spend(game, person, thing)
    yield from interpreter.run(game, thing.program, user, thing.card)


def use_of(game: Game, person: Person, action: str) -> Use:
    """What an action of this player uses; of several uses of a token the one whose conditions hold."""
    character = game.table.people[person].character
    found = [
        use
        for use in game.uses
        if use.action == action
        and use.program
        and (use.source != SKILL or use.character == character)
        and all(measures.holds(game, need) for need in use.needs)
    ]
    return found[-1]


# ---------------------------------------------------------------- uses that the rules ask for
def reroll(game: Game, person: Person, kind: str, *, paid: bool) -> Use | None:
    """What throws a die of this kind again for this person; `paid`: only if he can pay for it."""
    found = [use for use in game.uses if kind in use.rerolls and at_hand(game, person, use)]
    return next((use for use in found if not paid or not price_missing(game, person, use)), None)


def gathering(game: Game, person: Person) -> list[Use]:
    """What can add to this person's gathering: Basket, Sack."""
    return [use for use in game.uses if use.gathers and at_hand(game, person, use)]


def treasure_map(game: Game) -> Use:
    """The card that opens an explore action of its own."""
    return next(use for use in game.uses if use.when == "explore_action")


def could_save(game: Game, person: Person, resource: str) -> int:
    """How much of a resource this person's next action could take less if he used what he has."""
    savers = [use for use in game.uses if resource in use.saves]
    return sum(use.saves[resource] for use in savers if can_use(game, person, use))


def clear(game: Game) -> None:
    """A new round: nothing has been used that comes once a round."""
    game.table.used_by.clear()
    game.table.in_use.clear()
