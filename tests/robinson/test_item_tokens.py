"""The +1 tokens that items put on the camp's tile, and the token of a card."""

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


def test_the_shortcut_does_not_come_along_when_the_camp_moves(table):
    game = table(**SOLO)
    s = game.s
    game.open_tile(4, 4)
    s.invention_state[ITEM["shortcut"]] = c.BUILT
    s.space_tokens[4] = c.SHORTCUT_TOKEN | c.PLUS_WOOD
    move(game)
    assert s.space_tokens[4] == c.PLUS_WOOD
    assert s.invention_state[ITEM["shortcut"]] == c.ON_BOARD


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
