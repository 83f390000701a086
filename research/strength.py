"""How well agents play: `python -m research.strength --agents random zoo:marooned --write FILE`.

All agents play the same seeded games; none of the seeds was used in training or in choosing a policy. A game
with several tasks is played on each of them: `python -m research.strength --game dieson --games 10000
--search-games 500 --agents scripted zoo:dieson`. Options choose a task, too: `--game robinson --option
players=2`; with `--vary` there is an agent for each: `--vary scenario=jenny,naturalist --agents
zoo:{scenario}-solo`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import crusoe_env
from agents.base import Agent
from agents.evaluation import Outcome, play_games
from agents.progress import progress_bar
from agents.registry import make_agent
from benchmarks.presenting import begin, parser_of, present
from crusoe_env import Simulator, command_line
from crusoe_env.bench.report import Table
from crusoe_env.command_line import count_of
from research import robinson_deaths

FIRST_SEED = 5_000_000
HEADINGS = (
    "agent",
    "games",
    "victories",
    "95 % interval",
    "score",
    "score of victories",
    "goal progress",
    "rounds",
    "CPU ms/game",
)


@dataclass(frozen=True)
class Played:
    """What came of one agent's games."""

    label: str
    outcome: Outcome
    summary: dict[str, Any]
    milliseconds: float

    def row(self) -> tuple[str, ...]:
        """One line of a table of details."""
        summary = self.summary
        return (
            self.label,
            f"{summary['games']:,}",
            f"{summary['victory_rate']:.1%}",
            f"{summary['victory_low']:.1%} – {summary['victory_high']:.1%}",
            f"{summary['mean_score']:.1f}",
            f"{summary['mean_score_of_victories']:.1f}",
            f"{summary['mean_goal_progress']:.2f}",
            f"{summary['mean_rounds']:.1f}",
            f"{self.milliseconds:.2f}",
        )

    def cell(self) -> str:
        """Victory rate and interval, for a compact table."""
        summary = self.summary
        low, high = summary["victory_low"], summary["victory_high"]
        return f"{summary['victory_rate']:.1%} ({100 * low:.1f} – {100 * high:.1f})"


@dataclass(frozen=True)
class Field:
    """Who plays, and how many games.

    Attributes:
        agents: names of agents, see `agents.registry`; `{option}` stands for the value of an option.
        policies: run folders or checkpoints, as well.
        games: for each agent.
        search_games: for agents that plan, scripted ones that look ahead included.
    """

    agents: list[str]
    policies: list[str]
    games: int
    search_games: int

    def games_of(self, agent: Agent) -> int:
        """How many games an agent plays."""
        return self.search_games if agent.plans else self.games

    def label(self, name: str, agent: Agent, values: dict[str, str]) -> str:
        """The agent's name in tables; several policies are named by their folders. Agents of which each
        task has its own go by the name of the option, in capitals."""
        if name not in self.policies and values:
            label = agent.name
            for option, value in values.items():
                label = label.replace(value, option.upper())
            return label
        tell_apart = name in self.policies and len(self.policies) > 1
        folder = Path(name).name.partition("{")[0]
        return f"{agent.name} {folder}" if tell_apart else agent.name

    def play(self, simulator: Simulator) -> list[Played]:
        """All agents over the same games."""
        return [self._play(name, simulator) for name in self.agents + self.policies]

    def _play(self, name: str, simulator: Simulator) -> Played:
        values = {
            option: str(value) for option, value in simulator.options.items() if f"{{{option}}}" in name
        }
        path = name
        for option, value in values.items():
            path = path.replace(f"{{{option}}}", value)
        agent = make_agent(path, simulator)
        games = self.games_of(agent)
        start = time.process_time()
        with progress_bar(total=games, desc=agent.name, unit=" games") as bar:
            outcome = play_games(agent, simulator, games, FIRST_SEED, bar.update)
        milliseconds = 1_000 * (time.process_time() - start) / games
        return Played(self.label(name, agent, values), outcome, outcome.summary(), milliseconds)


def strength(name: str, field: Field, options: dict[str, Any]) -> list[Table]:
    """Tables of a game with a single task: how well agents play, and how their games end."""
    game = crusoe_env.game(name)
    in_title = "".join(f", {option}={value}" for option, value in options.items())
    played = field.play(Simulator(game, **options))
    tables = [
        Table(
            f"{game.title}{in_title}: games from seed {FIRST_SEED:,}", HEADINGS, [one.row() for one in played]
        ),
        endings(f"{game.title}{in_title}: how games end", played),
    ]
    if name == "robinson":
        ends = {each.label: each.outcome.ends for each in played}
        tables.append(robinson_deaths.table(f"{game.title}{in_title}: when characters die", ends))
    return tables


def endings(title: str, played: Sequence[Played]) -> Table:
    """The share of each cause of an ending among an agent's games."""
    causes = list(dict.fromkeys(cause for each in played for cause in each.summary["causes"]))
    rows = [
        (
            each.label,
            *(f"{each.summary['causes'].get(cause, 0) / each.summary['games']:.1%}" for cause in causes),
        )
        for each in played
    ]
    return Table(title, ("agent", *causes), rows)


def strength_by_task(
    name: str, field: Field, options: dict[str, Any], option: str, values: Sequence[Any]
) -> list[Table]:
    """Two tables of a game with several tasks: victories by agent and task, and all details."""
    game = crusoe_env.game(name)
    in_title = "".join(f", {fixed}={value}" for fixed, value in options.items())
    tasks = [field.play(Simulator(game, **options, **{option: value})) for value in values]
    tasks_of_agents = zip(*tasks, strict=True)
    compact = [(played[0].label, *(each.cell() for each in played)) for played in tasks_of_agents]
    details = [
        (f"{value}", *each.row()) for value, played in zip(values, tasks, strict=True) for each in played
    ]
    columns = [f"{option} {value}" for value in values]
    title = f"{game.title}{in_title}: games won (95 % interval), games from seed {FIRST_SEED:,}"
    return [
        Table(title, ("agent", *columns), compact),
        without_points(Table(f"{game.title}{in_title}: details", (option, *HEADINGS), details, detail=True)),
    ]


def tasks_of(name: str) -> tuple[str, tuple[Any, ...]] | None:
    """The option that alone sets a game's task, and its values; None where none or several do."""
    tasks = crusoe_env.game(name).tasks
    return next(iter(tasks.items())) if len(tasks) == 1 else None


def without_points(table: Table) -> Table:
    """The same table without the columns of scores, if nobody has any: not every game counts points."""
    kept = [
        i
        for i, heading in enumerate(table.headings)
        if not heading.startswith("score") or any(float(row[i]) for row in table.rows)
    ]
    rows = [[row[i] for i in kept] for row in table.rows]
    return Table(table.title, [table.headings[i] for i in kept], rows, table.detail)


def varied(text: str) -> tuple[str, tuple[Any, ...]]:
    """`quest=1,2,3` as an option and its values."""
    option, _, values = text.partition("=")
    if not option or not values:
        raise argparse.ArgumentTypeError(f"{text!r} is not OPTION=VALUE,VALUE,...")
    return option, tuple(command_line.value_of(value) for value in values.split(","))


def main() -> None:
    """Play and print; with `--write` also into a Markdown file."""
    parser = parser_of(__doc__)
    parser.add_argument("--game", choices=list(crusoe_env.GAMES), default="marooned")
    parser.add_argument(
        "--agents", nargs="*", default=["random", "scripted", "mcts:100", "mcts:500", "mcts:2000"]
    )
    parser.add_argument("--policy", nargs="*", default=[], help="run folders or checkpoints")
    parser.add_argument("--games", type=count_of, default=10_000)
    parser.add_argument("--search-games", type=int, help="of planners; default: as --games")
    parser.add_argument(
        "--vary",
        type=varied,
        metavar="OPTION=VALUE,...",
        help="the tasks; default: all that the game has",
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
    )
    parser.add_argument("--section", help="its section to write; default: the game's name")
    given = parser.parse_args()
    field = Field(given.agents, given.policy, given.games, given.search_games or given.games)
    options = command_line.options_of(given.option)
    tasks = given.vary or (None if options else tasks_of(given.game))
    if tasks:
        tables = strength_by_task(given.game, field, options, *tasks)
    else:
        tables = strength(given.game, field, options)
    present(tables, given.write, f"strength {given.section or given.game}", "research.strength")


if __name__ == "__main__":
    begin(main)
