"""The Naturalist: Darwin, unique resources, fossils, cages, plants; goal, points and effects of the sheet."""

from __future__ import annotations

import re

import numpy as np
import pytest

from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.world import island
from crusoe_env.robinson.scenarios.goals import goal_progress, potential, victory_points
from crusoe_env.robinson.view import picture, text
from tests.robinson.conftest import Table
from tests.robinson.ids import ITEM, TOKEN, TREASURE
from tests.robinson.scenarios.playing import built, emptied, plans

FOSSILS, TREES, FISH, BIRDS, CAGES, CAGED, PLANTS = range(7)
CAGE, BEAST, CREATURE, DIG, PLANT, SUNDEW = (f"plan special {k}" for k in range(1, 7))
CONSERVATORY = components.CARD_INVENTIONS
BUILD_CONSERVATORY = "plan scenario invention 1"

CARPENTER, COOK = 0, 1
HILLS, PLAINS = 4, 7
"""Spaces beside the camp: hills (tile 4, wood and fish, totem), plains (tile 1, wood, beast)."""


@pytest.fixture(params=["first", "current"])
def game(request) -> Table:
    """Carpenter, Cook and Darwin in round 5; nothing in store, no tokens, no threats."""
    two = {"players": 2, "characters": ["carpenter", "cook"], "starting_items": 0}
    game = emptied(Table(scenario="naturalist", edition=request.param, **two).start(), 5)
    game.s.morale = game.s.covered[:] = 0
    game.open_tile(HILLS, 4)
    game.open_tile(PLAINS, 1)
    island.measure(game.s, game.t)
    return game


def places(game: Table, name: str) -> set[str]:
    """Where a special action can be planned now."""
    return {action.removeprefix(name + " on ") for action in game.legal() if action.startswith(name + " on ")}


def surely(game: Table, name: str) -> None:
    """The Carpenter takes an action with a pawn more than it needs, or as many as it takes without dice."""
    plans(game)
    game.s.free_pawns[:] = 0
    game.s.free_pawns[CARPENTER] = 6
    game.do(name)
    while game.decision == "payment":
        game.do("choose A")
    while game.decision == "support":
        game.do("support: own pawn")
    while game.decision == "branch":  # current edition: Basket and Sack are assigned
        game.do("choose A")
    game.resolve(0)


def choose_all(game: Table, action: str = "") -> None:
    """Answer everything that is asked, `action` where it is legal."""
    while not game.s.over and game.decision != "nothing" and game.s.stack_size > 0:
        legal = game.legal()
        if game.decision in ("plan", "window") and action not in legal:
            if game.decision == "plan":
                return
            game.do("pass")
        else:
            game.do(action if action in legal else legal[0])


def favourable(game: Table) -> Table:
    """The book: the yield of sources may be kept this round."""
    game.run(int(game.t.on[c.ON_BOOK]))
    assert game.s.keeping == 1
    return game


# ------------------------------------------------------------------ Darwin
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


def test_the_sixth_wound_of_darwin_lowers_morale(game):
    s = game.s
    s.shelter, s.phase = 0, c.NIGHT_PHASE
    for wounds, morale in ((4, 0), (5, -1)):
        s.wounds[:] = 0
        s.wounds[c.GUEST] = wounds
        game.step(steps.OPEN_AIR, asked=1)
        assert s.morale == morale


def test_two_determination_throw_a_grey_die_again(game):
    s = game.s
    plans(game)
    while s.planner != c.GUEST:
        game.do("pass")
    s.determination[c.GUEST] = 2
    game.do(f"plan gather wood on {HILLS}")
    game.roll(6, 6, 6)
    game.resolve(0)
    assert game.decision == "reroll"
    game.do("reroll success")
    assert s.determination[c.GUEST] in (0, 2)  # two more if it has failed again


def test_his_death_loses(game):
    s = game.s
    s.shelter, s.phase = 0, c.NIGHT_PHASE
    s.wounds[c.GUEST] = 10
    game.step(steps.OPEN_AIR, asked=1)
    assert (s.over, s.victory, game.cause()) == (1, 0, "Darwin died")


# ------------------------------------------------------------------ goal, points, titles
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


def test_it_is_not_won_before_round_twelve(game):
    game.s.rounds = 11
    knowledge(game, plants=5)
    game.step(steps.END_OF_ROUND)
    assert game.s.over == 0


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


# ------------------------------------------------------------------ unique resources
def test_without_the_book_nothing_can_be_kept(game):
    built(game, CONSERVATORY, ITEM["dam"])
    game.s.keeping = 0
    game.production()
    assert game.s.available[[c.WOOD, c.FOOD]].tolist() == [1, 1]  # the beach: wood and fish
    assert game.s.counter.sum() == 0


def test_production_of_a_book_round_can_be_kept(game):
    favourable(built(game, CONSERVATORY, ITEM["dam"]))
    game.production()
    game.do("choose A")
    game.do("pass")
    kept = game.s.counter[[TREES, FISH]].tolist()
    assert sorted(kept) == [0, 1]
    assert game.s.available[[c.WOOD, c.FOOD]].tolist() == [1 - kept[0], 1 - kept[1]]


@pytest.mark.parametrize(("item", "counter"), [(CONSERVATORY, TREES), (ITEM["dam"], FISH)])
def test_each_kind_needs_its_store(game, item, counter):
    favourable(built(game, item))
    game.production()
    game.do("choose A")
    assert game.s.counter[counter] == 1
    assert game.s.available[[c.WOOD, c.FOOD]].sum() == 1
    assert game.s.stack_size == 0


def test_birds_go_to_the_corral(game):
    game.open_tile(1, 9)  # plains with birds
    island.measure(game.s, game.t)
    favourable(built(game, ITEM["corral"]))
    surely(game, "plan gather food on 1")
    game.do("choose A")
    assert (game.s.counter[BIRDS], game.s.future[c.FOOD]) == (1, 0)
    assert game.s.gained[:, c.FOOD].sum() == 0


def test_text_and_picture_say_that_yields_may_be_kept_this_round(game):
    table, words = (game.s, game.t, game.simulator.facts), "this round may be kept"
    assert words not in text(*table)
    favourable(game)
    assert f"{words}: unique trees, unique fish, unique birds" in text(*table)
    assert f"{words}: unique trees, unique fish, unique birds" in picture(*table)


def test_tokens_do_not_give_unique_resources(game):
    s = favourable(built(game, CONSERVATORY)).s
    s.space_tokens[s.camp] |= c.PLUS_WOOD
    s.available[c.WOOD] = 3  # of earlier rounds
    game.production()
    game.do("choose A")
    assert (s.counter[TREES], s.available[c.WOOD]) == (1, 4)
    assert s.stack_size == 0


def test_what_the_sack_adds_is_unique_too(game):
    favourable(built(game, CONSERVATORY, ITEM["sack"]))
    surely(game, f"plan gather wood on {PLAINS}")
    choose_all(game, "choose A")
    assert (game.s.counter[TREES], game.s.future[c.WOOD]) == (2, 0)


def test_the_book_holds_for_one_round(game):
    favourable(game)
    game.s.events_left = 0
    game.step(steps.BEGIN_ROUND)
    assert game.s.keeping == 0


def test_a_dam_built_in_a_book_round_may_bring_two_fish(game):
    favourable(game)
    game.gain_item(ITEM["dam"])
    assert game.s.question_card == c.FIRST_ITEM_EFFECT + ITEM["dam"]
    game.do("choose B")
    assert (game.s.counter[FISH], game.s.available[c.DURABLE_FOOD]) == (2, 0)


def test_a_dam_of_another_round_brings_durable_food(game):
    game.gain_item(ITEM["dam"])
    assert (game.s.counter[FISH], game.s.available[c.DURABLE_FOOD]) == (0, 2)


@pytest.mark.parametrize("seed", range(4))
def test_the_corral_is_among_the_five_inventions(seed):
    game = Table(seed, scenario="naturalist").start()
    dealt = [i for i in range(components.CARD_INVENTIONS) if game.s.dealt_inventions >> i & 1]
    assert len(dealt) == 5
    assert ITEM["corral"] in dealt


# ------------------------------------------------------------------ conservatory, cages, captures
def test_the_conservatory_takes_two_wood_and_a_fur(game):
    game.s.available[[c.WOOD, c.FUR]] = 2, 0
    assert BUILD_CONSERVATORY not in plans(game).legal()
    game.s.available[c.FUR] = 1
    surely(game, BUILD_CONSERVATORY)
    assert game.s.available[[c.WOOD, c.FUR]].tolist() == [0, 0]
    assert game.s.invention_state[CONSERVATORY] == c.FUTURE_ITEM


@pytest.mark.parametrize("resource", [c.WOOD, c.FUR])
def test_a_building_action_makes_two_cages(game, resource):
    assert CAGE not in plans(game).legal()
    game.s.available[resource] = 2
    surely(game, CAGE)
    assert (game.s.counter[CAGES], game.s.available[resource]) == (2, 1)
    assert CAGE in plans(game).legal(), "they can be built again"


def with_beast(game: Table, strength: int = 2) -> int:
    """A beast of some strength is the hunting deck; it."""
    t = game.t
    plain = (t.beast_strength >= strength) & (t.beast_weapon_loss == 0) & (t.beast_extra == 0)
    beast = int(np.flatnonzero(plain & (t.beast_fur > 0))[0])
    game.s.hunting[0], game.s.hunting_left = beast, 1
    return beast


def test_a_beast_is_caught_without_food_and_fur(game):
    s = game.s
    beast = with_beast(game)
    assert BEAST not in plans(game).legal()
    s.counter[CAGES] = 1
    s.weapon = 1
    surely(game, BEAST)
    choose_all(game)
    assert s.wounds[CARPENTER] == game.t.beast_strength[beast] - 1
    assert s.counter[[CAGES, CAGED]].tolist() == [0, 1]
    assert s.future[[c.FOOD, c.FUR]].tolist() == [0, 0]
    assert s.hunting_left == 0


def test_one_beast_is_not_planned_twice(game):
    with_beast(game)
    game.s.counter[CAGES] = 2
    plans(game)
    game.s.free_pawns[CARPENTER] = 4
    game.do(BEAST)
    assert not {"plan hunt", BEAST} & set(game.legal())


def test_each_capture_takes_a_cage_of_its_own(game):
    """Beasts and creatures go into the same cages: all that is planned is possible if all of it succeeds."""
    captures = {BEAST, f"{CREATURE} on {PLAINS}"}
    for cages, planned in (
        (1, [BEAST]),
        (1, [f"{CREATURE} on {PLAINS}"]),
        (2, [BEAST, f"{CREATURE} on {PLAINS}"]),
    ):
        game.s.counter[CAGES], game.s.hunting_left = cages, 3
        plans(game)
        for action in planned:
            game.s.free_pawns[:2] = 4
            assert captures <= set(game.legal())
            game.do(action)
            while game.decision == "support":
                game.do(next(name for name in game.legal() if name.startswith("support: ")))
        game.s.free_pawns[:2] = 4
        assert not captures & set(game.legal())


def test_a_creature_is_caught_with_all_its_effects_at_once(game):
    s = game.s
    s.counter[CAGES], s.weapon = 2, 3
    assert places(plans(game), CREATURE) == {str(PLAINS)}
    game.next_mysteries("gorilla")
    surely(game, f"{CREATURE} on {PLAINS}")
    choose_all(game)
    assert s.wounds[CARPENTER] == 2
    assert s.weapon == 1, "it lowers the weapon at once, not as an event"
    assert s.mystery_state[TREASURE["gorilla"]] == c.MYSTERY_GONE
    assert s.counter[[CAGES, CAGED]].tolist() == [1, 1]
    assert places(plans(game), CREATURE) == set(), "the beast icon is covered"


def test_a_creature_that_would_come_back_for_ever_comes_once(game):
    s = game.s
    s.counter[CAGES], s.weapon = 1, 0
    events = int(s.events_left)
    game.next_mysteries("gremlins")
    surely(game, f"{CREATURE} on {PLAINS}")
    choose_all(game)
    assert s.wounds[CARPENTER] == 2 + 3  # he is the First Player, too
    assert (s.events_left, s.counter[CAGED]) == (events, 1)


def test_furs_of_a_creature_that_is_caught_are_lost(game):
    s = game.s
    s.counter[CAGES], s.weapon = 1, 4
    game.next_mysteries("big_ape")
    surely(game, f"{CREATURE} on {PLAINS}")
    choose_all(game)
    assert s.future[c.FUR] == s.available[c.FUR] == 0
    assert s.counter[CAGED] == 1


def test_a_beast_that_a_card_brings_may_be_caged(game):
    s = game.s
    s.weapon = 9
    for cages, answer, caged in ((0, None, 0), (1, "choose B", 0), (1, "choose A", 1)):
        s.counter[[CAGES, CAGED]] = cages, 0
        s.available[:] = 0
        beast = int(np.flatnonzero(game.t.beast_fur > 0)[0])
        game.step(steps.BEAST, beast=beast, who=CARPENTER, card=0)
        while game.decision == "window":
            game.do("pass")
        if answer:
            game.do(answer)
        assert s.counter[CAGED] == caged
        assert s.available[c.FUR] == (0 if caged else game.t.beast_fur[beast])


def test_an_ordinary_hunt_is_for_food_and_fur(game):
    s = game.s
    s.counter[CAGES], s.weapon = 1, 9
    beast = with_beast(game)
    surely(game, "plan hunt")
    choose_all(game)
    assert (s.counter[CAGED], s.future[c.FUR]) == (0, game.t.beast_fur[beast])


# ------------------------------------------------------------------ fossils
def test_fossils_are_dug_on_hills_and_mountains_with_a_shovel(game):
    assert places(plans(game), DIG) == set()
    built(game, ITEM["shovel"])
    assert places(plans(game), DIG) == {str(HILLS)}
    surely(game, f"{DIG} on {HILLS}")
    assert game.s.counter[FOSSILS] == 1
    assert places(plans(game), DIG) == {str(HILLS)}


def test_fossils_and_plants_are_not_gathered_on_the_camps_own_tile(game):
    s = with_plant(built(game, ITEM["shovel"]), 1).s
    for number, name in ((1, PLANT), (4, SUNDEW)):
        s.number[HILLS] = number
        s.camp = 3
        plans(game).s.free_pawns[CARPENTER] = 6
        assert places(game, name) == places(game, DIG) == {str(HILLS)}
        s.camp = HILLS
        plans(game).s.free_pawns[CARPENTER] = 6
        assert places(game, name) == places(game, DIG) == set()


def test_fossils_are_dug_several_times_a_round_on_one_tile(game):
    built(game, ITEM["shovel"])
    plans(game)
    game.do(f"{DIG} on {HILLS}", "pass")
    assert places(game, DIG) == {str(HILLS)}


def test_the_sack_adds_a_fossil(game):
    built(game, ITEM["shovel"], ITEM["sack"])
    surely(game, f"{DIG} on {HILLS}")
    choose_all(game, "choose A")
    assert game.s.counter[FOSSILS] == 2


def test_basket_and_sack_add_a_fossil_each(game):
    built(game, ITEM["shovel"], ITEM["basket"], ITEM["sack"])
    surely(game, f"{DIG} on {HILLS}")
    choose_all(game, "choose A")
    assert game.s.counter[FOSSILS] == 3


@pytest.mark.parametrize("game", ["first"], indirect=True)
def test_a_fossil_of_the_basket_is_there_before_the_sack_is_offered(game):
    built(game, ITEM["shovel"], ITEM["basket"], ITEM["sack"])
    plans(game)
    for _ in range(2):
        game.do(f"{DIG} on {HILLS}")
        while game.decision == "support":
            game.do("support: own pawn" if "support: own pawn" in game.legal() else game.legal()[0])
    while "choose A" not in game.legal():
        game.do("pass" if "pass" in game.legal() else game.legal()[0])
    game.do("choose A")
    assert ("choose A" in game.legal(), game.s.counter[FOSSILS]) == (True, 2)


def test_a_card_that_ends_the_source_ends_fossils_and_terrain(game):
    built(game, ITEM["shovel"])
    plans(game)
    game.do(f"{DIG} on {HILLS}", "pass")
    facts = game.simulator.facts["gather_adventure"]
    ending = [e["id"] for e in facts if e["effect"][:1] == ["cover gathered 1 here"]]
    game.next_adventure(1, game.card("gather_adventure", ending[0]))
    game.roll(6, 1, 1)  # no wound, success, an adventure
    game.resolve(0)
    choose_all(game)
    assert game.s.covered[HILLS] & c.TERRAIN
    assert places(plans(game), DIG) == set()


# ------------------------------------------------------------------ plants of the totems
def with_plant(game: Table, number: int) -> Table:
    """This plant grows on the hills."""
    game.s.number[HILLS] = number
    return built(game, CONSERVATORY)


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


def test_an_item_turned_back_for_the_lotus_may_go_as_an_invention_too(game):
    s, rope = with_plant(game, 1).s, ITEM["rope"]
    built(game, rope)
    surely(game, f"{PLANT} on {HILLS}")
    game.do("choose A")  # the only item: it is turned back
    assert s.invention_state[rope] == c.ON_BOARD
    for name in ("rope", "pot", "knife"):
        if game.decision == "branch":
            game.do("choose B")
        game.do(f"card {name}")
    assert s.invention_state[rope] in (c.IN_DECK, c.DISCARDED)
    assert (s.counter[PLANTS], s.wounds.sum()) == (1, 0)


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


# ------------------------------------------------------------------ discoveries, weather, whole games
def test_discoveries(game):
    s = game.s
    game.run(game.program_of_token(TOKEN["symbol_dashes"]))
    game.run(game.program_of_token(TOKEN["symbol_bowtie"]))
    game.run(game.program_of_token(TOKEN["symbol_bands"]))
    assert (s.available[c.FUR], s.weapon, s.available[c.WOOD]) == (1, 1, 2)
    s.phase = c.WEATHER_PHASE
    game.run(game.program_of_token(TOKEN["symbol_saltire"]))
    assert s.ignored_rain == 1


def test_weather_and_cards():
    game = Table(scenario="naturalist").start()
    assert game.t.weather[:12].tolist() == [0] * 6 + [1] * 3 + [5] * 3
    assert (game.t.rounds, game.t.book_cards, game.t.adventure_cards) == (12, 6, 6)


@pytest.mark.parametrize("edition", ["first", "current"])
def test_random_games_come_to_an_end(edition):
    rng = np.random.default_rng(1)
    for seed in range(3):
        game = Table(seed, scenario="naturalist", edition=edition, players=3).start()
        while not game.s.over:
            game.do(str(rng.choice(game.legal())))
        assert game.s.rounds <= 12
        assert game.s.counter[[FOSSILS, TREES, FISH, BIRDS, CAGES, CAGED, PLANTS]].min() >= 0
