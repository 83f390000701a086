"""Self-play and cross-play of policies that were trained apart with secret plans."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch")

from agents.trainers import fast
from research import secret_plans
from research.secret_plans import Found, alone_and_apart, mutual_information


def test_the_gap_is_what_is_lost_beside_another_seed():
    scores = np.full((4, 4), 0.2) + 0.6 * np.eye(4)
    alone, apart, gap = Found({"victory": scores}, np.zeros(4)).figures("victory")
    assert (alone.mean, apart.mean, gap.mean) == pytest.approx((0.8, 0.2, 0.6))
    assert gap.low == pytest.approx(gap.high)


def test_a_seed_that_is_drawn_twice_is_not_apart_from_itself():
    scores = np.array([[0.9, 0.1], [0.3, 0.5]])
    assert alone_and_apart(scores, np.array([0, 0, 1])) == pytest.approx((2.3 / 3, 0.2, 2.3 / 3 - 0.2))


@pytest.mark.parametrize(
    ("counts", "bits"), [([[5, 5], [5, 5]], 0), ([[8, 0], [0, 8]], 1), ([[9, 3], [9, 3]], 0)]
)
def test_who_plans_what_is_measured_in_bits(counts, bits):
    assert mutual_information(np.array(counts)) == pytest.approx(bits)


@pytest.mark.slow
def test_two_seeds_are_trained_and_play_beside_each_other(tmp_path):
    configs = []
    for seed in (1, 2):
        config = secret_plans.config_of("IPPO", seed, 256, tmp_path)
        ppo = config.ppo.model_copy(update={"n_steps": 16, "batch_size": 64, "net": (8,)})
        evaluation = config.evaluation.model_copy(update={"games": 2})
        small = {"num_envs": 8, "ppo": ppo, "evaluation": evaluation}
        configs.append(config.model_copy(update=small))
        fast.train(configs[-1])
    found = secret_plans.played(configs, games=4)
    assert found.scores["goal_progress"].shape == (2, 2)
    assert (found.scores["goal_progress"] > 0).all()
    shown = dict(zip(secret_plans.HEADINGS, secret_plans.row("IPPO", 256, found), strict=True))
    assert shown["seeds"] == "2"
    assert len(secret_plans.matrix("IPPO", found).rows) == 2
