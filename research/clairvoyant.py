"""How often searches win that know hidden cards and coming chance.

`python -m research.clairvoyant --game robinson --write research/results/clairvoyant_robinson.json` measures
two of them on consecutive seeds, for each scenario and number of players: `research.beam`, which needs
no policy, and planning of rounds by a shipped policy in the true game (`rolling-cheating`). With `--counts
FILE` each finished task is kept in the file, and a second call goes on from there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import crusoe_env
from agents import zoo
from agents.evaluation import play_games
from agents.registry import make_agent, rollouts_for
from benchmarks.presenting import begin, parser_of, present
from crusoe_env import Simulator
from crusoe_env.bench.report import Table
from crusoe_env.robinson.tables.scenarios import NAMES
from crusoe_env.support.files import write_whole
from crusoe_env.support.intervals import share_interval
from research.beam import search

SEED = 5_000_000
"""Of the first game: that of the scoreboard's policies."""
KEPT, PLANS = 60, 40
"""Positions that the beam keeps after each round, and plans tried from each of them."""
ROLLED = 64
"""Plans of the rest of a round that the planner with a policy compares at each decision."""
PLAYERS = (1, 2, 3, 4)
QUESTS = range(1, 8)

Task = dict[str, Any]
Grid = dict[str, dict[str, Task]]
"""The tasks of a game, by row and column of its table."""


def grid_of(game: str) -> Grid:
    """All tasks of a game."""
    if game == "robinson":
        return {
            name: {f"{n} players" if n > 1 else "alone": {"scenario": name, "players": n} for n in PLAYERS}
            for name in NAMES
        }
    if game == "dieson":
        return {f"quest {quest}": {"alone": {"quest": quest}} for quest in QUESTS}
    return {game: {"alone": {}}}


def policy_for(game: str, task: Task) -> str:
    """The shipped policy for a task, or for the nearest number of players in its scenario."""
    if game != "robinson":
        return f"zoo:{game}"
    scenario, players = task["scenario"], task["players"]
    names = {n: f"{scenario}-{n if n > 1 else 'solo'}" for n in PLAYERS}
    shipped = [n for n in PLAYERS if names[n] in zoo.names()]
    if players in shipped or players == 1:
        return f"zoo:{names[players]}"
    return f"zoo:{names[min((n for n in shipped if n > 1), key=lambda n: abs(n - players))]}"


def won_by_beam(game: str, task: Task, games: int) -> np.ndarray:
    """Which games the beam search wins, bool (games,)."""
    simulator = Simulator(crusoe_env.game(game), **task)
    rollouts = rollouts_for(simulator)
    seeds = range(SEED, SEED + games)
    return np.array(
        [search(simulator, rollouts, seed, KEPT, PLANS, np.random.default_rng(seed)).won for seed in seeds]
    )


def won_by_planner(
    game: str, task: Task, games: int, plans: int = ROLLED, first_seed: int = SEED
) -> np.ndarray:
    """Which games the planner with a policy wins, bool (games,)."""
    simulator = Simulator(crusoe_env.game(game), **task)
    agent = make_agent(f"rolling-cheating:{policy_for(game, task)}:{plans}", simulator)
    return np.asarray(play_games(agent, simulator, games, first_seed).victory == 1)


SEARCHES: Mapping[str, Callable[[str, Task, int], np.ndarray]] = {
    "beam": won_by_beam,
    "planner": won_by_planner,
}
GAMES = {"beam": 20, "planner": 30}
"""Games of each task."""


def measured(game: str, grid: Grid, counts: dict[str, int]) -> Iterator[str]:
    """Fill `counts` for each search and task that it lacks; yield the key of each new one."""
    for row, columns in grid.items():
        for column, task in columns.items():
            for name, won_by in SEARCHES.items():
                if (key := key_of(game, row, column, name)) not in counts:
                    counts[key] = int(won_by(game, task, GAMES[name]).sum())
                    yield key


def key_of(game: str, row: str, column: str, search_name: str) -> str:
    """The name of a measurement."""
    return f"{game}, {row}, {column}, {search_name}, {GAMES[search_name]} games"


def table(game: str, grid: Grid, counts: Mapping[str, int]) -> Table:
    """Games won, in %, with 95 % intervals; a dash for what `counts` lacks."""
    columns: Sequence[str] = list(next(iter(grid.values())))
    rows = [
        (row, name, *(cell(counts.get(key_of(game, row, column, name)), GAMES[name]) for column in columns))
        for row in grid
        for name in SEARCHES
    ]
    games = ", ".join(f"{count} games of each task for the {name}" for name, count in GAMES.items())
    title = f"Games won by searches that know the future, in % (95 % interval); {games}"
    return Table(title, ("task", "search", *columns), rows)


def cell(won: int | None, games: int, digits: int = 0) -> str:
    """A share in %, with its interval; a dash if it was not measured."""
    if won is None:
        return "–"
    share = share_interval(won, games)
    return "{:.{n}f} ({:.{n}f} – {:.{n}f})".format(
        100 * share.mean, 100 * share.low, 100 * share.high, n=digits
    )


def main() -> None:
    """Search and print; with `--write` also into a file of JSON."""
    parser = parser_of(__doc__)
    parser.add_argument("--game", choices=("marooned", "dieson", "robinson"), default="robinson")
    parser.add_argument("--rows", nargs="+", help="only these rows of the table")
    parser.add_argument("--counts", type=Path, help="a JSON file of tasks that are done")
    given = parser.parse_args()
    grid = {row: tasks for row, tasks in grid_of(given.game).items() if row in (given.rows or [row])}
    if not grid:
        parser.error(f"--rows: choose from {', '.join(grid_of(given.game))}")
    counts: dict[str, int] = {}
    if given.counts is not None and given.counts.exists():
        counts = json.loads(given.counts.read_text(encoding="utf-8"))
    for key in measured(given.game, grid, counts):
        print(f"{key}: {counts[key]} won", flush=True)
        if given.counts is not None:
            write_whole(given.counts, json.dumps(counts, indent=1))
    shown = table(given.game, grid, counts)
    present([shown], given.write, "research.clairvoyant")


if __name__ == "__main__":
    begin(main)
