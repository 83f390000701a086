# /// script
# dependencies = ["crusoe_env[train]"]
#
# [tool.uv.sources]
# crusoe_env = { path = "..", editable = true }
# ///
"""Behaviour cloning on what people have decided in a study. Without --study an agent plays in their place."""

import argparse
import tempfile
from pathlib import Path

import numpy as np
import torch
from crusoe_agents.commands import dataset
from crusoe_agents.datasets.formats import read
from crusoe_agents.evaluation import play_games
from crusoe_agents.registry import make_agent
from torch import nn

import crusoe_env
from crusoe_env.agent import PolicyAgent
from crusoe_env.play.program import new_env
from crusoe_env.play.seats import HUMAN, SeatedSession
from crusoe_env.play.study import Study

parser = argparse.ArgumentParser()
parser.add_argument("--study", type=Path, help="the folder of a study of Castaways with two players")
parser.add_argument("--games", type=int, default=20, help="of the agent, without --study")
parser.add_argument("--epochs", type=int, default=30)
given = parser.parse_args()
torch.set_num_threads(1)
TASK = {"players": 2}
folder = Path(tempfile.mkdtemp())  # choose a folder to keep the data set
study = given.study or folder / "study"
simulator = crusoe_env.Simulator(crusoe_env.game("robinson"), **TASK)


def play_as_a_person(seed, player):
    """One game of a study in which an agent has the seat of a person, beside a random partner."""
    env = new_env("robinson", TASK)
    env.reset(seed=seed)
    session = SeatedSession(env, [HUMAN, "random"], options=TASK, seed=seed)
    Study(study, session)  # from now on it keeps every move
    rng = np.random.default_rng(seed)
    while session.deciders():
        if (turn := session.agent_turn()) is not None:
            session.carry_out(turn, session.think(turn))
            continue
        states = env.batch.states
        (action,) = player.decide(simulator, states, *simulator.views(states), rng)
        session.move_as(0, int(action))


if given.study is None:
    player = make_agent("zoo:castaways-2", simulator)
    for seed in range(given.games):
        play_as_a_person(seed, player)

dataset.main(["people", str(study), "--out", str(folder)])
people = list(read(folder / f"people-{study.name}"))
layout = simulator.game
seen = np.concatenate([it.observations[:-1] for it in people]) * layout.observations.scale
seen = torch.tensor(seen, dtype=torch.float32)
legal = torch.from_numpy(np.concatenate([it.masks[:-1] for it in people])) > 0
actions = torch.from_numpy(np.concatenate([it.actions for it in people])).long()
network = nn.Sequential(nn.Linear(layout.observations.size, 256), nn.ReLU(), nn.Linear(256, layout.actions.n))
optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
for _ in range(given.epochs):
    for rows in torch.randperm(len(actions)).split(256):
        loss = nn.functional.cross_entropy(network(seen[rows]).masked_fill(~legal[rows], -1e9), actions[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


class Clone(PolicyAgent):
    """The most probable legal action."""

    name = "clone"

    def logits(self, observation):
        with torch.no_grad():
            return network(torch.from_numpy(observation)).numpy()


agreed = (Clone().act(seen.numpy(), legal.numpy()) == actions.numpy()).mean()
print(f"{len(actions):,} decisions; the clone agrees with {agreed:.1%} of them")
outcome = play_games(Clone(), simulator, 20, seed=5_000_000)
print(f"the clone reaches {outcome.goal_progress.mean():.0%} of the goal, in the mean of 20 games")
