"""The rulebook of Robinson Crusoe: fights, weather, night, additional rules, the goal of Castaways."""

import pytest

from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.phases import weather
from crusoe_env.robinson.rules.world import storage
from tests.robinson.cards.position import Position
from tests.robinson.ids import ITEM, STARTING
from tests.robinson.rulebook import SOLO

# ------------------------------------------------------------------ fights


def test_a_fight_wounds_for_each_lacking_weapon_level(table):
    game = table(**SOLO)
    s = game.s
    s.weapon = 1
    s.phase = c.RESOLUTION
    bear = [b["id"] for b in game.simulator.facts["beast"]].index("bear")
    game.step(steps.BEAST, beast=bear, who=0)
    assert s.wounds[0] == 5  # strength 6
    assert s.weapon == 0
    assert list(s.future) == [0, 5, 2, 0]


def test_a_weapon_loss_that_cannot_be_borne_wounds_too(table):
    game = table(**SOLO)
    s = game.s
    boa = [b["id"] for b in game.simulator.facts["beast"]].index("boa")  # strength 2, weapon -2
    s.weapon = 1
    game.step(steps.BEAST, beast=boa, who=0)
    assert s.wounds[0] == 1 + 1
    assert s.weapon == 0


def test_the_pistol_serves_one_fight(table):
    game = table(**SOLO)
    s = game.s
    s.starting_uses[STARTING["pistol"]] = 2
    game.step(steps.FIGHT, strength=4, who=0)
    assert game.decision == "window"
    game.do("use pistol", "pass")
    assert s.wounds[0] == 1
    assert s.weapon == 0
    assert s.weapon_bonus == 0


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


def test_sleeping_in_the_open(table):
    game = table(players=2, starting_items=0)
    s = game.s
    game.step(steps.OPEN_AIR)
    assert list(s.wounds[:2]) == [1, 1]
    s.shelter = 1
    game.step(steps.OPEN_AIR)
    assert list(s.wounds[:2]) == [1, 1]


def test_food_rots_unless_it_is_stored(table):
    game = table(**SOLO)
    s = game.s
    s.available[:] = [2, 3, 1, 2]
    storage.rot(s, game.t)
    assert list(s.available) == [2, 0, 1, 2]
    s.available[c.FOOD] = 3
    s.invention_state[ITEM["cellar"]] = c.BUILT
    storage.rot(s, game.t)
    assert s.available[c.FOOD] == 3


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


# ------------------------------------------------------------------ additional rules


def test_unfulfilled_demand_and_if_possible(table):
    game = table(**SOLO)
    s = game.s
    s.available[:] = 0
    s.phase = c.EVENT_PHASE
    insects = game.card("event", "insects")
    game.run(game.t.event_program[insects], insects)
    assert s.wounds[0] == 0
    cold = game.card("event", "unusually_cold_night")
    game.run(game.t.event_program[cold], cold)
    game.do("choose A")
    assert s.wounds[0] == 2


def test_a_second_token_of_a_kind_is_left_out_without_wounds(table):
    game = table(**SOLO)
    s = game.s
    s.phase = c.EVENT_PHASE
    wind = game.card("event", "exhausting_night")
    for _ in range(2):
        game.run(game.t.event_program[wind], wind)
    assert s.field_tokens[c.BUILD] == c.REROLL_TOKEN
    assert s.wounds[0] == 0


def test_drawing_mystery_cards(table):
    """One creature and two treasures: traps are passed over; after each card the players may stop."""
    game = table(**SOLO)
    s = game.s
    s.phase = c.RESOLUTION
    game.next_mysteries("sharp_blade", "cave_with_furs", "net", "bite", "antique_rapier")
    game.draw_mysteries(treasure=2, creature=1)
    assert s.mystery_state[components.MYSTERY_IDS.index("cave_with_furs")] == c.MYSTERY_FUTURE
    game.do("choose A")
    assert s.wounds[0] == 1  # the creature bites
    game.do("pass")
    assert s.mysteries_left == components.MYSTERY_CARDS - 2
    assert s.mysteries_passed == 0


def test_exhausted_source_and_token(table):
    game = table(**SOLO)
    s = game.s
    s.available[:] = 0
    s.covered[3] = c.WOOD_SOURCE
    game.step(steps.PRODUCTION)
    assert list(s.available[:2]) == [0, 1]
    s.space_tokens[3] = c.PLUS_WOOD
    game.step(steps.PRODUCTION)
    assert list(s.available[:2]) == [1, 2]


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


def test_after_the_last_round_the_game_is_lost(table):
    game = table(**SOLO)
    game.s.rounds = 12
    game.step(steps.END_OF_ROUND)
    assert game.s.over == 1
    assert game.s.cause == c.OUT_OF_ROUNDS
