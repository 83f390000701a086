"""What thinking is worth: strength against time, for searches and policies of a game.

`python -m research.decisions --game marooned --agents scripted mcts:100 mcts:500 zoo:marooned
guided:zoo:marooned:64 --write research/results/decisions_marooned.json`. All agents play the same games,
`--at-once` of them side by side; their own time counts, without that of the rules between decisions. Times
mean something on a quiet machine only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from matplotlib.figure import Figure

import crusoe_env
from agents import evaluation
from agents.figures.charts import strength_against_time
from agents.figures.sources import points_of
from agents.progress import progress_bar
from agents.registry import make_agent
from agents.timed import Timed
from benchmarks.presenting import begin, parser_of, present
from crusoe_env import Simulator, command_line
from crusoe_env.bench.report import Table
from crusoe_env.command_line import count_of
from research.data import FIRST_SEED, FOLDER

AGENTS = ("random", "scripted", "mcts:100", "mcts:500")
SHOWN = ("decisions_marooned", "decisions_dieson", "decisions_robinson")
"""Results with a picture."""
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


def picture(name: str) -> Figure:
    """Strength over time, with intervals, of a result of this name."""
    title, points = points_of(FOLDER / f"{name}.json")
    return strength_against_time(points, title)


def main() -> None:
    """Play and print; with `--write` also into a file of JSON."""
    parser = parser_of(__doc__)
    parser.add_argument("--game", choices=list(crusoe_env.GAMES), default="marooned")
    parser.add_argument("--agents", nargs="+", default=list(AGENTS))
    parser.add_argument("--games", type=count_of, default=1_000)
    parser.add_argument("--at-once", type=int, default=evaluation.GAMES_AT_ONCE, help="side by side")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--threads", type=int, help="of the rules; default: one for each processor")
    given = parser.parse_args()
    evaluation.GAMES_AT_ONCE = given.at_once
    game, options = crusoe_env.game(given.game), command_line.options_of(given.option)
    simulator = Simulator(game, threads=given.threads, **options)
    points = [play(name, simulator, given.games) for name in given.agents]
    in_title = "".join(f", {option}={value}" for option, value in options.items())
    title = f"{game.title}{in_title}: strength against time, games from seed {FIRST_SEED:,}"
    table = Table(title, HEADINGS, [point.row() for point in points], detail=True)
    present([table], given.write, "research.decisions")


if __name__ == "__main__":
    begin(main)
