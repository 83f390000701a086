"""Observations as floats and as bytes: the same on every path, byte times scale, within their bounds."""

from __future__ import annotations

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium import spaces
from gymnasium.utils.env_checker import check_env

import crusoe_env
from crusoe_env import MultiAgentBatch, SB3VecEnv, Simulator
from crusoe_env.engine.pool import ArrayPool
from tests.support import IDS, NAMES, SEVERAL_PLAYERS, UNCOMPILED, assert_same, new_env, new_vector_env

STEPS = 40 if UNCOMPILED else 300
games = pytest.mark.parametrize("name", NAMES)
forms = pytest.mark.parametrize("form", ["flat", "dict"])
several = pytest.mark.parametrize("name", SEVERAL_PLAYERS)


def legal(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return np.argmax(rng.random(masks.shape) * masks, axis=-1)


def assert_scaled(packed: np.ndarray, floats: np.ndarray, scale: np.ndarray) -> None:
    """Bytes and floats of the same table: equal bit for bit once scaled."""
    assert (packed.dtype, floats.dtype) == (np.uint8, np.float32)
    assert np.array_equal(packed * scale, floats)


# ---------------------------------------------------------------------- floats are scaled bytes


@games
def test_single_environment(name):
    packed, floats = (new_env(name, observation_dtype=dtype) for dtype in ("uint8", "float32"))
    rng = np.random.default_rng(0)
    seen, info = packed.reset(seed=3)
    same = floats.reset(seed=3)[0]
    for _ in range(STEPS):
        assert_scaled(seen, same, floats.observation_scale)
        assert packed.observation_space.contains(seen)
        assert floats.observation_space.contains(same)
        action = int(legal(info["action_mask"], rng))
        seen, *_, terminated, truncated, info = packed.step(action)
        same = floats.step(action)[0]
        if terminated or truncated:
            assert_scaled(seen, same, floats.observation_scale)
            seen, info = packed.reset()
            same = floats.reset()[0]


@games
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_vector_environment(name, mode):
    settings = {"autoreset_mode": mode, "max_steps": 9}
    packed, floats = (
        new_vector_env(name, 5, observation_dtype=dtype, **settings) for dtype in ("uint8", "float32")
    )
    rng = np.random.default_rng(0)
    (seen, infos), (same, _) = packed.reset(seed=3), floats.reset(seed=3)
    for _ in range(30):
        assert_scaled(seen, same, floats.observation_scale)
        assert packed.observation_space.contains(seen)
        assert floats.observation_space.contains(same)
        actions = legal(infos["action_mask"], rng)
        seen, *_, infos = packed.step(actions)
        same, *_, same_infos = floats.step(actions)
        for i in np.flatnonzero(infos.get("_final_obs", ())):
            assert_scaled(infos["final_obs"][i], same_infos["final_obs"][i], floats.observation_scale)


@games
def test_sb3(name):
    packed, floats = (
        SB3VecEnv(name, 5, seed=3, observation_dtype=dtype, max_steps=9) for dtype in ("uint8", "float32")
    )
    rng = np.random.default_rng(0)
    seen, same = packed.reset(), floats.reset()
    scale = crusoe_env.game(name).observations.scale
    for _ in range(30):
        assert_scaled(seen, same, scale)
        assert all(packed.observation_space.contains(row) for row in seen)
        actions = legal(packed.action_masks(), rng)
        (seen, _, dones, infos), (same, _, _, same_infos) = packed.step(actions), floats.step(actions)
        for i in np.flatnonzero(dones):
            last = (infos[i]["terminal_observation"], same_infos[i]["terminal_observation"])
            assert_scaled(*last, scale)


@several
@pytest.mark.parametrize("form", ["aec", "parallel"])
def test_pettingzoo(name, form):
    make = pettingzoo.make
    packed, floats = (
        make(form, IDS[name], players=3, observation_dtype=dtype) for dtype in ("uint8", "float32")
    )
    rng = np.random.default_rng(0)
    packed.reset(seed=3), floats.reset(seed=3)
    scale = packed.unwrapped.observation_scale
    for _ in range(40):
        if not packed.agents:
            break
        for agent in packed.agents:
            views = [env.unwrapped.view(agent) for env in (packed, floats)]
            assert_scaled(*views, scale)
            assert packed.observation_space(agent)["observation"].contains(views[0])
        assert_scaled(packed.state(), floats.state(), scale)
        assert packed.unwrapped.state_space.contains(packed.state())
        action = int(legal(packed.unwrapped.batch.masks[0], rng))
        for env in (packed, floats):
            env.step(action if form == "aec" else {env.unwrapped.acting: action})


@several
def test_multi_agent_batch(name):
    packed, floats = (
        MultiAgentBatch(name, 4, players=3, observation_dtype=dtype) for dtype in ("uint8", "float32")
    )
    rng = np.random.default_rng(0)
    turn, same = packed.reset(seed=3), floats.reset(seed=3)
    for _ in range(40):
        assert_scaled(turn.observation, same.observation, packed.game.observations.scale)
        assert_scaled(packed.observe(1), floats.observe(1), packed.game.observations.scale)
        actions = legal(turn.mask, rng)
        turn, same = packed.step(actions), floats.step(actions)


@games
def test_simulator_and_environment_see_the_same(name):
    env = new_env(name, observation_dtype="uint8")
    seen = env.reset(seed=3)[0]
    simulator = Simulator(env.game)
    states = simulator.new_games(1, seed=3)
    assert np.array_equal(simulator.observe(env.batch.states, dtype="uint8")[0], seen)
    for dtype in ("uint8", "float32"):
        assert np.array_equal(simulator.views(states, dtype)[0], simulator.observe(states, dtype=dtype))


@games
def test_segments_of_bytes(name):
    flat, parts = (new_env(name, observation_dtype="uint8", observation=form) for form in ("flat", "dict"))
    seen, split = flat.reset(seed=0)[0], parts.reset(seed=0)[0]
    assert_same(split, flat.game.observations.split(seen))
    assert parts.observation_space.contains(split)


# ---------------------------------------------------------------------- spaces


@games
@forms
def test_gymnasium_accepts_bytes(name, form):
    check_env(new_env(name, observation_dtype="uint8", observation=form), skip_render_check=True)


@games
def test_bounds_are_those_of_each_field(name):
    env = new_env(name, observation_dtype="uint8")
    assert isinstance(env.observation_space, spaces.Box)
    assert (env.observation_space.low == 0).all()
    for it in env.observation_fields():
        assert (env.observation_space.high[it.start : it.stop] == it.largest).all()
        assert (env.observation_scale[it.start : it.stop] == np.float32(1 / it.divisor)).all()
    floats = new_env(name).observation_space
    assert np.array_equal(floats.high, env.observation_space.high * env.observation_scale)


@games
def test_another_dtype_is_refused(name):
    for make in (new_env, lambda *a, **k: new_vector_env(*a, 2, **k), lambda *a, **k: SB3VecEnv(*a, 2, **k)):
        with pytest.raises(ValueError, match=r"unknown observation_dtype 'float16'; .*float32"):
            make(name, observation_dtype="float16")


def test_counts_beyond_ten_are_told_apart():
    env = new_env("robinson", observation_dtype="uint8")
    env.reset(seed=0)
    state = env.state
    at = env.game.observations.start["stores"]
    seen = {}
    for food in (9, 10, 11, 25, 255, 300):
        state.available[1] = food
        seen[food] = int(env.set_state(state)[0][at + 1])
    assert seen == {9: 9, 10: 10, 11: 11, 25: 25, 255: 255, 300: 255}
    floats = new_env("robinson")
    floats.reset(seed=0)
    state.available[1] = 25
    assert floats.set_state(state)[0][at + 1] == pytest.approx(2.5)


# ---------------------------------------------------------------------- what is handed out stays


@games
@forms
@pytest.mark.parametrize("dtype", ["float32", "uint8"])
def test_what_the_caller_holds_is_never_overwritten(name, form, dtype):
    env = new_vector_env(name, 3, observation=form, observation_dtype=dtype)
    rng = np.random.default_rng(0)
    held = []
    observation, infos = env.reset(seed=0)
    for step in range(30):
        part = observation["phase"] if form == "dict" else observation
        kept = {
            0: part,
            1: part[1],  # a view of it
            2: part[:, :4][::2],  # a view of a view
            3: memoryview(part),
        }.get(step % 5)  # every fifth step nothing
        if kept is not None:
            held.append((kept, np.array(kept), infos["action_mask"], infos["action_mask"].copy()))
        if step == 20:
            del held[::2]
        observation, *_, infos = env.step(legal(infos["action_mask"], rng))
    assert len(held) > 12
    for kept, values, masks, same in held:
        assert np.array_equal(np.asarray(kept), values)
        assert np.array_equal(masks, same)


@games
def test_what_the_caller_writes_changes_no_game(name):
    touched, untouched = new_vector_env(name, 3), new_vector_env(name, 3)
    observation, infos = touched.reset(seed=0)
    masks = untouched.reset(seed=0)[1]["action_mask"].copy()
    rng = np.random.default_rng(0)
    for _ in range(20):
        observation[:] = 7
        infos["action_mask"][:] = 1
        actions = legal(masks, rng)
        (observation, *_, infos), (same, *_, other) = touched.step(actions), untouched.step(actions)
        assert np.array_equal(observation, same)
        assert np.array_equal(infos["action_mask"], other["action_mask"])
        masks = other["action_mask"].copy()


@games
def test_resetting_some_games_hands_out_the_others_as_they_are(name):
    env = new_vector_env(name, 4, autoreset_mode="Disabled")
    before, infos = env.reset(seed=0)
    actions = legal(infos["action_mask"], np.random.default_rng(0))
    before = env.step(actions)[0]
    values = before.copy()
    before[:] = 7
    after = env.reset(seed=9, options={"reset_mask": np.array([False, True, False, False])})[0]
    assert np.array_equal(after[[0, 2, 3]], values[[0, 2, 3]])
    assert not np.shares_memory(after, before)


def test_arrays_are_used_again_only_when_nobody_holds_them():
    pool = ArrayPool((3, 2), np.float32, keep=3)
    first, second = pool.take(), pool.take()
    assert not np.shares_memory(first, second)
    place = first.ctypes.data
    view = first[1:].T
    del first
    assert pool.take().ctypes.data != place
    del view
    assert pool.take().ctypes.data == place
    everything = [pool.take() for _ in range(10)]
    assert len({array.ctypes.data for array in everything}) == 10


def test_as_made_by_gymnasium():
    env = gymnasium.make(IDS["marooned"], observation_dtype="uint8")
    assert env.observation_space.dtype == np.uint8
    assert env.unwrapped.observation_scale.shape == env.observation_space.shape
