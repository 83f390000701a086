"""The Naturalist: Darwin, goal and points, plants of the totems, effects of the sheet."""

from __future__ import annotations

import re

import pytest

from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.world import island
from crusoe_env.robinson.scenarios.goals import goal_progress, potential, victory_points
from crusoe_env.robinson.view import text
from tests.robinson.conftest import Table
from tests.robinson.ids import ITEM
from tests.robinson.scenarios.naturalist import (
    BIRDS,
    CAGED,
    CARPENTER,
    FISH,
    FOSSILS,
    HILLS,
    PLAINS,
    PLANT,
    PLANTS,
    SUNDEW,
    TREES,
    choose_all,
    naturalist,
    places,
    surely,
    with_plant,
)
from tests.robinson.scenarios.playing import built, plans


@pytest.fixture(params=["first", "current"])
def game(request) -> Table:
    return naturalist(request.param)


def test_darwin_is_there_from_the_beginning(game):
    assert (game.s.guest_here, game.t.dies_at[c.GUEST_SHEET]) == (1, 11)
    assert "Darwin" in text(game.s, game.t, game.simulator.facts)


def test_his_pawn_gathers_arranges_the_camp_takes_threats_and_rests(game):
    plans(game)
    while game.s.planner != c.GUEST:
        game.do("pass")
    kinds = {re.sub(r" on \d+", "", action) for action in game.legal()}
    gathering = {"plan gather wood", "plan gather food"}
    assert kinds == {"pass", "plan arrange camp", "plan rest", *gathering}
    game.s.threat[1] = 0  # a wreckage card
    assert "plan threat right" in game.legal()


def knowledge(game: Table, **counts: int) -> int:
    for name, count in counts.items():
        game.s.counter[{"fossils": FOSSILS, "trees": TREES, "fish": FISH, "birds": BIRDS, "caged": CAGED}
                       .get(name, PLANTS)] = count  # fmt: skip
    return int(victory_points(game.s, game.t))


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ({"fossils": 3}, 3),
        ({"trees": 2, "fish": 2, "birds": 1}, 3),
        ({"trees": 9, "fish": 9}, 0),
        ({"caged": 2}, 8),
        ({"plants": 3}, 15),
        ({"fossils": 2, "trees": 2, "fish": 2, "birds": 2, "caged": 1, "plants": 1}, 2 + 6 + 4 + 5 + 2),
    ],
)
def test_knowledge(game, counts, points):
    assert knowledge(game, **counts) == points


@pytest.mark.parametrize(("fossils", "won"), [(10, 1), (9, 0)])
def test_ten_points_at_the_end_of_round_twelve_win(game, fossils, won):
    game.s.rounds = 12
    knowledge(game, fossils=fossils)
    game.step(steps.END_OF_ROUND)
    assert (game.s.over, game.s.victory) == (1, won)
    if won:
        assert "with 10 points, title 1 of 13" in text(game.s, game.t, game.simulator.facts)
    else:
        assert c.CAUSES[game.s.cause] == "out of rounds"


def test_the_points_needed_are_an_option():
    options = {"scenario": "naturalist", "scenario_options": {"knowledge": 16}, "characters": ["cook"]}
    for fossils, won in ((15, 0), (16, 1)):
        game = Table(**options).start()
        game.s.rounds = 12
        knowledge(game, fossils=fossils)
        game.step(steps.END_OF_ROUND)
        assert game.s.victory == won
    with pytest.raises(ValueError, match="knowledge: 11 is not one of 1, 10, 16"):
        Table(**{**options, "scenario_options": {"knowledge": 11}})


def test_progress_and_potential_rise_with_knowledge(game):
    before = goal_progress(game.s, game.t), potential(game.s, game.t)
    knowledge(game, fossils=5)
    after = goal_progress(game.s, game.t), potential(game.s, game.t)
    assert all(0 <= old < new < 1 for old, new in zip(before, after))


def test_totems_show_plants_in_turn_and_the_sixth_nothing(game):
    s = game.s
    s.phase = c.RESOLUTION
    s.plans, s.now, s.plan_kind[0] = 1, 0, c.EXPLORE
    for number, space in ((1, HILLS), (2, PLAINS)):
        s.plan_target[0] = space
        game.run(int(game.t.totem_program[number - 1]))
        assert s.number[space] == number
    assert game.t.totem_program[5] == 0


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_a_plant_needs_the_conservatory_and_is_taken_once(game, number):
    name = SUNDEW if number == 4 else PLANT
    game.s.number[HILLS] = number
    plans(game).s.free_pawns[CARPENTER] = 6
    assert places(game, name) == set()
    with_plant(game, number)
    plans(game).s.free_pawns[CARPENTER] = 6
    assert places(game, name) == {str(HILLS)}
    game.s.weapon = 9
    surely(game, f"{name} on {HILLS}")
    choose_all(game)
    assert game.s.counter[PLANTS] == 1
    assert game.s.number[HILLS] == 0


def test_the_black_lotus_takes_four_items_or_inventions(game):
    s = with_plant(game, 1).s
    built(game, ITEM["rope"], ITEM["knife"], ITEM["pot"])
    there = (s.invention_state == c.BUILT).sum() + (s.invention_state == c.ON_BOARD).sum()
    surely(game, f"{PLANT} on {HILLS}")
    for branch in ("choose A", "choose A", "choose B", "choose B"):
        game.do(branch)
        game.do(next(action for action in game.legal() if action.startswith("card ")))
    built_now = (s.invention_state[: components.CARD_INVENTIONS] == c.BUILT).sum()
    assert built_now == 1, "of three items two are turned back"
    assert (s.invention_state == c.BUILT).sum() + (s.invention_state == c.ON_BOARD).sum() == there - 2
    assert s.counter[PLANTS] == 1


def test_the_pitcher_plant_takes_four_weapon_levels(game):
    with_plant(game, 2).s.weapon = 3
    surely(game, f"{PLANT} on {HILLS}")
    choose_all(game)
    assert (game.s.weapon, game.s.wounds[CARPENTER]) == (0, 1)


def test_the_tremor_root_takes_the_shelter_and_covers_a_natural_one(game):
    s = with_plant(game, 3).s
    s.shelter, s.roof, s.palisade = 1, 2, 2
    s.tile[s.camp] = 1  # tile 2 has a natural shelter
    surely(game, f"{PLANT} on {HILLS}")
    choose_all(game)
    assert (s.shelter, s.roof, s.palisade) == (0, 0, 0)
    assert not island.natural_shelter_here(s, game.t)
    assert s.wounds.sum() == 0
    s.available[c.WOOD] = 9
    assert "plan shelter" in plans(game).legal(), "it may be built again"


def test_the_sundew_takes_as_many_more_pawns_as_there_are_players(game):
    with_plant(game, 4)
    plans(game).s.free_pawns[CARPENTER] = 6
    game.do(f"{SUNDEW} on {HILLS}")
    assert game.s.plan_need[0] == 1 + 2


def test_the_piranha_plant_bites(game):
    with_plant(game, 5)
    surely(game, f"{PLANT} on {HILLS}")
    assert game.s.wounds[CARPENTER] == 4


def test_weather_and_cards():
    game = Table(scenario="naturalist").start()
    assert game.t.weather[:12].tolist() == [0] * 6 + [1] * 3 + [5] * 3
    assert (game.t.rounds, game.t.book_cards, game.t.adventure_cards) == (12, 6, 6)
