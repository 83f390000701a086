"""The head for the chance of victory: fitted on how games ended, calibrated, kept in a policy's file."""

from __future__ import annotations

import numpy as np
import pytest

from agents.evaluation import play_games
from agents.learning import chance_head
from agents.learning.chance_head import Decisions, calibration_error, decisions_of, fitted, with_chances
from agents.learning.numpy_policy import CHANCE_BIAS, CHANCE_WEIGHT, NumpyPolicy
from crusoe_env import Simulator, game

SIMULATOR = Simulator(game("marooned"))
HIDDEN = 16


def policy(**weights: np.ndarray) -> NumpyPolicy:
    rng = np.random.default_rng(0)
    size, actions = SIMULATOR.game.observations.size, SIMULATOR.game.actions.n
    shapes = {
        "first_weight": (size, HIDDEN),
        "first_bias": (HIDDEN,),
        "policy_weight": (actions, HIDDEN),
        "policy_bias": (actions,),
        "value_weight": (1, HIDDEN),
        "value_bias": (1,),
    }
    return NumpyPolicy(
        {name: rng.normal(0, 0.3, shape).astype(np.float32) for name, shape in shapes.items()} | weights
    )


def drawn(count: int, seed: int) -> Decisions:
    """Decisions whose chance of victory is 1 / (1 + exp(-(x - y + 5)))."""
    rng = np.random.default_rng(seed)
    features = np.column_stack([rng.normal(0, 1, count), rng.normal(5, 0.5, count), np.full(count, 7.0)])
    chance = 1 / (1 + np.exp(-(features[:, 0] - features[:, 1] + 5)))
    return Decisions(features.astype(np.float32), rng.random(count) < chance)


def test_the_head_finds_the_chances_that_decisions_were_drawn_with():
    head = fitted(drawn(200_000, 0))
    np.testing.assert_allclose(head[CHANCE_WEIGHT][:2], [1, -1], atol=0.03)
    assert head[CHANCE_WEIGHT][2] == 0  # the same in all decisions
    assert head[CHANCE_BIAS] == pytest.approx(5, abs=0.1)
    other = drawn(100_000, 1)
    assert calibration_error(NumpyPolicy.chances_from(other.features, head), other.won) < 0.01


@pytest.mark.parametrize("won", [True, False])
def test_where_all_games_ended_alike_the_chance_is_near_that(won):
    found = drawn(2_000, 0)
    head = fitted(Decisions(found.features, np.full(2_000, won)))
    named = NumpyPolicy.chances_from(found.features, head)
    assert np.abs(named - won).max() < 0.02


def test_the_calibration_error_is_the_mean_distance_over_ranges():
    named = np.array([0.1, 0.1, 0.1, 0.1, 0.9, 0.9])
    won = np.array([1, 0, 0, 0, 1, 0], bool)
    # four decisions are 0.15 off, two 0.4
    assert calibration_error(named, won) == pytest.approx((4 * 0.15 + 2 * 0.4) / 6)
    assert calibration_error(np.array([1.0, 0.0]), np.array([True, False])) == 0


def test_every_decision_is_kept_with_the_same_probability(monkeypatch):
    some = decisions_of(policy(), SIMULATOR, 400, seed=3)
    monkeypatch.setattr(chance_head, "KEPT", 1.0)
    made = decisions_of(policy(), SIMULATOR, 400, seed=3)
    assert len(some.won) == pytest.approx(0.1 * len(made.won), rel=0.1)
    assert some.won.mean() == pytest.approx(made.won.mean(), abs=0.03)
    won = play_games(policy(), SIMULATOR, 400, seed=3).victory.mean()
    assert made.won.mean() != pytest.approx(won, abs=0.001)  # long games have more decisions


def test_a_head_is_checked_on_other_games_than_it_is_fitted_on():
    agent, ended = policy(), []
    head, about = with_chances(agent, SIMULATOR, 60, 9, ended.append)
    assert (about["games"], about["first_seed"], sum(ended)) == (60, 9, 60)
    other = decisions_of(agent, SIMULATOR, 30, 39)
    assert about["decisions"] == len(other.won)
    named = NumpyPolicy.chances_from(other.features, head)
    assert about["calibration_error"] == round(calibration_error(named, other.won), 4)


def test_a_policy_without_the_head_names_no_chance_and_one_with_it_reads_its_trunk():
    observation = SIMULATOR.views(SIMULATOR.new_games(5, seed=0))[0]
    assert policy().chance(observation) is None
    head = {CHANCE_WEIGHT: np.ones(HIDDEN, np.float32), CHANCE_BIAS: np.full(1, -2, np.float32)}
    agent = policy(**head)
    logits = np.maximum(agent.trunk(observation), 0).sum(axis=1) - 2
    np.testing.assert_allclose(agent.chance(observation), 1 / (1 + np.exp(-logits)), rtol=1e-5)
