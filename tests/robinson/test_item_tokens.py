"""The +1 tokens that items put on the camp's tile, and tokens that cards remember."""

import pytest

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import stack, steps, turn
from crusoe_env.robinson.rules.world import items
from crusoe_env.robinson.rules.world.island import yield_of
from tests.robinson.ids import ITEM

SOLO = {"starting_items": 0}
WITHOUT_FOOD = 7
"""A tile that shows wood only."""


def build(game, item: int) -> None:
    """The invention becomes an item now."""
    game.s.phase = c.WEATHER_PHASE
    stack.clear_stack(game.s)
    items.become_item(game.s, game.t, item)
    turn.advance(game.s, game.t)


def move(game, *answers: str) -> None:
    """The camp moves to space 4."""
    game.step(steps.MOVE_CAMP)
    game.do("space 4", *answers)


@pytest.mark.parametrize(("answer", "space"), [("choose A", 4), ("pass", 3)])
def test_the_players_may_take_a_token_along(table, answer, space):
    game = table(**SOLO)
    game.open_tile(4, 4)
    build(game, ITEM["snare"])
    move(game, answer)
    assert [space for space in range(c.SPACES) if game.s.space_tokens[space]] == [space]


def test_a_token_of_a_card_stays_on_its_tile(table):
    game = table(**SOLO)
    game.open_tile(4, 4)
    game.s.space_tokens[3] = c.PLUS_FOOD  # New Flock
    move(game)
    assert game.s.space_tokens[3] == c.PLUS_FOOD


def test_a_lost_item_takes_only_its_own_token_away(table):
    game = table(**SOLO)
    s = game.s
    s.space_tokens[3] = c.PLUS_FOOD  # New Flock: the snare adds none
    build(game, ITEM["snare"])
    items.lose_item(s, game.t, ITEM["snare"], c.ON_BOARD)
    turn.advance(s, game.t)
    assert s.space_tokens[3] == c.PLUS_FOOD
    s.space_tokens[3] = 0
    build(game, ITEM["snare"])
    items.lose_item(s, game.t, ITEM["snare"], c.ON_BOARD)
    turn.advance(s, game.t)
    assert s.space_tokens[3] == 0


def test_a_token_stays_while_another_item_gives_it(table):
    game = table(**SOLO)
    s = game.s
    build(game, ITEM["snare"])
    build(game, ITEM["corral"])
    items.lose_item(s, game.t, ITEM["corral"], c.ON_BOARD)
    turn.advance(s, game.t)
    assert s.space_tokens[3] == c.PLUS_FOOD


# ------------------------------------------------------------------ tokens that cards remember


def remembered(game, identity: str) -> int:
    """A gather adventure has put its token on space 4; the round is over."""
    s = game.s
    game.open_tile(4, 4)
    card = game.card("gather_adventure", identity)
    s.phase = c.RESOLUTION
    s.plans, s.now = 1, 0
    s.plan_kind[0], s.plan_target[0], s.plan_done[0] = c.GATHER, 2 * 4, 1
    game.next_adventure(1, card)
    s.adventures_left[1] -= 1
    game.run(game.t.resolve_program[card], card)
    s.space_tokens[4] |= s.new_space_tokens[4]
    s.new_space_tokens[4] = 0
    s.phase = c.EVENT_PHASE
    return card


def test_new_flock_is_gone_with_all_sources_of_its_tile(table):
    game = table(**SOLO)
    card = remembered(game, "new_flock")
    assert game.s.space_tokens[4] == c.PLUS_FOOD
    game.run(game.t.event_program[card], card)
    assert game.s.covered[4] == c.WOOD_SOURCE | c.FISH_SOURCE


def test_where_a_tile_shows_no_food_the_token_of_a_card_is_a_source_until_it_is_covered(table):
    """Current edition: New Flock, which is covered with all sources of its tile; not the token of an item."""
    game = table(characters=["carpenter"], starting_items=0, edition="current")
    s = game.s
    game.open_tile(4, WITHOUT_FOOD)
    s.space_tokens[4] = c.PLUS_FOOD
    assert yield_of(s, game.t, 4, 1) == 1
    s.item_tokens[4] = c.PLUS_FOOD
    assert yield_of(s, game.t, 4, 1) == 0
    s.item_tokens[4] = 0
    card = game.card("gather_adventure", "new_flock")
    s.card_space[card], s.card_mark[card] = 4, c.TOKENS.index("plus_food")
    s.phase = c.EVENT_PHASE
    game.run(game.t.event_program[card], card)
    assert yield_of(s, game.t, 4, 1) == 0
    assert yield_of(s, game.t, 4, 0) == 0


def test_predators_drive_away_a_flock_where_there_is_no_other_food(table):
    for identity, food in (("otters", 1), ("predators", 0)):  # fish; any food
        game = table(characters=["carpenter"], starting_items=0, edition="current")
        s = game.s
        game.open_tile(4, WITHOUT_FOOD)
        s.covered[s.camp] = c.ANY_SOURCE
        s.space_tokens[4] = c.PLUS_FOOD
        s.phase = c.EVENT_PHASE
        card = game.card("event", identity)
        game.run(game.t.event_program[card], card)
        assert yield_of(s, game.t, 4, 1) == food


@pytest.mark.parametrize("identity", ["new_flock", "after_the_hurricane"])
def test_nothing_happens_where_the_token_is_gone(table, identity):
    game = table(**SOLO)
    card = remembered(game, identity)
    game.s.space_tokens[4] = 0
    game.run(game.t.event_program[card], card)
    assert (game.s.covered[4], game.s.face_down[4], game.s.wounds[0]) == (0, 0, 0)


def test_after_the_hurricane_the_tile_is_lost(table):
    game = table(**SOLO)
    card = remembered(game, "after_the_hurricane")
    game.run(game.t.event_program[card], card)
    assert game.s.face_down[4] == 1
    assert game.s.space_tokens[4] == 0
