"""An island that a scenario lays itself, spaces that are turned down, and programs by round."""

from __future__ import annotations

import pytest

from crusoe_env.facts import FactsError
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.world import island
from crusoe_env.robinson.tables.loading import load
from tests.robinson.conftest import Table
from tests.robinson.small_scenarios import scenario_file, table_of

RIVER, VOLCANO, CITY = 6, 5, 10
ISLAND = """[scenario.island]
camp = 6
tiles = [
    { space = 5, tile = 8, face_down = true },
    { space = 6, tile = 10, no_totem = true },
    { space = 10, tile = 4, face_down = true },
]
also_adjacent = [[10, 2], [10, 6]]
"""
MARK = '[[mark]]\nid = "dust"\nname = "dust"\non_face_down = true'
ON = """
round = [
    [],
    ["flip_space space_2", "flip_space space_9"],
    ["open_space space_10", "set_number 6 space_10"],
    ["flip_space camp"],
]
night = ["next_number camp", "cover_totem camp"]
round_end = ["mark dust 1 any_space if_possible"]
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory) -> str:
    return scenario_file(tmp_path_factory.mktemp("island"), MARK, on=ON, scenario=ISLAND)


@pytest.fixture
def game(file) -> Table:
    return table_of(file)


def begin_round(game: Table, number: int) -> None:
    game.s.rounds = number - 1
    game.step(steps.BEGIN_ROUND)


# ---------------------------------------------------------------- the island


def test_the_camp_is_where_the_scenario_has_it(game):
    assert game.s.camp == RIVER
    assert {space: int(tile) + 1 for space, tile in enumerate(game.s.tile) if tile != c.NONE} == {
        5: 8,
        6: 10,
        10: 4,
    }
    assert game.s.tiles_left == 8
    assert island.explored_terrains(game.s, game.t) == 1 << c.RIVER


def test_tiles_of_the_set_up_bring_nothing_and_are_not_explored(game):
    assert game.s.totems_found == 0
    assert game.s.discovery.sum() == 0
    assert game.t.tile_totem[game.s.tile[RIVER]] == 1
    assert game.s.covered[RIVER] == c.TOTEM


def test_the_face_down_tile_is_no_way_and_no_place_for_anything(game):
    island.measure(game.s, game.t)
    assert game.s.way[VOLCANO] == 1
    assert not island.can_camp(game.s, game.t, VOLCANO)
    assert not island.can_explore(game.s, game.t, VOLCANO)
    assert game.s.way[4] == island.FAR  # only past the volcano
    game.run(game.t.on[c.ON_ROUND_END])
    assert f"space {VOLCANO}" not in game.legal()


def test_the_part_space_comes_into_play(game):
    assert island.adjacent(game.t, CITY, 2)
    assert island.adjacent(game.t, 6, CITY)
    assert not island.adjacent(game.t, CITY, 5)
    begin_round(game, 3)
    assert island.is_open(game.s, CITY)
    assert game.s.number[CITY] == 6
    island.measure(game.s, game.t)
    assert game.s.way[CITY] == 1


# ---------------------------------------------------------------- spaces turned down


def test_each_round_has_its_program(game):
    begin_round(game, 1)
    assert [space for space in range(10) if game.s.face_down[space]] == [5]
    begin_round(game, 2)
    assert [space for space in range(10) if game.s.face_down[space]] == [2, 5, 9]


def test_a_space_turned_down_loses_what_lies_on_it_and_cannot_be_explored(game):
    game.open_tile(9, 1)
    game.s.space_tokens[9], game.s.covered[9], game.s.marks[9], game.s.number[9] = 1, c.WOOD_SOURCE, 1, 3
    assert island.explored_terrains(game.s, game.t) & 1 << c.PLAINS
    begin_round(game, 2)
    left = (game.s.space_tokens[9], game.s.covered[9], game.s.marks[9], game.s.number[9])
    assert left == (0, 0, 0, 0)
    assert not island.explored_terrains(game.s, game.t) & 1 << c.PLAINS
    island.measure(game.s, game.t)
    assert game.s.way[2] == 1
    assert not island.can_explore(game.s, game.t, 2)


def test_a_mark_that_may_can_be_laid_where_a_space_was_turned_down(game):
    begin_round(game, 2)
    game.run(game.t.on[c.ON_ROUND_END])
    game.do("space 9")
    assert game.s.marks[9] == 1


def test_the_game_is_lost_with_the_camp_on_a_space_turned_down(game):
    begin_round(game, 4)
    assert (game.s.over, c.CAUSES[game.s.cause]) == (1, "camp lost")


def test_what_a_card_turned_down_too_is_not_turned_up_by_it(game):
    card = 0
    game.open_tile(9, 1)
    game.s.face_down[9] = 1
    game.s.card_space[card], game.s.card_mark[card] = 9, 0
    begin_round(game, 2)
    assert game.s.card_space[card] == c.NONE


# ---------------------------------------------------------------- wrong files


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("camp = 6", "camp = 5", "field 'camp': no open tile lies on space 5"),
        ("space = 10, tile = 4", "space = 5, tile = 4", "space 5 stands twice"),
        ("tile = 10", "tile = 8", "tile 8 stands twice"),
        ("also_adjacent = [[10, 2], [10, 6]]", "", "space 10 is not in play"),
        ("tile = 10", "tile = 12", "12 is outside 1 .. 11"),
    ],
)
def test_what_is_wrong_with_an_island_is_said(tmp_path, old, new, message):
    path = scenario_file(tmp_path, MARK, scenario=ISLAND.replace(old, new, 1))
    with pytest.raises(FactsError, match=message):
        load(None, {"scenario": path})


def test_there_are_no_more_programs_by_round_than_rounds(tmp_path):
    path = scenario_file(tmp_path, on=f"round = [{'[], ' * 7}]")
    with pytest.raises(FactsError, match="field 'round': 7 entries for 6 rounds"):
        load(None, {"scenario": path})
