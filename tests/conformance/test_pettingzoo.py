"""Every game of several players passes PettingZoo's own tests, and its two forms play the same games."""

from __future__ import annotations

import copy
import functools
import importlib
import multiprocessing
import pickle
import re
import warnings
from types import SimpleNamespace

import numpy as np
import pettingzoo
import pytest
from gymnasium import spaces
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.test.max_cycles_test import max_cycles_test
from pettingzoo.test.state_test import state_test
from pettingzoo.utils import aec_to_parallel, parallel_to_aec, turn_based_aec_to_parallel
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    BaseParallelWrapper,
    MultiEpisodeParallelEnv,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from crusoe_env import IllegalActionError
from crusoe_env.interfaces.pettingzoo import GameAEC, GameParallel
from tests.support import IDS, SEVERAL_PLAYERS, UNCOMPILED, assert_same, output_of

CYCLES = 15 if UNCOMPILED else 90
NOT_OURS = (
    # Dicts with a mask: PettingZoo's own games have them too, and are excused there by name.
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
)
KEYS = {
    "pettingzoo": ("observation", "action_mask"),
    "rllib": ("observations", "action_mask"),
    "tianshou": ("obs", "mask"),
}
"""What libraries call observation and mask."""
games = pytest.mark.parametrize("name", SEVERAL_PLAYERS)
players_too = pytest.mark.parametrize("players", [1, 4])


@pytest.fixture
def no_warnings():
    """Any warning is an error, but for those that PettingZoo gives every dict and every proper name."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in NOT_OURS:
            warnings.filterwarnings("ignore", message)
        warnings.filterwarnings("ignore", category=DeprecationWarning, module=r"pettingzoo\.|tests\.")
        yield


def aec(name: str, players: int = 3, **settings):
    return pettingzoo.make("aec", IDS[name], players=players, **settings)


def parallel(name: str, players: int = 3, **settings):
    return pettingzoo.make("parallel", IDS[name], players=players, **settings)


def legal_action(mask: np.ndarray, rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


# ---------------------------------------------------------------------- PettingZoo's own tests


@games
@players_too
def test_aec_api(name, players, no_warnings):
    api_test(aec(name, players), num_cycles=CYCLES)


@games
def test_aec_api_with_characters_as_agents(name, no_warnings):
    warnings.filterwarnings("ignore", "We recommend agents to be named in the format")
    api_test(aec(name, agents="characters"), num_cycles=CYCLES)


@games
@players_too
def test_parallel_api(name, players, no_warnings):
    parallel_api_test(parallel(name, players), num_cycles=CYCLES)


@games
@players_too
def test_seeds(name, players, no_warnings):
    seed_test(functools.partial(aec, name, players), num_cycles=CYCLES // 3)
    parallel_seed_test(functools.partial(parallel, name, players), num_cycles=CYCLES // 3)


@games
@players_too
def test_state(name, players, no_warnings):
    state_test(aec(name, players), parallel(name, players), num_cycles=CYCLES // 15)


@games
def test_max_cycles(name, no_warnings):
    # The test wants every agent to act in each cycle: that is the parallel form, or it as AEC.
    forms = SimpleNamespace(
        parallel_env=lambda max_cycles: parallel(name, max_cycles=max_cycles),
        env=lambda max_cycles: parallel_to_aec(parallel(name, max_cycles=max_cycles)),
    )
    max_cycles_test(forms)


@pytest.mark.slow
@games
def test_rendering(name, no_warnings, monkeypatch):
    pytest.importorskip("resvg_py")
    pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    render_test(functools.partial(aec, name))
    render_test(lambda **mode: parallel_to_aec(parallel(name, **mode)))


# ---------------------------------------------------------------------- PettingZoo's wrappers


@games
@pytest.mark.parametrize(
    "wrap",
    [
        OrderEnforcingWrapper,
        AssertOutOfBoundsWrapper,
        functools.partial(TerminateIllegalWrapper, illegal_reward=-1),
    ],
)
def test_aec_wrappers(name, wrap, no_warnings):
    api_test(wrap(aec(name)), num_cycles=CYCLES)


@games
@pytest.mark.parametrize(
    "wrap", [BaseParallelWrapper, functools.partial(MultiEpisodeParallelEnv, num_episodes=2)]
)
def test_parallel_wrappers(name, wrap, no_warnings):
    parallel_api_test(wrap(parallel(name, 4)), num_cycles=CYCLES)


@games
def test_conversions(name, no_warnings):
    api_test(parallel_to_aec(parallel(name)), num_cycles=CYCLES // 3)
    env = turn_based_aec_to_parallel(aec(name))
    env.reset(seed=0)
    rng = np.random.default_rng(0)
    for _ in range(CYCLES):
        active = env.unwrapped.agent_selection
        chosen = legal_action(env.unwrapped.observe(active)["action_mask"], rng)
        *_, infos = env.step({agent: chosen if agent == active else None for agent in env.agents})
        if not env.agents:
            env.reset()
        else:
            assert {info["active_agent"] for info in infos.values()} == {env.unwrapped.agent_selection}


@games
def test_agents_do_not_act_in_turn_so_pettingzoo_refuses_its_other_conversion(name):
    with pytest.raises(AssertionError, match="is_parallelizable"):
        aec_to_parallel(aec(name))


# ---------------------------------------------------------------------- one game, two forms


@games
@players_too
def test_both_forms_play_the_same_game(name, players):
    one, other = aec(name, players, reward="shaped"), parallel(name, players, reward="shaped")
    one.reset(seed=5)
    observations, infos = other.reset(seed=5)
    rng = np.random.default_rng(0)
    while True:
        agent = one.agent_selection
        deciding = [name for name in other.agents if observations[name]["action_mask"][:-1].any()]
        assert deciding == [agent]
        for each in one.agents:
            seen = one.observe(each)
            assert_same(seen["observation"], observations[each]["observation"])
            assert_same(seen["action_mask"], observations[each]["action_mask"][:-1])
        assert_same(one.state(), other.state())
        action = legal_action(observations[agent]["action_mask"], rng)
        one.step(action)
        waiting = dict.fromkeys(other.agents, other.wait)
        observations, rewards, terminations, truncations, infos = other.step(waiting | {agent: action})
        assert_same(
            [one.rewards, one.terminations, one.truncations],
            [rewards, terminations, truncations],
        )
        if not other.agents:
            break
    facts = {"victory", "score", "goal_progress", "rounds", "cause"}
    for agent in one.agents:
        assert facts | {"illegal_action", "character"} == infos[agent].keys()
        for key in facts:
            assert one.infos[agent][key] == infos[agent][key]
        assert observations[agent]["action_mask"].all()


@games
def test_who_has_nothing_to_decide_has_exactly_the_action_wait(name):
    env = parallel(name, 4)
    observations, _ = env.reset(seed=3)
    rng = np.random.default_rng(3)
    for _ in range(60):
        masks = {agent: seen["action_mask"] for agent, seen in observations.items()}
        waiting = [agent for agent in env.agents if masks[agent][env.wait]]
        assert len(waiting) == len(env.agents) - 1
        assert all(masks[agent].sum() == 1 for agent in waiting)
        observations, *_ = env.step({agent: legal_action(mask, rng) for agent, mask in masks.items()})
        if not env.agents:
            observations, _ = env.reset()


@games
def test_rewards_are_the_same_for_all_and_add_up(name):
    env = aec(name, reward="shaped")
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    paid, gained = dict.fromkeys(env.agents, 0.0), 0.0
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        paid[agent] += reward
        ended = terminated or truncated
        env.step(None if ended else legal_action(observation["action_mask"], rng))
        if not ended:
            assert len(set(env.rewards.values())) == 1
            gained += next(iter(env.rewards.values()))
    assert all(abs(total - gained) < 1e-9 for total in paid.values())


@games
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("form", [aec, lambda name: parallel_to_aec(parallel(name))])
def test_a_copy_goes_on_alike(name, copied, form):
    env = form(name).unwrapped if form is aec else form(name)
    env.reset(seed=2)
    rng = np.random.default_rng(2)
    for _ in range(9):
        env.step(legal_action(env.observe(env.agent_selection)["action_mask"], rng))
    other = copied(env)
    for _ in range(9):
        agent = env.agent_selection
        assert_same(env.observe(agent), other.observe(other.agent_selection))
        action = legal_action(env.observe(agent)["action_mask"], rng)
        env.step(action), other.step(action)


# ---------------------------------------------------------------------- agents and observations


@games
@players_too
@pytest.mark.parametrize("form", [aec, parallel])
def test_agents_are_the_seats_in_every_episode(name, players, form):
    env = form(name, players)
    seats = [f"player_{seat}" for seat in range(players)]
    drawn = set()
    for seed in range(8):
        env.reset(seed=seed)
        assert env.agents == env.possible_agents == seats
        drawn.add(tuple(env.characters.values()))
    assert list(env.characters) == seats
    assert len(drawn) > 1  # the characters are drawn all the same


@games
def test_infos_say_by_number_whom_an_agent_plays(name):
    env = aec(name)
    env.reset(seed=1)
    told = {agent: env.character_name(info["character"]) for agent, info in env.infos.items()}
    assert told == env.characters
    with pytest.raises(ValueError, match="character 9 is outside 0"):
        env.character_name(9)


@games
def test_agents_can_have_the_names_of_the_characters(name):
    env, seats = aec(name, agents="characters"), aec(name)
    env.reset(seed=1), seats.reset(seed=1)
    assert env.agents == list(seats.characters.values())
    assert set(env.agents) < set(env.possible_agents)
    assert_same(env.state(), seats.state())


@games
@pytest.mark.parametrize("form", [aec, parallel])
@pytest.mark.parametrize("library", KEYS)
def test_mask_stands_where_a_library_looks_for_it(name, form, library):
    env, usual = form(name, mask=library), form(name)
    env.reset(seed=1), usual.reset(seed=1)
    agent = env.acting
    one, other = (e.observe(agent) if form is aec else e.step({})[0][agent] for e in (env, usual))
    assert list(one) == list(KEYS[library])
    assert_same(list(one.values()), list(other.values()))
    assert env.observation_space(agent).contains(one)


@games
@pytest.mark.parametrize("form", [aec, parallel])
def test_observations_are_plain_arrays_with_the_mask_in_info(name, form):
    env = form(name, mask="info")
    env.reset(seed=1)
    agent = env.acting
    observation = env.observe(agent) if form is aec else env.step({})[0][agent]
    infos = env.infos if form is aec else env.reset(seed=1)[1]
    assert isinstance(env.observation_space(agent), spaces.Box)
    assert env.observation_space(agent).contains(observation)
    assert infos[agent]["action_mask"].any()


@games
@players_too
def test_a_cycle_is_an_action_of_each_agent_or_a_parallel_step(name, players):
    env = aec(name, players, max_cycles=4)
    env.reset(seed=0)
    for _ in range(4 * players):
        assert not any(env.truncations.values())
        env.step(env.legal_actions()[0])
    assert all(env.truncations.values())
    assert env.cause_name(env.infos["player_0"]["cause"]) == "out of steps"


# ---------------------------------------------------------------------- registration


@pytest.mark.parametrize("order", ["crusoe_env, pettingzoo", "pettingzoo, crusoe_env"])
def test_ids_are_registered_in_either_order_of_imports(order):
    registries = "(pettingzoo.aec_registry, pettingzoo.parallel_registry)"
    for name in SEVERAL_PLAYERS:
        code = f"import {order}; print([{IDS[name]!r} in registry for registry in {registries}])"
        assert output_of("-c", code) == "[True, True]"


@games
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_the_maker_of_environments_can_be_copied_and_sent(name, copied):
    maker = importlib.import_module(f"crusoe_env.{name}").env
    assert copied(maker) is maker
    made = copied(functools.partial(maker, players=3))()
    made.reset(seed=0)
    assert len(made.agents) == 3


@games
def test_a_spawned_process_makes_environments_from_it(name):
    maker = importlib.import_module(f"crusoe_env.{name}").env
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(agents_of, (maker,)) == ["player_0", "player_1"]


def agents_of(maker) -> list[str]:
    return maker(players=2).possible_agents


@games
def test_ids_stand_in_both_registries_once(name):
    for form, registry in (("aec", pettingzoo.aec_registry), ("parallel", pettingzoo.parallel_registry)):
        assert IDS[name] in registry
        spec = pettingzoo.spec(form, IDS[name].rpartition("-v")[0])
        assert spec.id == IDS[name]
    module = importlib.import_module(f"crusoe_env.{name}")
    assert isinstance(aec(name), type(module.env(players=3)))
    assert isinstance(parallel(name), type(module.parallel_env(players=3)))


# ---------------------------------------------------------------------- wrong input


@games
@pytest.mark.parametrize("form", [aec, parallel])
@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"render_mode": "gif"}, ValueError, "unknown render_mode 'gif'; choose from ansi, rgb_array, human"),
        ({"rewrad": "sparse"}, TypeError, "unexpected keyword argument 'rewrad'; did you mean 'reward'"),
        ({"self": 1}, TypeError, "unexpected keyword argument 'self'"),
        ({"max_cycles": 5, "max_steps": 5}, ValueError, "max_cycles and max_steps both limit"),
        ({"max_cycles": 0}, ValueError, "max_cycles must be at least 1, not 0"),
        ({"agents": "names"}, ValueError, "unknown agents 'names'; choose from seats, characters"),
        ({"mask": "obs"}, ValueError, "unknown mask 'obs'; choose from info, pettingzoo, rllib, tianshou"),
    ],
)
def test_wrong_settings_are_refused_with_the_valid_ones(name, form, settings, error, message):
    with pytest.raises(error, match=message):
        form(name, **settings)


@games
@pytest.mark.parametrize("form", [aec, parallel])
def test_an_unknown_agent_is_answered_with_the_known_ones(name, form):
    env = form(name)
    known = ", ".join(env.possible_agents)
    for ask in (env.observation_space, env.action_space):
        with pytest.raises(ValueError, match=f"unknown agent 'friday'; .*{known}"):
            ask("friday")


@games
@pytest.mark.parametrize("form", [aec, parallel])
def test_wrong_reset_leaves_the_game_as_it_is(name, form):
    env = form(name)
    env.reset(seed=1)
    before = env.batch.states.tobytes()
    for wrong in ({"options": {"seeed": 1}}, {"seed": -1}, {"seed": "x"}, {"options": {"dice": [7]}}):
        with pytest.raises((ValueError, TypeError)):
            env.reset(**{"seed": 2, **wrong})
        assert env.batch.states.tobytes() == before


@games
@pytest.mark.parametrize("mode", ["ignore", "terminate", "raise"])
def test_illegal_action_of_who_decides(name, mode):
    env = aec(name, on_illegal=mode, illegal_penalty=0.5)
    env.reset(seed=0)
    agent, before = env.agent_selection, env.batch.states.copy()
    illegal = int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0])
    if mode == "raise":
        with pytest.raises(IllegalActionError, match="legal now: "):
            env.step(illegal)
        assert env.batch.states.tobytes() == before.tobytes()
        return
    env.step(illegal)
    assert env.infos[agent]["illegal_action"]
    assert set(env.rewards.values()) == {-0.5}
    assert all(env.terminations.values()) == (mode == "terminate")
    env.batch.states.steps = 0
    if mode == "ignore":
        assert env.batch.states.tobytes() == before.tobytes()


@games
@pytest.mark.parametrize("mode", ["ignore", "terminate", "raise"])
def test_whoever_should_wait_and_does_not(name, mode):
    env = parallel(name, on_illegal=mode)
    observations, _ = env.reset(seed=0)
    actions = {agent: int(np.flatnonzero(seen["action_mask"])[0]) for agent, seen in observations.items()}
    restless = next(agent for agent, action in actions.items() if action == env.wait)
    actions[restless] = 0
    action = env.game.actions.name(0)
    before = env.batch.states.tobytes()
    if mode == "raise":
        message = re.escape(f"illegal action {action!r} of {restless}; legal now: wait")
        with pytest.raises(IllegalActionError, match=message):
            env.step(actions)
        assert env.batch.states.tobytes() == before
        return
    *_, terminations, _, infos = env.step(actions)
    assert [agent for agent, info in infos.items() if info["illegal_action"]] == [restless]
    assert all(terminations.values()) == (mode == "terminate")
    assert (env.batch.states.phase[0] >= 0).all()


@games
def test_illegal_action_of_who_decides_among_all(name):
    env = parallel(name, on_illegal="ignore")
    observations, _ = env.reset(seed=0)
    (agent,) = env.choosers
    illegal = int(np.flatnonzero(observations[agent]["action_mask"] == 0)[0])
    infos = env.step({agent: illegal})[-1]
    assert [each for each, info in infos.items() if info["illegal_action"]] == [agent]


@pytest.mark.parametrize("name", SEVERAL_PLAYERS)
def test_before_reset_and_after_the_end_one_is_told_to_call_reset(name):
    env = pettingzoo_env(name, "aec", max_cycles=1)
    for early in (env.last, env.agent_iter, lambda: env.observe("player_0"), env.state, lambda: env.step(0)):
        with pytest.raises(RuntimeError, match=r"call reset\(\)"):
            early()
    env.reset(seed=1)
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        done = terminated or truncated
        env.step(None if done else int(observation["action_mask"].argmax()))
    assert list(env.agent_iter()) == []
    with pytest.raises(RuntimeError, match=r"the episode has ended or not begun: call reset\(\) first"):
        env.last()


@pytest.mark.parametrize("name", SEVERAL_PLAYERS)
def test_wrong_actions_name_their_agent(name):
    env = pettingzoo_env(name, "parallel")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="unknown agent 'player_O'; did you mean 'player_0'"):
        env.step({"player_O": 3})
    for wrong in (None, 1.5, True):
        with pytest.raises(TypeError, match=f"player_0: an action must be a whole number, not {wrong}"):
            env.step({"player_0": wrong})
    env = pettingzoo_env(name, "aec")
    env.reset(seed=1)
    with pytest.raises(TypeError, match=f"{env.agent_selection}: an action must be a whole number, not None"):
        env.step(None)


def pettingzoo_env(name, kind, **settings):
    """An environment without wrappers of PettingZoo."""
    return {"aec": GameAEC, "parallel": GameParallel}[kind](name, **settings)
