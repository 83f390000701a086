"""Evaluation of a Robinson Crusoe position without fitted weights. A template (engine.compile.bind).

The sum of the scenario's goal progress and potential and of what keeps players alive in every scenario. All
terms are log odds of a victory; those of camp and people are near the weights fitted for Castaways.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from crusoe_env.engine.contract import goal_progress, potential
from crusoe_env.robinson import queries as q

# All weights are log odds of a victory, for each unit that the comment names.
PROGRESS, POTENTIAL = 14.0, 10.0  # for all of the goal progress; of the shaping potential
ITEM_OF_THE_GOAL, TERRAIN_OF_THE_GOAL, TILE = 0.6, 0.4, 0.1  # for each item, terrain, explored tile
HEARTS, HEART_OF_THE_WORST = 0.25, 0.25  # for each heart, the mean of the players; of whoever has fewest
DEATH_NEAR = -3.0  # at no heart left; less with more hearts, by exp(-hearts / DEATH_SCALE)
DETERMINATION = 0.05  # for each token, the mean of the players
MORALE, FRIDAY = 0.1, 0.5  # for each level; if Friday is alive
SHELTER, ROOF, PALISADE = 1.2, 0.4, 0.25  # for having one; for each level up to the one wanted
ROOF_TOO_LOW = 0.9  # less, for each level that is missing
WEAPON = 0.01  # for each level up to the one wanted, times the urgency of weapons
WOOD, FUR = 0.2, 0.35  # for each in store that is of use
MEAL, MORE_FOOD = 0.4, 0.1  # for food for everybody tonight; for each food beyond that
CAMP_WOOD, CAMP_FOOD, WOOD_NEAR = 0.5, 0.35, 0.3  # for each resource of the camp's tile; of tiles beside it
STAYING, NO_REFUGE = 0.3, -2.0  # for each round that the camp can stay here or beside; if not even the next
THREAT, BUILT, USES = -0.25, 0.15, 0.05  # for each threat that strikes; item; use, token or treasure kept
EVEN_ODDS = 10.0  # subtracted: with this sum half of the games are won

# Caps, in the unit of what is counted.
DEATH_SCALE, MOST_HEARTS_OF_THE_WORST = 2.0, 5.0  # hearts
MOST_DETERMINATION = 8  # tokens of one player
MORE_FURS, MOST_MORE_FOOD = 1.0, 3.0  # resources beyond what is needed
MOST_WOOD_NEAR = 2  # wood of the tiles beside the camp
LONG_ENOUGH, TOO_SHORT = 4, 2  # rounds
MANY_HEARTS = 99.0  # more than anybody has


def outlook_range(states: Any, tables: Any, preferences: Any, out: Any, start: int, stop: int) -> None:
    """Write the estimated chance of victory of each position into `out`."""
    for i in range(start, stop):
        s = states[i]
        t, w = tables[s.task], preferences[s.task]
        if s.over == 1:
            out[i] = 1.0 if s.victory == 1 else 0.0
        else:
            odds = goal_odds(s, t, w) + people_odds(s, t) + camp_odds(s, t, w) + store_odds(s, t, w)
            out[i] = 1.0 / (1.0 + np.exp(EVEN_ODDS - odds))


def goal_odds(s: Any, t: Any, w: Any) -> float:
    """Log odds from goal progress, potential, items, terrains and tiles."""
    odds = PROGRESS * goal_progress(s, t) + POTENTIAL * potential(s, t)
    for item in range(len(q.ITEMS)):
        if q.is_item(s, item) or q.is_item_soon(s, item):
            odds += BUILT + ITEM_OF_THE_GOAL * w.of_goal[q.STRUCTURE_COUNT + item]
    for terrain in range(q.TERRAIN_COUNT):
        if (w.terrains >> terrain) & 1 and q.is_explored(s, t, terrain):
            odds += TERRAIN_OF_THE_GOAL
    tiles = 0
    for space in range(q.SPACES):
        tiles += q.is_open(s, space)
    return odds + TILE * tiles * (1.0 + (w.explore > 0))


def people_odds(s: Any, t: Any) -> float:
    """Log odds from health (the weakest character weighs most), determination, morale, Friday."""
    players = q.players(s)
    least, odds = MANY_HEARTS, MORALE * q.morale(s)
    for person in range(q.PEOPLE):
        if person < players or (person == q.GUEST and q.is_alive(s, t, person)):
            hearts = 1.0 * q.hearts_left(s, t, person)
            least = min(least, hearts)
            if person < players:
                tokens = min(MOST_DETERMINATION, q.determination(s, person))
                odds += (HEARTS * hearts + DETERMINATION * tokens) / players
    death = DEATH_NEAR * np.exp(-least / DEATH_SCALE)
    odds += HEART_OF_THE_WORST * min(least, MOST_HEARTS_OF_THE_WORST) + death
    return odds + (FRIDAY if q.is_alive(s, t, q.FRIDAY) else 0.0)


def camp_odds(s: Any, t: Any, w: Any) -> float:
    """Log odds from shelter, roof against the announced weather, palisade, weapons, threats."""
    wanted = w.roof[s.rounds]
    odds = SHELTER if q.is_sheltered(s, t) else 0.0
    odds += ROOF * min(q.roof(s), max(wanted, 1)) - ROOF_TOO_LOW * max(0, wanted - q.roof(s))
    odds += PALISADE * min(q.palisade(s), w.palisade + 1)
    odds += WEAPON * w.weapon_urgency * min(q.weapon(s), w.weapon)
    odds += staying_odds(s, t, w)
    for place in range(2):
        odds += THREAT * q.threat_strikes(s, t, place)
    return odds


def staying_odds(s: Any, t: Any, w: Any) -> float:
    """Log odds from the rounds that the camp can stay here or on an open tile beside it."""
    last = w.gone[q.camp(s)]
    for space in range(q.SPACES):
        if q.is_open(s, space) and q.is_next_to_camp(s, t, space):
            last = max(last, w.gone[space])
    rounds = min(last - s.rounds, LONG_ENOUGH)
    return STAYING * rounds + (NO_REFUGE if rounds < TOO_SHORT else 0.0)


def store_odds(s: Any, t: Any, w: Any) -> float:
    """Log odds from the useful part of the store and of what the camp's tile gives."""
    mouths = 1.0 * q.mouths(s, t)
    wood, food = 1.0 * q.wood_in_store(s), 1.0 * q.food_in_store(s)
    useful = w.wood + q.wood_for_a_structure(s, t)
    odds = WOOD * min(wood, useful) + FUR * min(1.0 * q.furs_in_store(s), w.fur + MORE_FURS)
    odds += MEAL * min(food, mouths) / mouths + MORE_FOOD * min(max(0.0, food - mouths), MOST_MORE_FOOD)
    odds += CAMP_WOOD * q.wood_on(s, t, q.camp(s))
    odds += CAMP_FOOD * min(1.0 * q.food_on(s, t, q.camp(s)), mouths)
    near = 0
    for space in range(q.SPACES):
        if space != q.camp(s) and q.is_open(s, space) and q.is_next_to_camp(s, t, space):
            near += q.wood_on(s, t, space)
    odds += WOOD_NEAR * min(near, MOST_WOOD_NEAR)
    return odds + USES * (q.starting_item_uses(s) + q.discovery_tokens(s) + q.treasures(s))
