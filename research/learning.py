"""Learning curves as tables: `python -m research.learning runs/castaways`; `crusoe plot learning` draws them.

Victories, goal progress and rounds at each evaluation of a training run, beside random and scripted play of
the same games; the table shows some of the points.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from agents.config import game_options, read_config
from agents.evaluation import play_games
from agents.registry import make_agent
from agents.trainers import run
from benchmarks.presenting import begin, parser_of, present
from crusoe_env import Simulator, game
from crusoe_env.bench.report import Table

BASELINES = ("random", "scripted")
"""Agents to compare with."""
PANELS = {"victory_rate": "victories", "goal_progress": "goal progress", "rounds": "rounds"}
POINTS = 10
"""Rows of a table, about."""


@dataclass(frozen=True)
class Curve:
    """One training run.

    Attributes:
        name: of its folder.
        title: the game and its options.
        points: the columns of its curve, in order of evaluations.
        baselines: by agent, the same figures.
    """

    name: str
    title: str
    points: dict[str, np.ndarray]
    baselines: dict[str, dict[str, float]]


def read_curve(folder: Path) -> Curve:
    """Read a run's curve, and play the games of its evaluations with the other agents."""
    config = read_config(folder / "config.yaml")
    rows, _ = run.read_curve(folder / "curve.csv")
    points = {name: np.array([row[name] for row in rows]) for name in ("steps", "seconds", *PANELS)}
    rules, options = game(config.game), game_options(config)
    simulator = Simulator(rules, **options)
    baselines = {}
    for agent in BASELINES:
        settings = config.evaluation
        played = play_games(make_agent(agent, simulator), simulator, settings.games, settings.seed).summary()
        baselines[agent] = {
            "victory_rate": played["victory_rate"],
            "goal_progress": played["mean_goal_progress"],
            "rounds": played["mean_rounds"],
        }
    in_title = "".join(f", {option}={value}" for option, value in options.items())
    return Curve(folder.name, rules.title + in_title, points, baselines)


def table(curve: Curve) -> Table:
    """Some points of a curve, then the other agents."""

    def row(name: str, minutes: str, figures: dict[str, Any]) -> tuple[str, ...]:
        victories, progress = f"{figures['victory_rate']:.1%}", f"{figures['goal_progress']:.2f}"
        return name, minutes, victories, progress, f"{figures['rounds']:.1f}"

    points = curve.points
    count = len(points["steps"])
    shown = np.unique(np.linspace(0, count - 1, min(count, POINTS)).round().astype(int))
    rows = [
        row(
            f"{points['steps'][i] / 1e6:.1f} M",
            f"{points['seconds'][i] / 60:.0f}",
            {name: points[name][i] for name in PANELS},
        )
        for i in shown
    ]
    rows += [row(agent, "", figures) for agent, figures in curve.baselines.items()]
    title = f"{curve.title}: learning of `{curve.name}`"
    return Table(title, ("steps", "minutes", "victories", "goal progress", "rounds"), rows)


def main() -> None:
    """Print the tables; with `--write` also into a file."""
    parser = parser_of(__doc__)
    parser.add_argument("runs", nargs="+", type=Path, help="run folders of train.py")
    given = parser.parse_args()
    curves = [read_curve(folder) for folder in given.runs]
    present([table(curve) for curve in curves], given.write, "research.learning")


if __name__ == "__main__":
    begin(main)
