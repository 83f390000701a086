"""Wounds, healing and determination."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import people
from ..decisions import FRIDAY, GUEST, Person, Play
from ..programs import ALL, Effect
from .registry import By, Carried, number, operation, person_of

if TYPE_CHECKING:
    from ..game import Game


@operation("wound")
def wound(game: Game, effect: Effect, by: By) -> None:
    """That many wounds; what the weather brings does not meet who is outside the camp (78)."""
    if effect.who == "each":
        if game.table.phase == "weather":
            game.by_decision(78)
        people.wound_each(game, effect.count)
        return
    person = person_of(game, effect.who, by)
    if person is not None:
        people.wound(game, person, effect.count)


@operation("heal")
def heal(game: Game, effect: Effect, by: By) -> Carried:
    """That many wounds healed; of `chosen` the players say for each one whose."""
    if effect.who == "chosen":
        return heal_chosen(game, effect, by)
    if effect.who == "each":
        for castaway in game.table.castaways:
            if people.together(game, by.performer, castaway):
                people.heal(game, castaway, effect.count)
        return None
    person = person_of(game, effect.who, by)
    if person is not None:
        people.heal(game, person, effect.count)
    return None


def heal_chosen(game: Game, effect: Effect, by: By) -> Play[None]:
    """Wound by wound, of people at the same place as the healer (63)."""
    for left in range(effect.count, 0, -1):
        person = yield from game.ask_person(
            lambda: people.people_to_heal(game, by.performer), asked=by.performer, card=by.card, left=left
        )
        if person is None:
            return
        people.heal(game, person, 1)


@operation("special_wound")
def special_wound(game: Game, effect: Effect, by: By) -> None:
    """The token of this card's deck on that part of the body; Friday bears none."""
    person = person_of(game, effect.who, by)
    if person is not None and person != FRIDAY:
        game.table.people[person].special_wounds[effect.what].add(_deck(game, by))


@operation("remove_special_wound")
def remove_special_wound(game: Game, effect: Effect, by: By) -> None:
    """That token is taken off; nothing if nobody has it."""
    for state in game.table.people.values():
        state.special_wounds[effect.what].discard(_deck(game, by))


def _deck(game: Game, by: By) -> str:
    """The deck of adventures to which the card belongs."""
    assert by.card is not None
    return game.facts.adventures[by.card].deck


@operation("share_night_wounds")
def share_night_wounds(game: Game, effect: Effect, by: By) -> Play[None]:
    """Markers shared by the players, or by whom they choose; each is a wound this night."""

    def possible() -> list[Person]:
        others = [FRIDAY, GUEST] if effect.who == "chosen" else []
        return [*game.table.seats, *(other for other in others if people.alive(game, other))]

    for left in range(number(game, effect), 0, -1):
        person = yield from game.ask_person(possible, asked=by.performer, card=by.card, left=left)
        assert person is not None
        game.table.people[person].markers += 1


@operation("bear_night_wounds")
def bear_night_wounds(game: Game, effect: Effect, by: By) -> None:
    """All those markers go, and he alone has that many."""
    person = person_of(game, effect.who, by)
    for anybody, state in game.table.people.items():
        state.markers = effect.count if anybody == person else 0


@operation("determination")
def determination(game: Game, effect: Effect, by: By) -> None:
    """That many tokens from the supply."""
    for person in _each_or_one(game, effect, by):
        people.gain_determination(game, person, effect.count)


@operation("lose_determination")
def lose_determination(game: Game, effect: Effect, by: By) -> None:
    """That many tokens are given up; each wounds himself for what he lacks."""
    wounds: dict[Person, int] = {}
    for person in _each_or_one(game, effect, by):
        state = game.table.people[person]
        if person == FRIDAY:
            game.by_decision(42)
            if not game.rule("mysteries_take_from_friday"):
                continue
        given = state.determination if effect.number == ALL else min(effect.count, state.determination)
        state.determination -= given
        if effect.number != ALL and "if_possible" not in effect.flags:
            wounds[person] = effect.count - given
    people.wound_together(game, wounds)


def _each_or_one(game: Game, effect: Effect, by: By) -> list[Person]:
    """Each castaway, or the one who is meant."""
    if effect.who == "each":
        return game.table.castaways
    person = person_of(game, effect.who, by)
    return [] if person is None else [person]


@operation("share_determination")
def share_determination(game: Game, effect: Effect, by: By) -> Play[None]:
    """Tokens, one by one to the player whom the group chooses."""
    for left in range(number(game, effect), 0, -1):
        person = yield from game.ask_person(
            lambda: list(game.table.seats), asked=by.performer, card=by.card, left=left
        )
        people.gain_determination(game, person, 1)
