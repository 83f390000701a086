"""What a player of Robinson Crusoe looks at when a round begins, as numbers: a template (core.compile.bind).

The chance to win is judged from these numbers by `agents.robinson.scripted`; the weights were fitted by
`agents.robinson.fit`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from crusoe_env.robinson.rules.world.island import explored_terrains, is_open, yield_of
from crusoe_env.robinson.rules.world.people import alive
from crusoe_env.robinson.rules.world.stores import has_shelter
from crusoe_env.robinson.scenarios.counters import missing_in_stage, most_of, stages_complete
from crusoe_env.robinson.state import (
    BASKET,
    BED,
    BELTS,
    BUILT,
    COOK,
    CURE,
    DISCOVERIES,
    DURABLE_FOOD,
    EXPLORER,
    FIRE,
    FIREPLACE,
    FOOD,
    FRIDAY,
    FUR,
    FUTURE_ITEM,
    HUNGRY_ANIMALS,
    LANTERN,
    MAP,
    MINUS_PAWN,
    MOUNTAINS,
    MYSTERY_KEPT,
    NONE,
    ON_BOARD,
    PIT,
    POT,
    RAFT,
    RAIN,
    ROPE,
    SACK,
    SHORTCUT,
    SHOVEL,
    SNOW,
    SOLDIER,
    SPACES,
    STARTING_ITEMS,
    STORM,
    TERRAINS,
    WOOD,
)

FEATURE_NAMES = (
    "always", "hearts", "death_near", "hearts_to_five", "determination", "special_wounds", "pawns", "morale",
    "friday", "friday_hurt",
    "pile", "wood", "wood_to_build", "wood_to_five", "stage_in_store", "too_late", "stages_pressing",
    "fire", "fire_possible", "fire_lost", "slack",
    "roof_1", "roof_2", "roof_3", "roof_4", "shelter", "sheltered", "palisade", "palisade_more",
    "weapon", "weapon_more", "meal", "more_food", "durable_food", "fur", "furs",
    "camp_gives_wood", "camp_wood", "camp_meal", "camp_more_food", "wood_near", "woods_near",
    "many_woods_near", "food_near", "tiles", "terrains", "hunting",
    "shovel", "rope", "cure", "basket", "lantern", "belts", "shortcut", "pit", "map", "bed", "pot",
    "starting_items", "tokens", "treasures",
    "left_threat", "right_threat", "events", "field_tokens", "cost_tokens", "camp_minus_pawn",
    "clouds", "storm", "hungry_animals", "cook", "explorer", "soldier",
)  # fmt: skip
FEATURES = np.dtype((np.record, [(name, "f8") for name in FEATURE_NAMES]))

ROOF_FOR_WINTER = 3
FUR_AS_WOOD = 1.6
"""What a fur saves in wood."""
GATHERED, GATHERED_BY_ANOTHER = 1.0, 0.4
"""Wood that the players bring home each round, and what each further player adds."""
SLACK_SCALE = 4.0
DEATH_SCALE, FRIDAY_SCALE = 2.0, 1.3
CLOSE_TO_THE_END = 2
"""Rounds to spare for the stages of the pile below which they press."""


def features_range(states: Any, tables: Any, out: Any, start: int, stop: int) -> None:
    """Write the features of each table into `out`, records of `FEATURES`."""
    t = tables[0]
    for i in range(start, stop):
        s, f = states[i], out[i]
        people_features(s, t, f)
        pile_features(s, t, f)
        goal_features(s, t, f)
        camp_features(s, t, f)
        store_features(s, f)
        production_features(s, t, f)
        island_features(s, t, f)
        item_features(s, f)
        trouble_features(s, t, f)


def people_features(s: Any, t: Any, f: Any) -> None:
    """Hearts, spirits and hands; who is worst off counts most."""
    f.always = 1.0
    f.hearts = f.determination = f.special_wounds = f.pawns = 0.0
    f.cook = f.explorer = f.soldier = 0.0
    least = 99.0
    for player in range(s.players):
        hearts = 1.0 * (t.dies_at[s.character[player]] - s.wounds[player])
        least = min(least, hearts)
        f.hearts += hearts / s.players
        f.determination += min(8, s.determination[player]) / s.players
        f.pawns += s.pawn_limit[player] / s.players
        for part in range(4):
            f.special_wounds += (s.special_wounds[player, part] > 0) / s.players
        f.cook += s.character[player] == COOK
        f.explorer += s.character[player] == EXPLORER
        f.soldier += s.character[player] == SOLDIER
    f.death_near = np.exp(-least / DEATH_SCALE)
    f.hearts_to_five = min(least, 5.0)
    f.morale = s.morale
    lives = alive(s, t, FRIDAY)
    f.friday = lives
    f.friday_hurt = np.exp(-(t.friday_dies_at - s.wounds[FRIDAY]) / FRIDAY_SCALE) if lives else 0.0


def pile_features(s: Any, t: Any, f: Any) -> None:
    """The pile, the wood for it, and the rounds left for its stages."""
    step = 1.0 * t.build_wood[s.players]
    wood = 1.0 * s.available[WOOD]
    lack = 1.0 * missing_in_stage(s, t, 0)
    f.pile = s.counter[0]
    f.wood = wood
    f.wood_to_build = min(wood, step)
    f.wood_to_five = min(wood, 5.0)
    f.stage_in_store = min(wood, lack) / max(1.0, lack)
    last = t.rounds - s.rounds + 1
    stages = t.counter_stages[0] - stages_complete(s, t, 0)
    usable = last + (s.counter_stages_fed[0] == 1)
    f.too_late = stages > usable
    f.stages_pressing = max(0, stages - (usable - CLOSE_TO_THE_END))
    need = 1.0 * (most_of(t, 0) - s.counter[0]) + step * max(0, ROOF_FOR_WINTER - s.roof)
    if not has_shelter(s, t):
        need += step
    each_round = yield_of(s, t, int(s.camp), 0) + GATHERED + GATHERED_BY_ANOTHER * (s.players - 1)
    supply = wood + FUR_AS_WOOD * min(3, s.available[FUR]) + each_round * last
    f.slack = 1.0 / (1.0 + np.exp(-(supply - need) / SLACK_SCALE))


def goal_features(s: Any, t: Any, f: Any) -> None:
    """The fire: built, possible, or lost from the board."""
    fire = s.invention_state[FIRE]
    there = fire in (BUILT, FUTURE_ITEM)
    f.fire = there
    f.fire_possible = not there and (explored_terrains(s, t) >> MOUNTAINS) & 1 == 1
    f.fire_lost = not there and fire != ON_BOARD


def camp_features(s: Any, t: Any, f: Any) -> None:
    """Shelter and levels."""
    f.roof_1 = s.roof >= 1
    f.roof_2 = s.roof >= 2
    f.roof_3 = s.roof >= 3
    f.roof_4 = s.roof >= 4
    f.shelter = s.shelter == 1
    f.sheltered = has_shelter(s, t)
    f.palisade = min(1, s.palisade)
    f.palisade_more = min(4, s.palisade)
    f.weapon = min(2, s.weapon)
    f.weapon_more = min(6, s.weapon)


def store_features(s: Any, f: Any) -> None:
    """Food for the night and beyond, furs."""
    food = s.available[FOOD] + s.available[DURABLE_FOOD]
    f.meal = min(food, s.players) / s.players
    f.more_food = min(max(0, food - s.players), 3)
    f.durable_food = min(4, s.available[DURABLE_FOOD])
    f.fur = min(2, s.available[FUR])
    f.furs = s.available[FUR]


def production_features(s: Any, t: Any, f: Any) -> None:
    """What the camp's tile gives each round."""
    wood = yield_of(s, t, int(s.camp), 0)
    food = yield_of(s, t, int(s.camp), 1)
    f.camp_gives_wood = min(1, wood)
    f.camp_wood = wood
    f.camp_meal = min(food, s.players) / s.players
    f.camp_more_food = max(0, food - s.players)


def island_features(s: Any, t: Any, f: Any) -> None:
    """Sources next to the camp, and what is known of the island."""
    woods = foods = tiles = 0
    for space in range(SPACES):
        if space == s.camp or not is_open(s, space):
            continue
        tiles += 1
        if (t.adjacent[s.camp] >> space) & 1:
            woods += yield_of(s, t, space, 0)
            foods += yield_of(s, t, space, 1)
    f.wood_near = min(1, woods)
    f.woods_near = min(2, woods)
    f.many_woods_near = min(4, woods)
    f.food_near = min(2, foods)
    f.tiles = tiles
    f.terrains = 0.0
    explored = explored_terrains(s, t)
    for terrain in range(len(TERRAINS)):
        f.terrains += (explored >> terrain) & 1
    f.hunting = min(4, s.hunting_left)


def is_built(s: Any, item: int) -> float:
    """1 if an item is built."""
    return 1.0 if s.invention_state[item] == BUILT else 0.0


def item_features(s: Any, f: Any) -> None:
    """Inventions that are built, and things to use."""
    f.shovel, f.rope, f.cure = is_built(s, SHOVEL), is_built(s, ROPE), is_built(s, CURE)
    f.basket = is_built(s, BASKET) + is_built(s, SACK)
    f.belts = is_built(s, BELTS) + is_built(s, RAFT)
    f.lantern, f.shortcut, f.pit = is_built(s, LANTERN), is_built(s, SHORTCUT), is_built(s, PIT)
    f.map, f.bed = is_built(s, MAP), is_built(s, BED)
    f.pot = is_built(s, POT) + 2.0 * is_built(s, FIREPLACE)
    f.starting_items = f.tokens = f.treasures = 0.0
    for item in range(STARTING_ITEMS):
        f.starting_items += s.starting_uses[item]
    for token in range(DISCOVERIES):
        f.tokens += s.discovery[token]
    for card in range(len(s.mystery_state)):
        f.treasures += s.mystery_state[card] == MYSTERY_KEPT


def trouble_features(s: Any, t: Any, f: Any) -> None:
    """Threats, tokens, and weather that is on its way."""
    f.left_threat = s.threat[0] != NONE and t.threat_effect[s.threat[0]] > 0
    f.right_threat = s.threat[1] != NONE and t.threat_effect[s.threat[1]] > 0
    f.events = s.events_left
    f.field_tokens = f.cost_tokens = 0.0
    for kind in range(len(s.field_tokens)):
        tokens = int(s.field_tokens[kind])
        while tokens:
            tokens &= tokens - 1
            f.field_tokens += 1.0
    for place in range(len(s.cost_tokens)):
        f.cost_tokens += s.cost_tokens[place] > 0
    f.camp_minus_pawn = s.space_tokens[s.camp] & MINUS_PAWN > 0
    f.clouds = (s.weather_tokens & RAIN > 0) + (s.weather_tokens & SNOW > 0)
    f.storm = s.weather_tokens & STORM > 0
    f.hungry_animals = s.weather_tokens & HUNGRY_ANIMALS > 0
