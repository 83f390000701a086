"""Wounds, healing, determination and morale (rulebook: Character cards, Morale phase, Unfulfilled demand)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from .decisions import FRIDAY, GUEST, GameOver, Person

if TYPE_CHECKING:
    from .game import Game

LATE_PHASES = ("weather", "night")
"""From the end of the action phase on, who sleeps outside the camp is alone."""


# --- who is there


def is_castaway(game: Game, person: Person | None) -> bool:
    """Is this a player, or the guest who has joined?"""
    return person in game.table.castaways


def guest_is_awaited(game: Game) -> bool:
    """Is there a guest who has not joined yet, and lives?"""
    guest = game.facts.sheet.guest
    if guest is None or game.table.guest_here:
        return False
    return game.table.people[GUEST].wounds <= guest.hearts


def hearts(game: Game, person: Person) -> int:
    """How many wounds this person can bear; the next one is the last."""
    if person == FRIDAY:
        return game.facts.friday.hearts
    if person == GUEST:
        assert game.facts.sheet.guest is not None
        return game.facts.sheet.guest.hearts
    return game.facts.characters[character(game, person)].hearts


def character(game: Game, person: Person) -> str:
    """Whom a player plays."""
    name = game.table.people[person].character
    assert name is not None
    return name


def alive(game: Game, person: Person | None) -> bool:
    """Is this person in play and alive? Friday may be missing or dead, a guest may not have joined yet."""
    if person == FRIDAY:
        return game.table.with_friday and game.table.friday.wounds <= game.facts.friday.hearts
    return is_castaway(game, person)


def in_camp(game: Game) -> list[Person]:
    """All castaways who spend the night in the camp."""
    return [person for person in game.table.castaways if not game.table.people[person].outside]


def is_outside_camp(game: Game, person: Person | None) -> bool:
    """Is this castaway outside the camp now, from the end of the action phase to the next morning?"""
    if person is None or not is_castaway(game, person):
        return False
    return game.table.phase in LATE_PHASES and game.table.people[person].outside


def together(game: Game, one: Person | None, other: Person | None) -> bool:
    """Are they at the same place? From the end of the action phase who sleeps outside is alone (63)."""
    if one == other or game.table.phase not in LATE_PHASES:
        return True
    return not any(person is not None and game.table.people[person].outside for person in (one, other))


def keeps_finds(game: Game, person: Person | None) -> bool:
    """If he sleeps outside the camp, is what this person finds now in the action phase his own? (57)"""
    if person is None:
        return False
    state = game.table.people[person]
    return not game.rule("outside_keeps_one_action") or not state.outside or state.outside_now


# --- wounds


def wound(game: Game, person: Person, count: int) -> None:
    """Wounds one by one; the death of a character ends the game, Friday's does not."""
    wound_together(game, {person: count})


def wound_each(game: Game, count: int) -> None:
    """Every castaway is wounded (players, guest, not Friday); by weather only who is in the camp."""
    weather = game.table.phase == "weather"
    wound_together(game, dict.fromkeys(in_camp(game) if weather else game.table.castaways, count))


def wound_together(game: Game, wounds: Mapping[Person, int]) -> None:
    """Several people are wounded at the same moment; then the game ends if one of them has died (73)."""
    if sum(count > 0 for count in wounds.values()) > 1:
        game.by_decision(73)
    ends = [end for person, count in wounds.items() if (end := _take(game, person, count)) is not None]
    if ends:
        raise GameOver(ends[0])


def _take(game: Game, person: Person, count: int) -> str | None:
    """One person's wounds: morale falls at each mark passed. How the game ends with them, if it does."""
    awaited = person == GUEST and guest_is_awaited(game)
    if not alive(game, person) and not awaited:
        return None
    state = game.table.people[person]
    for _ in range(count):
        state.wounds += 1
        dead = state.wounds > hearts(game, person)
        if person == FRIDAY:
            if dead:
                return None
            continue
        if state.wounds in morale_marks(game, person) and state.wounds not in state.covered_marks:
            change_morale(game, -1)
        if dead:
            return "the guest died" if person == GUEST else "a character died"
    return None


def morale_marks(game: Game, person: Person) -> tuple[int, ...]:
    """The wounds at which morale falls."""
    if person == GUEST:
        assert game.facts.sheet.guest is not None
        return game.facts.sheet.guest.morale_marks
    return game.facts.characters[character(game, person)].morale_marks


def heal(game: Game, person: Person, count: int) -> None:
    """Healing moves the marker back; morale does not change, and the dead stay dead."""
    if alive(game, person):
        state = game.table.people[person]
        state.wounds = max(0, state.wounds - count)


def people_to_heal(game: Game, healer: Person | None) -> list[Person]:
    """Who has wounds and is at the same place as the healer (63)."""
    people = game.table.people
    wounded = [person for person in people if alive(game, person) and people[person].wounds > 0]
    reached = [person for person in wounded if together(game, healer, person)]
    if len(reached) < len(wounded):
        game.by_decision(63)
    return reached


# --- determination and morale


def gain_determination(game: Game, person: Person | None, count: int) -> None:
    """Tokens from the supply, for one person."""
    if person is not None and alive(game, person):
        game.table.people[person].determination += count


def lose_determination(game: Game, person: Person, count: int) -> None:
    """Tokens given up; each one lacking is a wound."""
    state = game.table.people[person]
    paid = min(state.determination, count)
    state.determination -= paid
    wound(game, person, count - paid)


def change_morale(game: Game, by: int) -> None:
    """Move the morale marker; past either end nothing happens."""
    track = game.facts.morale
    game.table.morale = max(track.lowest, min(track.highest, game.table.morale + by))


# --- items


def has_item(game: Game, item: str) -> bool:
    """Can this item be used? Also one that was lost, if it serves to the end of the round."""
    invention = game.table.invention.get(item)
    there = invention is not None and (invention.place == "built" or invention.lost)
    return there and not game.table.items_unavailable


def has_items(game: Game, items: Iterable[str]) -> bool:
    """Are all these items there?"""
    return all(has_item(game, item) for item in items)


def card_items(game: Game) -> list[str]:
    """The invention cards that are built and can be used, in the order of the box; none of the scenario's."""
    return [item for item in game.facts.card_inventions if has_item(game, item)]
