"""Agents and options of Robinson Crusoe, and what is said to wrong ones."""

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import crusoe_env.robinson
from crusoe_env.robinson.game import GAME
from tests.support import new_env, play_on, refused

players_too = pytest.mark.parametrize("players", [1, 2, 3, 4])


def robinson(**settings):
    return new_env("robinson", **settings)


# ---------------------------------------------------------------------- players


@players_too
def test_one_agent_decides_for_everybody(players):
    env = robinson(players=players, edition="current", wreckage="random")
    check_env(env, skip_render_check=True)
    env.reset(seed=2)
    deciders = set()
    for _ in range(3):
        while env.legal_actions():
            deciders.add(int(env.state.acting))
            play_on(env, np.random.default_rng(len(deciders)), steps=1)
        env.reset()
    assert deciders == set(range(players))


@players_too
def test_agents_play_the_characters_that_were_named(players):
    characters = ["cook", "explorer", "carpenter", "soldier"][:players]
    for env in (
        crusoe_env.robinson.env(players=players, characters=characters),
        crusoe_env.robinson.parallel_env(players=players, characters=characters),
    ):
        env.reset(seed=1)
        assert env.agents == env.possible_agents == [f"player_{seat}" for seat in range(players)]
        assert list(env.characters.values()) == characters
        assert env.state().shape == (GAME.observations.size,)


def test_record_of_a_game_is_small():
    assert GAME.dtype.itemsize <= 4.4 * 1024


# ---------------------------------------------------------------------- wrong options


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 5}, "players: 5 is not a whole number from 1 to 4"),
        ({"players": 0}, "players: 0 is not a whole number from 1 to 4"),
        ({"players": "two"}, "players: 'two' is not a whole number from 1 to 4"),
        ({"players": 2.0}, "players: 2.0 is not a whole number from 1 to 4"),
        ({"scenario": "moon"}, "scenario: 'moon' is unknown; choose from "),
        ({"scenario": "castaway"}, "scenario: 'castaway' is unknown; did you mean 'castaways'"),
        ({"characters": ["cok"]}, "characters: unknown value 'cok'; did you mean 'cook'"),
        ({"characters": "cook"}, "characters: 'cook' is not a list of names"),
        ({"characters": [["cook"]]}, "characters: unknown"),
        ({"characters": ["cook", "explorer"]}, "characters: 2 are named, but players=1"),
        ({"characters": ["cook", "cook"], "players": 2}, "characters: a character is named twice"),
        ({"edition": "third"}, "edition: unknown value 'third'; choose from first, current"),
        ({"wreckage": "boat"}, "wreckage: unknown value 'boat'"),
        ({"wreckage": None}, "wreckage: unknown value None"),
        ({"friday": 1}, "friday: expected True, False or None (as the rules say), not 1"),
        ({"dog": "yes"}, "dog: expected True, False or None (as the rules say), not 'yes'"),
        ({"starting_items": 9}, "starting_items: 9 is not a whole number from 0 to 8"),
        ({"book_cards": -1}, "book_cards: -1 is not a whole number from 0 to 12"),
    ],
)
def test_wrong_options_are_answered_in_one_line_with_the_valid_ones(options, message):
    with refused(ValueError, start=message):
        robinson(**options)


@pytest.mark.parametrize(
    ("option", "meant"), [("player", "players"), ("charcters", "characters"), ("dogs", "dog")]
)
def test_a_misspelt_option_is_answered_with_the_nearest(option, meant):
    for make in (robinson, crusoe_env.robinson.env, crusoe_env.robinson.parallel_env):
        with pytest.raises(
            TypeError, match=f"unexpected keyword argument '{option}'; did you mean '{meant}'"
        ):
            make(**{option: 1})
