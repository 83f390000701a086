"""Special actions: those that a scenario adds to the usual ones, with their places, prices and effects.

They are numbered as in the scenario's file, from 0. One that has places is planned for a space, which must
show something. It belongs to a kind of action and is subject to all that holds for the kind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import island, marks, measures, people
from .decisions import FRIDAY, Person
from .programs import Effect
from .scenario_facts import SpecialAction
from .table import SPACES

if TYPE_CHECKING:
    from .game import Game

Place = int | None
"""A space; None: no place of its own."""


def facts_of(game: Game, special: int) -> SpecialAction:
    """What the scenario says of a special action."""
    return game.facts.sheet.special_actions[special]


def places(game: Game, special: int, person: Person) -> list[Place]:
    """Where this person may plan it, pawns and payment apart."""
    if not open_to(game, special, person):
        return []
    if facts_of(game, special).where is None:
        return [] if taken(game, special, None) or not terrain_suits(game, special, None) else [None]
    return [space for space in SPACES if place_suits(game, special, space)]


def possible(game: Game, special: int, place: Place, person: Person) -> bool:
    """May this person plan it there, pawns and payment apart?"""
    return place in places(game, special, person)


def open_to(game: Game, special: int, person: Person) -> bool:
    """May this person plan it at all, wherever it is?"""
    action = facts_of(game, special)
    if person == FRIDAY and not action.friday:
        return False
    if action.most is not None and attempts_planned(game, action) >= measures.number(game, action.most):
        return False
    if hunts(action) and hunts_planned(game) >= len(game.table.hunting):
        return False
    return requirements_met(game, special)


def hunts(action: SpecialAction) -> bool:
    """Does it take a beast of the hunting deck?"""
    return any(isinstance(clause, Effect) and clause.operation == "hunt_beast" for clause in action.effect)


def hunts_planned(game: Game) -> int:
    """How many beasts of the hunting deck are planned to be hunted, in whatever way."""
    return sum(
        hunts(facts_of(game, plan.special[0])) if plan.special is not None else plan.kind == "hunt"
        for plan in game.table.plans
    )


def times_planned(game: Game, special: int) -> int:
    """How often a special action is planned."""
    return sum(plan.special is not None and plan.special[0] == special for plan in game.table.plans)


def attempts_planned(game: Game, action: SpecialAction) -> int:
    """How often it is planned, or another that has its limit together with it."""
    sharing = (action.id, *action.most_with)
    planned = [facts_of(game, plan.special[0]).id for plan in game.table.plans if plan.special is not None]
    return sum(each in sharing for each in planned)


def still_possible(game: Game, special: int, place: Place) -> bool:
    """Can a special action that has been planned still be carried out?"""
    if not requirements_met(game, special) or not (place is None or space_suits(game, special, place)):
        return False
    return bool(game.rule("lost_terrain_serves_the_round")) or terrain_suits(game, special, place)


def requirements_met(game: Game, special: int) -> bool:
    """Do its conditions hold, and are its items built?"""
    action = facts_of(game, special)
    return all(measures.holds(game, need) for need in action.needs) and people.has_items(game, action.items)


def terrain_suits(game: Game, special: int, place: Place) -> bool:
    """Are the terrains explored that it needs, and is it done on one of those that its place must show?"""
    action = facts_of(game, special)
    if not set(action.terrain) <= island.explored_terrains(game):
        return False
    if place is None or action.where is None or not action.where.terrain:
        return True
    return island.shows_terrain(game, place) and island.tile(game, place).terrain in action.where.terrain


# ---------------------------------------------------------------- its places
def taken(game: Game, special: int, place: Place) -> bool:
    """Is this very action planned there already, where only one can be?"""
    return not facts_of(game, special).many and (special, place) in [
        plan.special for plan in game.table.plans
    ]


def place_suits(game: Game, special: int, space: int) -> bool:
    """Can it be planned on a space, which no other plan of it takes?"""
    near = is_near(game, special, space)
    if taken(game, special, space) or not near or not space_suits(game, special, space):
        return False
    return terrain_suits(game, special, space)


def is_near(game: Game, special: int, space: int) -> bool:
    """Is a space near enough, by the way from the camp as planning began?"""
    action = facts_of(game, special)
    assert action.where is not None
    if space == game.table.camp:
        return action.where.camp
    if action.distance and not island.in_reach(game, space):
        return False
    reach = action.where.reach
    return not reach or game.table.spaces[space].way <= min(reach, island.FAR - 1)


def space_suits(game: Game, special: int, space: int) -> bool:
    """Does an open tile there show what the action needs, terrain apart: marks, numbers, icons?"""
    where, here = facts_of(game, special).where, game.table.spaces[space]
    if where is None or not island.is_open(game, space):
        return where is None
    lying = here.marks_before if where.earlier else here.marks
    if where.mark is not None and where.mark not in lying:
        return False
    if where.without is not None and marks.has_mark(game, space, where.without):
        return False
    numbers = where.numbers or ((where.number,) if where.number is not None else ())
    if numbers and here.number not in numbers:
        return False
    tile = island.tile(game, space)
    return not (where.beast and not tile.beast) and not (where.totem and not island.has_totem(game, space))


def surcharge(game: Game, special: int) -> int:
    """How many more pawns it takes, by a measure, and as the first, the second, ... of them."""
    action, more = facts_of(game, special), 0
    if action.more_pawns is not None:
        more += int(measures.measure(game, action.more_pawns))
    if action.pawns_in_turn is not None:
        turn = int(measures.measure(game, action.pawns_in_turn.of)) + times_planned(game, special)
        in_turn = action.pawns_in_turn.more
        more += in_turn[min(turn, len(in_turn) - 1)]
    return more
