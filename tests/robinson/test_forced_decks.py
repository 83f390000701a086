"""Cards on top of the decks: a game from a real table can be replayed (`reset(options={"decks": ...})`)."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

import crusoe_env
from crusoe_env.robinson import components as box
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.forced import DECKS, begin_with, check_decks
from tests.robinson.conftest import Table
from tests.support import refused

WHOLE = {
    "events": ["otters", "unusually_cold_night", "wind"],
    "tiles": ["tile_4", "tile_11"],
    "adventures_build": ["accident", "tired"],
    "adventures_gather": ["viper"],
    "adventures_explore": ["tiger", "flu"],
    "mysteries": ["boxes", "net"],
    "beasts": ["fox", "bear"],
    "inventions": ["raft", "bed", "pit", "wall", "sack", "moat"],
    "discoveries": ["goat", "goat", "treasure"],
    "starting_items": ["bible", "pistol", "biscuits"],
}


def known(table: str, names: list[str]) -> list[str]:
    return [name for name in names if name in box.ids_of(table)]


def top(s, deck: str, count: int) -> list[str]:
    """The names of the next cards of a deck, the next one first."""
    cards = DECKS[deck].cards(s)
    return [DECKS[deck].name(int(card)) for card in cards[::-1][:count]]


def forced(decks: dict, **options) -> Table:
    """A game that begins with these decks."""
    game = Table(characters=["cook"], **options)
    begin_with(game.s, game.t, check_decks(decks))
    return game


def test_every_deck_begins_as_it_was_chosen():
    decks = {**WHOLE, "events": known("event", WHOLE["events"])}
    s = forced(decks).s
    for deck in ("events", "tiles", "adventures_build", "adventures_gather", "adventures_explore"):
        assert top(s, deck, len(decks[deck])) == decks[deck]
    for deck in ("mysteries", "beasts", "discoveries"):
        assert top(s, deck, len(decks[deck])) == decks[deck]
    assert top(s, "inventions", 1) == ["moat"]  # the first five were drawn onto the board
    on_board = {
        box.INVENTION_IDS[i] for i in np.flatnonzero(s.invention_state[: box.CARD_INVENTIONS] == c.ON_BOARD)
    }
    assert {"raft", "bed", "pit", "wall", "sack"} <= on_board
    assert [name for i, name in enumerate(box.STARTING_ITEM_IDS) if s.starting_uses[i]] == ["pistol", "bible"]


def test_the_rest_of_each_deck_is_whole_and_shuffled():
    one, other = forced({"beasts": ["fox"]}, seed=1).s, forced({"beasts": ["fox"]}, seed=2).s
    assert sorted(one.beasts) == sorted(other.beasts) == list(range(box.BEASTS))
    assert (one.beasts != other.beasts).any()
    assert one.events_left == other.events_left == 12


def test_chosen_events_keep_the_share_of_books():
    names = [name for name, icon in zip(box.ids_of("event"), icons(), strict=True) if icon == 0][:6]
    game = forced({"events": names})
    deck = DECKS["events"].cards(game.s)
    assert sum(game.t.card_icon[card] == 0 for card in deck) == 6
    assert len(set(deck.tolist())) == len(deck)


def icons() -> list[int]:
    t = Table().t
    return [int(t.card_icon[box.FIRST_EVENT + i]) for i in range(box.EVENT_KINDS)]


@pytest.mark.parametrize("interface", ["gymnasium", "vector", "aec"])
def test_the_interfaces_take_it(interface):
    options = {"decks": {"tiles": ["tile_2"], "beasts": ["puma"]}, "dice": [1, 1, 1]}
    if interface == "gymnasium":
        env = gymnasium.make(crusoe_env.GAMES["robinson"]).unwrapped
        env.reset(seed=3, options=options)
        states = env.batch.states
    elif interface == "vector":
        env = gymnasium.make_vec(crusoe_env.GAMES["robinson"], 3, vectorization_mode="vector_entry_point")
        env.reset(seed=3, options=options)
        states = env.batch.states
    else:
        env = crusoe_env.robinson.env(players=2)
        env.reset(seed=3, options=options)
        states = env.batch.states
    for s in states:
        assert top(s, "tiles", 1) == ["tile_2"]
        assert top(s, "beasts", 1) == ["puma"]
        assert s.forced_count == 3


def test_on_the_way():
    env = gymnasium.make(crusoe_env.GAMES["robinson"]).unwrapped
    env.reset(seed=1)
    env.force_chance({"decks": {"mysteries": ["gold"]}, "dice": [2]})
    assert top(env.batch.states[0], "mysteries", 1) == ["gold"]
    assert env.batch.states[0].forced[0] == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"decks": {"tile": []}}, "decks: 'tile' is unknown; did you mean 'tiles'?"),
        ({"decks": {"beasts": ["foxx"]}}, "decks: beasts: 'foxx' is unknown; did you mean 'fox'?"),
        ({"decks": {"beasts": ["fox", "fox"]}}, "decks: beasts: 'fox' is not in the deck 2 times"),
        ({"decks": {"beasts": "fox"}}, "decks: beasts: 'fox' is not a list of names, the next card first"),
        ({"decks": ["fox"]}, "decks: ['fox'] is not a dict of lists of names by deck"),
        ({"decks": {"tiles": ["tile_8"]}}, "decks: tiles: 'tile_8' is not in the deck"),
        ({"decks": {"events": ["gold"]}}, "decks: events: 'gold' is no event"),
        ({"deck": {}}, "unknown reset option 'deck'; did you mean 'decks'?"),
    ],
)
def test_what_cannot_be_is_answered_in_one_line_and_changes_nothing(options, message):
    env = gymnasium.make(crusoe_env.GAMES["robinson"]).unwrapped
    env.reset(seed=1)
    before = env.snapshot()
    with refused(ValueError, start=message):
        env.reset(seed=2, options=options)
    assert env.snapshot() == before


def test_too_many_events_of_one_icon():
    names = [name for name, icon in zip(box.ids_of("event"), icons(), strict=True) if icon == 0][:7]
    env = gymnasium.make(crusoe_env.GAMES["robinson"]).unwrapped
    with pytest.raises(ValueError, match="there is no room for so many events with the book"):
        env.reset(seed=2, options={"decks": {"events": names}})
