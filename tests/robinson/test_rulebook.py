"""The worked examples of the rulebook, and single rules, each named by its section."""

import pytest

from crusoe_env.robinson import components
from crusoe_env.robinson import state as st
from crusoe_env.robinson.rules import stack, turn
from crusoe_env.robinson.rules.phases import morale, planning, weather
from crusoe_env.robinson.rules.world import items, people, storage
from crusoe_env.robinson.rules.world.island import in_reach, measure
from crusoe_env.robinson.rules.world.requirements import cost, possible
from tests.robinson.cards.position import Position
from tests.robinson.ids import CHARACTER, ITEM, STARTING, TREASURE

SOLO = {"starting_items": 0}


# ------------------------------------------------------------------ setup


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_setup(table, players):
    s = table(players=players).s
    sheets = list(s.character[:players])
    assert len(set(sheets)) == players
    assert players > 2 or CHARACTER["soldier"] not in sheets
    on_board = [i for i in range(components.CARD_INVENTIONS) if s.invention_state[i] == st.ON_BOARD]
    assert len(on_board) == 9 + 5 + players
    assert s.inventions_left == 30 - len(on_board)
    assert (s.with_friday, s.with_dog) == (players <= 2, players == 1)
    assert s.tile[3] == 7
    assert s.camp == 3
    assert s.tiles_left == 10
    assert s.threat[1] == 0
    assert s.threat[0] == st.NONE
    assert sum(s.starting_uses > 0) == 2
    assert s.starting_uses.max() == 2


def test_setup_event_deck_has_six_cards_with_book_and_six_with_adventure(table):
    game = table()
    icons = [game.t.card_icon[card] for card in game.s.event_deck[: game.s.events_left]]
    assert len(icons) == 12
    assert icons.count(0) == 6


def test_starting_items_can_be_used_twice_at_once(table):
    game = table(**SOLO)
    game.s.starting_uses[STARTING["empty_bottle"]] = 2
    game.step(stack.OPEN_WINDOW, st.BEFORE_MORALE, 0, st.NONE, st.NONE, 0)
    game.do("use empty_bottle", "use empty_bottle")
    assert game.s.weapon == 2
    assert game.s.starting_uses[STARTING["empty_bottle"]] == 0


# ------------------------------------------------------------------ life tracks


def test_wounds_pass_morale_marks_and_healing_does_not(table):
    game = table()
    game.s.morale = 0
    people.wound(game.s, game.t, 0, 5)  # the Carpenter's first mark
    assert game.s.morale == -1
    people.heal(game.s, game.t, 0, 1)
    assert game.s.morale == -1
    people.wound(game.s, game.t, 0, 1)
    assert game.s.morale == -2


def test_the_last_wound_kills_and_the_game_is_lost(table):
    game = table()
    people.wound(game.s, game.t, 0, 12)
    assert game.s.over == 0
    people.wound(game.s, game.t, 0, 1)
    assert game.s.over == 1
    assert game.s.victory == 0
    assert game.s.cause == st.CHARACTER_DIED


def test_fridays_death_does_not_end_the_game(table):
    game = table()
    people.wound(game.s, game.t, st.FRIDAY, 9)
    assert game.s.over == 0
    assert not people.alive(game.s, game.t, st.FRIDAY)


# ------------------------------------------------------------------ event phase


def test_adventures_drawn_from_the_event_deck_are_resolved_and_another_card_is_drawn(table):
    game = table()
    s = game.s
    storm = game.card("gather_adventure", "weather_breakdown")
    collapse = game.card("gather_adventure", "nice_surprise")
    event = game.card("event", "exhausting_night")
    s.event_deck[:3] = [event, collapse, storm]
    s.events_left = 3
    s.roof = 3
    game.step(stack.REVEAL_EVENT, 0, 0, st.NONE, st.NONE, 0)
    assert s.weather_tokens == st.STORM
    assert s.roof == 2  # half of 3, rounded down, is lost
    assert s.threat[1] == event
    assert s.events_left == 0


def test_an_event_slides_the_row_and_the_card_that_leaves_has_its_threat_effect(table):
    game = table()
    s = game.s
    leaving = game.card("event", "poisoning")
    staying = game.card("event", "strong_wind")
    new = game.card("event", "slow_work")
    s.threat[:] = [leaving, staying]
    game.step(stack.PLACE_EVENT, 0, 0, 0, new, 0)
    assert list(s.threat) == [staying, new]
    assert s.wounds[0] == 1


def test_current_edition_pushes_only_a_card_that_is_in_the_way(table):
    game = table(edition="current")
    s = game.s
    s.threat[:] = [game.card("event", "poisoning"), st.NONE]
    game.step(stack.PLACE_EVENT, 0, 0, 0, game.card("event", "slow_work"), 0)
    assert s.threat[0] == game.card("event", "poisoning")
    assert s.wounds[0] == 0


# ------------------------------------------------------------------ morale and production


def test_lacking_determination_is_wounds(table):
    game = table(players=2)
    s = game.s
    s.morale = -3
    s.determination[s.first_player] = 1
    morale.give_morale(s, game.t)
    assert s.determination[s.first_player] == 0
    assert s.wounds[s.first_player] == 2


def test_alone_morale_rises_by_one(table):
    game = table()
    game.s.morale = game.s.determination[0] = 0
    game.step(stack.MORALE, 0, 0, st.NONE, st.NONE, 0)
    assert game.s.morale == 1
    assert game.s.determination[0] == 1


def test_production_gives_one_resource_for_each_source(table):
    game = table()
    s = game.s
    s.available[:] = 0
    game.step(stack.PRODUCTION, 0, 0, st.NONE, st.NONE, 0)
    assert list(s.available) == [1, 1, 0, 0]


# ------------------------------------------------------------------ planning


def test_shelter_of_three_players_costs_three_wood_or_two_fur_not_mixed(table):
    game = table(players=3, starting_items=0)
    s = game.s
    game.to_planning()
    s.available[:] = [2, 0, 1, 0]
    assert "plan shelter" not in game.legal()
    s.available[:] = [3, 0, 2, 0]
    game.do("plan shelter")
    assert game.decision == "payment"
    assert set(game.legal()) == {"choose A", "choose B"}
    game.do("choose B")
    assert list(s.available) == [3, 0, 0, 0]


def test_roof_and_palisade_need_a_shelter(table):
    game = table(**SOLO)
    game.to_planning()
    game.s.available[:] = [9, 0, 9, 0]
    assert "plan roof" not in game.legal()
    assert "plan palisade" not in game.legal()
    game.s.shelter = 1
    assert "plan roof" in game.legal()
    assert "plan palisade" in game.legal()


def test_bow_needs_a_knife_built_in_an_earlier_round(table):
    game = table(**SOLO)
    s = game.s
    game.to_planning()
    s.available[st.WOOD] = 5
    game.open_tile(4, 2)  # mountains
    measure(s, game.t)
    s.invention_state[ITEM["bow"]] = st.ON_BOARD
    s.invention_state[ITEM["rope"]] = st.BUILT
    assert "plan knife" in game.legal()
    assert "plan bow" not in game.legal()
    s.invention_state[ITEM["knife"]] = st.FUTURE_ITEM
    assert "plan bow" not in game.legal()
    s.invention_state[ITEM["knife"]] = st.BUILT
    assert "plan bow" in game.legal()


def test_threat_actions_need_their_weapon_level_or_payment(table):
    game = table(**SOLO)
    s = game.s
    game.to_planning()
    s.threat[:] = [game.card("event", "jaguar"), game.card("event", "storm")]
    s.available[:] = 0
    assert not {"plan threat left", "plan threat right"} & set(game.legal())
    s.weapon = 2
    assert "plan threat left" in game.legal()
    s.invention_state[ITEM["shovel"]] = st.BUILT
    assert "plan threat right" in game.legal()
    s.invention_state[ITEM["shovel"]] = st.ON_BOARD
    s.available[st.WOOD] = 1
    game.do("plan threat right")
    assert s.available[st.WOOD] == 0


def test_a_personal_invention_is_built_by_its_owner_only(table):
    game = table(players=2, characters=["carpenter", "cook"], starting_items=0)
    s = game.s
    s.invention_state[ITEM["rope"]] = st.BUILT
    target = st.FIRST_INVENTION + ITEM["snare"]
    assert possible(s, game.t, st.BUILD, target, 0)
    assert not possible(s, game.t, st.BUILD, target, 1)


def test_gathering_and_exploring_at_most_one_tile_away_with_one_pawn_more(table):
    game = table(**SOLO)
    s = game.s
    game.open_tile(4, 4)
    game.open_tile(5, 10)
    game.to_planning()
    measure(s, game.t)
    assert in_reach(s, game.t, 5)
    assert not in_reach(s, game.t, 6)
    assert not in_reach(s, game.t, 3)
    legal = game.legal()
    assert "plan gather wood on 5" in legal
    assert "plan explore 6" not in legal
    assert "plan gather wood on 3" not in legal
    game.do("plan gather wood on 5")
    assert game.decision == "support"
    assert "pass" not in game.legal()


def test_a_source_is_gathered_once_a_round(table):
    game = table(**SOLO)
    game.open_tile(4, 4)
    game.to_planning()
    measure(game.s, game.t)
    game.do("plan gather wood on 4", "pass")
    assert "plan gather wood on 4" not in game.legal()


def test_additional_pawns_never_act_alone(table):
    game = table(**SOLO)
    s = game.s
    game.to_planning()
    s.invention_state[ITEM["map"]] = st.BUILT
    s.free_pawns[:] = 0
    assert not planning.may_open(s, game.t, 0, st.EXPLORE, 4)
    s.free_pawns[0] = 1
    game.do("plan explore 4", "use map")
    assert s.plan_pawns[0] == 2


def test_economical_construction_saves_one_wood(table):
    game = table(players=3, characters=["carpenter", "cook", "explorer"], starting_items=0)
    s = game.s
    game.to_planning()
    while s.acting != 0:
        game.do("pass")
    s.available[:] = [2, 0, 0, 0]
    s.determination[0] = 2
    assert "plan shelter" not in game.legal()
    game.do("use skill 1", "plan shelter")
    assert s.available[st.WOOD] == 0
    assert s.determination[0] == 0


def test_the_wood_token_raises_the_cost_of_the_next_building_paid_in_wood(table):
    game = table(**SOLO)
    s = game.s
    s.field_tokens[st.BUILD] |= st.PLUS_WOOD
    assert cost(s, game.t, st.BUILD, st.WEAPON, 0, st.WOOD) == 2
    assert cost(s, game.t, st.BUILD, st.SHELTER, 1, st.FUR) == 1


# ------------------------------------------------------------------ resolution


def act(game, plan: int = 0) -> None:
    """Resolve one planned action, with nothing else to be done."""
    game.s.phase = st.RESOLUTION
    game.step(stack.ACT, plan, 0, st.NONE, st.NONE, 0)


def test_arranging_the_camp_twice(table):
    game = table(**SOLO)
    s = game.s
    game.to_planning()
    before, morale = int(s.determination[0]), int(s.morale)
    s.free_pawns[st.FRIDAY] = 0
    s.field_tokens[:] = 0
    game.do("plan arrange camp", "plan arrange camp")
    for plan in range(2):
        act(game, plan)
    assert s.determination[0] == before + 4
    assert s.morale == morale + 2


def test_with_four_players_arranging_the_camp_gives_one_or_the_other(table):
    game = table(players=4, starting_items=0)
    s = game.s
    before = int(s.determination[1])
    game.run(game.t.arrange_program[4], performer=1)
    assert game.decision == "branch"
    assert game.legal() == ["choose A", "choose B"]
    game.do("choose A")
    assert s.determination[1] == before + 2


def test_dice_are_independent_and_shortage_gives_its_resource_after_a_failure(table):
    game = table(**SOLO)
    s = game.s
    game.open_tile(4, 7)  # hills with wood
    game.to_planning()
    measure(s, game.t)
    s.determination[0] = 0
    s.available[:] = 0
    s.field_tokens[:] = 0
    game.next_adventure(1, game.card("gather_adventure", "shortage"))
    game.do("plan gather wood on 4", "pass")
    game.roll(1, 6, 1)  # wound, no success, adventure
    act(game)
    assert s.wounds[0] == 1
    assert s.determination[0] == 2
    assert s.future[st.WOOD] == 1
    assert s.covered[4] & st.WOOD_SOURCE


def test_the_reroll_token_takes_a_success_back_once(table):
    game = table(**SOLO)
    s = game.s
    game.open_tile(4, 7)
    game.to_planning()
    measure(s, game.t)
    s.determination[0] = 0
    s.field_tokens[st.GATHER] = st.REROLL_TOKEN
    game.do("plan gather wood on 4", "pass")
    game.roll(6, 1, 6, 6)  # no wound, success, no adventure; the success die again: none
    act(game)
    assert s.field_tokens[st.GATHER] == 0
    assert s.determination[0] == 2
    assert s.future.sum() == 0


def test_a_reroll_skill_throws_one_die_again_before_any_counts(table):
    game = table(characters=["cook"], **SOLO)
    s = game.s
    game.open_tile(4, 7)
    game.to_planning()
    measure(s, game.t)
    s.determination[0] = 2
    game.do("plan gather wood on 4", "pass")
    game.roll(6, 6, 6, 1)
    act(game)
    assert game.decision == "reroll"
    assert s.determination[0] == 2
    game.do("reroll success")
    assert s.future[st.WOOD] == 1
    assert s.determination[0] == 0


def test_friday_is_wounded_instead_of_an_adventure(table):
    game = table(**SOLO)
    s = game.s
    game.to_planning()
    s.field_tokens[:] = 0
    game.do("pass")  # the player places no pawn
    assert s.planner == st.FRIDAY
    game.do("plan explore 4", "pass")
    game.roll(6, 6, 1)  # no wound, no success, adventure
    game.do("pass")  # the player, who is asked once more
    game.do("pass")  # Friday throws no die again with what the failure brings
    assert s.wounds[st.FRIDAY] == 1
    assert s.determination[st.FRIDAY] == 2


def test_friday_never_acts_where_a_players_pawn_is(table):
    game = table(**SOLO)
    game.to_planning()
    game.do("pass", "plan explore 4")
    assert "support: own pawn" not in game.legal()
    assert "use dog" in game.legal()


def test_exploring_draws_beast_and_discoveries(table):
    game = table(**SOLO)
    s = game.s
    at = list(s.tiles[: s.tiles_left]).index(0)
    s.tiles[at], s.tiles[s.tiles_left - 1] = s.tiles[s.tiles_left - 1], 0
    game.to_planning()
    s.field_tokens[:] = 0
    game.do("plan explore 4", "use dog")
    act(game)
    assert s.tile[4] == 0
    assert s.hunting_left == 1
    assert s.discoveries_left == components.DISCOVERY_TOKENS - 2
    assert s.discovery_future.sum() == 2


def test_an_adventure_token_brings_an_adventure_to_a_sure_action(table):
    game = table(**SOLO)
    s = game.s
    game.to_planning()
    s.field_tokens[st.EXPLORE] = st.ADVENTURE_TOKEN
    s.determination[0] = 2
    game.next_adventure(2, game.card("explore_adventure", "lost_in_the_woods"))
    game.do("plan explore 4", "use dog")
    act(game)
    assert s.determination[0] == 0
    assert s.field_tokens[st.EXPLORE] == 0


# ------------------------------------------------------------------ fights


def test_a_fight_wounds_for_each_lacking_weapon_level(table):
    game = table(**SOLO)
    s = game.s
    s.weapon = 1
    s.phase = st.RESOLUTION
    bear = [b["id"] for b in game.simulator.facts["beast"]].index("bear")
    game.step(stack.BEAST, bear, 0, 0, st.NONE, 0)
    assert s.wounds[0] == 5  # strength 6
    assert s.weapon == 0
    assert list(s.future) == [0, 5, 2, 0]


def test_a_weapon_loss_that_cannot_be_borne_wounds_too(table):
    game = table(**SOLO)
    s = game.s
    boa = [b["id"] for b in game.simulator.facts["beast"]].index("boa")  # strength 2, weapon -2
    s.weapon = 1
    game.step(stack.BEAST, boa, 0, 0, st.NONE, 0)
    assert s.wounds[0] == 1 + 1
    assert s.weapon == 0


def test_the_pistol_serves_one_fight(table):
    game = table(**SOLO)
    s = game.s
    s.starting_uses[STARTING["pistol"]] = 2
    game.step(stack.FIGHT, 4, 0, 0, st.NONE, 0)
    assert game.decision == "window"
    game.do("use pistol", "pass")
    assert s.wounds[0] == 1
    assert s.weapon == 0
    assert s.weapon_bonus == 0


# ------------------------------------------------------------------ weather


def test_weather_example(table):
    """Two rain clouds, a winter token, roof 1, 3 wood and 1 food: all spent, and one wound for each."""
    game = table(players=3, starting_items=0)
    s = game.s
    s.phase = st.WEATHER_PHASE
    s.rain, s.snow, s.roof = 2, 1, 1
    s.available[:] = [3, 1, 0, 0]
    weather.face_weather(s, game.t)
    assert list(s.available) == [0, 0, 0, 0]
    assert list(s.wounds[:3]) == [1, 1, 1]


def test_hungry_animals_and_storm_wound_each_player_when_they_cannot_be_met(table):
    game = table(players=2, starting_items=0)
    s = game.s
    s.phase = st.WEATHER_PHASE
    s.animals[0] = weather.LOSE_PALISADE
    game.step(stack.HUNGRY_STEP, 0, 0, st.NONE, st.NONE, 0)
    assert list(s.wounds[:2]) == [1, 1]
    s.animals[0], s.animals_faced = weather.BEAST_COMES, 0
    s.weapon = 1
    game.step(stack.HUNGRY_STEP, 0, 0, st.NONE, st.NONE, 0)
    assert list(s.wounds[:2]) == [3, 3]
    s.weather_tokens = st.STORM | st.RAIN
    game.step(stack.STORM_STEP, 0, 0, st.NONE, st.NONE, 0)
    assert list(s.wounds[:2]) == [4, 4]
    assert s.weather_tokens == 0


# ------------------------------------------------------------------ night


def test_the_players_choose_who_goes_hungry(table):
    game = table(players=3, starting_items=0)
    s = game.s
    s.phase = st.NIGHT_PHASE
    s.available[:] = [0, 1, 0, 1]
    game.step(stack.EAT, 0, 0, st.NONE, st.NONE, 0)
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
    game.step(stack.MOVE_CAMP, 0, 0, st.NONE, st.NONE, 0)
    game.do("space 4")
    assert (s.camp, s.roof, s.palisade) == (4, 1, 1)


def test_moving_from_a_natural_shelter_loses_both(table):
    game = table(**SOLO)
    s = game.s
    game.open_tile(4, 4)
    s.shelter, s.roof, s.palisade = 0, 2, 1
    game.step(stack.MOVE_CAMP, 0, 0, st.NONE, st.NONE, 0)
    game.do("space 4")
    assert (s.roof, s.palisade) == (0, 0)


def test_sleeping_in_the_open(table):
    game = table(players=2, starting_items=0)
    s = game.s
    game.step(stack.OPEN_AIR, 0, 0, st.NONE, st.NONE, 0)
    assert list(s.wounds[:2]) == [1, 1]
    s.shelter = 1
    game.step(stack.OPEN_AIR, 0, 0, st.NONE, st.NONE, 0)
    assert list(s.wounds[:2]) == [1, 1]


def test_food_rots_unless_it_is_stored(table):
    game = table(**SOLO)
    s = game.s
    s.available[:] = [2, 3, 1, 2]
    storage.rot(s, game.t)
    assert list(s.available) == [2, 0, 1, 2]
    s.available[st.FOOD] = 3
    s.invention_state[ITEM["cellar"]] = st.BUILT
    storage.rot(s, game.t)
    assert s.available[st.FOOD] == 3


@pytest.mark.parametrize(
    ("stores", "kept"),
    [("", 0), ("treasure barrel kept; uses of barrel 1", 0), ("treasure barrel kept", 1), ("cellar item", 1)],
)
def test_a_token_of_food_rots_unless_something_stores_food(stores, kept):
    """The Barrel stores two food once it has been used; the token takes no room in it."""
    position = Position(1).given(f"food 3; token nourishing_larvae 1; {stores}")
    position.rot()
    assert position.shows(f"token nourishing_larvae {kept}")
    assert position.s.available[st.FOOD] == (3 if "cellar" in stores else 2 * kept)


# ------------------------------------------------------------------ additional rules


def test_unfulfilled_demand_and_if_possible(table):
    game = table(**SOLO)
    s = game.s
    s.available[:] = 0
    s.phase = st.EVENT_PHASE
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
    s.phase = st.EVENT_PHASE
    wind = game.card("event", "exhausting_night")
    for _ in range(2):
        game.run(game.t.event_program[wind], wind)
    assert s.field_tokens[st.BUILD] == st.REROLL_TOKEN
    assert s.wounds[0] == 0


def test_decide_takes_one_branch(table):
    game = table(**SOLO)
    s = game.s
    s.phase = st.RESOLUTION
    card = game.card("build_adventure", "hungry_predator")
    game.run(game.t.resolve_program[card], card)
    assert game.legal() == ["choose A", "choose B"]
    game.do("choose A")
    assert s.wounds[0] == 2
    assert s.future[st.FOOD] == 2
    assert s.future[st.FUR] == 1


def test_drawing_mystery_cards(table):
    """One creature and two treasures: traps are passed over; after each card the players may stop."""
    game = table(**SOLO)
    s = game.s
    s.phase = st.RESOLUTION
    game.next_mysteries("sharp_blade", "cave_with_furs", "net", "bite", "antique_rapier")
    game.draw_mysteries(treasure=2, creature=1)
    assert s.mystery_state[components.MYSTERY_IDS.index("cave_with_furs")] == st.MYSTERY_FUTURE
    game.do("choose A")
    assert s.wounds[0] == 1  # the creature bites
    game.do("pass")
    assert s.mysteries_left == components.MYSTERY_CARDS - 2
    assert s.mysteries_passed == 0


def test_losing_bricks_lowers_the_palisade_if_it_can(table):
    game = table(**SOLO)
    s = game.s
    s.phase = st.NIGHT_PHASE
    s.invention_state[ITEM["bricks"]] = st.BUILT
    s.palisade = 1
    stack.clear_stack(s)
    items.lose_item(s, game.t, ITEM["bricks"], st.ON_BOARD)
    turn.advance(s, game.t)
    assert s.palisade == 0
    assert s.wounds[0] == 0
    assert s.invention_state[ITEM["bricks"]] == st.ON_BOARD


def test_exhausted_source_and_token(table):
    game = table(**SOLO)
    s = game.s
    s.available[:] = 0
    s.covered[3] = st.WOOD_SOURCE
    game.step(stack.PRODUCTION, 0, 0, st.NONE, st.NONE, 0)
    assert list(s.available[:2]) == [0, 1]
    s.space_tokens[3] = st.PLUS_WOOD
    game.step(stack.PRODUCTION, 0, 0, st.NONE, st.NONE, 0)
    assert list(s.available[:2]) == [1, 2]


# ------------------------------------------------------------------ Castaways


def test_the_woodpile_takes_one_stage_a_round(table):
    game = table(**SOLO)
    s = game.s
    s.available[st.WOOD] = 9
    game.step(stack.FEED_STEP, 0, 0, st.NONE, st.NONE, 0)
    assert game.legal() == ["pass", "lay 1"]
    game.do("lay 1")
    assert s.counter[0] == 1
    assert s.counter_stages_fed[0] == 1


def test_pile_and_fire_in_round_ten_win_at_once(table):
    game = table(**SOLO)
    s = game.s
    s.counter[0] = 14
    s.available[st.WOOD] = 3
    s.invention_state[ITEM["fire"]] = st.BUILT
    s.rounds = 10
    game.step(stack.FEED_STEP, 0, 0, st.NONE, st.NONE, 0)
    game.do("lay 1")
    assert s.over == 1
    assert s.victory == 1
    assert s.cause == st.GOAL_MET
    assert s.score == 12 + 5 * 4 + 2 * s.weapon


def test_after_the_last_round_the_game_is_lost(table):
    game = table(**SOLO)
    game.s.rounds = 12
    game.step(stack.END_OF_ROUND, 0, 0, st.NONE, st.NONE, 0)
    assert game.s.over == 1
    assert game.s.cause == st.OUT_OF_ROUNDS


# ------------------------------------------------------------------ worked examples, section by section


def test_only_who_takes_the_threat_action_gains_its_determination(table):
    """Planning, Chanty: two pawns of two players; two determination for one of them, morale for all."""
    game = table(players=2, starting_items=0)
    s = game.s
    game.to_planning()
    s.threat[:] = [game.card("event", "memories_of_the_cruise"), st.NONE]
    s.determination[:] = 0
    s.morale = 0
    first = int(s.acting)
    game.do("plan threat left")
    game.do("support: pawn of the next player")
    act(game)
    assert s.determination[first] == 2
    assert s.determination.sum() == 2
    assert s.morale == 1
    assert s.threat[0] == st.NONE


def test_compass_and_map_together_explore_nothing_without_a_person(table):
    """Additional pawns."""
    game = table(**SOLO)
    s = game.s
    game.to_planning()
    s.invention_state[ITEM["map"]] = st.BUILT
    s.mystery_state[TREASURE["compass"]] = st.MYSTERY_KEPT
    game.do("plan explore 4")
    assert {"use map", "use treasure compass"} <= set(game.legal())
    s.free_pawns[:] = 0
    assert not planning.may_open(s, game.t, 0, st.EXPLORE, 0)


def test_a_wreckage_card_gives_less_for_one_pawn_and_more_for_two(table):
    """Threat action, wreckage."""
    for answer, food, durable in (("choose A", 1, 0), ("choose B", 1, 1)):
        game = table(**SOLO)
        game.to_planning()
        game.do("plan threat right", answer)
        if game.decision == "support":
            game.do("support: own pawn")
        act(game)
        assert (game.s.future[st.FOOD], game.s.future[st.DURABLE_FOOD]) == (food, durable)
        assert game.s.threat[1] == st.NONE


def test_fire_raises_the_palisade_and_lets_the_fireplace_be_built(table):
    """Building, items."""
    game = table(characters=["cook"], **SOLO)
    s = game.s
    target = st.FIRST_INVENTION + ITEM["fireplace"]
    s.shelter = 1
    assert not possible(s, game.t, st.BUILD, target, 0)
    s.phase = st.WEATHER_PHASE
    stack.clear_stack(s)
    items.become_item(s, game.t, ITEM["fire"])
    turn.advance(s, game.t)
    assert s.palisade == 1
    assert possible(s, game.t, st.BUILD, target, 0)


def test_a_map_is_needed_for_the_shortcut_and_a_shovel_for_its_threat_action(table):
    """Turning items: what is lost is needed again."""
    game = table(characters=["explorer"], **SOLO)
    s = game.s
    shortcut = st.FIRST_INVENTION + ITEM["shortcut"]
    s.threat[:] = [game.card("event", "body_on_the_beach"), st.NONE]
    s.invention_state[[ITEM["map"], ITEM["shovel"]]] = st.BUILT
    assert possible(s, game.t, st.BUILD, shortcut, 0)
    assert possible(s, game.t, st.THREAT, 0, 0)
    for item in (ITEM["map"], ITEM["shovel"]):
        items.lose_item(s, game.t, item, st.ON_BOARD)
    assert not possible(s, game.t, st.BUILD, shortcut, 0)
    assert not possible(s, game.t, st.THREAT, 0, 0)


def test_a_lost_shortcut_takes_its_token_away(table):
    """Turning items."""
    game = table(characters=["explorer"], **SOLO)
    s = game.s
    game.open_tile(4, 4)
    s.invention_state[ITEM["shortcut"]] = st.BUILT
    s.space_tokens[4] = st.SHORTCUT_TOKEN
    stack.clear_stack(s)
    items.lose_item(s, game.t, ITEM["shortcut"], st.ON_BOARD)
    assert s.space_tokens[4] == 0


def test_the_first_plains_make_basket_cure_and_rope_possible(table):
    """Exploration: terrain marked, a beast shuffled in, two tokens for later."""
    game = table(**SOLO)
    s = game.s
    at = list(s.tiles[: s.tiles_left]).index(0)  # tile 1: plains, wood, beast, two tokens
    s.tiles[at], s.tiles[s.tiles_left - 1] = s.tiles[s.tiles_left - 1], 0
    s.invention_state[ITEM["basket"]] = st.ON_BOARD
    of_plains = [st.FIRST_INVENTION + item for item in (ITEM["basket"], ITEM["cure"], ITEM["rope"])]
    assert not any(possible(s, game.t, st.BUILD, target, 0) for target in of_plains)
    game.to_planning()
    s.field_tokens[:] = 0
    game.do("plan explore 4", "use dog")
    act(game)
    assert all(possible(s, game.t, st.BUILD, target, 0) for target in of_plains)
    assert s.hunting_left == 1
    assert s.discovery.sum() == 0
    assert s.discovery_future.sum() == 2


def test_basket_and_sack_help_the_same_gathering(table):
    """Items: each once a round, also together."""
    game = table(**SOLO)
    s = game.s
    game.open_tile(4, 7)
    game.to_planning()
    measure(s, game.t)
    s.field_tokens[:] = 0
    s.invention_state[[ITEM["basket"], ITEM["sack"], ITEM["belts"]]] = st.BUILT
    game.do("plan gather wood on 4", "use belts")
    act(game)
    assert s.future[st.WOOD] == 3


def test_weather_example_with_dice_and_token(table):
    """Weather: two rain clouds rolled and a winter token, roof 1, 3 wood and 1 food."""
    game = table(players=3, starting_items=0)
    s = game.s
    s.rounds, s.roof = 4, 1
    s.weather_tokens = st.SNOW
    s.determination[:] = 0
    s.available[:] = [3, 1, 0, 0]
    game.roll(4)  # two clouds
    s.phase = st.WEATHER_PHASE
    game.step(stack.ROLL_WEATHER, 0, 0, st.NONE, st.NONE, 0)
    game.step(stack.FACE_WEATHER, 0, 0, st.NONE, st.NONE, 0)
    assert list(s.available) == [0, 0, 0, 0]
    assert list(s.wounds[:3]) == [1, 1, 1]
    assert s.weather_tokens == 0


def test_no_source_to_cover_wounds_each_player(table):
    """Unfulfilled demand."""
    game = table(players=2, starting_items=0)
    s = game.s
    s.phase = st.EVENT_PHASE
    s.covered[3] = st.WOOD_SOURCE
    card = game.card("event", "thunderstorm")
    game.run(game.t.event_program[card], card)
    assert list(s.wounds[:2]) == [1, 1]


def test_a_second_food_token_on_a_tile_is_left_out(table):
    """One token only."""
    game = table(**SOLO)
    s = game.s
    s.phase = st.WEATHER_PHASE
    s.space_tokens[3] = st.PLUS_FOOD
    stack.clear_stack(s)
    items.become_item(s, game.t, ITEM["snare"])
    turn.advance(s, game.t)
    assert s.space_tokens[3] == st.PLUS_FOOD
    assert s.wounds[0] == 0


def test_the_other_choice_of_a_hungry_predator(table):
    """Symbols: one food, a palisade level, and the card goes into the event deck."""
    game = table(**SOLO)
    s = game.s
    s.phase = st.RESOLUTION
    s.shelter, s.palisade = 1, 1
    s.available[:] = [0, 1, 0, 0]
    card = game.card("build_adventure", "hungry_predator")
    before = int(s.events_left)
    game.run(game.t.resolve_program[card], card)
    game.do("choose B")
    assert (s.available[st.FOOD], s.palisade, s.events_left) == (0, 0, before + 1)
    assert s.wounds[0] == 0


def test_one_pawn_and_one_food_for_one_determination(table):
    """Symbols: an icon without a number stands for one."""
    game = table(**SOLO)
    s = game.s
    game.to_planning()
    s.threat[:] = [game.card("event", "winter_depression"), st.NONE]
    s.determination[:] = 0
    s.available[:] = 0
    assert "plan threat left" not in game.legal()
    s.available[st.FOOD] = 1
    game.do("plan threat left")
    assert s.available[st.FOOD] == 0
    act(game)
    assert s.determination[0] == 1


def test_economical_construction_takes_a_threat_action_without_its_wood(table):
    """Character skills."""
    game = table(**SOLO)
    s = game.s
    game.to_planning()
    s.threat[:] = [game.card("event", "heavy_rain"), st.NONE]
    s.available[:] = 0
    s.determination[0] = 2
    assert "plan threat left" not in game.legal()
    game.do("use skill 1", "plan threat left")
    assert s.available[st.WOOD] == 0


def test_the_only_mountains_lost_make_knife_and_fire_impossible(table):
    """Unexplored terrain; what is built stays."""
    game = table(**SOLO)
    s = game.s
    game.open_tile(4, 2)
    targets = [st.FIRST_INVENTION + item for item in (ITEM["knife"], ITEM["fire"])]
    assert all(possible(s, game.t, st.BUILD, target, 0) for target in targets)
    s.phase = st.EVENT_PHASE
    card = game.card("event", "earthquake")
    game.run(game.t.event_program[card], card)
    assert s.face_down[4] == 1
    assert not any(possible(s, game.t, st.BUILD, target, 0) for target in targets)
    game.open_tile(7, 5)
    assert all(possible(s, game.t, st.BUILD, target, 0) for target in targets)


def test_mystery_example_of_the_rulebook(table):
    """Trap passed over, treasure, trap passed over, creature, then on to the second treasure."""
    game = table(**SOLO)
    s = game.s
    s.phase = st.RESOLUTION
    game.next_mysteries("sharp_blade", "cave_with_furs", "net", "bite", "antique_rapier")
    game.draw_mysteries(treasure=2, creature=1)
    game.do("choose A", "choose A")
    found = [m for m in range(components.MYSTERY_CARDS) if s.mystery_state[m] == st.MYSTERY_FUTURE]
    assert [components.MYSTERY_IDS[m] for m in found] == ["cave_with_furs", "antique_rapier"]
    assert s.wounds[0] == 1
    assert s.mysteries_left == components.MYSTERY_CARDS - 3
    assert s.decision == st.NO_DECISION


def test_a_pawn_of_a_lost_map_that_is_in_use_stays(table):
    """Turning items: the pawn is lost unless it is in use."""
    game = table(**SOLO)
    s = game.s
    game.to_planning()
    s.field_tokens[:] = 0
    s.invention_state[ITEM["map"]] = st.BUILT
    game.do("plan explore 4", "use map")
    items.lose_item(s, game.t, ITEM["map"], st.ON_BOARD)
    assert not planning.dice_are_rolled(s, game.t, 0)
