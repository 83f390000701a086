"""The fast trainer against numbers worked out by hand: its loss, its optimiser, its seeds."""

from __future__ import annotations

import math

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from agents.config import TrainConfig
from agents.learning.kernels import forward_floats_range
from agents.learning.packed import PackedRows
from agents.trainers.fast_ppo import Trainer
from agents.trainers.game_groups import Games
from crusoe_env import game

CPU = torch.device("cpu")
MAROONED = game("marooned")


def trainer(**ppo) -> Trainer:
    settings = {"n_steps": 8, "batch_size": 64, "net": (8,), **ppo}
    config = {"trainer": "fast", "num_envs": 32, "threads": 1, "env": {"reward": "shaped"}, "ppo": settings}
    return Trainer(TrainConfig.model_validate(config), CPU)


def played(**ppo) -> Trainer:
    """A trainer with a full rollout."""
    ready = trainer(**ppo)
    ready.play(lambda won, scores: None)
    return ready


# ---------------------------------------------------------------------- the loss

# Advantages 1, 0, -1 have mean 0 and deviation 1. Values are wrong by 1, 0, 2: (1 + 0 + 4) / 3 on average.


@pytest.mark.parametrize(
    ("ratios", "policy_loss"),
    [
        ([2.0, 1.0, 0.5], -(1.2 + 0.0 - 0.8) / 3),  # clipped where that is less
        ([0.5, 1.0, 2.0], -(0.5 + 0.0 - 2.0) / 3),  # not clipped where it would be more
        ([1.1, 1.0, 0.9], -(1.1 + 0.0 - 0.9) / 3),  # within the range
    ],
)
def test_the_loss_is_what_it_is_by_hand(ratios, policy_loss):
    log_ratios = torch.tensor(ratios).log()
    entropies, values = torch.tensor([1.0, 2.0, 3.0]), torch.tensor([1.0, 2.0, 3.0])
    advantages, returns = torch.tensor([1.0, 0.0, -1.0]), torch.tensor([2.0, 2.0, 5.0])
    given = (log_ratios, entropies, values, advantages, returns)
    loss, figures = trainer(clip_range=0.2, vf_coef=0.5).loss(*given, entropy_bonus=0.1)
    assert float(figures["policy_loss"]) == pytest.approx(policy_loss, abs=1e-6)
    assert float(figures["value_loss"]) == pytest.approx(5 / 3)
    assert float(figures["entropy"]) == pytest.approx(2.0)
    assert float(figures["explained_variance"]) == pytest.approx(1 - 1 / 3)
    assert float(loss) == pytest.approx(policy_loss + 0.5 * 5 / 3 - 0.1 * 2.0, abs=1e-6)


def test_values_explain_nothing_of_returns_that_are_all_the_same():
    zeros, values = torch.zeros(3), torch.tensor([0.0, 1.0, 2.0])
    _, figures = trainer().loss(zeros, zeros, values, zeros, torch.ones(3), entropy_bonus=0.0)
    assert float(figures["explained_variance"]) < 0


def test_the_figures_of_a_clipped_batch():
    zeros = torch.zeros(3)
    log_ratios = torch.tensor([math.log(2), 0.0, -math.log(2)])
    _, figures = trainer(clip_range=0.2).loss(log_ratios, zeros, zeros, torch.arange(3.0), zeros, 0.0)
    assert float(figures["clip_fraction"]) == pytest.approx(2 / 3)
    assert float(figures["approx_kl"]) == pytest.approx((2 - 1 + 0.5 - 1) / 3)  # the logarithms add up to 0


# ---------------------------------------------------------------------- the optimiser


def test_an_update_has_the_learning_rate_that_it_is_given():
    ready = played(learning_rate=1e-3)
    before = ready.network.arrays()
    ready.update(0.0, 0.01)
    assert all((array == before[name]).all() for name, array in ready.network.arrays().items())
    ready.update(2e-4, 0.01)
    assert [group["lr"] for group in ready.optimizer.param_groups] == [2e-4]


@pytest.mark.parametrize(("factor", "norm"), [(1e6, 0.25), (1e-6, None)])
def test_gradients_are_clipped_to_their_norm(factor, norm):
    ready = played(max_grad_norm=0.25)
    which = torch.arange(64)
    actions, seats = (it.flatten()[which] for it in (ready.rollout.actions, ready.rollout.seats))
    _, _, values = ready.network.judge(ready.rollout.views, which, actions, seats)
    ready.descend(factor * (values - 1.0).square().mean())
    found = torch.cat([it.grad.flatten() for it in ready.network.parameters() if it.grad is not None]).norm()
    if norm is None:
        assert 0 < float(found) < 0.01  # what is small stays as it is
    else:
        assert float(found) == pytest.approx(norm, rel=1e-3)


def test_each_row_is_learned_once_an_epoch_in_batches_of_a_size():
    ready = played(n_epochs=3)  # 8 steps of 32 games
    batches = [rows for rows, _ in ready._batches()]
    assert [len(batch) for batch in batches] == [64] * 12
    for epoch in range(3):
        rows = torch.cat(batches[4 * epoch : 4 * epoch + 4])
        assert sorted(rows.tolist()) == list(range(256))
    assert batches[0].tolist() != batches[4].tolist()
    ready.update(1e-3, 0.01)
    assert {int(state["step"]) for state in ready.optimizer.state.values()} == {12}


# ---------------------------------------------------------------------- rows and seeds


def test_the_first_layer_is_a_rectified_sum_of_weights():
    """0.5 + 2 * 1 - 1 * 3 and 0.25 + 2 * 2 - 1 * 1: -0.5, which becomes 0, and 3.25."""
    rows = np.array([[2, 0, -1], [0, 0, 0]], np.float32)
    weight, bias = np.array([[1, 2], [7, 7], [3, 1]], np.float32), np.array([0.5, 0.25], np.float32)
    out = np.full((2, 2), 99, np.float32)
    forward_floats_range(rows, weight, bias, out, 0, 2)
    assert out.tolist() == [[0.0, 3.25], [0.5, 0.25]]


@pytest.mark.parametrize("size", [1, 7, 8, 13, 97])
def test_a_row_of_any_size_is_packed_to_its_last_byte(size):
    rows = PackedRows(1, lambda kernel, count, *arrays, games_per_thread: kernel(*arrays, 0, count))
    dense = np.zeros((1, size), np.uint8)
    dense[0, [0, -1]] = 5, 7
    rows.write(0, dense)
    expected = np.flatnonzero(dense[0])
    assert rows.counts[0] == len(expected)
    assert rows.indices[0, : len(expected)].tolist() == expected.tolist()
    assert rows.values[0, : len(expected)].tolist() == dense[0, expected].tolist()


def begun(tasks: list[tuple[dict, int]], seed: int) -> np.ndarray:
    games = Games(MAROONED, tasks, seed, CPU, threads=1)
    games.reset()
    return games.states


def test_groups_play_the_games_of_different_seeds():
    together, apart = begun([({}, 8)], seed=7), begun([({}, 3), ({}, 5)], seed=7)
    np.testing.assert_array_equal(apart, together)
    assert len(np.unique(apart, axis=0)) == 8


def test_stages_play_the_games_of_different_seeds():
    stages = [{"steps": 1}, {"steps": 1}, {}]
    settings = {"trainer": "fast", "num_envs": 8, "threads": 1, "curriculum": stages, "ppo": {"net": (8,)}}
    training = Trainer(TrainConfig.model_validate(settings), CPU)
    seen = [training.games.states]
    for _ in stages[1:]:
        training.advance()
        seen.append(training.games.states)
    assert len(np.unique(np.concatenate(seen), axis=0)) == 24
    np.testing.assert_array_equal(seen[1], begun([({"discount": 0.995}, 8)], seed=8))
