"""Evaluate agents side by side on the same seeded games.

`python evaluate.py runs/marooned_ppo --agents random scripted mcts:300 --games 10000` prints a table;
`--json` and `--csv` write it to files, `--replay` writes a page of a won game.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from tqdm import tqdm

from agents.config import ConfigError, read_config
from agents.evaluation import Outcome, play_games
from agents.registry import KINDS, make_agent
from crusoe_env import GAMES, Simulator, game
from crusoe_env.core import command_line

TABLE_WIDTH = 100


def parse(arguments: list[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("run", nargs="?", type=Path, help="a run folder of train.py, evaluated first")
    parser.add_argument("--agents", nargs="*", default=["random", "scripted"], help=KINDS)
    parser.add_argument("--game", choices=list(GAMES), help="default: the run's game, else marooned")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
    )
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1_000_000, help="of the first game")
    parser.add_argument("--json", type=Path, help="write the summary here")
    parser.add_argument("--csv", type=Path, help="write one row per game here")
    parser.add_argument(
        "--replay", nargs="?", type=Path, const=Path(""), help="write a replay page of a won game"
    )
    given = parser.parse_args(arguments)
    if given.games < 1:
        parser.error("--games must be at least 1")
    return given


def options_of(given: argparse.Namespace) -> tuple[str, dict[str, Any]]:
    """Which game, with which options: the run's, then those of the command line."""
    name, options = given.game or "marooned", {}
    if given.run is not None and (given.run / "config.yaml").is_file():
        config = read_config(given.run / "config.yaml")
        name = config.game
        known = {*game(name).options, "data"}
        options = {key: value for key, value in config.env.items() if key in known}
    return name, {**options, **command_line.options_of(given.option)}


def table_of(summaries: list[dict[str, Any]], title: str) -> Table:
    """The table on the screen."""
    table = Table(title=title)
    for heading in (
        "agent",
        "victories",
        "95 % interval",
        "score",
        "of victories",
        "progress",
        "rounds",
        "s/game",
    ):
        table.add_column(heading, justify="left" if heading == "agent" else "right")
    for row in summaries:
        table.add_row(
            row["agent"],
            f"{row['victory_rate']:.1%}",
            f"{row['victory_low']:.1%} – {row['victory_high']:.1%}",
            f"{row['mean_score']:.1f}",
            f"{row['mean_score_of_victories']:.1f}",
            f"{row['mean_goal_progress']:.2f}",
            f"{row['mean_rounds']:.1f}",
            f"{row['seconds_per_game']:.4f}",
        )
    return table


def write_replay(
    outcome: Outcome, given: argparse.Namespace, name: str, options: dict[str, Any], agent: str
) -> Path:
    """A page of the agent's best game among those played."""
    import gymnasium

    from crusoe_env import record

    best = max(outcome.rows(), key=lambda row: (row["victory"], row["score"], row["goal_progress"]))
    path = given.replay
    if path == Path(""):
        path = (given.run or Path(".")) / "replay.html"
    env = gymnasium.make(game(name).env_id, **options)
    record(env, make_agent(agent, Simulator(game(name), **options)), seed=best["seed"], path=path)
    return path


def evaluate(given: argparse.Namespace) -> None:
    """Play, print, write."""
    for path in (given.json, given.csv, given.replay):
        if path is not None and not path.parent.is_dir():  # told before the games are played
            raise ConfigError(f"{path}: there is no folder {path.parent}")
    name, options = options_of(given)
    simulator = Simulator(game(name), **options)
    names = ([str(given.run)] if given.run is not None else []) + given.agents
    agents = [make_agent(agent, simulator) for agent in names]
    outcomes, summaries = [], []
    for agent in agents:
        start = time.perf_counter()
        with tqdm(total=given.games, desc=agent.name, unit=" games", leave=False) as bar:
            outcomes.append(play_games(agent, simulator, given.games, given.seed, bar.update))
        seconds = (time.perf_counter() - start) / given.games
        summaries.append({**outcomes[-1].summary(), "seconds_per_game": seconds})
    described = "".join(f", {key}={value}" for key, value in options.items())
    title = f"{game(name).title}{described}: {given.games:,} games from seed {given.seed:,}"
    console = Console()
    console.width = max(console.width, TABLE_WIDTH)
    console.print(table_of(summaries, title))
    if given.json is not None:
        content = {"game": name, "options": options, "seed": given.seed, "agents": summaries}
        given.json.write_text(json.dumps(content, indent=2) + "\n")
    if given.csv is not None:
        with given.csv.open("w", newline="") as file:
            rows = [row for outcome in outcomes for row in outcome.rows()]
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(rows)
    if given.replay is not None:
        print(f"replay page: {write_replay(outcomes[0], given, name, options, names[0])}")


def main(arguments: list[str]) -> int:
    """Run; the exit status. What cannot be evaluated is one line on stderr."""
    given = parse(arguments)
    try:
        evaluate(given)
    except (ConfigError, ValueError, TypeError, OSError) as error:
        print(f"evaluate.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(command_line.guarded(lambda: main(sys.argv[1:])))
