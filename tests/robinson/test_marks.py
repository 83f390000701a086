"""Marks and number tokens on spaces, and what marks do, in a small scenario with one mark for each rule."""

from __future__ import annotations

import numpy as np
import pytest

from crusoe_env.facts import FactsError
from crusoe_env.robinson import constants as c
from crusoe_env.robinson import queries
from crusoe_env.robinson.card_language import measures
from crusoe_env.robinson.observation import LAYOUT
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.world.island import clear_space, explored_terrains
from crusoe_env.robinson.rules.world.island import measure as measure_ways
from crusoe_env.robinson.rules.world.requirements import extra_pawns
from crusoe_env.robinson.scenarios.measures import measure, number_of
from crusoe_env.robinson.tables.loading import load
from crusoe_env.robinson.view.picture import picture, text
from tests.robinson.conftest import Table
from tests.robinson.small_scenarios import scenario_file, table_of

MIST, STONE, LAIR, DUST = range(4)
TABLES = (
    '[[mark]]\nid = "mist"\nname = "mist"\nicon = "fog"\nhides_terrain = true\nstops_production = true\n'
    'extra_pawn = ["build", "gather", "explore", "arrange_camp", "rest"]',
    '[[mark]]\nid = "stone"\nname = "stone"\nmost = 2',
    '[[mark]]\nid = "lair"\nname = "lair"\nno_camp = true\nextra_pawn = ["gather"]',
    '[[mark]]\nid = "dust"\nname = "dust"\non_face_down = true',
)
ON = """
round = [[], [], [], [], [], ["mark mist 2 any_space if_possible"]]
night = ["unmark mist 3 any_space"]
round_end = ["mark stone 1 any_tile"]
"""
BOOK = 'book = ["mark dust 1 any_space if_possible"]'


@pytest.fixture(scope="module")
def file(tmp_path_factory) -> str:
    folder = tmp_path_factory.mktemp("marks")
    path = scenario_file(folder, *TABLES, on=ON)
    text = (folder / "lonely_rock.toml").read_text(encoding="utf-8")
    text = text.replace('book = ["if signal >= 1: reduce signal 1"]', BOOK)
    (folder / "lonely_rock.toml").write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def game(file) -> Table:
    return table_of(file)


def value(game: Table, word: str) -> float:
    """What a measure counts now."""
    return measure(game.s, game.t, measures.known_measures(game.simulator.facts)[word])


def lay(game: Table, mark: int, *spaces: int) -> None:
    for space in spaces:
        game.s.marks[space] |= 1 << mark


def marked(game: Table, mark: int) -> list[int]:
    return [space for space in range(c.SPACES) if queries.has_mark(game.s, space, mark)]


def spaces_offered(game: Table) -> list[int]:
    return sorted(int(name.split()[1]) for name in game.legal())


# ---------------------------------------------------------------- laying and taking marks


def test_marks_go_to_different_spaces_of_the_players_choice(game):
    game.run(game.t.on_round[5])
    assert spaces_offered(game) == list(range(10))
    game.do("space 4")
    assert spaces_offered(game) == [0, 1, 2, 3, 5, 6, 7, 8, 9]
    game.do("space 0")
    assert marked(game, MIST) == [0, 4]


def test_a_space_turned_down_takes_a_mark_only_if_it_may_lie_there(game):
    game.s.face_down[6] = 1
    game.run(game.t.on_round[5])
    assert 6 not in spaces_offered(game)
    game.run(game.t.on[c.ON_BOOK])
    assert 6 in spaces_offered(game)


def test_no_wounds_where_marks_that_are_to_be_laid_if_possible_have_no_room(game):
    lay(game, MIST, *range(1, 10))
    game.run(game.t.on_round[5])
    assert marked(game, MIST) == list(range(10))
    assert not game.s.wounds.any()


def test_a_mark_that_must_be_laid_and_cannot_is_a_demand_not_met(game):
    lay(game, STONE, 3)
    game.run(game.t.on[c.ON_ROUND_END])  # any tile: there is only the one with the stone
    assert game.s.wounds[0] == 1


def test_there_are_no_more_marks_of_a_kind_than_its_most(game):
    game.open_tile(4, 1)
    lay(game, STONE, 0, 1)
    game.run(game.t.on[c.ON_ROUND_END])
    assert marked(game, STONE) == [0, 1]
    assert game.s.wounds[0] == 1


def test_marks_are_taken_as_far_as_there_are_any(game):
    lay(game, MIST, 0, 1, 2, 3)
    game.run(game.t.on[c.ON_NIGHT])
    assert spaces_offered(game) == [0, 1, 2, 3]
    game.do("space 3", "space 1", "space 0")
    assert marked(game, MIST) == [2]
    game.run(game.t.on[c.ON_NIGHT])
    assert marked(game, MIST) == []


# ---------------------------------------------------------------- what marks do


def test_an_action_on_the_space_takes_one_more_pawn(game):
    game.open_tile(4, 1)
    measure_ways(game.s, game.t)
    wood_on_4, kinds = 8, ((c.BUILD, 0), (c.ARRANGE_CAMP, 0), (c.REST, 0))
    before = [int(extra_pawns(game.s, game.t, kind, target)) for kind, target in kinds]
    lay(game, MIST, 0, 3, 4)
    assert before == [0, 0, 0]
    assert [extra_pawns(game.s, game.t, kind, target) for kind, target in kinds] == [1, 1, 1]
    assert extra_pawns(game.s, game.t, c.GATHER, wood_on_4) == 1
    assert extra_pawns(game.s, game.t, c.EXPLORE, 0) == 1
    assert extra_pawns(game.s, game.t, c.EXPLORE, 7) == 0
    lay(game, LAIR, 4)
    assert extra_pawns(game.s, game.t, c.GATHER, wood_on_4) == 2


def test_a_terrain_hides_unless_another_open_tile_shows_it(game):
    game.open_tile(4, 1)  # plains
    plains = 1 << c.PLAINS
    assert explored_terrains(game.s, game.t) & plains
    lay(game, MIST, 4)
    assert not explored_terrains(game.s, game.t) & plains
    game.open_tile(0, 9)  # plains, too
    assert explored_terrains(game.s, game.t) & plains


def test_the_camps_tile_gives_nothing_in_the_mist(game):
    game.production()
    there = game.s.available.copy()
    assert there[c.WOOD] > 0
    assert there[c.FOOD] > 0
    lay(game, MIST, 3)
    game.production()
    assert game.s.available.tolist() == there.tolist()


def test_the_camp_does_not_move_to_a_lair(game):
    game.open_tile(4, 1)
    game.open_tile(0, 3)
    lay(game, LAIR, 0)
    game.s.phase = c.NIGHT_PHASE
    game.step(steps.MOVE_CAMP)
    assert "space 4" in game.legal()
    assert "space 0" not in game.legal()


# ---------------------------------------------------------------- what is counted


def test_what_lay_there_when_the_round_began_is_told_from_what_is_new(game):
    lay(game, STONE, 3)
    game.step(steps.BEGIN_ROUND)
    lay(game, STONE, 4)
    assert value(game, "marks.stone") == 2
    assert value(game, "before.marks.stone") == 1
    assert value(game, "camp.mark.stone") == 1
    assert value(game, "camp.mark.mist") == 0


def test_counters_and_tiles_as_the_round_began(game):
    game.s.counter[0] = 2
    game.open_tile(4, 1)
    game.step(steps.BEGIN_ROUND)
    game.s.counter[0] = 3
    game.open_tile(0, 2)
    assert (value(game, "before.signal"), value(game, "signal")) == (2, 3)
    assert (value(game, "before.tiles"), value(game, "tiles")) == (1, 2)


def test_uncovered_totems_are_those_of_open_tiles_without_a_marker(game):
    for space, tile in ((4, 2), (0, 4), (1, 5), (7, 1)):
        game.open_tile(space, tile)
    assert value(game, "totems_uncovered") == 3  # tiles 2, 4 and 5
    game.s.covered[4] = c.TOTEM
    game.s.face_down[0] = 1
    assert value(game, "totems_uncovered") == 1
    game.s.camp = 1
    assert value(game, "camp.totem") == 1


# ---------------------------------------------------------------- what players see


def test_marks_and_numbers_are_seen(game):
    game.open_tile(4, 1)
    game.s.number[4] = 2
    lay(game, MIST, 4)
    lay(game, STONE, 4)
    game.s.marks_before[4] = 1 << MIST
    out = np.zeros(LAYOUT.size, np.uint8)
    game.simulator.game.rules["write_observation"](game.s, game.t, 0, out)
    row = LAYOUT.start["spaces"] + 4 * LAYOUT.offsets("spaces").row_width
    marks = row + LAYOUT.offsets("spaces").marks
    assert out[marks : marks + 4].tolist() == [2, 1, 0, 0]
    assert out[row + LAYOUT.offsets("spaces").number] == 2
    facts = game.simulator.facts
    assert "(mist, stone, number 2)" in " ".join(text(game.s, game.t, facts).split())
    assert ">2<" in picture(game.s, game.t, facts)


@pytest.mark.parametrize(
    ("clause", "message"),
    [
        ("mark fog 1 here", "'fog' is no mark"),
        ("flip_space any_tile", "'any_tile' is no spot"),
        ("mark mist here", "expected mark mark number place"),
    ],
)
def test_what_is_wrong_with_a_clause_is_said(tmp_path, clause, message):
    path = scenario_file(tmp_path, TABLES[0], on=f'before_actions = ["{clause}"]')
    with pytest.raises(FactsError, match=message):
        load(None, {"scenario": path})


def test_nothing_stays_on_a_space_that_is_cleared(game):
    s = game.s
    for field in ("space_tokens", "new_space_tokens", "item_tokens", "covered", "waiting_cover"):
        s[field][2:4] = 1
    clear_space(s, 2)
    for field in ("space_tokens", "new_space_tokens", "item_tokens", "covered", "waiting_cover"):
        assert s[field][2:4].tolist() == [0, 1], field


def test_numbers_of_the_tables_from_a_first_one_on_are_measures(game):
    assert number_of(game.s, game.t, float(measures.MEASURED - 1)) == measures.MEASURED - 1
    for code in range(3):
        expected = measure(game.s, game.t, code)
        assert number_of(game.s, game.t, float(measures.MEASURED + code)) == expected
