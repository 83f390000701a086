"""The weather phase (rulebook 5): dice and tokens, clouds, hungry animals, storm."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.engine.random import roll
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.components import CARD_INVENTIONS, MYSTERY_CARDS
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.stack import push, run_card
from crusoe_env.robinson.rules.steps import step
from crusoe_env.robinson.rules.world.demand import lacking
from crusoe_env.robinson.rules.world.log import log_event
from crusoe_env.robinson.rules.world.outside import serves_camp
from crusoe_env.robinson.rules.world.people import has_item
from crusoe_env.robinson.rules.world.stores import lower_level, pay
from crusoe_env.robinson.scenarios.measures import measure


@compiled
def rain_clouds(s: State) -> int:
    """Rain clouds on dice and token."""
    return int(s.rain) + (1 if s.weather_tokens & c.RAIN else 0)


@compiled
def snow_clouds(s: State) -> int:
    """Winter clouds on dice and token."""
    return int(s.snow) + (1 if s.weather_tokens & c.SNOW else 0)


@compiled
def milder_by_treasures(s: State, t: Tables) -> int:
    """Winter clouds that kept treasures turn into rain by themselves."""
    count = 0
    for treasure in range(MYSTERY_CARDS):
        if serves_camp(s, treasure):
            count += t.mystery_snow_to_rain[treasure]
    return count


RAIN_DIE, WINTER_DIE, ANIMALS_DIE = 1, 2, 4
LOSE_FOOD, LOSE_PALISADE, BEAST_COMES = 1, 2, 3


@step("weather")
@compiled
def weather_phase(s: State, t: Tables) -> None:
    """Dice and tokens; what the players have against them; then the weather is faced."""
    s.phase = c.WEATHER_PHASE
    s.now = c.NONE
    push(s, steps.NIGHT)
    push(s, steps.FACE_WEATHER)
    push(s, steps.WINDOW, c.IN_WEATHER, 0, c.NONE, c.NONE, 0)
    push(s, steps.ROLL_WEATHER)
    if s.weather_tokens & c.HUNGRY_ANIMALS:
        push(s, steps.WINDOW, c.BEFORE_WEATHER, 0, c.NONE, c.NONE, v.TOKENS_ASPECT)


@step()
@compiled
def roll_weather(s: State, t: Tables) -> None:
    """This round's weather dice, unless they were rolled before; in the phase itself the tokens are added."""
    if s.weather_rolled == 0:
        s.weather_rolled = 1
        dice = t.weather[s.rounds - 1]
        if dice & RAIN_DIE:
            add_clouds(s, int(t.rain_die[roll(s, 6) - 1]))
        if dice & WINTER_DIE:
            add_clouds(s, int(t.winter_die[roll(s, 6) - 1]))
        if dice & ANIMALS_DIE:
            times = 1 if t.animals_times == c.NONE else int(measure(s, t, int(t.animals_times)))
            for i in range(min(times, c.ANIMAL_DICE)):
                s.animals[i] = t.animals_die[roll(s, 6) - 1]
    if s.phase == c.WEATHER_PHASE and s.weather_tokens & c.HUNGRY_ANIMALS and s.animals[0] == c.NONE:
        s.animals[0] = t.animals_die[roll(s, 6) - 1]


@compiled
def add_clouds(s: State, clouds: int) -> None:
    """A face of a weather die: rain is positive, snow negative."""
    if clouds > 0:
        s.rain += clouds
    else:
        s.snow -= clouds


@step()
@compiled
def face_weather(s: State, t: Tables) -> None:
    """Snow takes wood; every cloud above the roof takes food and wood; then animals, and the storm last."""
    for item in range(CARD_INVENTIONS):
        if has_item(s, item):
            s.ignored_snow += t.invention_ignores_snow[item]
    s.snow_to_rain += milder_by_treasures(s, t)
    snow = max(0, snow_clouds(s) - s.ignored_snow)
    milder = min(snow, int(s.snow_to_rain))
    snow -= milder
    rain = max(0, rain_clouds(s) + milder - s.ignored_rain)
    log_event(s, c.LOG_WEATHER, rain, snow)
    missing = pay(s, c.WOOD, snow)
    clouds = max(0, rain + snow - s.roof)
    missing += pay(s, c.FOOD, clouds)
    missing += pay(s, c.WOOD, clouds)
    push(s, steps.STORM)
    push(s, steps.HUNGRY_ANIMALS)
    lacking(s, t, c.NONE, missing)


@compiled
def clear_animals(s: State) -> None:
    """No hungry animals die has been thrown."""
    for i in range(c.ANIMAL_DICE):
        s.animals[i] = c.NONE
    s.animals_faced = s.ignored_animals = 0


@compiled
def next_animals(s: State) -> int:
    """The next hungry animals die to be faced that is not blank, or NONE."""
    for i in range(s.animals_faced, c.ANIMAL_DICE):
        if s.animals[i] > 0:
            return i
    return c.NONE


@compiled
def animals_ahead(s: State) -> bool:
    """Is a hungry animals die to be faced that is neither blank nor ignored?"""
    left = 0
    for i in range(s.animals_faced, c.ANIMAL_DICE):
        left += s.animals[i] > 0
    return left > s.ignored_animals


@compiled
def reroll_animals(s: State, t: Tables) -> None:
    """The next hungry animals die that is not blank is thrown again; the new face stands."""
    die = next_animals(s)
    if die != c.NONE:
        s.animals[die] = t.animals_die[roll(s, 6) - 1]


AT_STAKE = (0, v.FOOD_ASPECT | v.LIFE_ASPECT, v.PALISADE_ASPECT | v.LIFE_ASPECT, 0)
"""By face of the hungry animals die: what it depends on; a fight asks itself."""


@step()
@compiled
def hungry_animals(s: State, t: Tables) -> None:
    """The next hungry animals die; if more are to be faced, things may be used before each."""
    at = int(s.animals_faced)
    if at == c.ANIMAL_DICE or s.animals[at] == c.NONE:
        return
    face = int(s.animals[at])
    s.animals_faced += 1
    if at + 1 < c.ANIMAL_DICE and s.animals[at + 1] != c.NONE:
        push(s, steps.HUNGRY_ANIMALS)
        if next_animals(s) != c.NONE:
            relevant = AT_STAKE[s.animals[next_animals(s)]]
            push(s, steps.WINDOW, c.IN_WEATHER, 0, c.NONE, c.NONE, relevant | v.LIFE_ASPECT)
    log_event(s, c.LOG_ANIMALS, face, c.NONE)
    if face > 0 and s.ignored_animals > 0:
        s.ignored_animals -= 1
    else:
        face_animals(s, t, face)


@compiled
def face_animals(s: State, t: Tables, face: int) -> None:
    """What one hungry animals die brings; a scenario may have something worse than wounds for a palisade."""
    if face == LOSE_FOOD:
        lacking(s, t, c.NONE, pay(s, c.FOOD, 1))
    elif face == LOSE_PALISADE:
        missing = lower_level(s, t, c.PALISADE, 1)
        if missing > 0 and t.palisade_program > 0:
            run_card(s, t, int(t.palisade_program), int(s.first_player), c.NONE)
        else:
            lacking(s, t, c.NONE, missing)
    elif face == BEAST_COMES:
        push(s, steps.FIGHT, int(t.animals_strength), c.NONE, c.NONE)


@step()
@compiled
def storm(s: State, t: Tables) -> None:
    """The storm token lowers the palisade; then all weather tokens go."""
    if s.weather_tokens & c.STORM:
        log_event(s, c.LOG_STORM, 0, c.NONE)
        lacking(s, t, c.NONE, lower_level(s, t, c.PALISADE, 1))
    s.weather_tokens = 0
