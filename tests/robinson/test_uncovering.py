"""Black markers that are taken off the island again: from which space, and which one."""

from __future__ import annotations

import pytest

from crusoe_env.robinson import constants as c
from tests.robinson.conftest import Table
from tests.robinson.scenarios.playing import spaces_offered
from tests.robinson.small_scenarios import scenario_file, table_of


@pytest.fixture(scope="module")
def file(tmp_path_factory) -> str:
    return scenario_file(
        tmp_path_factory.mktemp("uncovering"), on='round_end = ["uncover 1"]\nnight = ["uncover 2"]'
    )


@pytest.fixture
def game(file) -> Table:
    """Tiles with markers beside the camp: wood and birds and a totem on 4, a terrain on 0."""
    game = table_of(file)
    game.open_tile(4, 6)
    game.open_tile(0, 1)
    game.s.covered[4] = c.WOOD_SOURCE | c.BIRD_SOURCE | c.TOTEM
    game.s.covered[0] = c.TERRAIN
    return game


def test_first_the_space_then_the_marker_are_chosen(game):
    game.run(game.t.on[c.ON_ROUND_END])
    assert spaces_offered(game) == [0, 4]
    game.do("space 4")
    assert game.legal() == ["choose A", "choose B", "choose D"]  # wood, food, totem
    game.do("choose B")
    assert game.s.covered[4] == c.WOOD_SOURCE | c.TOTEM
    assert game.s.covered[0] == c.TERRAIN


def test_a_space_with_one_marker_needs_no_second_choice(game):
    game.run(game.t.on[c.ON_ROUND_END])
    game.do("space 0")
    assert game.s.covered[0] == 0
    assert game.decision == "nothing"


def test_several_markers_go_one_by_one_as_far_as_there_are_any(game):
    game.s.covered[4] = 0
    game.run(game.t.on[c.ON_NIGHT])
    assert not game.s.covered.any()
    game.run(game.t.on[c.ON_NIGHT])
    assert game.decision == "nothing"


def test_a_marker_that_waits_for_its_tile_can_be_taken_too(game):
    game.s.covered[:] = 0
    game.s.waiting_cover[8] = c.WOOD_SOURCE
    game.run(game.t.on[c.ON_ROUND_END])
    assert game.s.waiting_cover[8] == 0
