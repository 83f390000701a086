"""What may be used before the phases of a round, and what events change in production."""

import pytest

from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import stack, steps, turn
from tests.robinson.ids import ITEM, STARTING, TOKEN, TREASURE

SOLO = {"starting_items": 0, "characters": ["explorer"]}


# ------------------------------------------------------------------ windows


@pytest.mark.parametrize("morale", [0, 1])
def test_who_must_give_determination_may_spend_it_first(table, morale):
    """The event lowers morale; the First Player is asked before the morale phase takes his tokens."""
    game = table(players=2, characters=["cook", "explorer"], starting_items=0)
    s = game.s
    stack.clear_stack(s)
    s.rounds, s.first_player, s.morale, s.determination[0] = 3, 0, morale, 3
    s.threat[:] = [game.card("event", "body_on_the_beach"), game.card("event", "slow_work")]
    s.event_deck[0] = game.card("event", "winter_depression")
    s.events_left = 1
    stack.push(s, steps.BEGIN_ROUND)
    turn.advance(s, game.t)
    assert c.WINDOWS[s.window] == "before morale"
    assert "use skill 3" in game.legal()  # Stone soup
    assert s.morale == morale - 3


def test_the_amulet_before_an_effect_that_speaks_of_its_token(table):
    game = table(starting_items=0)
    s = game.s
    game.open_tile(4, 7)
    s.phase, s.plans, s.now = c.RESOLUTION, 1, 0
    s.plan_kind[0], s.plan_target[0], s.plan_person[0] = c.GATHER, 2 * 4, 0
    card = game.card("gather_adventure", "after_the_hurricane")
    game.run(game.t.resolve_program[card], card)
    s.space_tokens[4] |= s.new_space_tokens[4]
    s.new_space_tokens[4], s.now, s.camp, s.phase = 0, c.NONE, 4, c.EVENT_PHASE
    s.mystery_state[TREASURE["protective_amulet"]], s.mystery_uses[TREASURE["protective_amulet"]] = (
        c.MYSTERY_KEPT,
        1,
    )
    s.event_deck[:2] = [game.card("event", "exhausting_night"), card]
    s.events_left, s.threat[:] = 2, c.NONE
    game.step(steps.REVEAL_EVENT)
    game.do("use treasure protective_amulet")  # there is one token to take
    assert s.over == 0
    assert not s.space_tokens[4] & c.MINUS_PAWN


def test_large_leaves_against_rain_that_was_snow(table):
    wounds = []
    for used in (True, False):
        game = table(**SOLO)
        s = game.s
        s.phase, s.rounds, s.weather_rolled, s.rain, s.snow = c.WEATHER_PHASE, 5, 1, 0, 1
        s.mystery_state[components.MYSTERY_IDS.index("old_clothes")] = c.MYSTERY_KEPT
        s.discovery[TOKEN["large_leaves"]] = 1
        s.available[:] = 0
        game.step(steps.WEATHER)
        game.do("use token large_leaves" if used else "pass")
        wounds.append(s.wounds[0])
    assert wounds[1] - wounds[0] == 2  # of the cloud: no food, no wood


def test_one_use_of_the_pistol_serves_one_thing(table):
    """Current edition: what was used for a card's requirement does not serve in the fight after it."""
    game = table(edition="current", **SOLO)
    s = game.s
    s.phase, s.starting_uses[STARTING["pistol"]] = c.EVENT_PHASE, 1
    signs, puma = game.card("gather_adventure", "signs_of_a_predator"), game.card("explore_adventure", "puma")
    s.event_deck[:3] = game.card("event", "exhausting_night"), puma, signs
    s.events_left, s.threat[:] = 3, c.NONE
    game.step(steps.REVEAL_EVENT)
    game.do("use pistol")
    while game.decision != "nothing":
        assert s.weapon_bonus == 0 or s.wounds[0] == 0
        game.do("pass")
    assert s.wounds[0] >= 3  # the puma's strength in full


def test_all_players_are_asked_before_a_stage_that_cannot_be_finished(table):
    game = table(players=2, characters=["cook", "explorer"], starting_items=0)
    s = game.s
    s.first_player, s.counter[0], s.available[:] = 0, 1, [1, 0, 0, 0]
    s.determination[:2] = 0, 3
    game.step(steps.BEFORE_ACTION_PHASE)
    assert (game.decision, s.acting) == ("window", 1)
    game.do("pass")
    assert (game.decision, s.acting) == ("feed", 0)


# ------------------------------------------------------------------ production


def produced(game, kind: str, card: str, *choices: str) -> list[int]:
    """Wood and food of a production phase after this card's event effect."""
    s = game.s
    s.phase, s.available[:] = c.EVENT_PHASE, 0
    number = game.card(kind, card)
    game.run(game.t.event_program[number], number)
    game.roll(1)
    game.step(steps.PRODUCTION)
    game.do(*choices)
    return s.available[:2].tolist()


@pytest.fixture
def rich(table):
    """Pit and Shortcut are built."""
    game = table(**SOLO)
    game.open_tile(4, 4)
    game.s.space_tokens[4] = c.SHORTCUT_TOKEN
    game.s.invention_state[[ITEM["shortcut"], ITEM["pit"]]] = c.BUILT
    return game


def test_no_food_is_no_food_of_pit_and_shortcut_either(rich):
    assert produced(rich, "event", "culled_area", "choose B")[c.FOOD] == 0


def test_one_food_less_is_taken_from_the_shortcut(table):
    game = table(**SOLO)
    game.open_tile(4, 9)
    game.s.space_tokens[4], game.s.covered[3] = c.SHORTCUT_TOKEN, c.FISH_SOURCE
    assert produced(game, "gather_adventure", "furs")[c.FOOD] == 0


def test_items_that_cannot_be_used_give_nothing(rich):
    s = rich.s
    before = rich.t.tile_sources[s.tile[s.camp]]
    assert before != 0
    wood, food = produced(rich, "event", "cataclysm")
    assert wood + food <= 2  # the camp's own tile
    assert s.shortcut_used == c.NONE


# ------------------------------------------------------------------ tokens


def test_a_second_token_of_a_kind_is_left_out_in_the_action_phase(table):
    game = table(starting_items=0, characters=["carpenter"], edition="current")
    s = game.s
    s.phase, s.plans, s.now = c.RESOLUTION, 1, 0
    s.plan_kind[0], s.plan_target[0], s.plan_person[0], s.plan_done[0] = c.BUILD, c.WEAPON, 0, 1
    card = game.card("build_adventure", "dangerous_work")
    for there in (0, c.REROLL_TOKEN):
        s.field_tokens[c.BUILD], s.new_field_tokens[c.BUILD] = there, 0
        game.run(game.t.resolve_program[card], card)
        while game.decision != "nothing":
            game.do("choose A" if "choose A" in game.legal() else game.legal()[0])
        assert s.new_field_tokens[c.BUILD] & c.REROLL_TOKEN == c.REROLL_TOKEN - there


def test_what_was_laid_for_the_night_is_gone_with_the_round(table):
    game = table(**SOLO)
    game.s.night_tokens = c.PLUS_FOOD
    game.step(steps.END_OF_ROUND)
    assert game.s.night_tokens == 0
