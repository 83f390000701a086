"""Play the search of tasks and their policy over the same games: `python -m research.searches jenny-4`.

Each task has a row in `research/results/searches.json`, which names the search. Games that are played anew
replace the row. `--search rolling:zoo:jenny-4:32 --games 100` plays another search, or another number.
"""

from __future__ import annotations

import argparse
import datetime

from agents.progress import progress_bar
from agents.suites.comparison import differences
from agents.suites.results import pairing_of, played_of
from agents.suites.tables import signed
from agents.suites.task import Task
from agents.zoo import PREFIX
from benchmarks.presenting import begin
from crusoe_env import Simulator, game
from crusoe_env.bench.report import Table
from crusoe_env.bench.results import numbers_in, write_result
from crusoe_env.command_line import count_of
from crusoe_env.support.origin import commit
from research.data import FIRST_SEED, FOLDER, cell, result
from research.tasks import tasks

FEW = 0.01
"""Below this share of games won, and with so many games, two decimals are printed."""
MANY = 10_000


def row(name: str, search: str, games: int) -> tuple[str, ...]:
    """A task's row: the search plays, then the policy."""
    task = tasks()[name]
    simulator = Simulator(game(task.game), **task.options)
    about = Task(task.game, task.options, tuple(task.options), games, FIRST_SEED)
    found = []
    for agent in (search, PREFIX + task.policy):
        with progress_bar(total=games, desc=f"{name}: {agent}", unit=" games") as bar:
            found.append(played_of(pairing_of(about, simulator, agent), bar.update).results)
    summary = found[0].summary()
    decimals = 2 if games >= MANY and summary["victory_rate"] < FEW else 1
    rate, low, high = (f"{100 * summary[f'victory_{it}']:.{decimals}f}" for it in ("rate", "low", "high"))
    gain = signed(differences(*found)["victory"], decimals, "", 100)
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    return name, search, f"{games:,}", f"{rate}% ({low} – {high})", gain, today, commit()


def main() -> None:
    """Play tasks; replace their rows."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tasks", nargs="+", metavar="TASK", choices=list(tasks()))
    parser.add_argument("--search", help="an agent; default: that of the row")
    parser.add_argument("--games", type=count_of, help="default: as many as in the row")
    given = parser.parse_args()
    (table,) = result("searches").tables
    rows = {cells[0]: tuple(cells) for cells in table.rows}
    for name in given.tasks:
        games = given.games or int(numbers_in(cell(table, "games", name))[0])
        rows[name] = row(name, given.search or cell(table, "search", name), games)
    found = Table(table.title, table.headings, list(rows.values()))
    found.show()
    write_result(FOLDER / "searches.json", [found], "python -m research.searches TASK ...")


if __name__ == "__main__":
    begin(main)
