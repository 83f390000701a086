"""Gymnasium and Stable-Baselines3 with every number of players; options, and what is said to wrong input."""

import re
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import crusoe_env.robinson
from crusoe_env import IllegalActionError, SnapshotError
from crusoe_env.facts import FactsError
from crusoe_env.robinson.game import GAME
from tests.support import assert_same, new_env, play_on

SETTINGS = (
    {},
    {"observation": "dict"},
    {"reward": "shaped", "discount": 0.99},
    {"reward": "score", "observation": "dict"},
    {"edition": "current", "wreckage": "random"},
)
players_too = pytest.mark.parametrize("players", [1, 2, 3, 4])


def robinson(**settings):
    return new_env("robinson", **settings)


# ---------------------------------------------------------------------- Gymnasium and Stable-Baselines3


@players_too
@pytest.mark.parametrize("settings", SETTINGS, ids=lambda s: "-".join(map(str, s.values())) or "defaults")
def test_both_checkers_find_nothing_to_say(players, settings):
    sb3 = pytest.importorskip("stable_baselines3.common.env_checker")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(robinson(players=players, **settings), skip_render_check=True)
        if settings.get("observation") != "dict":  # SB3 warns of every two-dimensional part of a dict
            sb3.check_env(robinson(players=players, **settings), skip_render_check=True)


@players_too
def test_one_agent_decides_for_everybody(players):
    env = robinson(players=players)
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
    with pytest.raises(ValueError, match=f"^{re.escape(message)}") as caught:
        robinson(**options)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("option", "meant"), [("player", "players"), ("charcters", "characters"), ("dogs", "dog")]
)
def test_a_misspelt_option_is_answered_with_the_nearest(option, meant):
    for make in (robinson, crusoe_env.robinson.env, crusoe_env.robinson.parallel_env):
        with pytest.raises(
            TypeError, match=f"unexpected keyword argument '{option}'; did you mean '{meant}'"
        ):
            make(**{option: 1})


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"max_steps": "many"}, TypeError, "max_steps must be a whole number, not 'many'"),
        ({"illegal_penalty": None}, TypeError, "illegal_penalty must be a number, not None"),
        ({"discount": float("nan")}, ValueError, "discount must be finite, not nan"),
        ({"reward": ["sparse"]}, ValueError, "unknown reward ['sparse']; did you mean 'sparse'?"),
        ({"reward": "spars"}, ValueError, "unknown reward 'spars'; did you mean 'sparse'?"),
        ({"threads": 0}, ValueError, "threads must be at least 1, not 0"),
    ],
)
def test_settings_of_a_wrong_type_are_refused(settings, error, message):
    with pytest.raises(error, match=f"^{re.escape(message)}"):
        robinson(**settings)


# ---------------------------------------------------------------------- wrong data


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[[character]]\nid = 'cok'\n", "'cok' is not known; did you mean 'cook'"),
        ("[[character]]\nid = 'cook'\nharts = 3\n", "harts"),
        ("[[charcter]]\nid = 'cook'\n", "unknown table 'charcter'; did you mean 'character'"),
        ("[building]\nweapon_wood = 'two'\n", "weapon_wood"),
        ("[building\n", "mine.toml"),
    ],
)
def test_a_wrong_entry_names_file_and_field(content, message, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(content)
    with pytest.raises(FactsError, match=re.escape(message)) as caught:
        robinson(data=file)
    assert "mine.toml" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_data_file_is_named():
    with pytest.raises((FactsError, OSError), match=re.escape("no_such.toml")):
        robinson(data="no_such.toml")


# ---------------------------------------------------------------------- wrong actions, resets and snapshots


@pytest.fixture
def running():
    """A game under way."""
    env = robinson(players=2)
    env.reset(seed=0)
    play_on(env, np.random.default_rng(0), steps=5)
    return env


def test_an_illegal_action_changes_nothing_but_the_count_of_steps(running):
    before = running.state
    illegal = int(np.flatnonzero(~running.action_masks())[0])
    *_, info = running.step(illegal)
    assert info["illegal_action"]
    after = running.state
    after.steps -= 1
    assert after.tobytes() == before.tobytes()


def test_an_illegal_action_is_answered_with_the_legal_ones(running):
    strict = robinson(players=2, on_illegal="raise")
    strict.set_state(running.state)
    illegal = int(np.flatnonzero(~strict.action_masks())[0])
    with pytest.raises(IllegalActionError) as caught:
        strict.step(illegal)
    names = [strict.action_name(action) for action in strict.legal_actions()]
    assert (
        str(caught.value) == f"illegal action {strict.action_name(illegal)!r}; legal now: {', '.join(names)}"
    )
    assert strict.state.tobytes() == running.state.tobytes()


@pytest.mark.parametrize(
    "options", [{"dice": [7]}, {"dice": None}, {"dice": "6"}, {"dice": ["six"]}, {"die": [1]}]
)
def test_a_wrong_reset_leaves_the_game_as_it_is(running, options):
    before = running.snapshot()
    with pytest.raises(ValueError, match=r"dice|chance"):
        running.reset(seed=1, options=options)
    assert running.snapshot() == before


@pytest.mark.parametrize(
    "spoil", [lambda b: b[:-1], lambda b: b[:-9] + b"\xff" + b[-8:], lambda b: b"", lambda b: None]
)
def test_a_spoilt_snapshot_is_refused_and_the_game_goes_on(running, spoil):
    before = running.snapshot()
    with pytest.raises(SnapshotError) as caught:
        running.restore(spoil(before))
    assert "\n" not in str(caught.value)
    assert running.snapshot() == before
    assert running.legal_actions()


def test_a_snapshot_of_another_game_is_refused(running):
    other = new_env("marooned")
    other.reset(seed=0)
    with pytest.raises(SnapshotError, match="of the game 'marooned', not of 'robinson'"):
        running.restore(other.snapshot())


def test_determinize_keeps_what_is_known():
    env = robinson(players=3, starting_items=4)
    _, info = env.reset(seed=5)
    other = robinson(players=3, starting_items=4)
    rng = np.random.default_rng(0)
    for _ in range(80):
        observation, _, ended, _, info = env.step(int(rng.choice(env.legal_actions())))
        if ended:
            break
        seen, dealt = other.set_state(env.determinize(1))
        assert_same(seen, observation)
        assert_same(dealt["action_mask"], info["action_mask"])


def test_the_id_makes_the_environment():
    env = gymnasium.make("crusoe_env/RobinsonCrusoe-v0", scenario="castaways")
    assert env.unwrapped.game is GAME
