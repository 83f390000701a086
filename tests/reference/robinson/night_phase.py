"""The night phase (rulebook 6): eating, moving the camp, sleeping in the open, food that rots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import camp, delayed, measures, outside, people, scenarios, storage, stores, windows
from .decisions import GameOver, Person, Play

if TYPE_CHECKING:
    from .game import Game

LIFE = frozenset({"life"})
"""Healing is for any time of the night: who can heal is asked before wounds come (62)."""


def play(game: Game) -> Play[None]:
    """From the evening to the morning."""
    game.table.phase = "night"
    more = "plus_food" in game.table.night_tokens
    game.look()
    yield from scenarios.run_hook(game, "night")
    yield from windows.open(game, "night")
    feed_first(game)
    yield from eat(game)
    if more:
        yield from windows.open(game, "night", matters=LIFE)
    yield from eat_more(game)
    yield from camp.may_move(game)
    yield from open_air(game)
    yield from night_wounds(game)
    yield from windows.open(game, "night")
    storage.rot(game)
    game.look()
    yield from scenarios.run_hook(game, "round_end")


def feed_first(game: Game) -> None:
    """Who cannot go hungry eats before the players, as many as the scenario counts; else the game is lost."""
    first = game.facts.sheet.scenario.rules.fed_first
    if first is not None:
        game.by_scenario("fed_first")
        if stores.pay(game, "food", int(measures.measure(game, first))) > 0:
            raise GameOver("too little food")
    game.look()


def eat(game: Game) -> Play[None]:
    """One food for each castaway in the camp; if there is too little, the players choose who goes hungry."""
    table, eaters = game.table, people.in_camp(game)
    short = max(0, len(eaters) - stores.stock(game, "food"))
    hungry: list[Person] = []
    if short >= len(eaters):
        hungry = list(eaters)
    while len(hungry) < short:
        left = [one for one in eaters if one not in hungry]
        hungry.append((yield from who_goes_hungry(game, left, short - len(hungry))))
    stores.pay(game, "food", len(eaters) - len(hungry))
    hungry = [one for one in eaters if one in hungry] + outside.eat_outside(game)
    for one, state in table.people.items():
        state.hungry = one in hungry
    people.wound_together(game, dict.fromkeys(hungry, game.facts.night.wounds_of_hunger))
    game.look()


def who_goes_hungry(game: Game, eaters: list[Person], still: int) -> Play[Person]:
    """One of those who have not been named yet; `still`: how many are to be named."""
    person = yield from game.ask_person(lambda: eaters, asked=game.table.first_player, left=still)
    assert person is not None
    return person


def eat_more(game: Game) -> Play[None]:
    """The +1 food token in the night space: each castaway eats one more, or takes a wound."""
    if "plus_food" not in game.table.night_tokens:
        return
    for person in game.table.castaways:
        eats = outside.stock_of(game, person, "food") > 0
        if eats:
            eats = (yield from game.ask_branch(lambda: [0, 1], asked=person)) == 0
        if eats:
            outside.pay_by(game, person, "food", 1)
        else:
            people.wound(game, person, 1)
        game.look()
    game.table.night_tokens.discard("plus_food")


def open_air(game: Game) -> Play[None]:
    """Who sleeps without a shelter is wounded, in the camp or on the tile of his action."""
    if in_the_open(game):
        game.by_decision(62)
        yield from windows.open(game, "night", matters=LIFE)
    wounds = game.facts.night.wounds_of_open_air
    people.wound_together(game, dict.fromkeys(in_the_open(game), wounds))
    game.look()


def in_the_open(game: Game) -> list[Person]:
    """Who has no shelter tonight."""
    camp_is_safe = stores.has_shelter(game)
    return [
        person
        for person in game.table.castaways
        if not (outside.sheltered(game, person) if game.table.people[person].outside else camp_is_safe)
    ]


def night_wounds(game: Game) -> Play[None]:
    """What cards have kept for this night, and for every night; then the markers that bring wounds."""
    every_night = delayed.take(game, "every_night")
    tonight = delayed.take(game, "night")
    if sum((bool(tonight), bool(every_night), any(s.markers for s in game.table.people.values()))) > 1:
        game.by_decision(75)
    yield from delayed.run(game, tonight)
    yield from delayed.run(game, every_night)
    if any(state.markers for state in game.table.people.values()):
        yield from windows.open(game, "night", matters=LIFE)
    wounds = {person: state.markers for person, state in game.table.people.items()}
    for state in game.table.people.values():
        state.markers = 0
    people.wound_together(game, wounds)
    game.look()
