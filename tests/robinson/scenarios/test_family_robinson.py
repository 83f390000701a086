"""Family Robinson, rule by rule: what its sheet says against what is played."""

from __future__ import annotations

import pytest

from crusoe_env.robinson import components, queries
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.game import GAME
from crusoe_env.robinson.rules import stack, steps
from crusoe_env.robinson.rules.phases import weather
from crusoe_env.robinson.rules.world.island import explored_terrains
from tests.robinson.conftest import Table, entry
from tests.robinson.ids import ITEM

FENCE, GARDEN = components.CARD_INVENTIONS, components.CARD_INVENTIONS + 1
CHILDREN, FOOD_FOR_THEM = 0, 1
HILLS_TOTEM, HILLS_TOTEM_TOO, MOUNTAINS_TOTEM = 4, 7, 5
"""Printed numbers of tiles."""


@pytest.fixture(params=["first", "current"])
def family(request):
    """A game of the Cook, without starting items, at its first decision."""

    def make(**options) -> Table:
        given = {"characters": ["cook"], "starting_items": 0, "edition": request.param, **options}
        return Table(scenario="family_robinson", **given).start()

    return make


def dealt(game: Table) -> list[int]:
    """The inventions of the goal."""
    return [item for item in range(components.CARD_INVENTIONS) if game.s.dealt_inventions >> item & 1]


def complete(game: Table) -> None:
    """All that the goal asks."""
    for item in dealt(game):
        game.s.invention_state[item] = c.BUILT
    game.s.shelter = game.s.roof = game.s.palisade = game.s.weapon = 1


def end_of_round(game: Table) -> None:
    """The round ends."""
    game.s.phase = c.NIGHT_PHASE
    game.step(steps.END_OF_ROUND)


def token(game: Table, identity: str) -> int:
    """Give a discovery token of the sheet; the number of its symbol."""
    entries = game.simulator.facts["scenario_discovery"]
    symbol = next(entry["symbol"] for entry in entries if entry["id"] == identity)
    which = components.DISCOVERY_IDS.index(symbol)
    game.s.discovery[which] = 1
    return which


# ---------------------------------------------------------------- set-up and goal
def test_nine_inventions_are_dealt_beside_the_nine_default_ones_and_the_personal_one(family):
    game = family()
    assert len(dealt(game)) == 9
    assert not set(dealt(game)) & {ITEM["rope"], ITEM["shovel"], ITEM["fireplace"]}
    on_board = [i for i in range(components.CARD_INVENTIONS) if game.s.invention_state[i] == c.ON_BOARD]
    assert len(on_board) == 9 + 9 + 1


def test_everything_complete_wins_at_the_end_of_the_round_not_before(family):
    game = family()
    complete(game)
    game.step(steps.MORALE)
    assert not game.s.over
    end_of_round(game)
    assert (game.s.victory, c.CAUSES[game.s.cause]) == (1, "goal met")


@pytest.mark.parametrize("missing", ["invention", "shelter", "roof", "palisade", "weapon"])
def test_one_thing_missing_wins_nothing_and_in_the_last_round_loses(family, missing):
    game = family()
    complete(game)
    if missing == "invention":
        game.s.invention_state[dealt(game)[4]] = c.ON_BOARD
    else:
        game.s[missing] = 0
    game.s.rounds = 11
    end_of_round(game)
    assert not game.s.over
    game.s.rounds = 12
    end_of_round(game)
    assert (game.s.victory, c.CAUSES[game.s.cause]) == (0, "out of rounds")


def test_points(family):
    game = family()
    s = game.s
    s.weapon, s.roof, s.palisade = 2, 1, 1
    for item in (ITEM["rope"], ITEM["shovel"], FENCE):
        s.invention_state[item] = c.BUILT
    s.wounds[0] = 5
    cook = next(entry for entry in game.simulator.facts["character"] if entry["id"] == "cook")
    expected = cook["hearts"] - 5 + 2 * 2 + 3 * 1 + 3 * 1 + 2 * 3
    s.rounds = 12
    end_of_round(game)
    assert s.score == expected


def test_progress_rises_with_each_invention_and_the_potential_with_it(family):
    game = family()
    before = GAME.rules["goal_progress"](game.s, game.t), GAME.rules["potential"](game.s, game.t)
    game.s.invention_state[dealt(game)[0]] = c.BUILT
    after = GAME.rules["goal_progress"](game.s, game.t), GAME.rules["potential"](game.s, game.t)
    assert after[0] == pytest.approx(before[0] + 0.7 / 9)
    assert after[1] > before[1]
    complete(game)
    assert GAME.rules["goal_progress"](game.s, game.t) < 1


@pytest.mark.parametrize(
    ("number", "dice"),
    [(1, set()), (3, {"rain"}), (5, {"winter"}), (7, {"rain", "animals"}), (9, {"winter", "animals"})],
)
def test_the_weather_of_the_rounds(family, number, dice):
    bits = {"rain": weather.RAIN_DIE, "winter": weather.WINTER_DIE, "animals": weather.ANIMALS_DIE}
    game = family()
    for a_round in (number, number + 1):
        assert game.t.weather[a_round - 1] == sum(bits[die] for die in dice)


# ---------------------------------------------------------------- children
def test_children_are_born_in_rounds_7_9_and_11(family):
    game = family()
    born = []
    for number in range(1, 13):
        game.s.rounds = number - 1
        game.step(steps.BEGIN_ROUND)
        born.append(int(game.s.counter[CHILDREN]))
    assert born == [0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3]


def night(game: Table, food: int, children: int) -> None:
    """Eating, with so much food and so many children."""
    game.s.counter[CHILDREN] = game.s.counter[FOOD_FOR_THEM] = children
    game.s.available[:] = [0, food, 0, 0]
    game.s.phase = c.NIGHT_PHASE
    game.s.wounds[:] = 0
    stack.clear_stack(game.s)
    stack.push(game.s, *entry(steps.EAT))
    game.push_and_go(steps.FEED_FIRST)


@pytest.mark.parametrize(
    ("children", "food", "left", "wounds"), [(0, 1, 0, 0), (1, 3, 1, 0), (2, 3, 0, 0), (3, 3, 0, 2)]
)
def test_each_child_eats_besides_the_characters_and_before_them(family, children, food, left, wounds):
    game = family()
    night(game, food, children)
    assert not game.s.over
    assert (game.s.available[c.FOOD], game.s.wounds[0]) == (left, wounds)


def test_a_child_without_food_loses_the_game_at_once(family):
    game = family()
    night(game, 2, 3)
    assert (game.s.over, game.s.victory, game.cause()) == (1, 0, "lack of children's food")


def test_agents_can_ask_how_many_eat(family):
    game = family(players=2, characters=None)
    assert queries.mouths(game.s, game.t) == 2
    game.s.counter[FOOD_FOR_THEM] = 3
    assert queries.mouths(game.s, game.t) == 5


@pytest.mark.parametrize(("option", "eaten"), [(False, [1, 1, 2, 2, 3, 3]), (True, [2, 2, 3, 3, 4, 4])])
def test_how_much_the_children_eat_is_a_choice(family, option, eaten):
    game = family(scenario_options={"hungrier_children": option})
    found = []
    for number in range(7, 13):
        game.s.rounds = number - 1
        game.step(steps.BEGIN_ROUND)
        found.append(int(game.s.counter[FOOD_FOR_THEM]))
    assert found == eaten


# ---------------------------------------------------------------- bad crops
@pytest.mark.parametrize(("tile", "kept"), [(4, 1), (9, 0)])  # wood and fish; birds alone
def test_bad_crops_halve_this_rounds_production_rounded_down(family, tile, kept):
    game = family()
    game.open_tile(game.s.camp, tile)
    game.s.available[:] = 0
    game.run(game.t.on[c.ON_BOOK])
    game.production()
    if game.decision == "branch":
        game.do("choose A")
    assert game.s.available[:2].sum() == kept


# ---------------------------------------------------------------- wasteland, reclamation
def explore(game: Table, space: int, printed: int) -> None:
    """The tile with this number is explored there."""
    left = [tile for tile in game.s.tiles[: game.s.tiles_left] if tile != printed - 1]
    game.s.tiles[: game.s.tiles_left] = [*left, printed - 1]
    game.s.discoveries_left = 0
    game.s.available[:] = 9
    game.to_planning()
    game.s.way[:] = 1
    game.do(f"plan explore {space}")
    while game.decision == "support":
        game.do(next(name for name in game.legal() if name != "pass"))
    game.resolve(0)
    while game.decision != "nothing" and game.s.tile[space] == c.NONE:
        game.do("pass" if "pass" in game.legal() else game.legal()[0])


def terrains(game: Table) -> set[str]:
    """The terrains that count as explored."""
    bits = explored_terrains(game.s, game.t)
    return {name for i, name in enumerate(c.TERRAINS) if bits >> i & 1}


def test_a_totem_on_the_first_tile_of_its_terrain_makes_it_a_wasteland(family):
    game = family()
    explore(game, 4, HILLS_TOTEM)
    assert game.s.covered[4] & c.TERRAIN
    assert "hills" not in terrains(game)
    assert game.s.wounds[0] == 0


def test_a_second_tile_of_the_terrain_makes_no_wasteland_and_shows_it_again(family):
    game = family()
    explore(game, 4, HILLS_TOTEM)
    game.s.plans = 0
    game.s.phase = c.PLANNING
    game.step(steps.BEGIN_PLANNING)
    explore(game, 0, HILLS_TOTEM_TOO)
    assert not game.s.covered[0] & c.TERRAIN
    assert "hills" in terrains(game)


def test_reclamation_takes_two_pawns_no_dice_and_lifts_a_marker_of_any_kind(family):
    game = family()
    game.open_tile(4, MOUNTAINS_TOTEM)
    game.s.covered[4] = c.TERRAIN | c.WOOD_SOURCE
    game.to_planning()
    game.do("plan special 1")
    while game.decision == "support":
        game.do(next(name for name in game.legal() if name != "pass"))
    assert (game.s.plan_pawns[0], game.s.plan_need[0]) == (2, 2)
    game.resolve(0)
    assert all(die == c.NONE for die in game.s.dice)
    assert sorted(game.legal()) == ["choose A", "choose C"]  # wood, terrain
    game.do("choose C")
    assert game.s.covered[4] == c.WOOD_SOURCE
    assert "mountains" in terrains(game)


# ---------------------------------------------------------------- fence, garden, several food tokens
@pytest.mark.parametrize(("shelter", "palisade"), [(0, 0), (1, 1)])
def test_the_fence_needs_a_shovel_and_adds_a_palisade_where_a_shelter_stands(family, shelter, palisade):
    game = family()
    game.s.shelter = shelter
    game.to_planning()
    assert "plan scenario invention 1" not in game.legal()
    game.s.invention_state[ITEM["shovel"]] = c.BUILT
    assert "plan scenario invention 1" in game.legal()
    game.gain_item(FENCE)
    assert game.s.palisade == palisade


def test_the_garden_needs_a_shovel_costs_two_food_and_brings_four(family):
    game = family()
    game.s.available[:] = [0, 2, 0, 0]
    game.to_planning()
    assert "plan scenario invention 2" not in game.legal()
    game.s.invention_state[ITEM["shovel"]] = c.BUILT
    game.s.available[c.FOOD] = 1
    assert "plan scenario invention 2" not in game.legal()
    game.s.available[c.FOOD] = 2
    game.do("plan scenario invention 2")
    assert game.s.available[c.FOOD] == 0
    game.gain_item(GARDEN)
    assert game.s.available[c.FOOD] == 4
