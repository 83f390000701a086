"""Does a data set of valued moves teach? Small networks before and after, on the test that they never saw.

`python -m research.teaching --write research/results/teaching.json`: for each game behaviour cloning (the
best move) and value regression (the chance of every legal move), three seeds. The epoch is chosen by the
regret on the validation split; the answers of the test are read only to score.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from agents.datasets.move_values import TEST, TRAIN, VALIDATION
from agents.datasets.values_files import answers_in, read_rows
from benchmarks.presenting import begin, parser_of, present
from crusoe_env import Simulator, game
from crusoe_env.bench.report import Table
from crusoe_env.command_line import count_of
from crusoe_env.engine.state import taken
from crusoe_env.support.reading import json_of
from research.data import ROOT

CLONING, VALUES = "behaviour cloning", "value regression"
WIDTH, DROPOUT, EPOCHS, BATCH, RATE, DECAY = 128, 0.2, 30, 64, 1e-3, 1e-2
HEADINGS = (
    "game", "learner", "train", "test", "regret untrained", "regret trained", "best moves untrained",
    "best moves trained", "regret of a random move",
)  # fmt: skip


@dataclass(frozen=True)
class Split:
    """Positions as tensors.

    Attributes:
        seen: observations, float32 (n, size).
        legal: bool (n, actions).
        values: share of deals that are won, float32 (n, actions), 0 where illegal.
        best: actions, int64 (n,).
    """

    seen: torch.Tensor
    legal: torch.Tensor
    values: torch.Tensor
    best: torch.Tensor

    def regrets(self, actions: torch.Tensor) -> torch.Tensor:
        """What actions lose to the best one, (n,)."""
        most = torch.where(self.legal, self.values, -1.0).max(1).values
        return most - self.values.gather(1, actions[:, None])[:, 0]

    @property
    def by_chance(self) -> float:
        """The mean regret of a random legal move."""
        most = torch.where(self.legal, self.values, -1.0).max(1).values
        return float((most - self.values.sum(1) / self.legal.sum(1)).mean())


def states_of(simulator: Simulator, rows: Sequence[Mapping[str, Any]]) -> np.recarray:
    """The states of positions of one task, (n,), which their seeds and actions give again."""
    states = np.concatenate([simulator.new_games(1, row["seed"]) for row in rows]).view(np.recarray)
    for turn in range(max(len(row["actions"]) for row in rows)):
        at = np.flatnonzero([len(row["actions"]) > turn for row in rows])
        chosen = np.array([rows[int(i)]["actions"][turn] for i in at])
        states[at] = simulator.step(taken(states, at).view(np.recarray), chosen)
    return states


def split_of(name: str, rows: Sequence[Mapping[str, Any]]) -> Split:
    """Rows of a game as tensors."""
    by_task: dict[str, list[int]] = {}
    for i, row in enumerate(rows):
        by_task.setdefault(row["options"], []).append(i)
    seen = None
    for options, places in by_task.items():
        simulator = Simulator(game(name), **json_of(options))
        views = simulator.views(states_of(simulator, [rows[i] for i in places]))[0]
        if seen is None:
            seen = np.zeros((len(rows), views.shape[1]), np.float32)
        seen[places] = views
    legal = np.zeros((len(rows), game(name).actions.n), bool)
    values = np.zeros(legal.shape, np.float32)
    for i, row in enumerate(rows):
        legal[i, row["legal"]] = True
        values[i, row["legal"]] = np.array(row["wins"]) / row["deals"]
    best = np.array([row["legal"][row["best"]] for row in rows])
    return Split(*map(torch.as_tensor, (seen, legal, values, best)))


def chosen(network: nn.Module, split: Split) -> torch.Tensor:
    """The legal moves that a network prefers."""
    network.eval()
    with torch.no_grad():
        return torch.where(split.legal, network(split.seen), -torch.inf).argmax(1)


def scores(network: nn.Module, split: Split) -> tuple[float, float]:
    """The mean regret, and the share of moves without any."""
    regrets = split.regrets(chosen(network, split))
    return float(regrets.mean()), float((regrets <= 1e-6).float().mean())


def taught(learner: str, splits: Mapping[str, Split], seed: int) -> tuple[tuple[float, float], ...]:
    """The scores of a network on the test, before and after it has learned."""
    torch.manual_seed(seed)
    train = splits[TRAIN]
    sizes = train.seen.shape[1], train.legal.shape[1]
    network = nn.Sequential(
        nn.Linear(sizes[0], WIDTH), nn.ReLU(), nn.Dropout(DROPOUT), nn.Linear(WIDTH, sizes[1])
    )
    before, best = scores(network, splits[TEST]), (np.inf, (0.0, 0.0))
    optimiser = torch.optim.AdamW(network.parameters(), RATE, weight_decay=DECAY)
    for _ in range(EPOCHS):
        network.train()
        for rows in torch.randperm(len(train.seen)).split(BATCH):
            given = network(train.seen[rows])
            legal = train.legal[rows]
            if learner == CLONING:
                loss = nn.functional.cross_entropy(torch.where(legal, given, -1e9), train.best[rows])
            else:
                loss = ((given - train.values[rows]) ** 2)[legal].mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        regret = scores(network, splits[VALIDATION])[0]
        if regret < best[0]:
            best = regret, scores(network, splits[TEST])
    return before, best[1]


def rows_of(name: str, folder: Path, seeds: int) -> list[tuple[str, ...]]:
    """The lines of a game."""
    files = {split: folder / "data" / name / f"{split}.jsonl.gz" for split in (TRAIN, VALIDATION)}
    files[TEST] = next(file for file in answers_in(folder) if file.parent.name == name)
    splits = {split: split_of(name, read_rows(file)) for split, file in files.items()}
    found = []
    for learner in (CLONING, VALUES):
        runs = np.array([taught(learner, splits, seed) for seed in range(seeds)])
        cells = [
            f"{each.mean():.3f} ({each.min():.3f} – {each.max():.3f})"
            for each in (runs[:, when, what] for what in (0, 1) for when in (0, 1))
        ]
        counts = [f"{len(splits[split].seen):,}" for split in (TRAIN, TEST)]
        found.append((game(name).title, learner, *counts, *cells, f"{splits[TEST].by_chance:.3f}"))
        print(found[-1], flush=True)
    return found


def main() -> None:
    """Learn and print; with `--write` also into a file of JSON."""
    parser = parser_of(__doc__)
    parser.add_argument("--data", type=Path, default=ROOT / "research" / "values", help="the data set")
    parser.add_argument("--seeds", type=count_of, default=3)
    given = parser.parse_args()
    torch.set_num_threads(1)
    names = [file.parent.name for file in answers_in(given.data)]
    rows = [row for name in names for row in rows_of(name, given.data, given.seeds)]
    title = f"Learning from valued moves: mean of {given.seeds} seeds on the test (least – most)"
    present([Table(title, HEADINGS, rows)], given.write, "research.teaching")


if __name__ == "__main__":
    begin(main)
