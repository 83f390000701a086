"""Strength against wall clock: configurations of a training over several seeds, beside each other.

`python -m research.wall_clock --configs castaways_quick --seeds 1 2 3 --write
research/results/wall_clock.json` trains what is not there yet, one run after the other, each on one thread;
whole runs of earlier calls in `--folder` are read again, unfinished ones go on. Then the best policy of
each run plays games that no training has seen. Times mean something on a quiet machine only.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from agents.commands.train import config_file
from agents.config import TrainConfig, game_options, read_config
from agents.errors import ConfigError
from agents.evaluation import play_games
from agents.registry import make_agent
from agents.trainers.run import read_curve
from benchmarks.presenting import begin, parser_of, present
from crusoe_env import Simulator, game
from crusoe_env.bench.report import Table
from crusoe_env.command_line import count_of
from research.data import FIRST_SEED

TRAIN = Path(__file__).parents[1] / "train.py"
CONFIGS = ["castaways", "castaways_quick"]
MINUTES = (3, 6, 9, 12, 20, 30, 45)
"""When the curves are read."""
WHOLE = 0.98
"""A run that has used this share of its minutes or steps is whole: its last update ended before they did."""


@dataclass(frozen=True)
class Run:
    """One training.

    Attributes:
        config: of the run.
        minutes: of each evaluation, float (n,).
        rates: games won in each, float (n,).
        victories: share of fresh games that the best policy won.
    """

    config: TrainConfig
    minutes: np.ndarray
    rates: np.ndarray
    victories: float

    def rate_at(self, minutes: float) -> float:
        """Games won so far into the run, between two evaluations by the straight line; else NaN."""
        return float(np.interp(minutes, self.minutes, self.rates, left=np.nan, right=np.nan))


def train(name: str, seed: int, folder: Path, threads: int) -> Path:
    """Train a configuration with a seed, or go on where that stopped; the run's folder."""
    run = folder / f"{Path(name).stem}-{seed}"
    command = [sys.executable, str(TRAIN)]
    if not (run / "curve.csv").is_file():
        settings = ["--seed", str(seed), "--threads", str(threads), "--run-dir", str(run)]
        subprocess.run([*command, "--config", name, *settings], check=True)
    elif used(run) < WHOLE:
        subprocess.run([*command, "--resume", str(run)], check=True)
    return run


def used(run: Path) -> float:
    """The share of its minutes or of its steps, whichever is more, that a run has behind it."""
    config = read_config(run / "config.yaml")
    seconds, steps = columns(run, "seconds", "steps")
    return max(seconds[-1] / 60 / (config.minutes or np.inf), steps[-1] / config.total_steps)


def columns(run: Path, *names: str) -> list[np.ndarray]:
    """Columns of a run's evaluations, float (n,) each."""
    rows, _ = read_curve(run / "curve.csv")
    return [np.array([row[name] for row in rows]) for name in names]


def read(run: Path, games: int) -> Run:
    """What came of a run, and how its best policy plays games it has not seen."""
    config = read_config(run / "config.yaml")
    simulator = Simulator(game(config.game), **game_options(config))
    outcome = play_games(make_agent(str(run), simulator), simulator, games, FIRST_SEED)
    seconds, rates = columns(run, "seconds", "victory_rate")
    return Run(config, seconds / 60, rates, float(outcome.summary()["victory_rate"]))


def spread(values: Sequence[float]) -> str:
    """Mean, least and most of the seeds, or nothing where one was not under way."""
    if np.isnan(values).any():
        return ""
    if len(values) == 1:
        return f"{values[0]:.1%}"
    return f"{np.mean(values):.1%} ({min(values):.1%} – {max(values):.1%})"


def table(runs: dict[str, list[Run]], games: int) -> Table:
    """One row for each configuration: games won after some minutes, then by the best policies."""
    longest = max(min(run.minutes[-1] for run in each) for each in runs.values())
    shown = [minutes for minutes in MINUTES if minutes <= longest]
    headings = ["configuration", "trainer", *(f"{it} min" for it in shown), f"best, {games:,} games"]
    rows = [
        (
            name,
            each[0].config.trainer,
            *(spread([run.rate_at(minutes) for run in each]) for minutes in shown),
            spread([run.victories for run in each]),
        )
        for name, each in runs.items()
    ]
    seeds = [str(run.config.seed) for run in next(iter(runs.values()))]
    seeds_used = f"mean (least – most) of seeds {', '.join(seeds)}" if len(seeds) > 1 else f"seed {seeds[0]}"
    return Table(f"Games won after minutes of training: {seeds_used}", headings, rows)


def main() -> None:
    """Train what is missing, play, and print; with `--write` also into a file of JSON."""
    parser = parser_of(__doc__)
    parser.add_argument("--configs", nargs="+", default=CONFIGS)
    parser.add_argument("--seeds", nargs="+", type=int, default=[1, 2, 3])
    parser.add_argument("--games", type=count_of, default=10_000, help="of each best policy")
    parser.add_argument("--threads", type=int, default=1, help="of each training")
    parser.add_argument("--folder", type=Path, default=Path("runs/wall_clock"), help="where the runs are")
    given = parser.parse_args()
    try:
        runs = {
            Path(name).stem: [
                read(train(str(config_file(Path(name))), seed, given.folder, given.threads), given.games)
                for seed in given.seeds
            ]
            for name in given.configs
        }
    except ConfigError as error:
        parser.error(str(error))
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)  # train.py has said what was wrong
    found = table(runs, given.games)
    present([found], given.write, "research.wall_clock")


if __name__ == "__main__":
    begin(main)
