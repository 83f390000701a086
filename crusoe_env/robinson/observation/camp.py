"""The camp: levels, stores, things of the group; weather, fights, limits, counters."""

from __future__ import annotations

import numpy as np

from crusoe_env.engine.arrays import Entries
from crusoe_env.engine.compile import compiled
from crusoe_env.engine.encoding import write_bits
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.components import DISCOVERIES, INVENTIONS, STARTING_ITEMS
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.observation.entries import place_of, put
from crusoe_env.robinson.observation.fields import LOWEST_EXTRA, LOWEST_MORALE, SHOWN_THINGS
from crusoe_env.robinson.observation.layout import LAYOUT
from crusoe_env.robinson.rules.bits import count_bits, first_bit
from crusoe_env.robinson.rules.world.finds import (
    finder_of_item,
    hides_shown_tokens,
    is_hidden_from,
    tokens_hidden_from,
)
from crusoe_env.robinson.rules.world.looks import chooses_alone
from crusoe_env.robinson.scenarios.counters import missing_in_stage

START = LAYOUT.start
LEVELS_AT, LEVELS = START["levels"], LAYOUT.offsets("levels")
STORES = START["stores"]
INVENTIONS_AT, INVENTION = START["inventions"], LAYOUT.offsets("inventions")
THINGS_AT, THING = START["things"], LAYOUT.offsets("things")
STARTING_AT, STARTING = START["starting items"], LAYOUT.offsets("starting items")
TOKENS_AT, TOKEN = START["discoveries"], LAYOUT.offsets("discoveries")
AT_STATE = np.array(
    [INVENTION.on_board, *(INVENTION.on_board + i for i in range(3)), INVENTION.discarded], np.uint16
)
"""Where the state of an invention is marked: in the deck (which is no mark), on the board, built, ..."""
FIGHT_AT, FIGHT = START["fight"], LAYOUT.offsets("fight")
WEATHER_AT, WEATHER = START["weather"], LAYOUT.offsets("weather")
SHOWN = START["shown"]
LIMITS_AT, LIMITS = START["limits"], LAYOUT.offsets("limits")
COUNTERS_AT, COUNTER = START["counters"], LAYOUT.offsets("counters")


@compiled
def write_camp(s: State, t: Tables, out: Entries) -> None:
    """Levels and stores."""
    put(out, LEVELS_AT + LEVELS.morale, s.morale - LOWEST_MORALE)
    put(out, LEVELS_AT + LEVELS.weapon, s.weapon)
    put(out, LEVELS_AT + LEVELS.roof, s.roof)
    put(out, LEVELS_AT + LEVELS.palisade, s.palisade)
    out[LEVELS_AT + LEVELS.shelter] = s.shelter
    put(out, LEVELS_AT + LEVELS.more_food_tokens, s.more_camp_food)
    put(out, LEVELS_AT + LEVELS.hungry, count_bits(s.hungry))
    for resource in range(c.KINDS_OF_RESOURCE):
        put(out, STORES + resource, s.available[resource])
        put(out, STORES + c.KINDS_OF_RESOURCE + resource, s.future[resource])


@compiled
def write_things(s: State, viewer: int, mine: int, out: Entries) -> None:
    """Inventions, starting items, discovery tokens, and what is laid out to choose from.

    `mine`: bits of the seats whose knowledge is written.
    """
    write_inventions(s, out)
    for item in range(STARTING_ITEMS):
        if s.starting_uses[item] | s.starting_future[item] == 0:
            continue
        at = STARTING_AT + item * STARTING.row_width
        put(out, at + STARTING.uses, s.starting_uses[item])
        if is_hidden_from(s, finder_of_item(s, item), mine):
            out[at + STARTING.unseen] = 1
        elif s.starting_future[item] > 0:
            put(out, at + STARTING.future, s.starting_future[item])
            put(out, at + STARTING.found_by, place_of(s, viewer, int(s.starting_finder[item])) + 1)
    for i in range(s.starting_left):
        out[STARTING_AT + s.starting_deck[i] * STARTING.row_width + STARTING.unseen] = 1
    for token in range(DISCOVERIES):
        if s.discovery[token] | s.discovery_future[token]:
            at = TOKENS_AT + token * TOKEN.row_width
            put(out, at + TOKEN.usable, s.discovery[token])
            hidden = tokens_hidden_from(s, token, mine) if s.private_finds == 1 else 0
            put(out, at + TOKEN.future, s.discovery_future[token] - hidden)
            put(out, at + TOKEN.unseen, hidden)
    for i in range(s.discoveries_left):
        out[TOKENS_AT + int(s.discovery_stack[i]) * TOKEN.row_width + TOKEN.unseen] += 1
    if (chooses_alone(s) or hides_shown_tokens(s)) and (mine >> s.acting) & 1 == 0:
        for i in range(SHOWN_THINGS):
            if s.shown[i] != c.NONE and hides_shown_tokens(s):
                out[TOKENS_AT + s.shown[i] * TOKEN.row_width + TOKEN.unseen] += 1
        return
    for i in range(SHOWN_THINGS):
        if s.shown[i] != c.NONE:
            put(out, SHOWN + i, s.shown[i] + 1)


@compiled
def write_inventions(s: State, out: Entries) -> None:
    """Where each invention is; in the deck if nothing is set, and on top of it, face up, the next one."""
    for item in range(INVENTIONS):
        state = s.invention_state[item]
        out[INVENTIONS_AT + item * INVENTION.row_width + AT_STATE[state]] = state != c.IN_DECK
    apart = s.lost_items | s.marked_items | s.dealt_inventions
    while apart != 0:
        item = first_bit(apart)
        apart &= apart - 1
        at = INVENTIONS_AT + item * INVENTION.row_width
        out[at + INVENTION.lost] = (s.lost_items >> item) & 1
        out[at + INVENTION.marked] = (s.marked_items >> item) & 1
        out[at + INVENTION.dealt] = (s.dealt_inventions >> item) & 1
    if s.inventions_left > 0:
        item = int(s.inventions[s.inventions_left - 1])
        out[INVENTIONS_AT + item * INVENTION.row_width + INVENTION.next] = 1


@compiled
def write_weather(s: State, out: Entries) -> None:
    """This round's weather, and the fight under way."""
    put(out, WEATHER_AT + WEATHER.rain, s.rain)
    put(out, WEATHER_AT + WEATHER.snow, s.snow)
    out[WEATHER_AT + WEATHER.rolled] = s.weather_rolled
    for i in range(len(s.animals)):
        if s.animals[i] != c.NONE:
            out[WEATHER_AT + WEATHER.animals + s.animals[i]] += 1
    put(out, WEATHER_AT + WEATHER.animals_faced, s.animals_faced)
    put(out, WEATHER_AT + WEATHER.ignored_animals, s.ignored_animals)
    put(out, WEATHER_AT + WEATHER.ignored_rain, s.ignored_rain)
    put(out, WEATHER_AT + WEATHER.ignored_snow, s.ignored_snow)
    put(out, WEATHER_AT + WEATHER.snow_to_rain, s.snow_to_rain)
    put(out, FIGHT_AT + FIGHT.strength, s.fight_strength)
    put(out, FIGHT_AT + FIGHT.weapon_bonus, s.weapon_bonus)
    put(out, FIGHT_AT + FIGHT.action_bonus, s.action_bonus)
    put(out, FIGHT_AT + FIGHT.ignored_wounds, s.ignored_wounds)
    put(out, FIGHT_AT + FIGHT.capturing, s.capturing)


@compiled
def write_limits(s: State, out: Entries) -> None:
    """What holds for production and items."""
    out[LIMITS_AT + LIMITS.production_skip] = s.production_skip
    out[LIMITS_AT + LIMITS.production_half] = s.production_half
    write_bits(out, LIMITS_AT + LIMITS.production_none, s.production_none, 2)
    put(out, LIMITS_AT + LIMITS.production_extra, s.production_extra[c.WOOD] - LOWEST_EXTRA)
    put(out, LIMITS_AT + LIMITS.production_extra + 1, s.production_extra[c.FOOD] - LOWEST_EXTRA)
    out[LIMITS_AT + LIMITS.keeping] = s.keeping
    out[LIMITS_AT + LIMITS.no_mixed_pawns] = s.no_mixed_pawns
    out[LIMITS_AT + LIMITS.items_unavailable] = s.items_unavailable


@compiled
def write_used(s: State, t: Tables, viewer: int, out: Entries) -> None:
    """Things that are limited by round: who has used them."""
    anything = 0
    for a in range(c.ABILITIES):  # a number known when compiled: many at once
        anything |= s.used_by[a] - c.NONE
    if anything == 0:
        return
    gathering = 0
    for a in range(t.abilities):
        thing = int(t.ability_thing[a])
        if t.ability_gathers[a] > 0:
            out[LIMITS_AT + LIMITS.baskets + gathering] = s.used_by[a] != c.NONE
            gathering += 1
        elif s.used_by[a] != c.NONE:
            at = THINGS_AT + thing * THING.row_width
            put(out, at + THING.used_by, place_of(s, viewer, int(s.used_by[a])) + 1)
            out[at + THING.in_use] = (s.things_in_use >> thing) & 1


@compiled
def write_counters(s: State, t: Tables, out: Entries) -> None:
    """The counters that the scenario has."""
    for counter in range(t.counters):
        at = COUNTERS_AT + counter * COUNTER.row_width
        put(out, at + COUNTER.value, s.counter[counter])
        put(out, at + COUNTER.before, s.counter_before[counter])
        put(out, at + COUNTER.missing, missing_in_stage(s, t, counter))
        put(out, at + COUNTER.fed, s.counter_stages_fed[counter])
