"""Black markers: taken off the island, and waiting on a space for its tile."""

from __future__ import annotations

import pytest

from crusoe_env.robinson import constants as c
from tests.robinson.cards.position import CARPENTER, Position, number_of
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


EXPLORE_DECK, SPACE = 2, 0


def signs_of_fire(copies: int, tile: int) -> Position:
    """So many signs on the same space, each after an exploration in vain; then this tile is found there."""
    position = Position()
    for _ in range(copies):
        position.draw_adventure(EXPLORE_DECK, number_of("signs_of_fire"), target=SPACE)
        position.ended()
    position.take_up_tile(8)  # the one with wood and fish
    position.given(f"tiles {tile}")
    position.plan()
    position.do(f"plan explore {SPACE}", "support: own pawn")
    position.resolve()
    return position


@pytest.mark.parametrize(("chosen", "covered"), [("wood on 0", "wood"), ("food on 0", "fish")])
def test_the_players_choose_which_source_is_covered(chosen, covered):
    position = signs_of_fire(1, tile=10)  # with wood and fish
    assert position.decision == "source"
    assert position.legal() == ["wood on 0", "food on 0"]
    position.do(chosen)
    position.ended()
    assert position.shows(f"space 0 covered {covered}; space 0 awaits cover none; carpenter wounds 0")


def test_a_second_marker_covers_another_source():
    position = signs_of_fire(2, tile=10)
    position.do("food on 0")
    position.ended()
    assert position.shows("space 0 covered wood+fish; space 0 awaits cover none; carpenter wounds 0")


@pytest.mark.parametrize(("copies", "wounds"), [(1, 0), (2, 1)])
def test_a_marker_for_which_there_is_no_source_wounds_who_explores(copies, wounds):
    """As it would if the card came after the tile: an unfulfilled demand."""
    position = signs_of_fire(copies, tile=7)  # with wood alone
    position.ended()
    assert position.shows("space 0 covered wood; space 0 awaits cover none")
    assert position.s.wounds[CARPENTER] == wounds
