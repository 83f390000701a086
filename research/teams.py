"""Baselines for teams: a network for all seats or for each, own or joint critic, with or without memory.

`python -m research.teams [--write research/results/teams-2.json]` trains every kind of network on Castaways
for 2 and for 4 players, with three seeds each, by configs/team.yaml, and prints learning curves:
the share of victories in the evaluations, mean and range over seeds, and the goal progress at the end,
which tells something where no game is won. All kinds begin from one policy, which has learned the scripted
agent's choices. Runs are kept in `--out`; the same command goes on after Ctrl-C, and trains only what is
missing. `--steps` makes it shorter; `--players`, `--kinds`, `--seeds` choose. 48 runs of 20 million steps
take days of one core: begin with `--steps 2000000 --players 2 --seeds 1`. On a GPU several processes, each
with its kinds, and `--device auto --num-envs 2048 --batch-size 8192` keep it busy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from agents.config import TrainConfig, read_config
from agents.shipped import shipped
from agents.trainers.run import CURVE, read_curve
from benchmarks.presenting import begin, parser_of, present
from crusoe_env.bench.report import Table
from research.trainings import train

KINDS: Mapping[str, Mapping[str, str]] = {
    "shared": {},
    "IPPO": {"team": "separate"},
    "MAPPO": {"critic": "joint"},
    "MAPPO, separate": {"team": "separate", "critic": "joint"},
}
MEMORIES = {"": "none", " with memory": "gru"}
SHARES = (0.25, 0.5, 0.75, 1.0)
"""Of the steps: where the curves are read."""


def networks() -> dict[str, dict[str, str]]:
    """The settings of all kinds of networks."""
    return {
        f"{kind}{words}": {**settings, "memory": memory}
        for kind, settings in KINDS.items()
        for words, memory in MEMORIES.items()
    }


def beginning(players: int, out: Path) -> TrainConfig:
    """The training run of the policy from which all kinds of networks begin: imitation alone."""
    base = read_config(shipped("configs") / "team.yaml").model_dump()
    changes: dict[str, Any] = {
        "run_dir": str(out / f"scripted-{players}"),
        "total_steps": 1,
        "env": {**base["env"], "players": players},
        "ppo": {**base["ppo"], "learning_rate": 1e-6, "final_learning_rate": 1e-6},
    }
    return TrainConfig.model_validate({**base, **changes})


def config_of(
    kind: str,
    players: int,
    seed: int,
    steps: int | None,
    out: Path,
    num_envs: int | None = None,
    batch_size: int | None = None,
    device: str | None = None,
) -> TrainConfig:
    """The training run of a kind of network; what is None is as in the configuration."""
    first = beginning(players, out)
    base = read_config(shipped("configs") / "team.yaml").model_dump()
    steps = steps or base["total_steps"]
    name = f"{kind}-{players}-seed-{seed}".replace(" ", "_").replace(",", "")
    changes: dict[str, Any] = {
        "run_dir": str(out / name),
        "seed": seed,
        "total_steps": steps,
        "start_from": first.run_dir,
        "imitation": {},
        "env": first.env,
        "network": {**base["network"], **networks()[kind]},
        "evaluation": {**base["evaluation"], "every": max(1, steps // len(SHARES))},
        "ppo": {**base["ppo"], "batch_size": batch_size or base["ppo"]["batch_size"]},
        "num_envs": num_envs or base["num_envs"],
        "device": device or base["device"],
    }
    return TrainConfig.model_validate({**base, **changes})


def curve(config: TrainConfig) -> list[dict[str, float]]:
    """A run's evaluations nearest to `SHARES` of its steps."""
    rows, _ = read_curve(Path(config.run_dir) / CURVE)
    steps = np.array([row["steps"] for row in rows])
    return [rows[int(np.abs(steps - share * config.total_steps).argmin())] for share in SHARES]


def cell(rates: Sequence[float]) -> str:
    """Mean and range over seeds."""
    words = f"{np.mean(rates):.1%}"
    return words if len(rates) == 1 else f"{words} ({100 * min(rates):.1f}–{100 * max(rates):.1f})"


def main() -> None:
    """Train and print."""
    parser = parser_of(__doc__)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--kinds", nargs="+", choices=list(networks()), default=list(networks()))
    parser.add_argument("--seeds", type=int, default=3, help="how many")
    parser.add_argument("--steps", type=int, help="of each run; default: those of the configuration")
    parser.add_argument("--num-envs", type=int, help="games side by side; default: the configuration's")
    parser.add_argument("--batch-size", type=int, help="of a gradient step; default: the configuration's")
    parser.add_argument("--device", help="default: the configuration's")
    parser.add_argument("--out", type=Path, default=Path("runs") / "teams")
    given = parser.parse_args()
    rows = []
    for players in given.players:
        if not train(beginning(players, given.out)):
            return
        for kind in given.kinds:
            settings = (given.steps, given.out, given.num_envs, given.batch_size, given.device)
            configs = [config_of(kind, players, seed + 1, *settings) for seed in range(given.seeds)]
            if not all(train(config) for config in configs):
                return
            curves = [curve(config) for config in configs]
            cells = [cell([row["victory_rate"] for row in these]) for these in zip(*curves, strict=True)]
            progress = np.mean([each[-1]["goal_progress"] for each in curves])
            rows.append((str(players), kind, f"{configs[0].total_steps:,}", *cells, f"{progress:.2f}"))
    shares = (f"after {share:.0%}" for share in SHARES)
    headings = ("players", "networks", "steps", *shares, "goal progress at the end")
    title = f"Castaways: victories of greedy play, mean and range over {given.seeds} seed(s)"
    present([Table(title, headings, rows)], given.write, "research.teams")


if __name__ == "__main__":
    begin(main)
