"""Nights outside the camp: who sleeps there, what he has, how he eats and sleeps (rulebook: Night phase)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import island, people, stores
from .decisions import Person

if TYPE_CHECKING:
    from .game import Game


def stock_of(game: Game, person: Person, resource: str) -> int:
    """How much somebody has to pay with: the group's resources, or outside the camp his own."""
    if not people.is_outside_camp(game, person):
        return stores.stock(game, resource)
    own = game.table.people[person].own
    return own[resource] + (own["durable_food"] if resource == "food" else 0)


def pay_by(game: Game, person: Person, resource: str, count: int) -> None:
    """What somebody spends who has enough."""
    is_outside = people.is_outside_camp(game, person)
    stores.take(game.table.people[person].own if is_outside else game.table.available, resource, count)


def eat_outside(game: Game) -> list[Person]:
    """Outside the camp everybody eats what he found himself; those who go hungry."""
    hungry = []
    for person in game.table.castaways:
        if game.table.people[person].outside:
            if stock_of(game, person, "food") > 0:
                pay_by(game, person, "food", 1)
            else:
                hungry.append(person)
    return hungry


def sheltered(game: Game, person: Person) -> bool:
    """Does the tile show a shelter on which he sleeps outside the camp?"""
    space = game.table.people[person].outside_space
    return space is not None and island.is_open(game, space) and island.shows_shelter(game, space)


def leave_finds(game: Game, person: Person) -> None:
    """An action of this person begins: what he has found before goes to the group in the current edition.

    Not if he is to sleep outside the camp already: then it is his (57).
    """
    table, state = game.table, game.table.people[person]
    for other in table.people.values():
        other.outside_now = False
    if not game.rule("outside_keeps_one_action") or state.outside:
        return
    state.gained = dict.fromkeys(state.gained, 0)
    state.found.clear()
    for item, finder in table.starting_finder.items():
        if finder == person:
            table.starting_finder[item] = None
    for mystery in table.mystery.values():
        if mystery.holder == person:
            mystery.outside = False


# --- treasures


def is_kept_outside(game: Game, mystery: str) -> bool:
    """Has somebody who is outside the camp now found this treasure today, and keeps it?"""
    state = game.table.mystery[mystery]
    return state.outside and people.is_outside_camp(game, state.holder)


def serves_camp(game: Game, mystery: str) -> bool:
    """Is this treasure kept, and not by somebody who found it today and sleeps elsewhere?"""
    return game.table.mystery[mystery].place == "kept" and not is_kept_outside(game, mystery)


def serves_outside(game: Game, mystery: str, person: Person) -> bool:
    """Is this treasure kept by him who found it today and sleeps outside the camp?"""
    state = game.table.mystery[mystery]
    return state.place == "kept" and is_kept_outside(game, mystery) and state.holder == person


def found_before(game: Game, card: str | None) -> bool:
    """Is this a treasure found in an earlier round, which has waited for its finder?"""
    state = game.table.mystery.get(card or "")
    return state is not None and state.round_found < game.table.round
