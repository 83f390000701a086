# /// script
# dependencies = ["crusoe_env", "torch"]
#
# [tool.uv.sources]
# crusoe_env = { path = "..", editable = true }
# ///
"""Offline learning with masks: behaviour cloning and conservative Q-learning (CQL) on a data set of games.

Both learn from the same games of the scripted player, without playing, and are then evaluated. Some minutes.
"""

import argparse
import copy
import tempfile
from pathlib import Path

import numpy as np
import torch
from crusoe_agents.commands import dataset
from crusoe_agents.datasets.formats import read
from crusoe_agents.evaluation import play_games
from torch import nn

import crusoe_env
from crusoe_env.agent import Agent

GAMMA, ALPHA = 0.99, 1.0
parser = argparse.ArgumentParser()
parser.add_argument("--games", type=int, default=1_000)
parser.add_argument("--steps", type=int, default=3_000)
given = parser.parse_args()
torch.manual_seed(0)
torch.set_num_threads(1)

folder = Path(tempfile.mkdtemp())  # choose a folder to keep the data set
dataset.main(["marooned", "--agent", "scripted", "--games", str(given.games), "--out", str(folder)])
(written,) = folder.iterdir()
games = list(read(written))
simulator = crusoe_env.Simulator(crusoe_env.game("marooned"))
scale = torch.tensor(simulator.game.observations.scale)


def stack(parts):
    return torch.from_numpy(np.concatenate(list(parts)))


seen, seen_next = stack(it.observations[:-1] for it in games), stack(it.observations[1:] for it in games)
legal = stack(it.masks[:-1] for it in games) > 0
legal_next = stack(it.masks[1:] for it in games) > 0
actions = stack(it.actions for it in games).long()[:, None]
rewards = stack(it.rewards for it in games)
ends = stack(np.arange(len(it.actions)) == len(it.actions) - 1 for it in games)
print(f"{len(games)} games, {len(actions):,} decisions, {rewards.mean() * len(actions):.0f} won")


class Greedy(Agent):
    """The legal action of the highest output."""

    def __init__(self, name, network):
        self.name, self.network = name, network

    def act(self, observation, mask):
        with torch.no_grad():
            found = self.network(torch.from_numpy(observation))
        return found.masked_fill(torch.from_numpy(mask) == 0, -torch.inf).argmax(1).numpy()


def learn(name, loss):
    network = nn.Sequential(
        nn.Linear(seen.shape[1], 256),
        nn.ReLU(),
        nn.Linear(256, 256),
        nn.ReLU(),
        nn.Linear(256, legal.shape[1]),
    )
    target = copy.deepcopy(network)
    optimizer = torch.optim.Adam(network.parameters(), 3e-4)
    for step in range(given.steps):
        if step % 200 == 0:
            target.load_state_dict(network.state_dict())
        rows = torch.randint(len(actions), (256,))
        found = network(seen[rows] * scale).masked_fill(~legal[rows], -1e9)
        total = loss(rows, found, network, target)
        optimizer.zero_grad()
        total.backward()
        optimizer.step()
    outcome = play_games(Greedy(name, network), simulator, 1_000, seed=5_000_000)
    print(f"{name}: {outcome.victory.mean():.1%} of 1,000 games won")


def cloning(rows, found, network, target):
    return nn.functional.cross_entropy(found, actions[rows, 0])


def conservative(rows, found, network, target):
    with torch.no_grad():  # double Q-learning over legal actions
        after = seen_next[rows] * scale
        best = network(after).masked_fill(~legal_next[rows], -1e9).argmax(1, keepdim=True)
        ahead = rewards[rows] + GAMMA * target(after).gather(1, best)[:, 0] * ~ends[rows]
    chosen = found.gather(1, actions[rows])[:, 0]
    return (chosen - ahead).square().mean() + ALPHA * (found.logsumexp(1) - chosen).mean()


learn("behaviour cloning", cloning)
learn("CQL", conservative)
