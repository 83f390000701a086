"""Plans for whole rounds: better than chance, blind to what is hidden, followed while all is as imagined."""

from __future__ import annotations

import functools

import numpy as np
import pytest
from scipy.stats import binomtest

import crusoe_env
from agents.evaluation import play_games
from agents.registry import make_agent
from agents.robinson.scripted import ScriptedRobinson
from agents.search.planner import Candidates, RollingAgent, Rollouts
from agents.search.planner_loop import LOOK_AHEAD, NO_ACTION, next_planned
from agents.search.policy_planner_loop import draw, exclude
from crusoe_env import Simulator
from crusoe_env.engine.state import taken
from tests.support import UNCOMPILED

compiled_only = pytest.mark.skipif(UNCOMPILED, reason="search is too slow uncompiled")


@functools.cache
def simulator() -> Simulator:
    return Simulator(crusoe_env.game("marooned"))


class WatchedRollouts(Rollouts):
    """Keeps the states in which plans are tried."""

    def __init__(self) -> None:
        super().__init__(simulator())
        self.tried: list[np.ndarray] = []

    def follow(self, states, candidates, keys):
        self.tried.append(states.copy())
        return super().follow(states, candidates, keys)


def copies(states: np.recarray, count: int) -> np.ndarray:
    return taken(states, np.repeat(np.arange(len(states)), count))


# ---------------------------------------------------------------------- strength


@compiled_only
def test_a_small_budget_beats_chance_by_far():
    won = {
        kind: int(play_games(make_agent(kind, simulator()), simulator(), 100, seed=0).victory.sum())
        for kind in ("random", "rolling:8")
    }
    assert binomtest(won["rolling:8"], 100, max(won["random"], 1) / 100, alternative="greater").pvalue < 1e-6


@pytest.mark.slow
@compiled_only
def test_castaways_with_plans_live_longer_than_by_rules_of_thumb_alone():
    robinson = Simulator(crusoe_env.game("robinson"), scenario="cursed_island", players=1)
    by_rules = play_games(ScriptedRobinson(robinson, stages=()), robinson, 8, seed=0)
    planned = play_games(make_agent("rolling:4", robinson), robinson, 8, seed=0)
    assert planned.goal_progress.mean() > by_rules.goal_progress.mean()


# ---------------------------------------------------------------------- honesty


@compiled_only
def test_plans_are_judged_over_deals_that_say_nothing_about_the_true_one():
    watched = WatchedRollouts()
    states = simulator().new_games(1, seed=3)
    agent = RollingAgent(simulator(), plans=1, futures=2_000, rollouts=watched)
    agent.act_state(states, simulator().masks(states))
    (tried,) = watched.tried
    assert not (tried["rng"] == states.rng).all(axis=1).any()
    right = int((tried["deck"][:, 1] == states.deck[0, 1]).sum())
    assert binomtest(right, len(tried), 1 / 15).pvalue > 0.001


@compiled_only
def test_whatever_the_hidden_cards_are_the_same_is_done():
    played = simulator().new_games(60, seed=1)
    agent = make_agent("random", simulator())
    for _ in range(6):
        views = simulator().views(played)
        played = simulator().step(played, agent.act(*views))
    under_way = played[played.over == 0].view(np.recarray)[:5]
    rng = np.random.default_rng(0)
    for state in range(len(under_way)):
        dealt = simulator().determinize(copies(under_way[[state]], 12).view(np.recarray), rng)
        chosen = RollingAgent(simulator(), plans=4).act_state(dealt, simulator().masks(dealt))
        assert len(set(chosen.tolist())) == 1


@compiled_only
def test_only_who_cheats_plans_on_the_true_state():
    states = simulator().new_games(3, seed=3)
    watched = WatchedRollouts()
    agent = RollingAgent(simulator(), plans=2, cheats=True, rollouts=watched)
    agent.act_state(states, simulator().masks(states))
    assert agent.cheats
    assert agent.name == "rolling-2-cheating"
    assert {row.tobytes() for row in np.concatenate(watched.tried)} == {row.tobytes() for row in states}
    assert not make_agent("rolling:2", simulator()).cheats


# ---------------------------------------------------------------------- plans


@compiled_only
def test_a_plan_is_followed_until_something_else_is_seen():
    watched = WatchedRollouts()
    agent = RollingAgent(simulator(), plans=6, cheats=True, rollouts=watched)
    states = simulator().new_games(1, seed=5)
    plans = 0
    while states.rounds[0] == 1 and not states.over[0]:
        states = simulator().step(states, agent.act_state(states, simulator().masks(states)))
        plans = plans or len(watched.tried)
    assert len(watched.tried) == plans  # chance did as foreseen: one plan for the whole round


@compiled_only
def test_choices_follow_the_seed():
    chosen = []
    for seed in (1, 1, 2, 3, 4):
        agent = RollingAgent(simulator(), plans=2)
        agent.reset(seed)
        outcome = play_games(agent, simulator(), 10, seed=seed)
        chosen.append((outcome.goal_progress.tolist(), outcome.rounds.tolist()))
    assert chosen[0] == chosen[1]
    assert chosen[0] not in chosen[2:]


@compiled_only
def test_the_same_plan_in_the_same_future_is_the_same_game():
    rollouts = Rollouts(simulator())
    rollouts.rounds = 1
    start = copies(simulator().new_games(1, seed=2), 40)
    made = Candidates.blank(40, rollouts.length)
    once, again = start.copy(), start.copy()
    done = rollouts.follow(once, made, np.arange(40))
    rollouts.follow(again, made._replace(plans=done), np.arange(40))
    assert len(np.unique(done, axis=0)) > 1
    assert once.tobytes() == again.tobytes()


@pytest.mark.parametrize("rounds", [1, 2])
def test_a_future_ends_where_the_next_round_begins(rounds):
    rollouts = Rollouts(simulator())
    rollouts.rounds = rounds
    states = simulator().new_games(6, seed=2)
    first = states.rounds.copy()
    rollouts.follow(states, Candidates.blank(6, rollouts.length), np.arange(6))
    assert (states.over == 0).any()
    assert (states.rounds - first)[states.over == 0].tolist() == [rounds] * int((states.over == 0).sum())


def test_what_a_plan_has_no_answer_for_is_looked_for_a_little_later_in_it():
    legal = np.zeros(9, np.int8)
    legal[[3, 5]] = 1
    plan = np.array([1, 2, 5, 3, *[1] * LOOK_AHEAD, 3, NO_ACTION], np.int16)
    assert next_planned(plan, 0, legal) == 2
    assert next_planned(plan, 3, legal) == 3
    assert next_planned(plan, 4, legal) == NO_ACTION
    assert next_planned(np.array([NO_ACTION, 3], np.int16), 0, legal) == NO_ACTION


def test_a_number_draws_an_action_by_the_shares_of_all():
    logits = np.zeros(4, np.float32)
    assert [draw(logits, 4, chance) for chance in (0.0, 0.2, 0.3, 0.6, 0.9)] == [0, 0, 1, 2, 3]


def test_an_action_is_excluded_and_the_others_stay_as_likely():
    legal, logits = np.array([3, 5, 8, 0]), np.arange(4, dtype=np.float32)
    exclude(5, legal, logits, 3)
    assert logits.tolist() == [0.0, -np.inf, 2.0, 3.0]
