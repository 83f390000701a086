"""Features of a Robinson Crusoe position at the beginning of a round. A template (`engine.compile`).

`agents.robinson.scripted` estimates the chance of victory from them, with weights that
`research.fit` found by logistic regression.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from crusoe_env.engine.contract import goal_progress
from crusoe_env.robinson import queries as q

COOK, EXPLORER, SOLDIER = map(q.CHARACTERS.index, ("cook", "explorer", "soldier"))
FIRE, SHOVEL, ROPE, CURE, BASKET, SACK = map(
    q.ITEMS.index, ("fire", "shovel", "rope", "cure", "basket", "sack")
)
BELTS, RAFT, LANTERN, SHORTCUT, PIT, MAP, BED, POT, FIREPLACE = map(
    q.ITEMS.index, ("belts", "raft", "lantern", "shortcut", "pit", "map", "bed", "pot", "fireplace")
)
MOUNTAINS = q.TERRAINS.index("mountains")
MINUS_PAWN, RAIN, SNOW, STORM, HUNGRY_ANIMALS = map(
    q.TOKENS.index, ("minus_pawn", "rain", "snow", "storm", "hungry_animals")
)

GOAL_TERMS, PROMISING_TERMS = 8, 16
"""How many terms of the scenario's goal progress and potential are features."""

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
    "pace", "goal_items", "goal_terrains", "goal_wood", "goal_fur", "totems", "items", "weapon_most",
    "roof_lacking", "roof_lacking_later", "staying", "no_refuge", "night_meal", "night_food_left",
    "guest", "guest_near",
    *(f"goal_{i}" for i in range(GOAL_TERMS)),
    *(f"promising_{i}" for i in range(PROMISING_TERMS)),
)  # fmt: skip
SINGLE = FEATURE_NAMES[: -GOAL_TERMS - PROMISING_TERMS]
FEATURES = np.dtype(
    (
        np.record,
        [
            *((name, "f8") for name in SINGLE),
            ("goal", "f8", (GOAL_TERMS,)),
            ("promising", "f8", (PROMISING_TERMS,)),
        ],
    )
)

ROOF_FOR_WINTER = 3
FUR_AS_WOOD = 1.6
"""Wood that a fur saves."""
GATHERED, GATHERED_BY_ANOTHER = 1.0, 0.4
"""Wood that the players bring home each round, and what each further player adds."""
SLACK_SCALE = 4.0
DEATH_SCALE, FRIDAY_SCALE = 2.0, 1.3
LONG_ENOUGH = 4
"""Rounds: a place to stay counts up to here."""
CLOSE_TO_THE_END = 2
"""Spare rounds for the pile's stages; below this they count as pressing."""


def features_range(states: Any, tables: Any, preferences: Any, out: Any, start: int, stop: int) -> None:
    """Write the features of each position into `out`, records of `FEATURES`."""
    for i in range(start, stop):
        s, f = states[i], out[i]
        t, w = tables[s.task], preferences[s.task]
        people_features(s, t, f)
        pile_features(s, t, f)
        goal_features(s, t, f)
        camp_features(s, t, f)
        store_features(s, f)
        production_features(s, t, f)
        island_features(s, t, f)
        item_features(s, f)
        trouble_features(s, t, f)
        goal_item_features(s, t, w, f)
        night_features(s, t, w, f)
        term_features(s, t, f)


def people_features(s: Any, t: Any, f: Any) -> None:
    """Health (also that of the weakest), determination, pawns, characters, morale, Friday."""
    players = q.players(s)
    f.always = 1.0
    f.hearts = f.determination = f.special_wounds = f.pawns = 0.0
    f.cook = f.explorer = f.soldier = 0.0
    least = 99.0
    for player in range(players):
        hearts = 1.0 * q.hearts_left(s, t, player)
        least = min(least, hearts)
        f.hearts += hearts / players
        f.determination += min(8, q.determination(s, player)) / players
        f.pawns += q.pawns_of(s, player) / players
        f.special_wounds += q.special_wounds(s, player) / players
        character = q.character_of(s, player)
        f.cook += character == COOK
        f.explorer += character == EXPLORER
        f.soldier += character == SOLDIER
    f.death_near = np.exp(-least / DEATH_SCALE)
    f.hearts_to_five = min(least, 5.0)
    f.morale = q.morale(s)
    lives = q.is_alive(s, t, q.FRIDAY)
    f.friday = lives
    f.friday_hurt = np.exp(-q.hearts_left(s, t, q.FRIDAY) / FRIDAY_SCALE) if lives else 0.0


def pile_features(s: Any, t: Any, f: Any) -> None:
    """The wood pile, wood in store, and the rounds left for the pile's stages."""
    step = 1.0 * q.wood_for_a_structure(s, t)
    wood = 1.0 * q.wood_in_store(s)
    lack = 1.0 * q.wood_missing_in_stage(s, t)
    f.pile = q.wood_on_pile(s)
    f.wood = wood
    f.wood_to_build = min(wood, step)
    f.wood_to_five = min(wood, 5.0)
    f.stage_in_store = min(wood, lack) / max(1.0, lack)
    last = q.rounds_left(s, t)
    stages = q.stages_left(s, t)
    usable = last + q.was_stage_finished(s, t)
    f.too_late = stages > usable
    f.stages_pressing = max(0, stages - (usable - CLOSE_TO_THE_END))
    need = 1.0 * q.wood_missing(s, t) + step * max(0, ROOF_FOR_WINTER - q.roof(s))
    if not q.is_sheltered(s, t):
        need += step
    each_round = q.wood_on(s, t, q.camp(s)) + GATHERED + GATHERED_BY_ANOTHER * (q.players(s) - 1)
    supply = wood + FUR_AS_WOOD * min(3, q.furs_in_store(s)) + each_round * last
    f.slack = 1.0 / (1.0 + np.exp(-(supply - need) / SLACK_SCALE))


def goal_features(s: Any, t: Any, f: Any) -> None:
    """The fire: built, possible, or lost from the board."""
    there = q.is_item(s, FIRE) or q.is_item_soon(s, FIRE)
    f.fire = there
    f.fire_possible = not there and q.is_explored(s, t, MOUNTAINS)
    f.fire_lost = not there and not q.is_on_board(s, FIRE)


def camp_features(s: Any, t: Any, f: Any) -> None:
    """Shelter and levels."""
    f.roof_1 = q.roof(s) >= 1
    f.roof_2 = q.roof(s) >= 2
    f.roof_3 = q.roof(s) >= 3
    f.roof_4 = q.roof(s) >= 4
    f.shelter = q.is_shelter_built(s)
    f.sheltered = q.is_sheltered(s, t)
    f.palisade = min(1, q.palisade(s))
    f.palisade_more = min(4, q.palisade(s))
    f.weapon = min(2, q.weapon(s))
    f.weapon_more = min(6, q.weapon(s))


def store_features(s: Any, f: Any) -> None:
    """Food for the night and beyond, furs."""
    food, players = q.food_in_store(s), q.players(s)
    f.meal = min(food, players) / players
    f.more_food = min(max(0, food - players), 3)
    f.durable_food = min(4, q.durable_food_in_store(s))
    f.fur = min(2, q.furs_in_store(s))
    f.furs = q.furs_in_store(s)


def production_features(s: Any, t: Any, f: Any) -> None:
    """Wood and food that the camp's tile gives each round."""
    wood, food, players = q.wood_on(s, t, q.camp(s)), q.food_on(s, t, q.camp(s)), q.players(s)
    f.camp_gives_wood = min(1, wood)
    f.camp_wood = wood
    f.camp_meal = min(food, players) / players
    f.camp_more_food = max(0, food - players)


def island_features(s: Any, t: Any, f: Any) -> None:
    """Sources next to the camp, explored tiles and terrains, hunting cards."""
    woods = foods = tiles = 0
    for space in range(q.SPACES):
        if space == q.camp(s) or not q.is_open(s, space):
            continue
        tiles += 1
        if q.is_next_to_camp(s, t, space):
            woods += q.wood_on(s, t, space)
            foods += q.food_on(s, t, space)
    f.wood_near = min(1, woods)
    f.woods_near = min(2, woods)
    f.many_woods_near = min(4, woods)
    f.food_near = min(2, foods)
    f.tiles = tiles
    f.terrains = q.terrains_explored(s, t)
    f.hunting = min(4, q.hunting_cards(s))


def item_features(s: Any, f: Any) -> None:
    """Items that are built, and starting items, tokens and treasures to use."""
    f.shovel, f.rope, f.cure = q.is_item(s, SHOVEL), q.is_item(s, ROPE), q.is_item(s, CURE)
    f.basket = 0.0 + q.is_item(s, BASKET) + q.is_item(s, SACK)
    f.belts = 0.0 + q.is_item(s, BELTS) + q.is_item(s, RAFT)
    f.lantern, f.shortcut, f.pit = q.is_item(s, LANTERN), q.is_item(s, SHORTCUT), q.is_item(s, PIT)
    f.map, f.bed = q.is_item(s, MAP), q.is_item(s, BED)
    f.pot = q.is_item(s, POT) + 2.0 * q.is_item(s, FIREPLACE)
    f.starting_items = q.starting_item_uses(s)
    f.tokens = q.discovery_tokens(s)
    f.treasures = q.treasures(s)


def trouble_features(s: Any, t: Any, f: Any) -> None:
    """Threats, tokens, and announced weather."""
    f.left_threat = q.threat_strikes(s, t, 0)
    f.right_threat = q.threat_strikes(s, t, 1)
    f.events = q.event_cards_left(s)
    f.field_tokens = q.field_tokens(s)
    f.cost_tokens = q.dearer_structures(s)
    f.camp_minus_pawn = q.has_space_token(s, q.camp(s), MINUS_PAWN)
    f.clouds = 0.0 + q.has_weather_token(s, RAIN) + q.has_weather_token(s, SNOW)
    f.storm = q.has_weather_token(s, STORM)
    f.hungry_animals = q.has_weather_token(s, HUNGRY_ANIMALS)


def goal_item_features(s: Any, t: Any, w: Any, f: Any) -> None:
    """Items, terrains and resources that the goal needs, and the goal progress needed for each round left."""
    f.pace = (1.0 - goal_progress(s, t)) / max(1, q.rounds_left(s, t))
    f.goal_items = f.items = f.goal_terrains = 0.0
    for item in range(len(q.ITEMS)):
        if q.is_item(s, item):
            f.items += 1.0
            f.goal_items += w.of_goal[q.STRUCTURE_COUNT + item]
    for terrain in range(q.TERRAIN_COUNT):
        f.goal_terrains += (w.terrains >> terrain) & 1 and q.is_explored(s, t, terrain)
    f.goal_wood = min(1.0 * q.wood_in_store(s), w.wood)
    f.goal_fur = min(1.0 * q.furs_in_store(s), w.fur)
    f.totems = q.totems_found(s)
    f.weapon_most = min(10, q.weapon(s))


def night_features(s: Any, t: Any, w: Any, f: Any) -> None:
    """Missing roof, food for everybody, rounds that the camp can stay, the guest's health."""
    f.roof_lacking = max(0, w.roof[s.rounds] - q.roof(s))
    f.roof_lacking_later = max(0, w.roof[min(s.rounds + 2, q.ROUNDS)] - q.roof(s))
    last = w.gone[q.camp(s)]
    for space in range(q.SPACES):
        if q.is_open(s, space) and q.is_next_to_camp(s, t, space):
            last = max(last, w.gone[space])
    f.staying = min(last - s.rounds, LONG_ENOUGH)
    f.no_refuge = last - s.rounds < 2
    food, mouths = q.food_in_store(s), q.mouths(s, t)
    f.night_meal = min(food, mouths) / mouths
    f.night_food_left = min(max(0, food - mouths), 4)
    lives = q.is_alive(s, t, q.GUEST)
    hearts = q.hearts_left(s, t, q.GUEST) if lives else 0
    f.guest = hearts
    f.guest_near = np.exp(-hearts / DEATH_SCALE) if lives else 0.0


def term_features(s: Any, t: Any, f: Any) -> None:
    """The terms of the scenario's goal progress and potential."""
    for i in range(GOAL_TERMS):
        f.goal[i] = q.goal_term(s, t, i)
    for i in range(PROMISING_TERMS):
        f.promising[i] = q.promising_term(s, t, i)
