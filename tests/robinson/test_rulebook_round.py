"""The rulebook of Robinson Crusoe: set-up, life tracks, events, morale, production."""

import pytest

from crusoe_env.robinson import components
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.phases import morale
from tests.robinson.ids import CHARACTER

# ------------------------------------------------------------------ setup


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_setup(table, players):
    s = table(players=players).s
    sheets = list(s.character[:players])
    assert len(set(sheets)) == players
    assert players > 2 or CHARACTER["soldier"] not in sheets
    on_board = [i for i in range(components.CARD_INVENTIONS) if s.invention_state[i] == c.ON_BOARD]
    assert len(on_board) == 9 + 5 + players
    assert s.inventions_left == components.CARD_INVENTIONS - len(on_board)
    assert (s.with_friday, s.with_dog) == (players <= 2, players == 1)
    assert s.tile[3] == 7
    assert s.camp == 3
    assert s.tiles_left == 10
    assert s.threat[1] == 0
    assert s.threat[0] == c.NONE
    assert sum(s.starting_uses > 0) == 2
    assert s.starting_uses.max() == 2


def test_setup_event_deck_has_six_cards_with_book_and_six_with_adventure(table):
    game = table()
    icons = [game.t.card_icon[card] for card in game.s.event_deck[: game.s.events_left]]
    assert len(icons) == 12
    assert icons.count(0) == 6


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
    game.step(steps.REVEAL_EVENT)
    assert s.weather_tokens == c.STORM
    assert s.roof == 2  # half of 3, rounded down, is lost
    assert s.threat[1] == event
    assert s.events_left == 0


def test_a_card_shuffled_back_is_not_drawn_again_when_no_event_card_is_left(table):
    """Only with positions from outside: from the set-up on there is an event card for every round."""
    game = table()
    s = game.s
    gremlins = game.card("mystery", "gremlins")
    s.event_deck[0], s.events_left, s.weapon = gremlins, 1, 3
    before = list(s.threat)
    game.step(steps.REVEAL_EVENT)
    assert (s.events_left, s.event_deck[0]) == (1, gremlins)
    assert list(s.threat) == before


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
    game.step(steps.MORALE)
    assert game.s.morale == 1
    assert game.s.determination[0] == 1
