"""What thinking is worth: strength against time, for searches and policies of a game.

`python -m research.decisions --game marooned --agents scripted mcts:100 mcts:500 zoo:marooned
guided:zoo:marooned:64 --plot strength.svg --write docs/results/time.md`. All agents play the same games,
`--at-once` of them side by side; their own time counts, without that of the rules between decisions. Times
mean something on a quiet machine only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import crusoe_env
from agents import evaluation
from agents.progress import progress_bar
from agents.registry import make_agent
from agents.timed import Timed
from benchmarks.presenting import begin, parser_of, present
from crusoe_env import Simulator, command_line
from crusoe_env.bench.report import Table
from crusoe_env.command_line import count_of
from research.strength import FIRST_SEED

AGENTS = ("random", "scripted", "mcts:100", "mcts:500")
HEADINGS = ("agent", "games", "victories", "95 % interval", "goal progress", "decisions/game", "ms/decision")


@dataclass(frozen=True)
class Point:
    """What came of an agent: the results of its games, decisions in a game, milliseconds for each."""

    agent: str
    results: evaluation.Results
    decisions: float
    milliseconds: float

    @property
    def summary(self) -> dict[str, Any]:
        """Of the results."""
        return self.results.summary()

    def row(self) -> tuple[str, ...]:
        """One line of the table."""
        found = self.summary
        return (
            self.agent,
            f"{found['games']:,}",
            f"{found['victory_rate']:.1%}",
            f"{found['victory_low']:.1%} – {found['victory_high']:.1%}",
            f"{found['mean_goal_progress']:.2f}",
            f"{self.decisions:.0f}",
            f"{self.milliseconds:.4f}",
        )


def play(name: str, simulator: Simulator, games: int) -> Point:
    """An agent's games, after one that is not counted: something may be compiled in it."""
    agent = make_agent(name, simulator)
    evaluation.play_games(agent, simulator, 1, FIRST_SEED - 1)
    timed = Timed(agent)
    with progress_bar(total=games, desc=agent.name, unit=" games", leave=False) as bar:
        outcome = evaluation.play_games(timed, simulator, games, FIRST_SEED, bar.update)
    milliseconds = 1_000 * timed.seconds / timed.decisions
    return Point(agent.name, outcome, timed.decisions / games, milliseconds)


def picture(title: str, points: Sequence[Point]) -> Any:
    """Strength over time, with intervals, as a figure of matplotlib."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8.5, 4.5), layout="constrained")
    axes = figure.subplots()
    for point in points:
        rate, low, high = (point.summary[f"victory_{name}"] for name in ("rate", "low", "high"))
        x = max(point.milliseconds, 1e-4)  # random play takes next to no time
        error = [[100 * (rate - low)], [100 * (high - rate)]]
        axes.errorbar(x, 100 * rate, error, fmt="o", capsize=3, label=point.agent)
    figure.legend(loc="outside right upper", fontsize=8)
    axes.set(xscale="log", xlabel="milliseconds per decision", ylabel="games won, %", title=title)
    axes.grid(alpha=0.3)
    return figure


def main() -> None:
    """Play and print; with `--write` also into a Markdown file, with `--plot` as a picture."""
    parser = parser_of(__doc__)
    parser.add_argument("--game", choices=list(crusoe_env.GAMES), default="marooned")
    parser.add_argument("--agents", nargs="+", default=list(AGENTS))
    parser.add_argument("--games", type=count_of, default=1_000)
    parser.add_argument("--at-once", type=int, default=evaluation.GAMES_AT_ONCE, help="side by side")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--threads", type=int, help="of the rules; default: one for each processor")
    parser.add_argument("--plot", type=Path, help="write a picture here")
    given = parser.parse_args()
    evaluation.GAMES_AT_ONCE = given.at_once
    game, options = crusoe_env.game(given.game), command_line.options_of(given.option)
    simulator = Simulator(game, threads=given.threads, **options)
    points = [play(name, simulator, given.games) for name in given.agents]
    in_title = "".join(f", {option}={value}" for option, value in options.items())
    title = f"{game.title}{in_title}: strength against time, games from seed {FIRST_SEED:,}"
    table = Table(title, HEADINGS, [point.row() for point in points], detail=given.plot is not None)
    present([table], given.write, f"decisions {given.game}", "research.decisions")
    if given.plot is not None:
        picture(f"{game.title}{in_title}", points).savefig(given.plot)


if __name__ == "__main__":
    begin(main)
