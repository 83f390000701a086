"""How well agents play: `python -m benchmarks.strength --policy runs/marooned_ppo --write docs/results.md`.

All agents play the same seeded games; none of the seeds was used in training or in choosing a policy.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from pathlib import Path
from typing import Any

from tqdm import tqdm

import crusoe_env
from agents.evaluation import play_games
from agents.registry import make_agent
from benchmarks.report import Table, machine, write_between
from crusoe_env import Simulator

FIRST_SEED = 5_000_000
HEADINGS = (
    "agent",
    "games",
    "victories",
    "95 % interval",
    "score",
    "score of victories",
    "rounds",
    "ms/game",
)


def row(summary: dict[str, Any], milliseconds: float) -> tuple[str, ...]:
    """One agent's line."""
    return (
        summary["agent"],
        f"{summary['games']:,}",
        f"{summary['victory_rate']:.1%}",
        f"{summary['victory_low']:.1%} – {summary['victory_high']:.1%}",
        f"{summary['mean_score']:.1f}",
        f"{summary['mean_score_of_victories']:.1f}",
        f"{summary['mean_rounds']:.1f}",
        f"{milliseconds:.2f}",
    )


def strength(name: str, agents: list[str], games: int, options: dict[str, Any]) -> Table:
    """Play all agents over the same games."""
    game = crusoe_env.game(name)
    simulator = Simulator(game, **options)
    rows = []
    for agent in (make_agent(each, simulator) for each in agents):
        start = time.perf_counter()
        with tqdm(total=games, desc=agent.name, unit=" games") as bar:
            outcome = play_games(agent, simulator, games, FIRST_SEED, bar.update)
        rows.append(row(outcome.summary(), 1_000 * (time.perf_counter() - start) / games))
    described = "".join(f", {key} {value}" for key, value in options.items())
    return Table(f"{game.title}{described}: games from seed {FIRST_SEED:,}", HEADINGS, rows)


def main() -> None:
    """Play and print; with `--write` also into a Markdown file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=list(crusoe_env.GAMES), default="marooned")
    parser.add_argument(
        "--agents", nargs="*", default=["random", "scripted", "mcts:100", "mcts:500", "mcts:2500"]
    )
    parser.add_argument("--policy", nargs="*", default=[], help="run folders or checkpoints")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--write", type=Path, help="a Markdown file to put the table into")
    given = parser.parse_args()
    table = strength(given.game, given.agents + given.policy, given.games, {})
    table.show()
    if given.write is not None:
        command = "python -m benchmarks.strength " + shlex.join(sys.argv[1:])
        content = f"{machine()}. Written by `{command}`.\n\n{table.markdown()}"
        write_between(given.write, f"strength {given.game}", content)


if __name__ == "__main__":
    main()
