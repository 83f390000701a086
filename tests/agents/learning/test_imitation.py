"""A policy learns from a teacher: its choices, also where the policy itself has led the game."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch")

from agents.base import Agent
from agents.config import ImitationConfig, PPOConfig, TrainConfig
from agents.evaluation import play_games
from agents.learning import imitation
from agents.learning.imitation import Samples, imitate
from agents.learning.ppo import PPOAgent
from agents.learning.training import new_model
from crusoe_env import SB3VecEnv


class Last(Agent):
    """Plays the last legal action."""

    name = "last"

    def act(self, observation, mask):
        return mask.shape[1] - 1 - np.argmax(mask[:, ::-1], axis=1)


def games(count: int = 32) -> SB3VecEnv:
    return SB3VecEnv("marooned", count, seed=0, reward="shaped")


def small_model(env: SB3VecEnv):
    return new_model(TrainConfig(ppo=PPOConfig(net=(64,), n_steps=8, batch_size=64)), env)


@pytest.mark.slow
@pytest.mark.parametrize("student_share", [0.0, 1.0])
def test_the_policy_learns_the_choices_of_its_teacher(student_share):
    env = games()
    model = small_model(env)
    settings = ImitationConfig(steps=20_000, student_share=student_share, batch_size=256)
    assert imitate(model, env, Last(), settings) > 0.85
    simulator = env.batch.simulator
    taught, teacher = (play_games(agent, simulator, 200, 7) for agent in (PPOAgent(model), Last()))
    assert abs(taught.rounds.mean() - teacher.rounds.mean()) < 1.0


def test_imitation_is_repeatable():
    def weights():
        env = games(8)
        model = small_model(env)
        imitate(model, env, Last(), ImitationConfig(steps=1_000), seed=3)
        return np.concatenate([weight.detach().numpy().ravel() for weight in model.policy.parameters()])

    assert (weights() == weights()).all()


def test_returns_are_discounted_and_end_with_the_game(monkeypatch):
    monkeypatch.setattr(imitation, "ROLLOUT", 3)
    samples = Samples(games(2))
    samples.rewards[:] = [[1, 1], [0, 2], [4, 0]]
    samples.ends[:] = [[False, True], [False, False], [False, False]]
    assert samples.returns(np.array([8.0, 16.0]), gamma=0.5).tolist() == [[3.0, 1.0], [4.0, 6.0], [8.0, 8.0]]
