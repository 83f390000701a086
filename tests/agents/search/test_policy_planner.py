"""Plans of a trained policy: what it would do, other likely things, and what its values promise."""

from __future__ import annotations

import functools
from itertools import pairwise

import numpy as np
import pytest

import crusoe_env
from agents.evaluation import play_games
from agents.learning.kernels import add_changes, later_layers, two_chances
from agents.learning.numpy_policy import NumpyPolicy
from agents.registry import make_agent, policy_file
from agents.search.guide import guide_of
from agents.search.imagined import ImaginedGames
from agents.search.planner import Candidates
from agents.search.planner_loop import NO_ACTION
from agents.search.policy_planner import PolicyRollouts
from agents.search.policy_planner_loop import DRAWN, TEMPERATURE
from crusoe_env import Simulator
from crusoe_env.engine.state import plain, taken
from tests.support import UNCOMPILED, repeats

pytestmark = pytest.mark.skipif(UNCOMPILED, reason="search is too slow uncompiled")


@functools.cache
def rollouts() -> PolicyRollouts:
    simulator = Simulator(crusoe_env.game("robinson"), players=1)
    return PolicyRollouts(simulator, guide_of("zoo:castaways-solo", simulator))


def begun(count: int) -> np.ndarray:
    return rollouts().simulator.new_games(count, seed=5)


def copies(states: np.ndarray, count: int) -> np.ndarray:
    return taken(states, np.repeat(np.arange(len(states)), count))


def one_round(states: np.recarray) -> list[list[int]]:
    """What the policy does until the next round, one game at a time."""
    simulator, policy = rollouts().simulator, make_agent("zoo:castaways-solo", rollouts().simulator)
    found = []
    for i in range(len(states)):
        state, actions = states[i : i + 1], []
        while state.over[0] == 0 and state.rounds[0] == states.rounds[i]:
            actions.append(int(policy.act(*simulator.views(state))[0]))
            state = simulator.step(state, np.array(actions[-1:]))
        found.append(actions)
    return found


@pytest.mark.slow
def test_without_a_plan_the_policy_plays_until_the_next_round():
    states = begun(6)
    done, worth = rollouts().judged(states.copy(), Candidates.blank(6, rollouts().length), np.arange(6))
    assert [row[row != NO_ACTION].tolist() for row in done] == one_round(states)
    assert np.isfinite(worth).all()
    assert worth.std() > 0


def test_a_plan_is_carried_out_and_brings_what_it_brought_before():
    start, made = copies(begun(1), 100), Candidates.blank(100, rollouts().length)
    made.variants[:] = DRAWN
    done, worth = rollouts().judged(start.copy(), made, np.arange(100))
    assert len(np.unique(done, axis=0)) > 10
    again = rollouts().judged(
        start, Candidates.blank(100, rollouts().length)._replace(plans=done), np.zeros(100, int)
    )
    assert (again[0] == done).all()
    assert np.allclose(again[1], worth, atol=1e-5)


def test_a_future_does_not_depend_on_those_beside_it():
    start, made = copies(begun(2), 8), Candidates.blank(16, rollouts().length)
    made.variants[:], made.noise[::2] = np.arange(16) % 3 == 0, 30
    done, worth = rollouts().judged(start.copy(), made, np.arange(16))
    some = np.array([1, 6, 9])
    alone = rollouts().judged(taken(start, some), made.rows(some), np.arange(16)[some])
    assert (alone[0] == done[some]).all()
    assert np.allclose(alone[1], worth[some], atol=1e-5)


def test_at_its_turn_something_else_is_done():
    start, made = copies(begun(1), 40), Candidates.blank(40, rollouts().length)
    usual = rollouts().judged(start.copy(), made, np.arange(40))[0][0]
    masks = rollouts().simulator.masks(start[:1].view(np.recarray))
    made.turns[:] = 0
    done = rollouts().judged(start.copy(), made, np.arange(40))[0]
    assert masks.sum() > 1
    assert (done[:, 0] != usual[0]).all()


def test_a_won_game_is_worth_what_its_rewards_say():
    simulator = Simulator(crusoe_env.game("marooned"))
    guide = guide_of("zoo:marooned", simulator)
    own, policy = PolicyRollouts(simulator, guide), make_agent("zoo:marooned", simulator)
    states = simulator.new_games(200, seed=1)
    ended = {0: [], 1: []}
    while len(states := states[states.over == 0]):
        after = simulator.step(states, policy.act(*simulator.views(states)))
        for i in np.flatnonzero(after.over):
            worth = own.judged(states[i : i + 1], Candidates.blank(1, own.length), np.zeros(1, int))[1]
            ended[int(after.victory[i])].append(float(worth[0]))
        states = after
    assert guide.returns.reward in ("sparse", "shaped")
    assert min(map(len, ended.values())) > 20
    assert min(ended[1]) > max(ended[0])


def test_a_future_is_worth_its_rewards_and_the_value_of_what_comes_after():
    states, guide = begun(6), rollouts().guide
    done, worth = rollouts().judged(states.copy(), Candidates.blank(6, rollouts().length), np.arange(6))
    games = ImaginedGames(rollouts().simulator, guide.returns)
    for i in range(6):
        state, share, expected = plain(states[i : i + 1]).copy(), 1.0, 0.0
        observations, masks = rollouts().simulator.views(states[i : i + 1], "uint8")
        for action in done[i][done[i] != NO_ACTION]:
            observations, rewards, _ = games.step(state, masks, np.array([action], np.int64))
            expected += share * rewards[0]
            share *= guide.returns.discount
        assert state["over"][0] == 0
        assert worth[i] == pytest.approx(expected + share * guide(observations)[1][0], abs=1e-5)


def test_actions_are_drawn_by_their_shares():
    logits = np.log(np.array([0.04, 0.0001, 0.25, 0.09], np.float32))  # their roots are the shares
    drawn = [rollouts().kernels.draw(logits, 4, two_chances(key)[0]) for key in range(20_000)]
    shares = np.exp(logits / TEMPERATURE) / np.exp(logits / TEMPERATURE).sum()
    assert np.allclose(np.bincount(drawn, minlength=4) / 20_000, shares, atol=0.015)
    impossible = np.array([-np.inf, 0.0, -np.inf], np.float32)
    assert {rollouts().kernels.draw(impossible, 3, chance) for chance in (0.0, 0.5, 1.0)} == {1}


def test_the_two_chances_of_a_decision_have_nothing_to_do_with_each_other():
    chances = np.array([two_chances(key) for key in range(5_000)])
    assert abs(np.corrcoef(chances.T)[0, 1]) < 0.05
    assert np.allclose(chances.mean(axis=0), 0.5, atol=0.02)
    assert (chances >= 0).all()
    assert (chances < 1).all()


def test_sums_of_the_first_layer_follow_what_has_changed():
    rng, size = np.random.default_rng(4), 21
    weight, scale = rng.normal(size=(size, 6)).astype(np.float32), rng.random(size, np.float32)
    seen, before = np.zeros(24, np.uint8), np.zeros(24, np.uint8)  # whole words
    row, known = seen[:size], before[:size]
    sums = np.zeros(6, np.float32)
    for _ in range(20):
        which = rng.integers(size, size=3)
        row[which] = rng.integers(256, size=3)
        add_changes(row, seen.view(np.uint64), known, before.view(np.uint64), scale, weight, sums)
        assert (known == row).all()
        assert np.allclose(sums, (row * scale) @ weight, rtol=1e-4, atol=1e-3)


def test_networks_of_any_depth_are_read_as_numpy_reads_them():
    rng = np.random.default_rng(3)
    for widths in ((16,), (16, 16), (16, 8, 24)):
        sizes = list(pairwise((40, *widths)))
        layers = [rng.normal(size=(n, m)).astype(np.float32) for n, m in sizes]
        biases = [rng.normal(size=m).astype(np.float32) for _, m in sizes]
        weights = {"first_weight": layers[0], "first_bias": biases[0]}
        for i, (weight, bias) in enumerate(zip(layers[1:], biases[1:], strict=True)):
            weights |= {f"trunk_weights.{i}": weight.T.copy(), f"trunk_biases.{i}": bias}
        for head, outputs in (("policy", 5), ("value", 1)):
            weights[f"{head}_weight"] = rng.normal(size=(outputs, widths[-1])).astype(np.float32)
            weights[f"{head}_bias"] = np.zeros(outputs, np.float32)
        policy, seen = NumpyPolicy(weights), rng.random((1, 40), np.float32)
        _, _, found_widths, later, later_biases, *_ = policy.arrays
        first = np.maximum(seen @ layers[0] + biases[0], 0)[0]
        out, room = np.empty(widths[-1], np.float32), np.empty((2, max(widths)), np.float32)
        later_layers(first, found_widths, later, later_biases, room, out)
        assert np.allclose(out, np.maximum(policy.trunk(seen)[0], 0), atol=1e-4)


@pytest.mark.slow
def test_planned_rounds_get_further_than_the_policy_alone():
    # Where a round has many decisions that belong together (docs/results/time.md).
    simulator = Simulator(crusoe_env.game("dieson"), quest=7)
    names = ("zoo:dieson", "rolling:zoo:dieson:8")
    games, seed = repeats(4, deep=40), repeats(1_000_004, deep=1_000_000)  # the policy loses some of the four
    alone, planned = (play_games(make_agent(name, simulator), simulator, games, seed) for name in names)
    assert planned.goal_progress.mean() > alone.goal_progress.mean()


def test_a_plan_of_a_policy_is_named_as_it_is_written():
    agent = make_agent("rolling:zoo:castaways-solo:4", rollouts().simulator)
    assert agent.name == "rolling-4:zoo:castaways-solo"
    assert policy_file("rolling:zoo:castaways-solo:4") == policy_file("zoo:castaways-solo")
    assert policy_file("rolling:8") is None
    with pytest.raises(ValueError, match=r"^agent 'rolling:nothing:4': 'nothing:4' is no number of plans"):
        make_agent("rolling:nothing:4", rollouts().simulator)


def test_the_first_plan_of_a_game_is_the_policys_own_the_others_are_of_all_its_variants():
    rules = Simulator(crusoe_env.game("marooned"))
    agent = make_agent("rolling:zoo:marooned:8", rules)
    agent.reset(0)
    variants = agent._new(20, 8).variants.reshape(20, 8)
    assert not variants[:, 0].any()
    assert set(variants[:, 1:].ravel()) == {0, 1}
