"""Cannibal Island: villages behind the totems, attacks, and a city that must burn by the end of round 9."""

from __future__ import annotations

import pytest

from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.world.island import distance, explored_terrains
from crusoe_env.robinson.scenarios.goals import goal_progress, victory_points
from crusoe_env.robinson.view.picture import picture, text
from tests.robinson.conftest import Table, invariants
from tests.robinson.ids import ITEM, STARTING
from tests.robinson.scenarios.playing import (
    at,
    begin,
    counter,
    end_round,
    find,
    item,
    mark,
    pass_on,
    places,
    plan_again,
    special,
    value,
)

SCENARIO = "cannibal_island"
CITY = 10
HILLS, MOUNTAINS, PLAINS, RIVER = 7, 5, 6, 10
"""Printed numbers of tiles with a totem."""
WITHOUT_TOTEM = 1
TO_THE_CITY = {4: 3, 1: 1, 2: 9}
"""Tiles without totems from the camp to a space beside the city."""


@pytest.fixture
def game() -> Table:
    """The Cook and the Carpenter about to plan."""
    return begin(SCENARIO)


def with_villages(*spaces: int, **options) -> Table:
    """A game with a village on each of these spaces."""
    tiles = dict(zip(spaces, (HILLS, MOUNTAINS, PLAINS, RIVER)))
    game = begin(SCENARIO, tiles=tiles, **options)
    for number, space in enumerate(spaces, 1):
        game.s.marks[space] = mark(game, "village")
        game.s.number[space] = number
    return game


def to_round_4(game: Table) -> None:
    """The beginning of round 4, and planning."""
    game.run(game.t.on_round[3])
    plan_again(game)


def attack(game: Table) -> None:
    """The book icon of an event."""
    game.run(game.t.on[c.ON_BOOK])
    pass_on(game)


def raid(game: Table, action: str, weapon: int, wounds: int) -> None:
    """An attack of the Cook's two pawns with a weapon level; so many wounds are his."""
    game.s.weapon = weapon
    game.do(action, "support: own pawn")
    before = int(game.s.wounds[0])
    game.resolve()
    pass_on(game)
    assert (game.s.wounds[0] - before, game.s.wounds[1]) == (wounds, 0)
    assert game.s.weapon == weapon


# ------------------------------------------------------------------ set-up


def test_rum_and_pipe_are_there_and_nothing_is_drawn(game):
    there = [name for name, i in STARTING.items() if game.s.starting_uses[i] > 0]
    assert there == ["flask_of_rum", "pipe_and_tobacco"]


def test_the_city_lies_face_down_beside_spaces_2_and_6(game):
    s = game.s
    assert (s.tile[CITY], s.face_down[CITY]) == (4 - 1, 1)
    assert [space for space in range(c.SPACES) if game.t.adjacent[CITY] >> space & 1] == [2, 6]
    assert game.t.rounds == 9
    assert not game.t.weather[:9].any()
    invariants(s, game.t)


# ------------------------------------------------------------------ villages


@pytest.mark.parametrize(
    ("before", "store", "left", "wounds"),
    [
        (0, (1, 1), (1, 1), 1),
        (1, (2, 0), (1, 0), 1),
        (1, (0, 2), (0, 1), 1),
        (2, (0, 0), (0, 0), 1),
        (3, (1, 0), (0, 0), 3),
        (4, (1, 1), (1, 1), 0),
    ],
)
def test_what_the_first_to_the_fifth_totem_bring(game, before, store, left, wounds):
    """`before` totems were found; `store` is wood and food."""
    s = game.s
    s.totems_found = s.numbers_laid = before
    s.available[:2] = store
    find(game, 4, MOUNTAINS)
    assert (*s.available[:2],) == left
    assert (*s.wounds[:2],) == (wounds, 0)
    is_village = before < 4
    assert bool(s.marks[4] & mark(game, "village")) == is_village
    assert s.number[4] == (before + 1 if is_village else 0)


@pytest.mark.parametrize("choice", ["A", "B"])
def test_wood_or_food_where_there_is_both(game, choice):
    game.s.totems_found = 1
    game.s.available[:2] = 1, 1
    find(game, 4, MOUNTAINS)
    game.do(f"choose {choice}")
    assert (*game.s.available[:2],) == ((0, 1) if choice == "A" else (1, 0))


@pytest.mark.parametrize("edition", ["first", "current"])
def test_a_new_tile_brings_beast_then_totem_then_discovery_tokens(edition):
    game = begin(SCENARIO, edition=edition)
    s = game.s
    s.totems_found = 1
    s.available[:2] = 1, 1
    beasts, tokens = int(s.hunting_left), int(s.discoveries_left)
    find(game, 4, HILLS)
    assert game.legal() == ["choose A", "choose B"], "the totem asks"
    assert (s.tile[4], s.hunting_left) == (HILLS - 1, beasts + 1)
    assert (s.discoveries_left, s.discovery_future.sum()) == (tokens, 0)
    game.do("choose A")
    assert (s.discoveries_left, s.discovery_future.sum()) == (tokens - 2, 2)


def test_medicine_spares_two_wounds_in_the_fourth_village(game):
    game.s.totems_found = 3
    game.s.invention_state[ITEM["cure"]] = c.BUILT
    find(game, 4, MOUNTAINS)
    assert game.s.wounds[0] == 1


# ------------------------------------------------------------------ attacks of the cannibals


@pytest.mark.parametrize(("burned", "wounds"), [(0, 3), (1, 2), (2, 1), (3, 0), (4, 0)])
def test_an_attack_wounds_all_by_3_less_the_villages_burned_and_moves_the_camp(game, burned, wounds):
    game = begin(SCENARIO, tiles={4: WITHOUT_TOTEM})
    s = game.s
    s.counter[counter(game, "villages")] = burned
    s.shelter, s.roof, s.palisade = 1, 4, 2
    attack(game)
    assert (*s.wounds[:2],) == (wounds, wounds)
    assert (s.camp, s.shelter, s.roof, s.palisade) == (4, 1, 2, 1)


@pytest.mark.parametrize(("shelter", "wounds"), [(1, 3), (0, 5)])
def test_where_the_camp_cannot_move_the_shelter_is_lost_or_two_wounds_each(shelter, wounds):
    game = with_villages(4)  # the only tile beside the camp
    s = game.s
    s.shelter, s.roof, s.palisade = shelter, 2 * shelter, 2 * shelter
    attack(game)
    assert (*s.wounds[:2],) == (wounds, wounds)
    assert (s.camp, s.shelter, s.roof, s.palisade) == (3, 0, 0, 0)


# ------------------------------------------------------------------ burning a village


@pytest.mark.parametrize(("own", "weapon", "wounds"), [(True, 3, 3), (True, 6, 0), (False, 3, 2)])
def test_a_village_has_strength_4_and_one_for_each_uncovered_totem(own, weapon, wounds):
    game = with_villages(4, 5, scenario_options={"village_totem": own})
    s, hunting = game.s, int(game.s.hunting_left)
    raid(game, special(game, "burn_village") + " on 4", weapon, wounds)
    assert s.covered[4] & c.TOTEM
    assert (s.marks[4], s.number[4], value(game, "villages"), s.hunting_left) == (0, 0, 1, hunting)
    assert value(game, "totems_uncovered") == 1


def test_it_takes_two_pawns_wherever_the_village_is_and_friday_may_only_support():
    game = with_villages(4, 5, 2, friday=True)
    assert places(game, "burn_village") == {"2", "4", "5"}
    game.do(special(game, "burn_village") + " on 2", "support: Friday")
    assert (game.s.plan_need[0], game.s.plan_pawns[0]) == (2, 2)
    game.s.question_person = game.s.planner = c.FRIDAY
    game.s.free_pawns[:] = 2
    assert places(game, "burn_village") == set()


# ------------------------------------------------------------------ the city


def test_the_city_is_revealed_in_round_4():
    game = begin(SCENARIO, tiles=TO_THE_CITY)
    s = game.s
    assert places(game, "burn_city") == set()
    tokens = int(s.discoveries_left)
    terrains = explored_terrains(s, game.t)
    to_round_4(game)
    assert (s.face_down[CITY], s.number[CITY]) == (0, 6)
    assert s.discoveries_left == tokens
    assert explored_terrains(s, game.t) == terrains, "its hills do not count"
    assert value(game, "totems_uncovered") == 1
    assert value(game, "tiles") == len(TO_THE_CITY)
    invariants(s, game.t)


@pytest.mark.parametrize(("villages", "weapon", "wounds"), [(0, 10, 11), (4, 9, 0), (2, 13, 2)])
def test_the_city_has_strength_21_less_3_for_each_village(villages, weapon, wounds):
    game = begin(SCENARIO, tiles=TO_THE_CITY)
    to_round_4(game)
    game.s.counter[counter(game, "villages")] = villages
    raid(game, special(game, "burn_city") + f" on {CITY}", weapon, wounds)
    assert value(game, "city_burned") == 1
    assert not game.s.over


def test_the_way_to_the_city_must_be_explored():
    game = begin(SCENARIO, tiles={4: 3, 2: 9})
    to_round_4(game)
    assert places(game, "burn_city") == set()
    game.open_tile(1, 1)
    plan_again(game)
    assert distance(game.s, game.t, CITY) == 4
    assert places(game, "burn_city") == {str(CITY)}


# ------------------------------------------------------------------ the end


def test_it_is_won_when_the_round_is_over_not_before(game):
    s = game.s
    s.counter[counter(game, "city_burned")] = 1
    s.rounds = 9
    game.step(steps.MORALE)
    assert not s.over
    end_round(game)
    assert (s.over, s.victory) == (1, 1)
    assert goal_progress(s, game.t) == 1


def test_points_of_the_sheet(game):
    s, t = game.s, game.t
    s.weapon, s.palisade = 2, 1
    s.counter[counter(game, "villages")], s.counter[counter(game, "city_burned")] = 3, 1
    assert victory_points(s, t) == value(game, "hearts") + 3 * 2 + 3 * 1 + 3 * 3 + 5


# ------------------------------------------------------------------ inventions and tokens of the sheet


def test_with_the_canoe_one_of_two_tiles_is_kept(game):
    s = game.s
    s.invention_state[item(game, "canoe")] = c.BUILT
    s.tiles[s.tiles_left - 2 : s.tiles_left] = [WITHOUT_TOTEM - 1, MOUNTAINS - 1]
    before = sorted({*range(components.TILES)} - {int(tile) for tile in s.tile})
    s.tiles[: s.tiles_left] = [*[i for i in before if i not in (0, MOUNTAINS - 1)], 0, MOUNTAINS - 1]
    at(game, 4)
    game.step(steps.OUTCOME)
    pass_on(game)
    assert [*s.shown[:2]] == [MOUNTAINS - 1, WITHOUT_TOTEM - 1]
    game.do("shown 2")
    pass_on(game)
    assert s.tile[4] == WITHOUT_TOTEM - 1
    assert MOUNTAINS - 1 in s.tiles[: s.tiles_left]
    invariants(s, game.t)


@pytest.mark.parametrize(("shelter", "palisade"), [(1, 2), (0, 0)])
def test_the_ballista_is_a_weapon_and_at_a_shelter_a_palisade(game, shelter, palisade):
    s = game.s
    s.invention_state[ITEM["rope"]] = c.BUILT
    s.available[c.WOOD] = 2
    assert "plan scenario invention 2" in game.legal()
    s.shelter = shelter
    game.gain_item(item(game, "ballista"))
    assert (s.weapon, s.palisade) == (1, palisade)


# ------------------------------------------------------------------ seeing it


def test_text_and_picture_show_villages_and_the_city():
    game = with_villages(4)
    to_round_4(game)
    facts = game.simulator.facts
    words = " ".join(text(game.s, game.t, facts).split())
    assert "village" in words
    assert "City of Cannibals" in words
    assert "Burn the village on space 4" in words
    assert "<svg" in picture(game.s, game.t, facts)
