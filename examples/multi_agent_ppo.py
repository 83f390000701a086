# /// script
# dependencies = ["crusoe_env", "torch"]
#
# [tool.uv.sources]
# crusoe_env = { path = "..", editable = true }
# ///
"""Several seats in one file: PPO with a network for each seat, on games side by side. Ten minutes.

`MultiAgentBatch` steps all games with one call, and says whose turn it is in each. All seats share the
reward, so a decision is judged by what the next player to act expects. `--shared` trains one network for all.
"""

import argparse
import time

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from crusoe_env import MultiAgentBatch

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=2_000_000, help="decisions of all games together")
parser.add_argument("--players", type=int, default=2)
parser.add_argument("--shared", action="store_true", help="one network for all seats")
given = parser.parse_args()
GAMES, LENGTH, EPOCHS, BATCH, GAMMA, LAMBDA, CLIP = 256, 64, 2, 4096, 0.9995, 0.98, 0.2

torch.manual_seed(0)
torch.set_num_threads(1)
games = MultiAgentBatch("robinson", GAMES, players=given.players, reward="shaped", discount=GAMMA, threads=1)
turn = games.reset(seed=0)
size, actions = turn.observation.shape[1], turn.mask.shape[1]


class Seat(nn.Module):
    """A trunk with a head each for policy and value."""

    def __init__(self) -> None:
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(size, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU())
        self.policy, self.value = nn.Linear(128, actions), nn.Linear(128, 1)

    def forward(self, seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits and values."""
        hidden = self.trunk(seen)
        return self.policy(hidden), self.value(hidden)[:, 0]


count = 1 if given.shared else given.players
seats = nn.ModuleList(Seat() for _ in range(count))
optimizer = torch.optim.Adam(seats.parameters(), 5e-4, eps=1e-5)


def judged(seen: torch.Tensor, mask: torch.Tensor, acting: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
    """The policy and the value of whoever acts in each row; illegal actions get no probability."""
    logits, values = torch.zeros(len(seen), actions), torch.zeros(len(seen))
    for seat, network in enumerate(seats):
        rows = (acting % count == seat).nonzero()[:, 0]
        if len(rows):
            logits[rows], values[rows] = network(seen[rows])
    return Categorical(logits=logits.masked_fill(~mask, -1e9), validate_args=False), values


def tensors() -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """What the players who act see, may do, and who they are."""
    return torch.from_numpy(turn.observation), torch.from_numpy(turn.mask) == 1, torch.from_numpy(turn.acting)


won: list[float] = []
progress: list[float] = []
began, updates = time.perf_counter(), max(1, given.steps // (GAMES * LENGTH))
for update in range(1, updates + 1):
    seen, masks = torch.zeros(LENGTH, GAMES, size), torch.zeros(LENGTH, GAMES, actions, dtype=torch.bool)
    acting, chosen = (torch.zeros(LENGTH, GAMES, dtype=torch.long) for _ in range(2))
    before, rewards, ended, values = (torch.zeros(LENGTH, GAMES) for _ in range(4))
    with torch.no_grad():
        for t in range(LENGTH):
            seen[t], masks[t], acting[t] = tensors()
            now, values[t] = judged(seen[t], masks[t], acting[t])
            chosen[t] = now.sample()
            before[t] = now.log_prob(chosen[t])
            turn = games.step(chosen[t].numpy())
            over = turn.terminated | turn.truncated
            rewards[t], ended[t] = torch.from_numpy(turn.reward), torch.from_numpy(over)
            results = [games.batch.result(int(i)) for i in np.flatnonzero(over)]
            won += [result["victory"] for result in results]
            progress += [result["goal_progress"] for result in results]
        following, ahead = judged(*tensors())[1], torch.zeros(GAMES)
        advantages = torch.zeros(LENGTH, GAMES)
        for t in reversed(range(LENGTH)):
            surprise = rewards[t] + GAMMA * following * (1 - ended[t]) - values[t]
            advantages[t] = ahead = surprise + GAMMA * LAMBDA * (1 - ended[t]) * ahead
            following = values[t]
    columns = (seen, masks, acting, chosen, before, advantages, advantages + values)
    rows = [column.flatten(0, 1) for column in columns]
    for _ in range(EPOCHS):
        for which in torch.randperm(GAMES * LENGTH).split(BATCH):
            x, mask, who, act, old, gain, goal = (row[which] for row in rows)
            now, value = judged(x, mask, who)
            ratio, gain = (now.log_prob(act) - old).exp(), (gain - gain.mean()) / (gain.std() + 1e-8)
            gained = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            loss = 0.5 * (value - goal).square().mean() - gained - 0.005 * now.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(seats.parameters(), 0.5)
            optimizer.step()
    if update % 10 == 0 or update == updates:
        steps, recent = update * GAMES * LENGTH, len(won[-500:])
        speed = steps / (time.perf_counter() - began)
        print(
            f"{steps:>9,} decisions, {speed:,.0f}/s; of the last {recent} games"
            f" {np.mean(won[-500:]):.1%} won, goal progress {np.mean(progress[-500:]):.2f}",
            flush=True,
        )
