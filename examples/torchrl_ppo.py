# /// script
# dependencies = ["crusoe_env", "torchrl"]
#
# [tool.uv.sources]
# crusoe_env = { path = "..", editable = true }
# ///
"""TorchRL: PPO with its collector, masked distribution and loss on the native batch. Two minutes."""

import argparse

import gymnasium
import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import Compose, DTypeCastTransform, GymWrapper, TransformedEnv
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import crusoe_env  # noqa: F401 - registers the ids

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=500_000, help="of all games together")
total = parser.parse_args().steps
GAMES, ROLLOUT, BATCH, EPOCHS = 128, 4096, 1024, 3
torch.manual_seed(0)
torch.set_num_threads(1)  # the network is small: more threads wait for one another

envs = gymnasium.make_vec(
    "crusoe_env/Marooned-v0", GAMES, "vector_entry_point", mask="pettingzoo", autoreset_mode="Disabled"
)
env = GymWrapper(envs, categorical_action_encoding=True)
env = TransformedEnv(env, Compose(DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])))
size, actions = env.observation_spec["observation"].shape[-1], env.action_spec.space.n


def layers(outputs: int) -> nn.Module:
    """A small network."""
    return nn.Sequential(
        nn.Linear(size, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh(), nn.Linear(128, outputs)
    )


policy = ProbabilisticActor(
    TensorDictModule(layers(actions), in_keys=["observation"], out_keys=["logits"]),
    in_keys={"logits": "logits", "mask": "action_mask"},
    distribution_class=MaskedCategorical,
    spec=env.action_spec,
    return_log_prob=True,
)
critic = ValueOperator(layers(1), in_keys=["observation"])
advantage = GAE(gamma=0.995, lmbda=0.95, value_network=critic)
loss_of = ClipPPOLoss(policy, critic, clip_epsilon=0.2, entropy_coeff=0.01, critic_coeff=0.5)
optimizer = torch.optim.Adam(loss_of.parameters(), lr=1e-3)
collector = Collector(env, policy, frames_per_batch=ROLLOUT, total_frames=max(total, ROLLOUT))

for number, data in enumerate(collector, 1):
    with torch.no_grad():
        advantage(data)
    rows = data.reshape(-1)
    for _ in range(EPOCHS):
        for which in torch.randperm(len(rows)).split(BATCH):
            losses = loss_of(rows[which])
            optimizer.zero_grad()
            sum(value for name, value in losses.items() if name.startswith("loss_")).backward()
            nn.utils.clip_grad_norm_(loss_of.parameters(), 0.5)
            optimizer.step()
    ended = data["next", "done"].squeeze(-1)
    won = data["next", "reward"].squeeze(-1)[ended].mean()  # the reward is 1 for a victory
    if number % 10 == 0 or number * ROLLOUT >= total:
        print(
            f"{number * ROLLOUT:>8,} steps: {won:.1%} of {ended.sum()} games won (random play: 5 %)",
            flush=True,
        )
collector.shutdown()
