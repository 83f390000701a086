"""Plans of a trained policy: what it would do, other likely things, and what its values promise."""

from __future__ import annotations

import functools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import crusoe_env
from agents.evaluation import play_games
from agents.registry import make_agent, policy_file
from agents.search import plan_following
from agents.search.guide import guide_of
from agents.search.plan_following import NO_ACTION
from agents.search.policy_rollouts import DRAWN, PolicyRollouts, draw, next_planned, random_numbers
from agents.search.rollouts import Candidates
from crusoe_env import Simulator
from crusoe_env.engine.state import taken
from tests.support import UNCOMPILED, repeats

pytestmark = pytest.mark.skipif(UNCOMPILED, reason="search is too slow uncompiled")
ACTIONS = 12


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


def test_without_a_plan_the_policy_plays_until_the_next_round():
    states = begun(6)
    done, worth = rollouts().judged(states, Candidates.blank(6, rollouts().length), np.arange(6))
    assert [row[row != NO_ACTION].tolist() for row in done] == one_round(states)
    assert np.isfinite(worth).all()
    assert worth.std() > 0


def test_a_plan_is_carried_out_and_brings_what_it_brought_before():
    start, made = copies(begun(1), 30), Candidates.blank(30, rollouts().length)
    made.variants[:] = DRAWN
    done, worth = rollouts().judged(start, made, np.arange(30))
    assert len(np.unique(done, axis=0)) > 10
    again = rollouts().judged(
        start, Candidates.blank(30, rollouts().length)._replace(plans=done), np.zeros(30, int)
    )
    assert (again[0] == done).all()
    assert np.allclose(again[1], worth, atol=1e-5)


def test_a_future_does_not_depend_on_those_beside_it():
    start, made = copies(begun(2), 8), Candidates.blank(16, rollouts().length)
    made.variants[:], made.noise[::2] = np.arange(16) % 3 == 0, 30
    done, worth = rollouts().judged(start, made, np.arange(16))
    some = np.array([1, 6, 9])
    alone = rollouts().judged(taken(start, some), made.rows(some), np.arange(16)[some])
    assert (alone[0] == done[some]).all()
    assert np.allclose(alone[1], worth[some], atol=1e-5)


def test_at_its_turn_something_else_is_done():
    start, made = copies(begun(1), 40), Candidates.blank(40, rollouts().length)
    usual = rollouts().judged(start, made, np.arange(40))[0][0]
    masks = rollouts().simulator.masks(start[:1].view(np.recarray))
    made.turns[:] = 0
    done = rollouts().judged(start, made, np.arange(40))[0]
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


@given(st.data())
def test_plans_are_followed_as_in_the_compiled_rollouts(data):
    plan = np.array(
        data.draw(st.lists(st.integers(NO_ACTION, ACTIONS - 1), min_size=1, max_size=20)), np.int16
    )
    mask = np.array(data.draw(st.lists(st.integers(0, 1), min_size=ACTIONS, max_size=ACTIONS)), np.int8)
    at = data.draw(st.integers(0, len(plan)))
    place = plan_following.next_planned(plan, at, mask)
    actions, after = next_planned(plan[None], np.array([at]), mask[None])
    assert (actions[0], after[0]) == ((NO_ACTION, at) if place == NO_ACTION else (plan[place], place + 1))


def test_actions_are_drawn_by_their_shares():
    shares = np.tile([0.2, 0.0, 0.5, 0.3], (20_000, 1))
    drawn = draw(shares, random_numbers(np.arange(20_000))[0])
    assert np.allclose(np.bincount(drawn, minlength=4) / 20_000, shares[0], atol=0.015)
    assert (draw(np.array([[0.0, 1.0, 0.0]]), np.array([1.0])) == 1).all()


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
