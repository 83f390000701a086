"""Every game works with Stable-Baselines3 and sb3-contrib, alone and as a native `VecEnv`."""

from __future__ import annotations

import functools
import warnings
from typing import Any

import numpy as np
import pytest

import crusoe_env
from crusoe_env import GameVectorEnv
from tests.support import IDS, NAMES, UNCOMPILED, assert_same, new_env, some_of_every_kind

stable_baselines3 = pytest.importorskip("stable_baselines3")
sb3_contrib = pytest.importorskip("sb3_contrib")

from sb3_contrib.common.maskable.evaluation import evaluate_policy  # noqa: E402
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported  # noqa: E402
from stable_baselines3.common.env_checker import check_env  # noqa: E402
from stable_baselines3.common.monitor import Monitor  # noqa: E402
from stable_baselines3.common.vec_env import DummyVecEnv  # noqa: E402

from crusoe_env import SB3VecEnv  # noqa: E402

COUNT = 5
EPISODES = 6 if UNCOMPILED else 20
games = pytest.mark.parametrize("name", NAMES)
one_game = pytest.mark.parametrize("name", ["marooned"])
"""What all games have in common is tried in one of them."""


def slow_env(name: str, seed: int, **settings) -> DummyVecEnv:
    """Single environments, with SB3's own bookkeeping of returns and lengths."""
    make = functools.partial(new_env, name, **settings)
    env = DummyVecEnv([lambda: Monitor(make())] * COUNT)
    env.seed(seed)
    return env


def unordered(observation: Any) -> Any:
    """SB3 gives dicts of its own kind."""
    return dict(observation) if isinstance(observation, dict) else observation


def actions_for(slow: DummyVecEnv, rng: np.random.Generator) -> np.ndarray:
    return np.array([some_of_every_kind(env.unwrapped, rng) for env in slow.envs])


# ---------------------------------------------------------------------- single environments


@games
@pytest.mark.parametrize("settings", [{"reward": "shaped"}, {"max_steps": 5}])
def test_check_env_finds_nothing_to_say(name, settings):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(new_env(name, **settings), skip_render_check=True)


@games
def test_check_env_finds_nothing_to_say_about_rendering(name):
    pytest.importorskip("resvg_py")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(new_env(name, render_mode="rgb_array"))


# ---------------------------------------------------------------------- the native VecEnv


@games
@pytest.mark.parametrize(
    "settings",
    [
        {"reward": "shaped", "discount": 0.9, "mask": "pettingzoo"},
        {"on_illegal": "terminate", "illegal_penalty": 0.5},
        {"max_steps": 9, "observation": "dict"},
    ],
    ids=lambda settings: "-".join(settings) or "defaults",
)
def test_native_env_gives_what_single_environments_give(name, settings):
    native, slow = SB3VecEnv(name, COUNT, seed=11, **settings), slow_env(name, 11, **settings)
    assert native.observation_space == slow.observation_space
    assert native.action_space == slow.action_space
    assert_same(native.reset(), unordered(slow.reset()))
    rng = np.random.default_rng(0)
    ended, kinds_of_end = 0, set()
    while ended < EPISODES:
        actions = actions_for(slow, rng)
        observations, rewards, dones, infos = native.step(actions)
        *same, same_infos = slow.step(actions)
        same[0] = unordered(same[0])
        assert_same([observations, rewards, dones], same)
        assert_same(native.env_method("action_masks"), slow.env_method("action_masks"))
        for done, info, same_info in zip(dones, infos, same_infos, strict=True):
            assert info.get("illegal_action", False) == same_info["illegal_action"]
            if done:
                del same_info["action_mask"]  # all ones
                times = info["episode"].pop("t"), same_info["episode"].pop("t")
                assert all(isinstance(time, float) for time in times)
                info["episode"]["r"] = round(info["episode"]["r"], 6)  # as Monitor does
                assert_same(info, same_info)
                kinds_of_end.add(info["TimeLimit.truncated"])
        ended += int(dones.sum())
    assert (True in kinds_of_end) == ("max_steps" in settings)


@games
def test_seeds_hold_for_one_reset_and_then_the_generators_go_on(name):
    env, slow = SB3VecEnv(name, COUNT, seed=1), slow_env(name, 1)
    firsts = [env.reset(), env.reset()]
    assert_same(firsts, [slow.reset(), slow.reset()])
    env.seed(1), slow.seed(1)
    assert_same(env.reset(), firsts[0])
    other = SB3VecEnv(name, COUNT)
    other.reset()
    assert other.batch.states.rng.tobytes() != env.batch.states.rng.tobytes()


@one_game
def test_unknown_options_of_the_next_reset_are_refused(name):
    for env in (SB3VecEnv(name, COUNT, seed=1), slow_env(name, 1)):
        env.set_options({"no such option": 1})
        with pytest.raises(ValueError, match="unknown reset option 'no such option'"):
            env.reset()


def test_options_of_the_next_reset_hold_once():
    env, slow = SB3VecEnv("marooned", COUNT, seed=1), slow_env("marooned", 1)
    for each in (env, slow):
        each.set_options([{"deck": [card]} for card in ("flint", "water", "rocks", "hook", "storm")])
    assert_same(env.reset(), slow.reset())
    assert list(env.batch.states.deck[:, 0]) == [5, 15, 7, 6, 13]
    assert_same(env.reset(), slow.reset())


@games
def test_attributes_and_methods_are_found_where_sb3_contrib_looks(name):
    env = SB3VecEnv(name, COUNT, seed=0)
    env.reset()
    assert is_masking_supported(env)
    assert env.has_attr("action_masks")
    assert not env.has_attr("no_such_attribute")
    masks = get_action_masks(env)
    assert masks.dtype == bool
    assert np.array_equal(masks, env.batch.masks == 1)
    assert_same(env.env_method("action_masks", indices=[3, 1]), [masks[3], masks[1]])
    assert_same(env.env_method("action_masks", indices=2), [masks[2]])
    assert env.get_attr("num_envs", indices=[0, 4]) == [COUNT, COUNT]
    env.set_attr("note", "kept")
    assert env.get_attr("note") == ["kept"] * COUNT
    assert env.env_is_wrapped(Monitor) == [True] * COUNT
    assert env.env_is_wrapped(GameVectorEnv, indices=0) == [False]


@games
def test_methods_and_attributes_of_single_games(name):
    env = SB3VecEnv(name, COUNT, seed=5, max_steps=40, render_mode="ansi")
    assert env.render_mode == "ansi"
    assert [spec.max_episode_steps for spec in env.get_attr("spec")] == [40] * COUNT
    env.reset()
    single = new_env(name)
    single.reset(seed=5 + 2)
    assert env.has_attr("legal_actions")
    assert env.env_method("legal_actions", indices=2) == [single.legal_actions()]
    assert env.env_method("text", indices=[2]) == [single.text()]
    assert env.env_method("action_name", 0) == [single.action_name(0)] * COUNT
    assert env.get_attr("task", indices=0) == [single.task]
    saved = env.env_method("snapshot")
    before = env.batch.states.copy()
    env.step(env.batch.masks.argmax(axis=1))
    assert env.env_method("restore", saved[1], indices=1)
    assert env.batch.states[1].tobytes() == before[1].tobytes()
    assert env.batch.states[0].tobytes() != before[0].tobytes()
    with pytest.raises(AttributeError, match="no_such_method"):
        env.env_method("no_such_method")
    with pytest.raises(ValueError, match="unknown render_mode 'gif'"):
        SB3VecEnv(name, 2, render_mode="gif")


@one_game
def test_wrong_use_is_refused(name):
    env = SB3VecEnv(name, COUNT)
    with pytest.raises(RuntimeError, match="call reset"):
        env.step(np.zeros(COUNT, int))
    env.reset()
    with pytest.raises(ValueError, match=rf"shape \({COUNT},\)"):
        env.step(np.zeros(COUNT + 1, int))
    for setting in ("colour", "self"):
        with pytest.raises(TypeError, match=f"unexpected keyword argument '{setting}'"):
            SB3VecEnv(name, COUNT, **{setting: "red"})
    with pytest.raises(ValueError, match="unknown game 'monopoly'"):
        SB3VecEnv("monopoly", COUNT)
    assert SB3VecEnv(IDS[name], 1).game is SB3VecEnv(crusoe_env.game(name), 1).game


@games
def test_pictures_of_the_games(name):
    pytest.importorskip("resvg_py")
    env = SB3VecEnv(name, 2, seed=0)
    env.reset()
    images = env.get_images()
    assert len(images) == 2
    assert all(image.dtype == np.uint8 and image.shape[2] == 3 for image in images)


# ---------------------------------------------------------------------- learning


@pytest.mark.slow
@games
def test_maskable_ppo_learns_and_plays_legally(name):
    env = SB3VecEnv(name, 8, seed=0, on_illegal="raise", reward="shaped")
    model = sb3_contrib.MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=128, n_epochs=2, seed=0)
    before = [parameter.detach().clone() for parameter in model.policy.parameters()]
    model.learn(512)
    assert model.num_timesteps == 512
    assert any((old != new).any() for old, new in zip(before, model.policy.parameters(), strict=True))
    episodes = [info["l"] for info in model.ep_info_buffer]
    assert episodes
    assert all(length > 1 for length in episodes)
    mean, _ = evaluate_policy(model, SB3VecEnv(name, 4, seed=1, on_illegal="raise"), n_eval_episodes=8)
    assert 0 <= mean <= 1


@games
def test_masks_are_those_of_a_restored_game(name):
    env = SB3VecEnv(name, 2, seed=0)
    env.reset()
    saved, first = env.env_method("snapshot"), env.action_masks()
    other = np.random.default_rng(0)
    while (env.action_masks()[1] == first[1]).all():
        env.step((env.action_masks() * other.random(first.shape)).argmax(axis=1))
    env.env_method("restore", saved[1], indices=[1])
    assert (env.action_masks()[1] == first[1]).all()
    assert (env.env_method("action_masks", indices=[1])[0] == first[1]).all()


@pytest.mark.parametrize(
    "actions", [[4.9, np.nan], [0.0, 1.0], [True, False], ["0", "1"]], ids=["nan", "float", "bool", "text"]
)
def test_actions_that_are_no_whole_numbers_are_refused(actions):
    env = SB3VecEnv("marooned", 2)
    env.reset()
    with pytest.raises(TypeError, match="actions must be whole numbers"):
        env.step_async(np.array(actions))
    with pytest.raises(ValueError, match="need actions of shape"):
        env.step_async(np.zeros(3, np.int64))


def test_indices_choose_games_or_are_refused():
    env = SB3VecEnv("marooned", 3, seed=1)
    env.reset()
    env.step(env.action_masks().argmax(axis=1))
    first, second = env.batch.states[:1].tobytes(), env.batch.states[1:].tobytes()
    assert len(env.env_method("reset", indices=[0])) == 1
    assert env.batch.states.steps.tolist() == [0, 1, 1]
    assert env.batch.states[:1].tobytes() != first
    assert env.batch.states[1:].tobytes() == second
    (mask,) = env.env_method("action_masks", indices=[1])
    assert (mask == env.action_masks()[1]).all()
    for refused in (
        lambda: env.set_attr("colour", "red", indices=[1]),
        lambda: env.env_method("step", 0, indices=1),
        lambda: env.env_method("step_async", [0, 0, 0], indices=[0, 1]),
    ):
        with pytest.raises(ValueError, match="all games: leave out indices"):
            refused()
    env.set_attr("colour", "red", indices=[0, 1, 2])
    assert env.get_attr("colour", indices=[1]) == ["red"]
    infos = [env.step(env.action_masks().argmax(axis=1))[3] for _ in range(60)]
    ended = next(said[0]["episode"] for said in infos if "episode" in said[0])
    assert ended["l"] == 1 + next(i for i, said in enumerate(infos) if "episode" in said[0])


def test_single_games_are_asked_after_reset_only():
    env = SB3VecEnv("marooned", 2)
    with pytest.raises(RuntimeError, match=r"the games have not begun: call reset\(\) first"):
        env.env_method("text")
