"""The weather phase (rulebook 5): dice and tokens, clouds, hungry animals, storm."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import demand, fights, measures, outside, people, stores, windows
from .decisions import Play
from .effects import interpreter

if TYPE_CHECKING:
    from .game import Game

MOST_ANIMALS = 8
"""Throws of the hungry animals die in one weather phase, at most."""
BLANK, LOSE_FOOD, LOSE_PALISADE, BEAST = "blank", "food", "palisade", "beast"


def play(game: Game) -> Play[None]:
    """Dice and tokens; what the players have against them; then the weather is faced."""
    table = game.table
    table.phase = "weather"
    table.now = None
    game.look()
    if "hungry_animals" in table.weather_tokens:
        yield from windows.open(game, "before weather", matters=frozenset({"tokens"}))
    roll_weather(game)
    game.look()
    yield from windows.open(game, "weather")
    face_clouds(game)
    game.look()
    yield from face_all_animals(game)
    storm(game)
    game.look()


def roll_weather(game: Game) -> None:
    """This round's dice, unless they were rolled before; in the phase itself the animals' token is added."""
    table, weather, dice = game.table, game.table.weather, game.facts.weather_dice
    if not weather.rolled:
        weather.rolled = True
        this_round = game.facts.sheet.scenario.weather[table.round - 1]
        for name, faces in (("rain", dice.rain), ("winter", dice.winter)):
            if name in this_round:
                rain, snow = game.chance.face(faces)
                weather.rain += rain
                weather.snow += snow
        if "animals" in this_round:
            measured = game.facts.sheet.scenario.rules.animals_times
            times = 1 if measured is None else int(measures.measure(game, measured))
            if times != 1:
                game.by_scenario("animals_times")
            weather.animals += [game.chance.face(dice.animals) for _ in range(min(times, MOST_ANIMALS))]
    if table.phase == "weather" and "hungry_animals" in table.weather_tokens and not weather.animals:
        weather.animals.append(game.chance.face(dice.animals))


# --- clouds


def face_clouds(game: Game) -> None:
    """Snow takes wood; every cloud above the roof takes food and wood; what is missing wounds."""
    table, weather = game.table, game.table.weather
    for item in people.card_items(game):
        weather.ignored_snow += game.facts.inventions[item].ignores_snow
    for name, card in game.facts.mysteries.items():
        if outside.serves_camp(game, name):
            weather.snow_to_rain += card.snow_to_rain
    if weather.snow_to_rain or weather.ignored_snow:
        game.by_decision(20)
    snow = max(0, snow_clouds(game) - weather.ignored_snow)
    milder = min(snow, weather.snow_to_rain)
    snow -= milder
    rain = max(0, rain_clouds(game) + milder - weather.ignored_rain)
    missing = stores.pay(game, "wood", snow)
    above = max(0, rain + snow - table.roof)
    missing += stores.pay(game, "food", above)
    missing += stores.pay(game, "wood", above)
    demand.lacking(game, None, missing)


def rain_clouds(game: Game) -> int:
    """Rain clouds on dice and token."""
    return game.table.weather.rain + ("rain" in game.table.weather_tokens)


def snow_clouds(game: Game) -> int:
    """Winter clouds on dice and token."""
    return game.table.weather.snow + ("snow" in game.table.weather_tokens)


# --- hungry animals


def next_animals(game: Game) -> int | None:
    """The next hungry animals die to be faced that is not blank."""
    weather = game.table.weather
    left = range(weather.animals_faced, len(weather.animals))
    return next((i for i in left if weather.animals[i] != BLANK), None)


def animals_ahead(game: Game) -> bool:
    """Is a die to be faced that is neither blank nor ignored?"""
    weather = game.table.weather
    return len([f for f in weather.animals[weather.animals_faced :] if f != BLANK]) > weather.ignored_animals


def reroll_animals(game: Game) -> None:
    """The next die that is not blank is thrown again; the new face stands."""
    die = next_animals(game)
    if die is not None:
        game.table.weather.animals[die] = game.chance.face(game.facts.weather_dice.animals)


def face_all_animals(game: Game) -> Play[None]:
    """Die after die; if more are to be faced, things may be used before each."""
    weather = game.table.weather
    while weather.animals_faced < len(weather.animals):
        face = weather.animals[weather.animals_faced]
        weather.animals_faced += 1
        coming = next_animals(game)
        if face != BLANK and weather.ignored_animals > 0:
            weather.ignored_animals -= 1
        else:
            yield from face_animals(game, face)
        game.look()
        if coming is not None:
            at_stake = {LOSE_FOOD: {"food"}, LOSE_PALISADE: {"palisade"}}.get(weather.animals[coming], set())
            yield from windows.open(game, "weather", matters=frozenset(at_stake | {"life"}))


def face_animals(game: Game, face: str) -> Play[None]:
    """What one die brings; a scenario may have something worse than wounds for a palisade."""
    if face == LOSE_FOOD:
        demand.lacking(game, None, stores.pay(game, "food", 1))
    elif face == LOSE_PALISADE:
        missing = stores.lower_level(game, "palisade", 1)
        worse = game.facts.sheet.scenario.rules.palisade_missing
        if missing > 0 and worse:
            yield from interpreter.run_card(game, worse, game.table.first_player, None)
        else:
            demand.lacking(game, None, missing)
    elif face == BEAST:
        yield from fights.fight(game, game.facts.weather_dice.animals_strength, None, None)


def storm(game: Game) -> None:
    """The storm token lowers the palisade; then all weather tokens go."""
    stormy = "storm" in game.table.weather_tokens
    game.table.weather_tokens.clear()
    if stormy:
        demand.lacking(game, None, stores.lower_level(game, "palisade", 1))
