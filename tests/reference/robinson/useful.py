"""Can what a use does have any effect now? What would do nothing is not offered."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from . import counters, marks, measures, outside, people, stores, weather_phase
from .decisions import FRIDAY, Person
from .effects import tokens
from .programs import Choose, Effect, If, Program

if TYPE_CHECKING:
    from .game import Game


def can_do_anything(game: Game, program: Program, person: Person) -> bool:
    """Can the first operation of a use by this person, or of one of its branches, do anything now?"""
    if program and isinstance(program[0], Choose):
        return bool(useful_branches(game, program[0], person))
    return begins_usefully(game, program, person)


def useful_branches(game: Game, choose: Choose, person: Person) -> list[int]:
    """The branches whose first operation can do anything now; an empty one can."""
    return [i for i, branch in enumerate(choose.branches) if begins_usefully(game, branch, person)]


def begins_usefully(game: Game, program: Program, person: Person) -> bool:
    """Can the first operation of a program do anything now? One under a condition: only if that holds."""
    first = program[0] if program else None
    if isinstance(first, If) and first.condition.operation == "if":
        needed = f"{first.condition.what} {first.condition.where} {first.condition.number}"
        return measures.holds(game, needed) and begins_usefully(game, first.body, person)
    if not program or not isinstance(program[0], Effect):
        return True
    effect = program[0]
    useful = USEFUL.get(effect.operation)
    return useful is None or useful(game, effect, person)


def _heal(game: Game, effect: Effect, person: Person) -> bool:
    healed = people.people_to_heal(game, person)
    return any(one != FRIDAY or effect.who != "each" for one in healed)


def _raise(game: Game, effect: Effect, person: Person) -> bool:
    if effect.what == "morale":
        return game.table.morale < game.facts.morale.highest
    return effect.what not in ("roof", "palisade") or stores.has_shelter(game)


def _move_beast(game: Game, effect: Effect, person: Person) -> bool:
    return bool(game.table.beasts if effect.what == "beast_deck" else game.table.hunting)


def _look(game: Game, effect: Effect, person: Person) -> bool:
    if effect.what == "event_deck":
        return bool(game.table.event_deck) and not game.table.event_known
    if effect.what == "ambush":
        return game.table.ambush is not None and not game.table.ambush_known
    return bool(game.table.hunting)


def _build(game: Game, effect: Effect, person: Person) -> bool:
    return any(game.table.invention[item].place == "board" for item in effect.whats)


def _pick_invention(game: Game, effect: Effect, person: Person) -> bool:
    """Is there a card in the deck, or can a new one be made?"""
    places = [game.table.invention[item].place for item in game.facts.card_inventions]
    return bool(game.table.inventions) or "discarded" in places


def _roll_weather(game: Game, effect: Effect, person: Person) -> bool:
    dice = game.facts.sheet.scenario.weather[game.table.round - 1]
    return bool(dice) and not game.table.weather.rolled


def _ignore(game: Game, effect: Effect, person: Person) -> bool:
    weather = game.table.weather
    if effect.what == "rain":
        milder = min(weather_phase.snow_clouds(game), weather.snow_to_rain + milder_by_treasures(game))
        return weather_phase.rain_clouds(game) + milder > weather.ignored_rain
    if effect.what == "snow":
        return snow_is_left(game, effect, person)
    return effect.what != "animals" or animals_ahead(game, effect, person)


def milder_by_treasures(game: Game) -> int:
    """Winter clouds that kept treasures turn into rain by themselves."""
    cards = game.facts.mysteries.values()
    return sum(card.snow_to_rain for card in cards if outside.serves_camp(game, card.id))


def snow_is_left(game: Game, effect: Effect, person: Person) -> bool:
    """Is there a winter cloud that is neither ignored nor turned into rain?"""
    return weather_phase.snow_clouds(game) > game.table.weather.ignored_snow + game.table.weather.snow_to_rain


def animals_ahead(game: Game, effect: Effect, person: Person) -> bool:
    """Is a hungry animals die to be faced that is neither blank nor ignored?"""
    return weather_phase.animals_ahead(game)


def _token_on_board(game: Game, effect: Effect, person: Person) -> bool:
    return bool(tokens.places_with_tokens(game))


def _marker_on_island(game: Game, effect: Effect, person: Person) -> bool:
    return any(space.covered or space.waiting_cover for space in game.table.spaces)


USEFUL: dict[str, Callable[[Game, Effect, Person], bool]] = {
    "heal": _heal,
    "raise": _raise,
    "move_beast": _move_beast,
    "look": _look,
    "build": _build,
    "build_one": _build,
    "pick_tile": lambda game, effect, person: len(game.table.tiles) > 1,
    "pick_discovery": lambda game, effect, person: bool(game.table.discoveries),
    "pick_invention": _pick_invention,
    "advance": lambda game, effect, person: counters.missing_in_stage(game, effect.what) > 0,
    "roll_weather": _roll_weather,
    "ignore": _ignore,
    "snow_to_rain": snow_is_left,
    "reroll_animals": animals_ahead,
    "remove_any_token": _token_on_board,
    "unmark": lambda game, effect, person: marks.spaces_marked(game, effect.what) > 0,
    "uncover": _marker_on_island,
}
"""By operation: when it can do something; the others always can."""
