"""The native vector environment gives what Gymnasium's `SyncVectorEnv` of single environments gives."""

from __future__ import annotations

import functools
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import crusoe_env
from crusoe_env import IllegalActionError
from crusoe_env.engine.batch import Batch
from tests.support import IDS, NAMES, UNCOMPILED, assert_same, differences, new_vector_env, some_of_every_kind

GAMES_SIDE_BY_SIDE = 6
SETTINGS = (
    {},
    {"observation": "dict", "reward": "shaped", "discount": 0.9},
    {"mask": "rllib", "on_illegal": "terminate", "illegal_penalty": 0.5},
    {"max_steps": 9},
)
MODES = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)
games = pytest.mark.parametrize("name", NAMES)
one_game = pytest.mark.parametrize("name", ["marooned"])
"""What all games have in common is tried in one of them."""
EPISODES = 6 if UNCOMPILED else 20


def both(name: str, mode: AutoresetMode, **settings):
    """The native environment and the slow one."""
    make = functools.partial(gymnasium.make, IDS[name], **settings)
    slow = SyncVectorEnv([make] * GAMES_SIDE_BY_SIDE, autoreset_mode=mode)
    return new_vector_env(name, GAMES_SIDE_BY_SIDE, autoreset_mode=mode, **settings), slow


def actions_for(slow: SyncVectorEnv, rng: np.random.Generator) -> np.ndarray:
    return np.array([some_of_every_kind(env.unwrapped, rng) for env in slow.envs])


def legal_actions(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return np.argmax(rng.random(masks.shape) * masks, axis=1)


# ---------------------------------------------------------------------- against SyncVectorEnv


def played_alike(native, slow):
    """Play both until enough games have ended; each step gives the same.

    Yields after each step: which games are over, how many games have ended in all, the last actions.
    """
    assert_same(native.reset(seed=11), slow.reset(seed=11))
    rng = np.random.default_rng(0)
    ended = 0
    while ended < EPISODES:
        actions = actions_for(slow, rng)
        returned = native.step(actions)
        assert_same(returned, slow.step(actions))
        over = returned[2] | returned[3]
        ended += int(over.sum())
        yield over, ended, actions


@games
@pytest.mark.parametrize(
    ("settings", "mode"), [*zip(SETTINGS, MODES * 2, strict=True), (SETTINGS[3], MODES[0])]
)
def test_autoreset_gives_what_sync_gives(name, settings, mode):
    native, slow = both(name, mode, **settings)
    assert native.observation_space == slow.observation_space
    assert native.action_space == slow.action_space
    for _ in played_alike(native, slow):
        assert np.array_equal(native.action_masks(), [env.unwrapped.action_masks() for env in slow.envs])


@games
@pytest.mark.parametrize("settings", SETTINGS[::3], ids=["defaults", "max_steps"])
def test_disabled_autoreset_gives_what_sync_gives(name, settings):
    native, slow = both(name, AutoresetMode.DISABLED, **settings)
    for over, ended, actions in played_alike(native, slow):
        if over.any():
            with pytest.raises(RuntimeError, match="reset_mask"):
                native.step(actions)
            seeds = [ended + i if i % 2 else None for i in range(GAMES_SIDE_BY_SIDE)]
            observation, infos = native.reset(seed=seeds, options={"reset_mask": over})
            same_observation, same_infos = slow.reset(seed=seeds, options={"reset_mask": over.copy()})
            assert_same(observation, same_observation)
            assert np.array_equal(infos["action_mask"][over], same_infos["action_mask"][over])


@one_game
def test_list_of_seeds(name):
    native, slow = both(name, AutoresetMode.NEXT_STEP)
    seeds = [5, None, 5, 1, None, 2]
    native.reset(seed=0), slow.reset(seed=0)
    assert_same(native.reset(seed=seeds), slow.reset(seed=seeds))
    observations = native.reset(seed=[3, 3, 3, 4, 4, 4])[0]
    assert_same(native.reset(seed=np.array([3, 3, 3, 4, 4, 4]))[0], observations)
    rng = np.random.default_rng(0)
    equal = np.ones((6, 6), bool)
    for _ in range(10):
        actions = np.repeat(legal_actions(native.action_masks()[::3], rng), 3)
        observations = native.step(actions)[0]
        equal &= (observations[:, None] == observations[None]).all(axis=2)
    assert np.array_equal(equal, np.kron(np.eye(2), np.ones((3, 3))))


# ---------------------------------------------------------------------- wrong input


@one_game
@pytest.mark.parametrize("seeds", [[1, 2], [1, 2, -3], [1, 2, "x"], 1.5, "abc"])
def test_wrong_seeds_are_refused_and_the_games_go_on(name, seeds):
    env, untouched = new_vector_env(name, 3), new_vector_env(name, 3)
    for e in (env, untouched):
        e.reset(seed=0)
    with pytest.raises((ValueError, TypeError)):
        env.reset(seed=seeds)
    for _ in range(60):  # into second episodes, which the generators decide
        actions = env.action_masks().argmax(axis=1)
        assert_same(env.step(actions), untouched.step(actions))


@one_game
@pytest.mark.parametrize(
    "mask",
    [
        np.array([True, False]),
        np.array([1, 0, 1]),
        [True, False, True],
        np.zeros(3, bool),
        True,
    ],
)
def test_wrong_reset_mask_is_refused(name, mask):
    env = new_vector_env(name, 3, autoreset_mode=AutoresetMode.DISABLED)
    env.reset(seed=0)
    with pytest.raises(ValueError, match=r"reset_mask'\] must be bool, of shape \(3,\)"):
        env.reset(options={"reset_mask": mask})


@games
def test_reset_mask_leaves_the_other_games_alone(name):
    env = new_vector_env(name, 4, autoreset_mode=AutoresetMode.DISABLED)
    env.reset(seed=0)
    env.step(legal_actions(env.action_masks(), np.random.default_rng(0)))
    before = env.batch.states.copy()
    which = np.array([False, True, False, True])
    env.reset(seed=[1, 2, 3, 4], options={"reset_mask": which})
    after = env.batch.states
    assert after[~which].tobytes() == before[~which].tobytes()
    assert (after.steps[which] == 0).all()


@one_game
def test_step_before_reset_is_refused(name):
    env = new_vector_env(name, 3)
    with pytest.raises(RuntimeError, match="call reset"):
        env.step(np.zeros(3, int))


@one_game
@pytest.mark.parametrize("actions", [[0, 0], [0] * 4, 0, [[0], [0], [0]]])
def test_wrong_number_of_actions_is_refused(name, actions):
    env = new_vector_env(name, 3)
    env.reset(seed=0)
    with pytest.raises(ValueError, match=r"3 games need actions of shape \(3,\)"):
        env.step(actions)


@one_game
def test_wrong_settings_are_refused(name):
    with pytest.raises(ValueError, match="at least 1 game, not 0"):
        new_vector_env(name, 0)
    with pytest.raises(ValueError, match="unknown render_mode 'human'; choose from ansi, rgb_array"):
        new_vector_env(name, 2, render_mode="human")
    with pytest.raises(ValueError, match="unknown autoreset_mode 'sometimes'; choose from NextStep"):
        new_vector_env(name, 2, autoreset_mode="sometimes")


@games
def test_one_illegal_action_under_raise_changes_no_game(name):
    env = new_vector_env(name, 3, on_illegal="raise")
    env.reset(seed=0)
    before = env.batch.states.copy()
    actions = env.action_masks().argmax(axis=1)
    actions[1] = int(np.flatnonzero(~env.action_masks()[1])[0])
    with pytest.raises(IllegalActionError, match="legal now: "):
        env.step(actions)
    assert env.batch.states.tobytes() == before.tobytes()


# ---------------------------------------------------------------------- independence


@games
def test_games_do_not_depend_on_the_batch_that_they_are_in(name):
    count, picked = 8, (0, 3, 7)
    large = new_vector_env(name, count)
    small = {i: new_vector_env(name, 1) for i in picked}
    masks = large.reset(seed=20)[1]["action_mask"]
    for i, env in small.items():
        env.reset(seed=20 + i)
    rng = np.random.default_rng(0)
    for _ in range(100):
        actions = legal_actions(masks, rng)
        observations, rewards, terminated, truncated, infos = large.step(actions)
        masks = infos["action_mask"]
        for i, env in small.items():
            alone = env.step(actions[i : i + 1])
            here = tuple(part[i : i + 1] for part in (observations, rewards, terminated, truncated))
            assert_same(alone[:4], here)
            assert np.array_equal(alone[4]["action_mask"][0], masks[i])


@games
def test_results_do_not_depend_on_the_number_of_threads(name):
    count = 1100  # enough for several threads
    steps = 2 if UNCOMPILED else 40
    batches = [Batch(crusoe_env.game(name), count, threads=threads, autoreset=1) for threads in (1, 2, 4)]
    samplers = []
    for batch in batches:
        batch.seed(range(count))
        batch.reset()
        samplers.append(batch.sampler(seed=0))
    for _ in range(steps):
        for batch, sample in zip(batches, samplers, strict=True):
            batch.step(sample())
        first, *others = batches
        for other in others:
            assert first.states.tobytes() == other.states.tobytes()
            for array in ("masks", "observations", "rewards", "flags"):
                assert np.array_equal(getattr(first, array), getattr(other, array))


# ---------------------------------------------------------------------- copies


@games
@pytest.mark.parametrize("form", ["flat", "dict"])
def test_without_copy_the_arrays_are_overwritten(name, form):
    def parts(returned):
        observation = returned[0]
        return [*(observation.values() if form == "dict" else [observation]), returned[-1]["action_mask"]]

    rng = np.random.default_rng(0)
    copies = new_vector_env(name, 3, observation=form)
    shared = new_vector_env(name, 3, observation=form, copy=False)
    kept_copies, kept_shared = parts(copies.reset(seed=0)), parts(shared.reset(seed=0))
    values = [part.copy() for part in kept_copies]
    for _ in range(5):
        actions = legal_actions(copies.action_masks(), rng)
        from_copies, from_shared = copies.step(actions), shared.step(actions)
        assert_same(from_copies, from_shared)
    assert_same(kept_copies, values)
    assert_same(kept_shared, parts(from_shared))
    assert all(np.shares_memory(old, new) for old, new in zip(kept_shared, parts(from_shared), strict=True))
    assert differences(kept_copies, kept_shared)


@one_game
def test_final_observations_are_always_copies(name):
    env = new_vector_env(name, 3, autoreset_mode=AutoresetMode.SAME_STEP, copy=False, max_steps=2)
    env.reset(seed=0)
    env.step(env.action_masks().argmax(axis=1))
    first = env.step(env.action_masks().argmax(axis=1))[-1]["final_obs"]
    before = [observation.copy() for observation in first]
    for _ in range(4):
        env.step(env.action_masks().argmax(axis=1))
    assert_same(list(first), before)


# ---------------------------------------------------------------------- Gymnasium's wrappers


COUNTS_SHORT = tuple(map(int, gymnasium.__version__.split(".")[:2])) < (1, 4)
"""Before 1.4 Gymnasium leaves out the first step of every episode but the first under same-step autoreset."""


@games
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_record_episode_statistics(name, mode):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = RecordEpisodeStatistics(new_vector_env(name, 4, autoreset_mode=mode, reward="shaped"))
    masks = env.reset(seed=0)[1]["action_mask"]
    rng = np.random.default_rng(0)
    returns, lengths, begins, episodes = np.zeros(4), np.zeros(4, int), np.zeros(4, bool), 0
    while episodes < EPISODES:
        _, rewards, terminated, truncated, infos = env.step(legal_actions(masks, rng))
        returns[~begins] += rewards[~begins]
        lengths[~begins] += 1
        over = terminated | truncated
        masks = infos["action_mask"]
        if over.any():
            told = infos["episode"] if "episode" in infos else infos["final_info"]["episode"]
            assert np.allclose(told["r"][over], returns[over])
            assert np.array_equal(told["l"][over], lengths[over])
            episodes += int(over.sum())
            returns[over], lengths[over] = 0, 0
        if mode == AutoresetMode.NEXT_STEP or (mode == AutoresetMode.SAME_STEP and COUNTS_SHORT):
            begins = over
        if mode == AutoresetMode.DISABLED and over.any():
            masks = env.reset(options={"reset_mask": over})[1]["action_mask"]
    assert env.episode_count == episodes
