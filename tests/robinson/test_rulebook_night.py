"""The rulebook of Robinson Crusoe: fights, weather, night, additional rules, the goal of Castaways."""

import pytest

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.phases import weather
from tests.robinson.cards.position import Position
from tests.robinson.ids import ITEM
from tests.robinson.rulebook import SOLO

# ------------------------------------------------------------------ weather


def test_hungry_animals_and_storm_wound_each_player_when_they_cannot_be_met(table):
    game = table(players=2, starting_items=0)
    s = game.s
    s.phase = c.WEATHER_PHASE
    s.animals[0] = weather.LOSE_PALISADE
    game.step(steps.HUNGRY_ANIMALS)
    assert list(s.wounds[:2]) == [1, 1]
    s.animals[0], s.animals_faced = weather.BEAST_COMES, 0
    s.weapon = 1
    game.step(steps.HUNGRY_ANIMALS)
    assert list(s.wounds[:2]) == [3, 3]
    s.weather_tokens = c.STORM | c.RAIN
    game.step(steps.STORM)
    assert list(s.wounds[:2]) == [4, 4]
    assert s.weather_tokens == 0


# ------------------------------------------------------------------ night


def test_the_players_choose_who_goes_hungry(table):
    game = table(players=3, starting_items=0)
    s = game.s
    s.phase = c.NIGHT_PHASE
    s.available[:] = [0, 1, 0, 1]
    game.step(steps.EAT)
    assert game.decision == "person"
    hungry = (s.acting + 1) % 3
    game.do("the next player")
    assert s.wounds[hungry] == 2
    assert s.wounds[:3].sum() == 2
    assert list(s.available) == [0, 0, 0, 0]


def test_moving_a_built_camp_halves_roof_and_palisade_rounded_down(table):
    game = table(**SOLO)
    s = game.s
    game.open_tile(4, 4)
    s.shelter, s.roof, s.palisade = 1, 2, 1
    game.step(steps.MOVE_CAMP)
    game.do("space 4")
    assert (s.camp, s.roof, s.palisade) == (4, 1, 1)


def test_moving_from_a_natural_shelter_loses_both(table):
    game = table(**SOLO)
    s = game.s
    game.open_tile(4, 4)
    s.shelter, s.roof, s.palisade = 0, 2, 1
    game.step(steps.MOVE_CAMP)
    game.do("space 4")
    assert (s.roof, s.palisade) == (0, 0)


@pytest.mark.parametrize(
    ("stores", "kept"),
    [("", 0), ("treasure barrel kept; uses of barrel 1", 0), ("treasure barrel kept", 1), ("cellar item", 1)],
)
def test_a_token_of_food_rots_unless_something_stores_food(stores, kept):
    """The Barrel stores two food once it has been used; the token takes no room in it."""
    position = Position(1).given(f"food 3; token nourishing_larvae 1; {stores}")
    position.rot()
    assert position.shows(f"token nourishing_larvae {kept}")
    assert position.s.available[c.FOOD] == (3 if "cellar" in stores else 2 * kept)


# ------------------------------------------------------------------ Castaways


def test_the_woodpile_takes_one_stage_a_round(table):
    game = table(**SOLO)
    s = game.s
    s.available[c.WOOD] = 9
    game.step(steps.FEED)
    assert game.legal() == ["pass", "lay 1"]
    game.do("lay 1")
    assert s.counter[0] == 1
    assert s.counter_stages_fed[0] == 1


def test_pile_and_fire_in_round_ten_win_at_once(table):
    game = table(**SOLO)
    s = game.s
    s.counter[0] = 14
    s.available[c.WOOD] = 3
    s.invention_state[ITEM["fire"]] = c.BUILT
    s.rounds = 10
    game.step(steps.FEED)
    game.do("lay 1")
    assert s.over == 1
    assert s.victory == 1
    assert s.cause == c.GOAL_MET
    assert s.score == 12 + 5 * 4 + 2 * s.weapon
