# /// script
# dependencies = ["crusoe_env", "torch"]
#
# [tool.uv.sources]
# crusoe_env = { path = "..", editable = true }
# ///
"""PPO with action masks in one file, in the style of CleanRL, on the native batch. Two minutes."""

import argparse

import gymnasium
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

import crusoe_env  # noqa: F401 - registers the ids

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=1_000_000, help="of all games together")
total = parser.parse_args().steps
GAMES, LENGTH, EPOCHS, BATCH, GAMMA, LAMBDA, CLIP = 256, 32, 3, 2048, 0.995, 0.95, 0.2

torch.manual_seed(0)
torch.set_num_threads(1)  # the network is small: more threads wait for one another
envs = gymnasium.make_vec(
    "crusoe_env/Marooned-v0", GAMES, "vector_entry_point", autoreset_mode="SameStep", discount=GAMMA
)
size, actions = envs.single_observation_space.shape[0], int(envs.single_action_space.n)
actor = nn.Sequential(
    nn.Linear(size, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh(), nn.Linear(128, actions)
)
critic = nn.Sequential(nn.Linear(size, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh(), nn.Linear(128, 1))
optimizer = torch.optim.Adam([*actor.parameters(), *critic.parameters()], 1e-3, eps=1e-5)


def policy(seen: torch.Tensor, mask: torch.Tensor) -> Categorical:
    """Illegal actions get no probability."""
    return Categorical(logits=actor(seen).masked_fill(~mask, -1e9), validate_args=False)


observation, infos = envs.reset(seed=0)
won: list[float] = []
for update in range(1, total // (GAMES * LENGTH) + 1):
    seen, masks = torch.zeros(LENGTH, GAMES, size), torch.zeros(LENGTH, GAMES, actions, dtype=torch.bool)
    chosen, before = torch.zeros(LENGTH, GAMES, dtype=torch.long), torch.zeros(LENGTH, GAMES)
    rewards, ended, values = (torch.zeros(LENGTH, GAMES) for _ in range(3))
    with torch.no_grad():
        for t in range(LENGTH):
            seen[t], masks[t] = torch.from_numpy(observation), torch.from_numpy(infos["action_mask"] == 1)
            now = policy(seen[t], masks[t])
            chosen[t] = now.sample()
            before[t], values[t] = now.log_prob(chosen[t]), critic(seen[t])[:, 0]
            observation, reward, terminated, truncated, infos = envs.step(chosen[t].numpy())
            rewards[t], ended[t] = torch.from_numpy(reward), torch.from_numpy(terminated | truncated)
            if "final_info" in infos:
                won += infos["final_info"]["victory"][terminated | truncated].tolist()
            for i in np.flatnonzero(truncated):  # the episode would have gone on
                rewards[t, i] += GAMMA * critic(torch.from_numpy(infos["final_obs"][i]))[0]
        following, ahead = critic(torch.from_numpy(observation))[:, 0], torch.zeros(GAMES)
        advantages = torch.zeros(LENGTH, GAMES)
        for t in reversed(range(LENGTH)):
            surprise = rewards[t] + GAMMA * following * (1 - ended[t]) - values[t]
            advantages[t] = ahead = surprise + GAMMA * LAMBDA * (1 - ended[t]) * ahead
            following = values[t]
    rows = [x.flatten(0, 1) for x in (seen, masks, chosen, before, advantages, advantages + values)]
    for _ in range(EPOCHS):
        for which in torch.randperm(GAMES * LENGTH).split(BATCH):
            x, mask, act, old, gain, goal = (row[which] for row in rows)
            now = policy(x, mask)
            ratio, gain = (now.log_prob(act) - old).exp(), (gain - gain.mean()) / (gain.std() + 1e-8)
            gained = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            loss = 0.5 * (critic(x)[:, 0] - goal).square().mean() - gained - 0.01 * now.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_([*actor.parameters(), *critic.parameters()], 0.5)
            optimizer.step()
    if update % 20 == 0:
        print(
            f"{update * GAMES * LENGTH:>9,} steps: {np.mean(won[-2000:]):.1%} of the last games won",
            flush=True,
        )
print(f"{np.mean(won[-2000:]):.1%} of the last {len(won[-2000:])} games won (random play: 5 %)")
