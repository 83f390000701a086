"""What items, treasures, tokens and skills do at the window of their use."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import Question, declare, operation
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.phases.weather import (
    animals_ahead,
    milder_by_treasures,
    rain_clouds,
    reroll_animals,
    snow_clouds,
)
from crusoe_env.robinson.rules.stack import push


@operation(
    "weapon_bonus number",
    "That much more weapon level, for one fight or for the action under way.",
    phrase="+{0} weapon for a fight",
)
@compiled
def weapon_bonus(s: State, number: int, flags: int) -> None:
    """A higher weapon level for a while."""
    s.weapon_bonus += number
    if flags & v.FOR_ACTION:
        s.action_bonus += number


@operation(
    "extra_pawn action", "One supporting pawn for one action of that kind this round.", phrase="+1 pawn: {0}"
)
@compiled
def extra_pawn(s: State, action: int) -> None:
    """A pawn for support."""
    s.extra_pawns[action] += 1


@operation(
    "spend_less resource number",
    "One action of the user's needs that much less (not below 0).",
    phrase="one action needs {1} {0} less",
)
@compiled
def spend_less(s: State, resource: int, number: int, performer: int) -> None:
    """An action needs less."""
    s.saving[performer, resource] += number


declare(
    "reroll_die action",
    "One die of that kind of action is rolled again.",
    asks=(Question(c.REROLL),),
    phrase="roll one {0} die again",
)


@compiled
def anything_to_ignore(s: State, t: Tables, ignored: int) -> bool:
    """Is there such a cloud or animal ahead? A wound, trap or creature is there when this is asked."""
    if ignored == v.IGNORE_RAIN:
        milder = min(snow_clouds(s), s.snow_to_rain + milder_by_treasures(s, t))
        return rain_clouds(s) + milder > s.ignored_rain
    if ignored == v.IGNORE_SNOW:
        return snow_ahead(s)
    if ignored == v.IGNORE_ANIMALS:
        return animals_ahead(s)
    return True


@operation(
    "ignore ignored number",
    "A wound of the fight; a trap or creature just drawn; clouds, or the next hungry animals die that is not "
    "blank, of this weather phase.",
    matters=anything_to_ignore,
    phrase="ignore {1} {0}(s)",
)
@compiled
def ignore(s: State, ignored: int, number: int, performer: int) -> None:
    """Something bad does not happen."""
    if ignored == v.IGNORE_WOUND:
        s.ignored_wounds += number
        s.spared = performer
    elif ignored in (v.IGNORE_TRAP, v.IGNORE_CREATURE):
        s.mystery_ignored = 1
    elif ignored == v.IGNORE_ANIMALS:
        s.ignored_animals += number
    elif ignored == v.IGNORE_RAIN:
        s.ignored_rain += number
    elif ignored == v.IGNORE_SNOW:
        s.ignored_snow += number


@compiled
def snow_ahead(s: State) -> bool:
    """Is there a winter cloud that still counts?"""
    return snow_clouds(s) > s.ignored_snow + s.snow_to_rain


@operation(
    "snow_to_rain number",
    "Winter clouds of this weather phase become rain clouds.",
    matters=snow_ahead,
    phrase="turn {0} snow cloud(s) into rain",
)
@compiled
def snow_to_rain(s: State, number: int) -> None:
    """Milder clouds."""
    s.snow_to_rain += number


@compiled
def any_animals_ahead(s: State) -> bool:
    """Is there a hungry animals die?"""
    return animals_ahead(s)


@operation(
    "reroll_animals",
    "The next hungry animals die that is not blank is thrown again; the new face stands.",
    matters=any_animals_ahead,
    phrase="roll the hungry animals die again",
)
@compiled
def throw_animals_again(s: State, t: Tables) -> None:
    """Another face of the animals die."""
    reroll_animals(s, t)


@compiled
def weather_is_rolled(s: State, t: Tables) -> bool:
    """Are there dice this round, not rolled yet?"""
    return s.weather_rolled == 0 and t.weather[s.rounds - 1] != 0


@operation(
    "roll_weather",
    "Roll this round's weather dice now; they count in the weather phase.",
    matters=weather_is_rolled,
    phrase="roll the weather dice now",
)
@compiled
def roll_weather_now(s: State) -> None:
    """The weather dice are rolled before their time."""
    push(s, steps.ROLL_WEATHER)
