"""Every game keeps Gymnasium's contract for single environments."""

from __future__ import annotations

import copy
import functools
import hashlib
import pickle
import re
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import SyncVectorEnv

import crusoe_env
from crusoe_env import GameVectorEnv, IllegalActionError
from tests.support import (
    IDS,
    NAMES,
    assert_same,
    differences,
    has_points,
    new_env,
    new_vector_env,
    output_of,
    play_episode,
    play_on,
)

SETTINGS = (
    {},
    {"observation": "dict"},
    {"reward": "shaped", "discount": 0.99},
    {"mask": "pettingzoo"},
    {"on_illegal": "terminate", "illegal_penalty": 0.5},
    {"max_steps": 7},
)
KINDS = {
    "action_mask": np.ndarray,
    "victory": np.ndarray,
    "score": np.int64,
    "goal_progress": np.float64,
    "rounds": np.int64,
    "cause": np.int64,
    "illegal_action": np.ndarray,
}
"""What stands in every `info`."""
games = pytest.mark.parametrize("name", NAMES)
one_game = pytest.mark.parametrize("name", ["marooned"])
"""What all games have in common is tried in one of them."""


def described(settings: dict) -> str:
    return "-".join(f"{key}={value}" for key, value in settings.items()) or "defaults"


@pytest.fixture
def no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


# ---------------------------------------------------------------------- Gymnasium's own checker


@games
@pytest.mark.parametrize("settings", SETTINGS, ids=described)
def test_check_env_finds_nothing_to_say(name, settings, no_warnings):
    check_env(new_env(name, **settings), skip_render_check=True)


@pytest.mark.slow
@games
def test_check_env_finds_nothing_to_say_about_rendering(name, no_warnings, monkeypatch):
    pytest.importorskip("resvg_py")
    pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    check_env(new_env(name))  # without a render mode it makes an environment with each of them
    for mode in ("ansi", "rgb_array"):
        env = new_env(name, render_mode=mode)
        check_env(env)
        env.reset(seed=0)
        assert isinstance(env.render(), {"ansi": str, "rgb_array": np.ndarray}[mode])


@one_game
def test_rendering_without_a_mode_warns_and_gives_nothing(name):
    env = new_env(name)
    env.reset(seed=0)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


# ---------------------------------------------------------------------- registration


@games
def test_id_carries_the_version_of_the_game(name):
    game = crusoe_env.game(name)
    assert game.env_id == IDS[name]
    assert gymnasium.spec(game.env_id).version == game.version
    assert crusoe_env.game(game.env_id) is game


@games
def test_class_page_has_a_history_up_to_the_present_version(name):
    env = new_env(name)
    history = env.__doc__.partition("## Version history")[2]
    versions = [int(number) for number in re.findall(r"^\s*v(\d+):", history, re.MULTILINE)]
    assert sorted(versions) == list(range(env.spec.version + 1))


def test_registering_twice_is_silent(no_warnings, capsys):
    before = dict(gymnasium.registry)
    crusoe_env.register_suite()
    assert dict(gymnasium.registry) == before
    assert capsys.readouterr() == ("", "")


def test_an_unknown_game_is_answered_with_the_known_ones():
    with pytest.raises(ValueError, match="did you mean 'marooned'"):
        crusoe_env.game("maroned")


@pytest.mark.slow
def test_module_prefix_registers_the_ids_in_a_fresh_process():
    code = f"""
import gymnasium
envs = [gymnasium.make(f"crusoe_env:{{name}}") for name in {[IDS[name] for name in NAMES]}]
from tests.conformance.test_gymnasium import digest_of
print(*(digest_of(env.unwrapped, 5) for env in envs))
"""
    assert output_of("-c", code).split() == [digest_of(new_env(name), 5) for name in NAMES]


def digest_of(env, seed: int) -> str:
    digest = hashlib.sha256()
    for returned in play_episode(env, seed):
        digest.update(returned[0].tobytes() + repr(returned[1:]).encode())
    return digest.hexdigest()


@games
def test_make_vec_gives_the_native_environment_and_sync_works_too(name, no_warnings):
    env_id = IDS[name]
    native = gymnasium.make_vec(env_id, 3, vectorization_mode="vector_entry_point", reward="shaped")
    assert isinstance(native, GameVectorEnv)
    assert (native.num_envs, native.spec.id) == (3, env_id)
    assert isinstance(gymnasium.make_vec(env_id, 2), GameVectorEnv)
    sync = gymnasium.make_vec(env_id, 3, vectorization_mode="sync", reward="shaped")
    assert isinstance(sync, SyncVectorEnv)
    assert_same(native.reset(seed=4), sync.reset(seed=4))


# ---------------------------------------------------------------------- settings


@one_game
@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"reward": "dense"}, ValueError, "unknown reward 'dense'; choose from sparse, shaped, progress"),
        ({"on_illegal": "warn"}, ValueError, "unknown on_illegal 'warn'; choose from ignore, raise"),
        ({"observation": "image"}, ValueError, "unknown observation 'image'; choose from flat, dict"),
        ({"mask": "rlib"}, ValueError, "unknown mask 'rlib'; did you mean 'rllib'"),
        ({"discount": 1.5}, ValueError, "discount must be between 0 and 1, not 1.5"),
        ({"discount": -0.1}, ValueError, "discount must be between 0 and 1, not -0.1"),
        ({"max_steps": 0}, ValueError, "max_steps must be at least 1, not 0"),
        ({"colour": "red"}, TypeError, "got an unexpected keyword argument 'colour'"),
        ({"self": 1}, TypeError, "got an unexpected keyword argument 'self'"),
    ],
)
def test_wrong_settings_are_refused_with_the_valid_ones(name, settings, error, message):
    with pytest.raises(error, match=message):
        new_env(name, **settings)


@games
def test_points_are_a_reward_only_where_there_are_some(name):
    if has_points(name):
        assert new_env(name, reward="score").game.has_points(
            crusoe_env.Simulator(crusoe_env.game(name)).tables
        )
        return
    message = "reward: Dieson Crusoe has no victory points as set up; choose from sparse, shaped, progress"
    for make in (new_env, functools.partial(new_vector_env, num_envs=2)):
        with pytest.raises(ValueError, match=message):
            make(name, reward="score")


@games
def test_spec_says_how_long_an_episode_can_be(name):
    assert gymnasium.make(IDS[name]).spec.max_episode_steps == crusoe_env.game(name).longest_episode
    assert gymnasium.make(IDS[name], max_steps=9).spec.max_episode_steps == 9
    for settings in ({"max_steps": 9}, {"max_episode_steps": 9}):
        vector = new_vector_env(name, 2, **settings)
        assert vector.spec.max_episode_steps == vector.batch.settings.max_steps == 9
    again = gymnasium.make(gymnasium.make(IDS[name], max_steps=9).spec)
    assert len(play_episode(again.unwrapped, 0)) <= 10
    with pytest.raises(ValueError, match="max_episode_steps and max_steps are the same setting"):
        new_vector_env(name, 2, max_steps=9, max_episode_steps=9)


@games
def test_a_specification_makes_the_environment_again(name):
    env = gymnasium.make(IDS[name], max_steps=9, reward="progress")
    again = gymnasium.make(env.spec)
    assert again.spec.max_episode_steps == 9
    assert again.unwrapped.batch.settings.reward == env.unwrapped.batch.settings.reward
    again.reset(seed=1)
    begin = again.unwrapped.snapshot()
    for _ in range(12):  # a limit that counts on would end this search
        again.unwrapped.restore(begin)
        assert not again.step(again.unwrapped.legal_actions()[0])[3]
    written = gymnasium.make(EnvSpec.from_json(env.spec.to_json()))  # as Minari keeps it
    assert written.spec.max_episode_steps == 9
    assert "TimeLimit" not in str(written)
    for settings in ({"max_steps": 9}, {}):
        vector = gymnasium.make_vec(new_vector_env(name, 2, **settings).spec)
        limit = settings.get("max_steps", crusoe_env.game(name).longest_episode)
        assert (vector.num_envs, vector.spec.max_episode_steps) == (2, limit)
    assert gymnasium.make_vec(env.spec, num_envs=2).batch.settings.max_steps == 9


@one_game
def test_a_generator_that_was_set_seeds_the_next_episode(name):
    env = new_env(name)
    env.reset(seed=1)
    first = []
    for seed in (5, 5, 6):
        env.np_random = np.random.default_rng(seed)
        env.reset()
        first.append(env.state.tobytes())
    assert first[0] == first[1] != first[2]
    vector = new_vector_env(name, 2)
    vector.reset(seed=1)
    first = []
    for seed in (5, 5, 6):
        vector.np_random = np.random.default_rng(seed)
        vector.reset()
        first.append(vector.batch.states.tobytes())
    assert first[0] == first[1] != first[2]
    with pytest.raises(TypeError, match="np_random must be a generator"):
        env.np_random = 5


@one_game
def test_true_is_no_action_and_no_number(name):
    env = new_env(name)
    env.reset(seed=0)
    for action in (True, np.True_):
        with pytest.raises(TypeError, match="an action must be a whole number, not"):
            env.step(action)
    with pytest.raises(TypeError, match="actions must be whole numbers"):
        env.batch.step(np.array([True]))
    with pytest.raises(TypeError, match="max_steps must be a whole number, not True"):
        new_env(name, max_steps=True)


@one_game
def test_many_illegal_actions_in_a_row_are_warned_of_once(name):
    env = new_env(name, max_steps=1_000)
    env.reset(seed=0)
    illegal = next(action for action in range(env.action_space.n) if action not in env.legal_actions())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for action in [illegal] * 99 + [env.legal_actions()[0]]:
            env.step(action)
    illegal = next(action for action in range(env.action_space.n) if action not in env.legal_actions())
    with pytest.warns(
        UserWarning, match="100 illegal actions in a row: does whoever acts use the action mask"
    ):
        [env.step(illegal) for _ in range(100)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for _ in range(200):
            env.step(illegal)


@one_game
def test_wrong_render_mode_is_refused(name):
    with pytest.raises(ValueError, match="unknown render_mode 'gif'; choose from ansi, rgb_array, human"):
        type(new_env(name))(render_mode="gif")


@games
def test_unknown_reset_option_is_refused_and_the_game_goes_on(name):
    env = new_env(name)
    env.reset(seed=1)
    play_on(env, np.random.default_rng(0), steps=3)
    before = env.snapshot()
    with pytest.raises(ValueError, match=f"unknown reset option 'seeed'.*{env.game.chance.option}"):
        env.reset(seed=2, options={"seeed": 1})
    assert env.snapshot() == before
    assert env.legal_actions()


# ---------------------------------------------------------------------- seeding


@games
@pytest.mark.parametrize("settings", SETTINGS, ids=described)
def test_same_seed_same_trajectory(name, settings):
    env = new_env(name, **settings)
    first = play_episode(env, 3)
    assert_same(first, play_episode(env, 3))
    assert_same(first, play_episode(new_env(name, **settings), 3))


@games
def test_reset_without_a_seed_goes_on_where_the_generator_is(name):
    def two_episodes():
        env = new_env(name)
        return play_episode(env, 3), play_episode(env, None)

    one, other = two_episodes(), two_episodes()
    assert_same(one, other)
    assert differences(*one)


# ---------------------------------------------------------------------- stepping


@games
def test_step_needs_a_running_episode(name):
    env = new_env(name)
    with pytest.raises(RuntimeError, match="call reset"):
        env.step(0)
    play_episode(env, 0)
    assert env.legal_actions() == []
    with pytest.raises(RuntimeError, match="call reset"):
        env.step(0)
    env.reset()
    env.step(env.legal_actions()[0])


@games
def test_mask_stands_where_everybody_looks(name):
    env = new_env(name)
    _, info = env.reset(seed=0)
    env.action_space.seed(0)
    while True:
        mask = info["action_mask"]
        assert mask.dtype == np.int8
        assert mask.shape == (env.action_space.n,)
        assert np.array_equal(env.action_masks(), mask == 1)
        assert np.array_equal(env.legal_actions(), np.flatnonzero(mask))
        _, _, terminated, truncated, info = env.step(env.action_space.sample(mask))
        assert not info["illegal_action"]
        if terminated or truncated:
            break
    assert info["action_mask"].all()


@games
def test_end_of_a_game_is_told_in_info(name):
    env = new_env(name, reward="score" if has_points(name) else "sparse")
    for seed in range(8):
        *course, last = play_episode(env, seed)
        for _, *_, info in course:
            assert {key: type(value) for key, value in info.items()} == KINDS
            assert not any(info[key] for key in KINDS if key != "action_mask")
        info = last[-1]
        assert {key: type(value) for key, value in info.items()} == KINDS
        assert not info["illegal_action"]
        assert last[1] == (info["score"] if has_points(name) else info["victory"])
        assert 0 <= info["goal_progress"] <= 1
        assert (info["goal_progress"] == 1) == info["victory"]
        assert env.cause_name(info["cause"]) in env.game.causes[1:]
    with pytest.raises(ValueError, match="cause 99 is outside -2"):
        env.cause_name(99)


@games
def test_sparse_rewards_are_one_for_a_victory(name):
    env = new_env(name)
    for seed in range(8):
        *course, last = play_episode(env, seed)
        assert [returned[1] for returned in course[1:]] == [0.0] * len(course[1:])
        assert last[1] == float(last[-1]["victory"])


@games
@pytest.mark.parametrize("discount", [1.0, 0.9])
def test_shaping_leaves_the_order_of_policies_as_it_is(name, discount):
    # The discounted sum of shaped rewards is that of the sparse ones minus the start's potential.
    shaped, sparse = new_env(name, reward="shaped", discount=discount), new_env(name)
    rewards, differs = {}, set()
    for seed in range(5):
        for actions_seed in range(3):
            for env in (shaped, sparse):
                course = play_episode(env, seed, actions_seed)[1:]
                rewards[env] = sum(discount**k * returned[1] for k, returned in enumerate(course))
            differs.add((seed, round(rewards[shaped] - rewards[sparse], 9)))
    assert len(differs) == 5


@games
def test_half_the_goal_progress_of_a_lost_game_is_a_reward(name):
    shaped, progress = new_env(name, reward="shaped"), new_env(name, reward="progress")
    for seed in range(10):
        courses = [play_episode(env, seed)[1:] for env in (shaped, progress)]
        before, after = ([returned[1] for returned in course] for course in courses)
        end = courses[1][-1][-1]
        share = 0.0 if end["victory"] else 0.5 * end["goal_progress"]
        assert after[:-1] == before[:-1]
        assert after[-1] == pytest.approx(before[-1] + share)


@games
def test_of_a_lost_game_less_is_a_reward_the_earlier_it_was_lost(name):
    game = crusoe_env.game(name)
    if not game.has_last_round:
        message = f"reward: {game.title} has no last round; choose from sparse, shaped, progress, score"
        with pytest.raises(ValueError, match=message):
            new_env(name, reward="survival")
        return
    rounds = {"dieson": 6, "robinson": 12}[name]  # of quest 1, of Castaways
    shaped, survival = new_env(name, reward="shaped"), new_env(name, reward="survival")
    for seed in range(10):
        courses = [play_episode(env, seed)[1:] for env in (shaped, survival)]
        before, after = ([returned[1] for returned in course] for course in courses)
        end = courses[1][-1][-1]
        share = 0.0 if end["victory"] else 0.5 * end["goal_progress"] * end["rounds"] / rounds
        assert after[:-1] == before[:-1]
        assert after[-1] == pytest.approx(before[-1] + share)


@games
@pytest.mark.parametrize("mode", ["ignore", "terminate", "raise"])
def test_illegal_action(name, mode):
    env = new_env(name, on_illegal=mode, illegal_penalty=0.25)
    env.reset(seed=0)
    observation = env.batch.observations[0].copy()
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    if mode == "raise":
        legal = ", ".join(env.action_name(action) for action in env.legal_actions())
        with pytest.raises(IllegalActionError, match=re.escape(legal)) as caught:
            env.step(illegal)
        assert env.action_name(illegal) in str(caught.value)
        with pytest.raises(IllegalActionError, match=re.escape(f"-1 (not in 0 .. {env.action_space.n - 1})")):
            env.step(-1)
        return
    after, reward, terminated, truncated, info = env.step(illegal)
    assert np.array_equal(after, observation)
    assert reward == -0.25
    assert info["illegal_action"]
    assert (terminated, truncated) == (mode == "terminate", False)
    assert env.cause_name(info["cause"]) == ("illegal action" if mode == "terminate" else "")
    if mode == "ignore":
        assert env.step(env.action_space.n)[-1]["illegal_action"]


@games
def test_dict_observation_is_the_flat_one_in_named_parts(name):
    flat, parts = play_episode(new_env(name), 2), play_episode(new_env(name, observation="dict"), 2)
    layout = crusoe_env.game(name).observations
    for one, other in zip(flat, parts, strict=True):
        assert list(other[0]) == [segment.name for segment in layout.segments]
        assert np.array_equal(one[0], np.concatenate([part.ravel() for part in other[0].values()]))


@games
def test_action_names_and_indices(name):
    env = new_env(name)
    names = [env.action_name(action) for action in range(env.action_space.n)]
    assert [env.action_index(action) for action in names] == list(range(env.action_space.n))
    with pytest.raises(ValueError, match=f"did you mean {names[0]!r}"):
        env.action_index(names[0] + "x")
    with pytest.raises(ValueError, match="outside"):
        env.action_name(env.action_space.n)


# ---------------------------------------------------------------------- copies


@games
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("settings", SETTINGS[:3], ids=described)
def test_copy_or_pickle_of_a_running_environment_goes_on_alike(name, copied, settings):
    env = new_env(name, **settings)
    env.reset(seed=8)
    play_on(env, np.random.default_rng(1), steps=4)
    other = copied(env)
    assert_same(*(play_on(e, np.random.default_rng(2), steps=2) for e in (env, other)))
    assert env.snapshot() == other.snapshot()
    play_on(other, np.random.default_rng(3))  # to its end, which the first one does not feel
    assert env.legal_actions()
    again = copied(env)
    for e in (env, again):
        play_on(e, np.random.default_rng(4))
    assert_same(*(play_episode(e, None, 5) for e in (env, again)))


@pytest.mark.slow
def test_pickled_environments_go_on_in_another_process(tmp_path):
    envs, files = [new_env(name) for name in NAMES], [tmp_path / name for name in NAMES]
    for env, file in zip(envs, files, strict=True):
        env.reset(seed=8)
        play_on(env, np.random.default_rng(1), steps=4)
        file.write_bytes(pickle.dumps(env))
        assert file.stat().st_size < 600_000  # states, facts and layouts, no compiled code
        play_on(env, np.random.default_rng(2))
    code = f"""
import pickle, numpy
from tests.support import play_on
for file in {[str(file) for file in files]}:
    env = pickle.load(open(file, "rb"))
    play_on(env, numpy.random.default_rng(2))
    print(env.snapshot().hex())
"""
    assert output_of("-c", code).split() == [env.snapshot().hex() for env in envs]
