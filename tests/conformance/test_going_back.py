"""What an interface keeps and what it forgets when a game is reset, restored, or played wrongly."""

from __future__ import annotations

import dataclasses

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from crusoe_env import MultiAgentBatch
from tests.support import IDS, NAMES, SEVERAL_PLAYERS, assert_same, new_env, new_vector_env, play_on

games = pytest.mark.parametrize("name", NAMES)
one_game = pytest.mark.parametrize("name", ["marooned"])
"""What all games have in common is tried in one of them."""
NO_ACTION = -1


def ended(name: str):
    env = new_env(name)
    env.reset(seed=0)
    play_on(env, np.random.default_rng(0))
    return env


@games
def test_a_game_restored_at_its_end_is_over_and_one_before_it_goes_on(name):
    env = new_env(name)
    env.reset(seed=1)
    before = env.snapshot()
    env.restore(ended(name).snapshot())
    with pytest.raises(RuntimeError, match="call reset"):
        env.step(0)
    env.set_state(ended(name).state)
    with pytest.raises(RuntimeError, match="call reset"):
        env.step(0)
    env.restore(before)
    env.step(env.legal_actions()[0])


@games
def test_an_illegal_action_is_not_shown_as_the_last_one(name):
    env = new_env(name)
    env.reset(seed=0)
    env.step(env.legal_actions()[0])
    shown = env.picture()
    illegal = next(action for action in range(env.action_space.n) if action not in env.legal_actions())
    assert env.step(illegal)[4]["illegal_action"]
    assert env.picture() == shown


@one_game
def test_a_limit_of_steps_given_to_make_stays_in_the_specification(name):
    given = dataclasses.replace(gymnasium.spec(IDS[name]), max_episode_steps=7)
    assert gymnasium.make(given).spec.max_episode_steps == 7
    env = new_env(name)
    env.spec = given
    assert env.spec == given


@one_game
def test_a_partial_reset_remembers_the_other_games_that_have_ended(name):
    batch = new_vector_env(name, 3, autoreset_mode=AutoresetMode.DISABLED, max_steps=1)
    batch.reset(seed=0)
    first = batch.unwrapped.batch.masks.argmax(axis=1)
    assert batch.step(first)[3].all()
    for done in ([True, False, False], [False, False, True]):
        batch.reset(options={"reset_mask": np.array(done)})
        with pytest.raises(RuntimeError, match="some games have ended"):
            batch.step(first)
    batch.reset(options={"reset_mask": np.array([False, True, False])})
    batch.step(batch.unwrapped.batch.masks.argmax(axis=1))


@one_game
def test_after_a_restore_only_games_at_their_end_have_ended(name):
    batch = new_vector_env(name, 2, autoreset_mode=AutoresetMode.DISABLED)
    batch.reset(seed=0)
    plays, saved = batch.unwrapped, batch.unwrapped.snapshots()
    plays.restore([ended(name).snapshot(), None])
    with pytest.raises(RuntimeError, match="some games have ended"):
        batch.step(plays.batch.masks.argmax(axis=1))
    plays.restore([saved[0], None])
    batch.step(plays.batch.masks.argmax(axis=1))


@pytest.mark.parametrize("name", SEVERAL_PLAYERS)
def test_rewards_do_not_survive_the_reset_of_their_game(name):
    batch = MultiAgentBatch(name, 2, players=2, illegal_penalty=0.5)
    batch.reset(seed=0)
    assert batch.step([NO_ACTION, NO_ACTION]).reward.tolist() == [-0.5, -0.5]
    assert batch.reset(which=np.array([True, False])).reward.tolist() == [0.0, -0.5]
    assert batch.turn().reward.tolist() == [0.0, -0.5]


@one_game
@pytest.mark.parametrize("setting", ["illegal_penalty", "discount"])
def test_a_truth_value_is_no_number(name, setting):
    with pytest.raises(TypeError, match=f"{setting} must be a number, not True"):
        new_env(name, **{setting: True})


@one_game
@pytest.mark.parametrize("count", [0, -3])
def test_less_than_one_playout_is_refused(name, count):
    env = new_env(name)
    env.reset(seed=0)
    with pytest.raises(ValueError, match=f"the number of playouts must be at least 1, not {count}"):
        env.playouts(count)
    with pytest.raises(ValueError, match=f"max_steps must be at least 1, not {count}"):
        env.batch.simulator.playouts(env.batch.states, 1, np.random.default_rng(0), max_steps=count)


@games
def test_who_does_not_play_sees_nothing(name):
    env = new_env(name)
    env.reset(seed=0)
    simulator, states = env.batch.simulator, env.batch.states
    players = 1 if name not in SEVERAL_PLAYERS else int(states.players[0])
    for viewer in (7, players, -2):
        with pytest.raises(
            ValueError, match=rf"viewer {viewer} does not play; seats are 0 \.\. {players - 1}"
        ):
            env.batch.observe(viewer)
        with pytest.raises(ValueError, match="viewer"):
            simulator.determinize(states, np.random.default_rng(0), viewer)
    assert_same(env.batch.observe(0), simulator.observe(states, [0]))
