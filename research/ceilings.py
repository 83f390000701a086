"""How many games of the tasks that are rarely won can be won at all?

`python -m research.ceilings --write research/results/ceilings.json` lets the planner that knows hidden cards
and coming chance (`rolling-cheating`, with the task's policy) play the same games with more and more plans.
A game that any of them wins can be won, so the last column is a lower bound. Won seeds are kept in `--kept`;
the same command goes on after Ctrl-C.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from agents.progress import progress_bar
from benchmarks.presenting import begin, parser_of, present
from crusoe_env.bench.report import Table
from crusoe_env.command_line import count_of
from crusoe_env.support.files import write_whole
from crusoe_env.support.reading import read_json
from research.clairvoyant import SEED, Task, cell, won_by_planner

TASKS: Mapping[str, Task] = {
    "Family Robinson, alone": {"scenario": "family_robinson", "players": 1},
    "Volcano Island, 4 players": {"scenario": "volcano_island", "players": 4},
    "King Kong Island, alone": {"scenario": "king_kong_island", "players": 1},
    "Family Robinson, 4 players": {"scenario": "family_robinson", "players": 4},
}
PLANS = (64, 256)
PART = 20
"""Games that are played at once and then kept."""


def key_of(name: str, plans: int, first: int) -> str:
    """The name of a part of the games of a task."""
    return f"{name}, {plans} plans, {PART} games from {first}"


def table(games: int, plans: Sequence[int], kept: Mapping[str, list[int]]) -> Table:
    """Games won by each number of plans, and by any, in %."""
    firsts = range(SEED, SEED + games, PART)
    rows = []
    for name in TASKS:
        won = [{seed for first in firsts for seed in kept[key_of(name, each, first)]} for each in plans]
        rows.append((name, *(cell(len(each), games, 1) for each in [*won, set().union(*won)])))
    title = f"Games won by a planner that knows the future, in % (95 % interval); {games} games of each task"
    return Table(title, ("task", *(f"{each:,} plans" for each in plans), "any of them"), rows)


def main() -> None:
    """Play what is missing and print; with `--write` also into a file of JSON."""
    parser = parser_of(__doc__)
    parser.add_argument("--games", type=count_of, default=300, help=f"of each task, a multiple of {PART}")
    parser.add_argument("--plans", type=count_of, nargs="+", default=PLANS, help="at each decision")
    parser.add_argument("--kept", type=Path, default=Path("runs") / "ceilings.json")
    given = parser.parse_args()
    if given.games % PART:
        parser.error(f"--games must be a multiple of {PART}")
    kept: dict[str, list[int]] = read_json(given.kept) if given.kept.exists() else {}
    parts = [
        (name, plans, first)
        for plans in given.plans
        for name in TASKS
        for first in range(SEED, SEED + given.games, PART)
    ]
    for name, plans, first in progress_bar(parts, unit=" parts"):
        if (key := key_of(name, plans, first)) not in kept:
            won = won_by_planner("robinson", TASKS[name], PART, plans, first)
            kept[key] = (first + np.flatnonzero(won)).tolist()
            given.kept.parent.mkdir(parents=True, exist_ok=True)
            write_whole(given.kept, json.dumps(kept, indent=1))
    present([table(given.games, given.plans, kept)], given.write, "research.ceilings")


if __name__ == "__main__":
    begin(main)
