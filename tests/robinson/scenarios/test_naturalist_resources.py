"""The Naturalist: unique resources, cages and captures, fossils."""

from __future__ import annotations

import numpy as np
import pytest

from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.world import island
from crusoe_env.robinson.view import picture, text
from tests.robinson.conftest import Table
from tests.robinson.ids import ITEM, TREASURE
from tests.robinson.scenarios.naturalist import (
    BEAST,
    BIRDS,
    BUILD_CONSERVATORY,
    CAGE,
    CAGED,
    CAGES,
    CARPENTER,
    CONSERVATORY,
    CREATURE,
    DIG,
    FISH,
    FOSSILS,
    HILLS,
    PLAINS,
    TREES,
    choose_all,
    naturalist,
    places,
    surely,
)
from tests.robinson.scenarios.playing import built, plans


@pytest.fixture(params=["first", "current"])
def game(request) -> Table:
    return naturalist(request.param)


def favourable(game: Table) -> Table:
    """The book: the yield of sources may be kept this round."""
    game.run(int(game.t.on[c.ON_BOOK]))
    assert game.s.keeping == 1
    return game


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


def test_a_dam_built_in_a_book_round_may_bring_two_fish(game):
    favourable(game)
    game.gain_item(ITEM["dam"])
    assert game.s.question_card == c.FIRST_ITEM_EFFECT + ITEM["dam"]
    game.do("choose B")
    assert (game.s.counter[FISH], game.s.available[c.DURABLE_FOOD]) == (2, 0)


@pytest.mark.parametrize("seed", range(4))
def test_the_corral_is_among_the_five_inventions(seed):
    game = Table(seed, scenario="naturalist").start()
    dealt = [i for i in range(components.CARD_INVENTIONS) if game.s.dealt_inventions >> i & 1]
    assert len(dealt) == 5
    assert ITEM["corral"] in dealt


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


def test_fossils_are_dug_on_hills_and_mountains_with_a_shovel(game):
    assert places(plans(game), DIG) == set()
    built(game, ITEM["shovel"])
    assert places(plans(game), DIG) == {str(HILLS)}
    surely(game, f"{DIG} on {HILLS}")
    assert game.s.counter[FOSSILS] == 1
    assert places(plans(game), DIG) == {str(HILLS)}


@pytest.mark.parametrize(("items", "fossils"), [(["sack"], 2), (["basket", "sack"], 3)])
def test_basket_and_sack_add_a_fossil_each(game, items, fossils):
    built(game, ITEM["shovel"], *(ITEM[item] for item in items))
    surely(game, f"{DIG} on {HILLS}")
    choose_all(game, "choose A")
    assert game.s.counter[FOSSILS] == fossils
