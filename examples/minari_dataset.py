# /// script
# dependencies = ["crusoe_env", "minari[hdf5,create]", "torch"]
#
# [tool.uv.sources]
# crusoe_env = { path = "..", editable = true }
# ///
"""Minari: a data set of scripted play with masks in its infos, and a policy learned from it. Some minutes."""

import argparse
import os
import tempfile

os.environ["MINARI_DATASETS_PATH"] = tempfile.mkdtemp()  # leave it out to keep the data set

import gymnasium
import minari
import numpy as np
import torch
from crusoe_agents.registry import make_agent

import crusoe_env

parser = argparse.ArgumentParser()
parser.add_argument("--games", type=int, default=300)
given = parser.parse_args()
torch.set_num_threads(1)

teacher = make_agent("scripted", crusoe_env.Simulator(crusoe_env.game("marooned")))
env = minari.DataCollector(gymnasium.make("crusoe_env/Marooned-v0"), record_infos=True)
for seed in range(given.games):
    observation, info = env.reset(seed=seed)
    done = False
    while not done:
        deal = env.unwrapped.determinize(seed)  # what a player knows, with the hidden cards dealt anew
        action = teacher.act_state(deal, info["action_mask"][None])[0]
        observation, reward, terminated, truncated, info = env.step(int(action))
        done = terminated or truncated
data = env.create_dataset("crusoe_env/marooned/scripted-v0", algorithm_name="scripted")
print(f"{data.total_episodes} games, {data.total_steps} steps")

seen, masks, chosen = [], [], []
for episode in data.iterate_episodes():  # there is one observation more than actions
    seen.append(episode.observations[:-1])
    masks.append(episode.infos["action_mask"][:-1])
    chosen.append(episode.actions)
x, mask, y = (torch.from_numpy(np.concatenate(parts)) for parts in (seen, masks, chosen))
network = torch.nn.Sequential(
    torch.nn.Linear(x.shape[1], 128), torch.nn.ReLU(), torch.nn.Linear(128, mask.shape[1])
)
optimizer = torch.optim.Adam(network.parameters(), 1e-3)
for _ in range(10):
    for rows in torch.randperm(len(x)).split(256):
        logits = network(x[rows]).masked_fill(mask[rows] == 0, -1e9)
        loss = torch.nn.functional.cross_entropy(logits, y[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
agree = (network(x).masked_fill(mask == 0, -1e9).argmax(1) == y).float().mean()
print(f"the policy chooses as the teacher in {agree:.1%} of the positions")
