"""Weather and night phase, the end of a round and of the game (rulebook 5, 6, Game end)."""

from __future__ import annotations

from typing import Any

from crusoe_env.core.compile import compiled
from crusoe_env.core.random import roll
from crusoe_env.robinson import vocabulary as v
from crusoe_env.robinson.rules.agenda import (
    BEGIN_ROUND,
    EAT,
    EAT_MORE,
    END_OF_ROUND,
    FACE_WEATHER,
    FIGHT,
    FREE,
    GO_ON,
    HUNGRY_STEP,
    MOVE_CAMP,
    NIGHT,
    NIGHT_WOUNDS,
    OPEN_AIR,
    ROLL_WEATHER,
    ROT,
    STORM_STEP,
    ask,
    later,
    push,
    take_answer,
)
from crusoe_env.robinson.rules.camp import move_camp
from crusoe_env.robinson.rules.clauses import run_delayed
from crusoe_env.robinson.rules.island import can_camp, is_open
from crusoe_env.robinson.rules.notes import note
from crusoe_env.robinson.rules.people import has_item, lose, wound, wound_each_in_camp
from crusoe_env.robinson.rules.stores import (
    has_shelter,
    lacking,
    lower_level,
    pay,
    pay_by,
    serves_camp,
    stock,
    stock_of,
)
from crusoe_env.robinson.rules.uses import milder_by_treasures, rain_clouds, snow_clouds
from crusoe_env.robinson.state import (
    AT_NIGHT,
    BEFORE_WEATHER,
    BRANCH,
    CARD_INVENTIONS,
    CHOOSE_PERSON,
    CHOOSE_SPACE,
    DISCOVERIES,
    FOOD,
    HUNGRY_ANIMALS,
    IN_WEATHER,
    MYSTERY_CARDS,
    NIGHT_PHASE,
    NONE,
    NOTE_ANIMALS,
    NOTE_PHASE,
    NOTE_STORM,
    NOTE_WEATHER,
    OUT_OF_ROUNDS,
    PALISADE,
    PEOPLE,
    PLUS_FOOD,
    SPACES,
    STORM,
    WEATHER_PHASE,
    WOOD,
)

RAIN_DIE, WINTER_DIE, ANIMALS_DIE = 1, 2, 4
LOSE_FOOD, LOSE_PALISADE, BEAST_COMES = 1, 2, 3


# ------------------------------------------------------------------ weather


@compiled
def weather_phase(s: Any, t: Any) -> None:
    """Dice and tokens; what the players have against them; then the weather is faced."""
    s.phase = WEATHER_PHASE
    s.now = NONE
    later(s, NIGHT)
    later(s, FACE_WEATHER)
    push(s, FREE, IN_WEATHER, 0, NONE, NONE, 0)
    later(s, ROLL_WEATHER)
    if s.weather_tokens & HUNGRY_ANIMALS:
        push(s, FREE, BEFORE_WEATHER, 0, NONE, NONE, v.TOKENS_AT_STAKE)


@compiled
def roll_weather(s: Any, t: Any) -> None:
    """This round's weather dice, unless they were rolled before; in the phase itself the tokens are added."""
    if s.weather_rolled == 0:
        s.weather_rolled = 1
        dice = t.weather[s.rounds - 1]
        if dice & RAIN_DIE:
            add_clouds(s, int(t.rain_die[roll(s, 6) - 1]))
        if dice & WINTER_DIE:
            add_clouds(s, int(t.winter_die[roll(s, 6) - 1]))
        if dice & ANIMALS_DIE:
            s.animals = t.animals_die[roll(s, 6) - 1]
    if s.phase == WEATHER_PHASE and s.weather_tokens & HUNGRY_ANIMALS and s.animals == NONE:
        s.animals = t.animals_die[roll(s, 6) - 1]


@compiled
def add_clouds(s: Any, clouds: int) -> None:
    """A face of a weather die: rain is positive, snow negative."""
    if clouds > 0:
        s.rain += clouds
    else:
        s.snow -= clouds


@compiled
def face_weather(s: Any, t: Any) -> None:
    """Snow takes wood; every cloud above the roof takes food and wood; then animals, and the storm last."""
    for item in range(CARD_INVENTIONS):
        if has_item(s, item):
            s.ignored_snow += t.invention_ignores_snow[item]
    s.snow_to_rain += milder_by_treasures(s, t)
    snow = max(0, snow_clouds(s) - s.ignored_snow)
    milder = min(snow, int(s.snow_to_rain))
    snow -= milder
    rain = max(0, rain_clouds(s) + milder - s.ignored_rain)
    note(s, NOTE_WEATHER, rain, snow)
    missing = pay(s, WOOD, snow)
    clouds = max(0, rain + snow - s.roof)
    missing += pay(s, FOOD, clouds)
    missing += pay(s, WOOD, clouds)
    later(s, STORM_STEP)
    later(s, HUNGRY_STEP)
    lacking(s, t, NONE, missing)


@compiled
def hungry_animals(s: Any, t: Any) -> None:
    """The hungry animals die."""
    if s.animals != NONE:
        note(s, NOTE_ANIMALS, int(s.animals), NONE)
    if s.animals == LOSE_FOOD:
        lacking(s, t, NONE, pay(s, FOOD, 1))
    elif s.animals == LOSE_PALISADE:
        lacking(s, t, NONE, lower_level(s, t, PALISADE, 1))
    elif s.animals == BEAST_COMES:
        push(s, FIGHT, int(t.animals_strength), 0, NONE, NONE, 0)


@compiled
def storm(s: Any, t: Any) -> None:
    """The storm token lowers the palisade; then all weather tokens go."""
    if s.weather_tokens & STORM:
        note(s, NOTE_STORM, 0, NONE)
        lacking(s, t, NONE, lower_level(s, t, PALISADE, 1))
    s.weather_tokens = 0


# ------------------------------------------------------------------ night


@compiled
def night_phase(s: Any, t: Any) -> None:
    """Eating, moving the camp, sleeping in the open, rotting food, and the end of the round."""
    s.phase = NIGHT_PHASE
    note(s, NOTE_PHASE, NIGHT_PHASE, NONE)
    later(s, END_OF_ROUND)
    later(s, ROT)
    push(s, FREE, AT_NIGHT, 0, NONE, NONE, 0)
    later(s, NIGHT_WOUNDS)
    later(s, OPEN_AIR)
    later(s, MOVE_CAMP)
    later(s, EAT_MORE)
    later(s, EAT)
    push(s, FREE, AT_NIGHT, 0, NONE, NONE, 0)


@compiled
def eat_outside(s: Any, t: Any) -> None:
    """Outside the camp a player eats what he found himself."""
    for player in range(s.players):
        if s.outside[player] == 1:
            if stock_of(s, player, FOOD) > 0:
                pay_by(s, player, FOOD, 1)
            else:
                wound(s, t, player, int(t.hunger_wounds))


@compiled
def sleep_outside(s: Any, t: Any) -> None:
    """Outside the camp a player sleeps in the open, unless the tile of his action shows a shelter."""
    for player in range(s.players):
        space = s.outside_space[player]
        sheltered = space != NONE and is_open(s, space) and t.tile_shelter[s.tile[space]] == 1
        if s.outside[player] == 1 and not sheltered:
            wound(s, t, player, int(t.open_air_wounds))


@compiled
def in_camp(s: Any) -> int:
    """Bits of the players who spend the night in the camp."""
    bits = 0
    for player in range(s.players):
        if s.outside[player] == 0:
            bits |= 1 << player
    return bits


@compiled
def count_bits(bits: int) -> int:
    """How many bits are set."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@compiled
def eat(s: Any, t: Any, hungry: int) -> None:
    """One food for each player in the camp; if there is too little, the players choose who goes hungry."""
    eaters = in_camp(s)
    short = max(0, count_bits(eaters) - stock(s, FOOD))
    if short >= count_bits(eaters):
        hungry = eaters
    elif count_bits(hungry) < short:
        if s.answer == NONE:
            push(s, EAT, hungry, 0, NONE, NONE, 0)
            ask(s, CHOOSE_PERSON, int(s.first_player), eaters & ~hungry, NONE, 2, 0)
            return
        push(s, EAT, hungry | 1 << take_answer(s), 0, NONE, NONE, 0)
        return
    s.answer = NONE
    note(s, NOTE_PHASE, NIGHT_PHASE, NONE)
    pay(s, FOOD, count_bits(eaters & ~hungry))
    for player in range(s.players):
        if (hungry >> player) & 1:
            wound(s, t, player, int(t.hunger_wounds))
    eat_outside(s, t)


@compiled
def eat_more(s: Any, t: Any, player: int) -> None:
    """The +1 food token in the night space: each player eats one more, or takes a wound."""
    if not s.night_tokens & PLUS_FOOD or player >= s.players:
        s.night_tokens &= ~PLUS_FOOD
        s.answer = NONE
        return
    if stock_of(s, player, FOOD) == 0:
        s.answer = NONE
        wound(s, t, player, 1)
    elif s.answer == NONE:
        push(s, EAT_MORE, player, 0, NONE, NONE, 0)
        ask(s, BRANCH, player, 3, NONE, EAT_MORE, 0)
        return
    elif take_answer(s) == 0:
        pay_by(s, player, FOOD, 1)
    else:
        wound(s, t, player, 1)
    push(s, EAT_MORE, player + 1, 0, NONE, NONE, 0)


@compiled
def move_camp_step(s: Any, t: Any) -> None:
    """The camp may move to an adjacent tile."""
    bits = 0
    for space in range(SPACES):
        if can_camp(s, t, space):
            bits |= 1 << space
    if bits == 0 or in_camp(s) == 0:
        s.answer = NONE
        return
    if s.answer == NONE:
        later(s, MOVE_CAMP)
        ask(s, CHOOSE_SPACE, int(s.first_player), bits, NONE, MOVE_CAMP, 1)
        return
    space = take_answer(s)
    if space != GO_ON:
        move_camp(s, t, space)


@compiled
def open_air(s: Any, t: Any) -> None:
    """Without a shelter each player in the camp is wounded."""
    if not has_shelter(s, t):
        wound_each_in_camp(s, t, int(t.open_air_wounds))
    sleep_outside(s, t)


@compiled
def night_wounds(s: Any, t: Any) -> None:
    """What cards have kept for this night, and for every night."""
    for person in range(PEOPLE):
        if s.markers[person] > 0:
            wound(s, t, person, int(s.markers[person]))
            s.markers[person] = 0
    run_delayed(s, t, v.AT_EVERY_NIGHT)
    run_delayed(s, t, v.AT_NIGHT)


@compiled
def storage(s: Any, t: Any) -> int:
    """How much food can be stored."""
    room = 0
    for item in range(CARD_INVENTIONS):
        if has_item(s, item):
            room += t.invention_stores[item]
    for mystery in range(MYSTERY_CARDS):
        if serves_camp(s, mystery):
            room += t.mystery_stores[mystery]
            if s.mystery_uses[mystery] == 0:
                room += t.mystery_stores_when_used[mystery]
    return int(room)


@compiled
def rot(s: Any, t: Any) -> None:
    """Food that is not stored rots, tokens of food too."""
    room = storage(s, t)
    s.available[FOOD] = min(int(s.available[FOOD]), room)
    for player in range(s.players):
        s.own[player, FOOD] = 0
    for token in range(DISCOVERIES):
        if t.discovery_rots[token] == 1:
            s.discovery_future[token] = 0
            if room < v.ALL:
                s.discovery[token] = 0


@compiled
def end_of_round(s: Any, t: Any) -> None:
    """The First Player token goes on; after the last round the game is lost."""
    s.night_tokens = 0
    if s.rounds >= t.rounds:
        lose(s, OUT_OF_ROUNDS)
        return
    s.first_player = (s.first_player + 1) % s.players
    later(s, BEGIN_ROUND)
