"""Volcano Island: lava, ash, the locations and the Jolly-boat, and how it is won and lost."""

from __future__ import annotations

import pytest

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.components import CARD_INVENTIONS
from crusoe_env.robinson.rules.world import island
from crusoe_env.robinson.rules.world.requirements import extra_pawns
from tests.robinson.conftest import Table
from tests.robinson.ids import ITEM, TOKEN, TREASURE
from tests.robinson.scenarios.playing import (
    begin,
    begin_round,
    end_round,
    find,
    lay,
    marked,
    places,
    plan_again,
    spaces_offered,
    special,
    value,
)
from tests.support import new_env

SCENARIO = "volcano_island"
CAMP, VOLCANO, SAFE = 6, 5, 3
LADDER, BOAT = CARD_INVENTIONS, CARD_INVENTIONS + 1
TREASURES = ("candles", "old_rifle", "compass", "barrel", "whip", "backpack", "blankets")
LAVA = {4: [6], 5: [2, 9], 6: [1, 8], 7: [4], 8: [0, 7]}


@pytest.fixture
def game() -> Table:
    """Two players; a totem lies beside the camp on 2, another one farther off on 1."""
    return begin(SCENARIO, tiles={2: 4, 1: 5, 9: 1})


def with_rope(game: Table) -> Table:
    game.s.invention_state[ITEM["rope"]] = c.BUILT
    return game


# ---------------------------------------------------------------- set-up


def test_the_set_up():
    game = Table(scenario=SCENARIO, players=2, starting_items=0).start()
    s = game.s
    tiles = {space: int(tile) + 1 for space, tile in enumerate(s.tile) if tile != c.NONE}
    assert (int(s.camp), tiles, int(s.tiles_left)) == (CAMP, {VOLCANO: 8, CAMP: 10}, 9)
    assert s.face_down.tolist() == [int(space == VOLCANO) for space in range(c.SPACES)]
    built = [item for item, number in ITEM.items() if s.invention_state[number] == c.BUILT]
    assert (sorted(built), int(s.weapon)) == (["knife", "shovel"], 1)
    assert island.explored_terrains(s, game.t) == 1 << c.RIVER
    assert (s.discovery.sum(), s.totems_found, value(game, "totems_uncovered")) == (0, 0, 0)
    assert game.t.weather[:8].tolist() == [0, 0, 0, 1, 1, 1, 1, 1]


def test_the_volcano_is_told_by_name():
    env = new_env("robinson", scenario=SCENARIO)
    env.reset(seed=0)
    assert f"{VOLCANO} volcano, cannot be entered" in env.text()
    assert ">volcano</text>" in env.picture()


# ---------------------------------------------------------------- lava


@pytest.mark.parametrize("number", range(1, 9))
def test_the_lava_takes_its_spaces_as_the_round_begins(number):
    game = Table(scenario=SCENARIO, players=2).start()
    game.s.camp = SAFE
    game.s.tile[SAFE] = 0
    begin_round(game, number)
    lost = [space for space in range(10) if game.s.face_down[space] and space != VOLCANO]
    assert lost == sorted(LAVA.get(number, []))
    assert not game.s.over


def test_what_the_lava_took_cannot_be_entered_or_explored_but_counts_as_explored(game):
    game.s.camp = 1
    game.s.space_tokens[9] = c.PLUS_FOOD
    tiles = value(game, "tiles")
    begin_round(game, 5)
    island.measure(game.s, game.t)
    assert value(game, "tiles") == tiles == 3
    assert not island.can_camp(game.s, game.t, 2)
    assert (game.s.space_tokens[9], int(game.t.tile_terrain[game.s.tile[9]])) == (0, c.PLAINS)
    assert not island.explored_terrains(game.s, game.t) & 1 << c.PLAINS
    begin_round(game, 6)
    assert not island.can_explore(game.s, game.t, 8)


# ---------------------------------------------------------------- ash


def test_ash_falls_on_any_space_but_the_volcano(game):
    game.s.camp = 1
    begin_round(game, 4)
    game.run(game.t.on[c.ON_BOOK])
    assert spaces_offered(game) == [0, 1, 2, 3, 4, 6, 7, 8, 9]
    game.do("space 6", "space 8")
    assert marked(game, "ash") == [6, 8]


def test_every_action_in_the_ash_takes_one_more_pawn(game):
    targets = [(c.GATHER, 4), (c.BUILD, c.WEAPON), (c.REST, 0), (c.EXPLORE, 0)]
    before = [int(extra_pawns(game.s, game.t, *target)) for target in targets]
    lay(game, "ash", 0, 2, CAMP)
    after = [int(extra_pawns(game.s, game.t, *target)) for target in targets]
    assert [b - a for a, b in zip(before, after)] == [1, 1, 1, 1]


# ---------------------------------------------------------------- locations


def test_a_totem_is_a_location_from_the_next_round_on():
    game = begin(SCENARIO)
    find(game, 2, 4)
    assert marked(game, "location") == [2]
    assert game.s.number[2] == 0
    assert places(game, "location") == set()
    begin_round(game, 2)
    assert game.s.marks_before[2] == game.s.marks[2]


@pytest.mark.parametrize(
    ("explored", "space", "ash", "pawns"),
    [
        (0, 2, False, 2),
        (1, 2, False, 2),
        (2, 2, False, 3),
        (3, 2, False, 3),
        (0, 1, False, 3),
        (0, 2, True, 3),
    ],
)
def test_its_pawns(game, explored, space, ash, pawns):
    """1, the token of the Explore field, 1 for each tile crossed, for ash, and for the last two locations."""
    lay(game, "location", space)
    game.s.counter[0] = explored
    if ash:
        lay(game, "ash", space)
    game.s.free_pawns[:2] = 2
    game.do(special(game, "location", space))
    assert game.s.plan_need[0] == pawns


@pytest.mark.parametrize(("explored", "cards"), [(0, 3), (1, 4), (2, 4), (3, 5)])
def test_all_its_mysteries_are_drawn_and_it_gets_its_number(game, explored, cards):
    lay(game, "location", 2)
    game.s.counter[0] = game.s.numbers_laid = explored
    game.next_mysteries(*TREASURES)
    explore_location(game, 2)
    found = [name for name in TREASURES if game.s.mystery_state[TREASURE[name]] != c.MYSTERY_IN_DECK]
    assert found == [*TREASURES[:cards]]
    assert (game.s.number[2], value(game, "locations"), marked(game, "location")) == (
        explored + 1,
        explored + 1,
        [],
    )


def explore_location(game: Table, space: int, *, fail: bool = False) -> None:
    """The location on a space is explored with dice."""
    game.s.free_pawns[:2] = 4
    game.do(special(game, "location", space))
    while game.decision == "support" and "pass" not in game.legal():
        game.do(game.legal()[0])
    game.do("pass")
    game.roll(6, 6 if fail else 1, 6)
    game.resolve()


def test_a_card_that_stops_the_draw_ends_it_as_a_success(game):
    lay(game, "location", 2)
    game.next_mysteries("candles", "giant_snake", "old_rifle")
    explore_location(game, 2)
    assert game.s.mystery_state[TREASURE["old_rifle"]] == c.MYSTERY_IN_DECK
    assert value(game, "locations") == 1


def test_a_fifth_location_is_of_no_use(game):
    lay(game, "location", 2)
    game.s.counter[0] = 4
    assert places(game, "location") == set()


@pytest.mark.parametrize("event", ["earthquake", "precipice"])
def test_a_location_comes_back_with_its_tile(game, event):
    lay(game, "location", 2)
    lay(game, "ash", 2)
    card = game.card("event", event)
    game.run(game.t.event_program[card], card)
    game.do("space 2")
    plan_again(game)
    assert (marked(game, "location"), marked(game, "ash"), places(game, "location")) == ([2], [], set())
    game.run(game.t.threat_reward[card, 0], card)
    plan_again(game)
    assert places(game, "location") == {"2"}


# ---------------------------------------------------------------- inventions of the sheet


def test_the_ladder_lends_a_pawn_for_locations_each_round(game):
    lay(game, "location", 2)
    game.s.invention_state[LADDER] = c.BUILT
    game.do(special(game, "location", 2))
    assert "use scenario invention 1" in game.legal()
    game.do("use scenario invention 1")
    assert game.s.plan_pawns[0] == 2
    game = begin(SCENARIO, tiles={2: 4})
    game.s.invention_state[LADDER] = c.BUILT
    game.do("plan explore 1")
    assert "use scenario invention 1" not in game.legal()


@pytest.mark.parametrize(("players", "tiles", "locations"), [(1, 6, 3), (2, 6, 3), (3, 7, 4), (4, 8, 4)])
def test_the_boat_needs_tiles_and_locations_of_earlier_rounds(players, tiles, locations):
    game = begin(SCENARIO, players)
    with_rope(game).s.available[c.WOOD] = 3
    boat = "plan scenario invention 2"
    for found, explored, ready in (
        (tiles, locations - 1, False),
        (tiles - 1, locations, False),
        (tiles, locations, True),
    ):
        game.s.tiles_before, game.s.counter_before[0] = found, explored
        assert (boat in game.legal()) == ready
    game.s.available[c.WOOD] = 2
    assert boat not in game.legal()


def test_the_boat_wins_at_the_end_of_the_action_phase(game):
    game.s.rounds = 8
    game.s.invention_state[BOAT] = c.FUTURE_ITEM
    game.end_of_actions()
    assert game.s.victory == 1
    assert value(game, "item.jolly_boat") == 1


def test_points_of_the_early_sheet(game):
    game.s.counter[0], game.s.weapon, game.s.rounds = 2, 3, 8
    end_round(game)
    hearts = 13 + 13 - 2
    assert game.s.score == hearts + 2 * 3 + 1 * 3 + 3 * 2


# ---------------------------------------------------------------- discoveries of the sheet


@pytest.mark.parametrize(("token", "card"), [("symbol_bowtie", "trapdoor"), ("symbol_saltire", "bats")])
def test_diary_and_torch_each_make_one_card_harmless(game, token, card):
    other = {"symbol_bowtie": "symbol_saltire", "symbol_saltire": "symbol_bowtie"}[token]
    lay(game, "location", 2)
    game.s.discovery[[TOKEN[token], TOKEN[other]]] = 1
    game.next_mysteries(card, *TREASURES)
    explore_location(game, 2)
    assert f"use token {token}" in game.legal()
    assert f"use token {other}" not in game.legal()
    before = game.s.wounds.tolist(), game.s.available.tolist(), int(game.s.morale)
    game.do(f"use token {token}")
    assert (game.s.wounds.tolist(), game.s.available.tolist(), int(game.s.morale)) == before
    found = [name for name in TREASURES if game.s.mystery_state[TREASURE[name]] != c.MYSTERY_IN_DECK]
    assert found == [*TREASURES[:2]], "the card counts among the three"
