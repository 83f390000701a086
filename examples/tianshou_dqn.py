# /// script
# dependencies = ["crusoe_env", "tianshou"]
#
# [tool.uv.sources]
# crusoe_env = { path = "..", editable = true }
# ///
"""Tianshou: DQN with action masks; `mask="tianshou"` puts them where its policies look. Two minutes."""

import argparse

import gymnasium
import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

import crusoe_env  # noqa: F401 - registers the ids

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=60_000, help="of all games together")
steps = parser.parse_args().steps
GAMES, EPOCHS = 16, 4
torch.manual_seed(0)
torch.set_num_threads(1)  # the network is small: more threads wait for one another


def make() -> gymnasium.Env:
    """One game; its observations are {"obs", "mask"}."""
    return gymnasium.make("crusoe_env/Marooned-v0", mask="tianshou", reward="shaped", discount=0.99)


env = make()
network = Net(
    state_shape=env.observation_space["obs"].shape, action_shape=env.action_space.n, hidden_sizes=[128, 128]
)
policy = DiscreteQLearningPolicy(model=network, action_space=env.action_space, eps_training=0.1)
dqn = DQN(
    policy=policy,
    optim=AdamOptimizerFactory(lr=5e-4),
    gamma=0.99,
    n_step_return_horizon=3,
    target_update_freq=500,
)
games, tests = (DummyVectorEnv([make for _ in range(GAMES)]) for _ in range(2))
games.seed(0)
tests.seed(10_000)
buffer = VectorReplayBuffer(total_size=20_000, buffer_num=GAMES)
training = Collector(dqn, games, buffer, exploration_noise=True)
training.reset()
policy.eps_inference = 1.0  # random legal moves: `random=True` would not ask for masks
training.collect(n_step=GAMES * 50)
policy.eps_inference = 0.0
result = dqn.run_training(
    OffPolicyTrainerParams(
        training_collector=training,
        test_collector=Collector(dqn, tests),
        max_epochs=EPOCHS,
        epoch_num_steps=max(GAMES, steps // EPOCHS),
        collection_step_num_env_steps=GAMES * 10,
        update_step_num_gradient_steps_per_sample=0.1,
        batch_size=128,
        test_step_num_episodes=100,
        verbose=False,
        show_progress=False,
    )
)
print(f"best mean return of 100 greedy games: {result.best_reward:.2f} (random play: about 0)")
