"""Tables and files of the results of a suite (`python evaluate.py --suite NAME`)."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from crusoe_env import game
from crusoe_env.bench.report import Table
from crusoe_env.support.files import replacing, write_whole

from ..intervals import Interval
from .comparison import differences
from .results import Played


def tables_of(played: Sequence[Played]) -> list[Table]:
    """All tables of a suite, game by game. The first agent of a task is the one others are compared to."""
    tables = []
    for name, group in groupby(played, key=lambda each: each.task.game):
        those = list(group)
        task, title = those[0].task, game(name).title
        counts = sorted({each.task.games for each in those})
        told = f"{' or '.join(f'{count:,}' for count in counts)} games from seed {task.seed:,}"
        tables += [
            matrix(f"{title}: victories (95 % interval), {told} for each task and agent", those, victories),
            matrix(f"{title}: mean goal progress", those, goal_progress),
            compared(f"{title}: differences over the same games (95 % interval)", those),
            details(f"{title}: details", those),
            losses(f"{title}: how lost games are lost", those),
        ]
    return [table for table in tables if table.rows]


# ---------------------------------------------------------------------- cells


def victories(played: Played) -> str:
    """Victory rate and interval."""
    summary = played.summary()
    low, high = summary["victory_low"], summary["victory_high"]
    return f"{summary['victory_rate']:.1%} ({100 * low:.0f}–{100 * high:.0f})"


def goal_progress(played: Played) -> str:
    """The mean at the end of the games."""
    return f"{played.results.goal_progress.mean():.2f}"


def told(difference: Interval, decimals: int, unit: str = "", times: float = 1.0) -> str:
    """A difference and its interval."""
    low, high = (f"{times * number:.{decimals}f}" for number in difference[1:])
    return f"{times * difference.mean:+.{decimals}f}{unit} ({low} to {high})"


# ---------------------------------------------------------------------- tables


def matrix(title: str, played: Sequence[Played], cell: Any) -> Table:
    """A row for each agent (and each value of the other options), a column for each value of the last one."""
    *others, last = played[0].task.varied or ("",)
    columns = list(dict.fromkeys(each.task.options.get(last, "") for each in played))
    cells: dict[tuple[str, ...], dict[Any, str]] = {}
    for each in played:
        row = (*(str(each.task.options[option]) for option in others), each.agent)
        cells.setdefault(row, {})[each.task.options.get(last, "")] = cell(each)
    headings = (*others, "agent", *(f"{last} {value}" if last else "all games" for value in columns))
    return Table(
        title, headings, [(*row, *(found.get(c, "") for c in columns)) for row, found in cells.items()]
    )


def compared(title: str, played: Sequence[Played]) -> Table:
    """Each agent but the first of a task against that one."""
    rows = []
    for _, group in groupby(played, key=lambda each: each.task):
        first, *others = group
        for each in others:
            apart = differences(each.results, first.results)
            numbers = (
                told(apart["victory"], 1, " %", 100),
                told(apart["goal_progress"], 2),
                told(apart["score"], 1),
                told(apart["rounds"], 1),
            )
            rows.append((*values_of(each), f"{each.agent} – {first.agent}", *numbers))
    headings = (*played[0].task.varied, "agents", "victories", "goal progress", "points", "rounds")
    return without_points(Table(title, headings, rows), played)


def details(title: str, played: Sequence[Played]) -> Table:
    """The figures of every task and agent."""
    rows = []
    for each in played:
        summary = each.summary()
        rows.append(
            (
                *values_of(each),
                each.agent,
                f"{summary['games']:,}",
                f"{summary['victories']:,}",
                f"{summary['mean_goal_progress']:.3f}",
                f"{summary['mean_score']:.1f}",
                f"{summary['mean_rounds']:.1f}",
            )
        )
    numbers = ("games", "victories", "goal progress", "points", "rounds")
    return without_points(Table(title, (*played[0].task.varied, "agent", *numbers), rows), played)


def losses(title: str, played: Sequence[Played]) -> Table:
    """The share of each cause among the lost games, over all values of the last option."""
    counted: dict[tuple[str, ...], Counter[str]] = {}
    for each in played:
        lost = (
            cause for cause, won in zip(each.results.causes, each.results.victory, strict=True) if not won
        )
        counted.setdefault((*values_of(each)[:-1], each.agent), Counter()).update(lost)
    causes = [cause for cause, _ in sum(counted.values(), Counter()).most_common()]
    rows = [
        (*row, f"{found.total():,}", *(f"{found[cause] / max(1, found.total()):.1%}" for cause in causes))
        for row, found in counted.items()
    ]
    return Table(title, (*played[0].task.varied[:-1], "agent", "lost", *causes), rows)


def values_of(played: Played) -> tuple[str, ...]:
    """What tells the task from the others of its game."""
    return tuple(str(played.task.options[option]) for option in played.task.varied)


def without_points(table: Table, played: Iterable[Played]) -> Table:
    """The same table without the column of points, if nobody has any: not every game counts points."""
    if any(each.results.score.any() for each in played) or "points" not in table.headings:
        return table
    left_out = list(table.headings).index("points")
    rows = [(*row[:left_out], *row[left_out + 1 :]) for row in table.rows]
    return Table(table.title, (*table.headings[:left_out], *table.headings[left_out + 1 :]), rows)


# ---------------------------------------------------------------------- files


def write_json(path: Path, title: str, played: Sequence[Played]) -> None:
    """The summaries, and the differences to the first agent of each task."""
    tasks = []
    for task, group in groupby(played, key=lambda each: each.task):
        those = list(group)
        agents = summaries_of(those)
        about = {"game": task.game, "options": dict(task.options), "games": task.games, "seed": task.seed}
        tasks.append({**about, "agents": agents})
    write_whole(path, json.dumps({"suite": title, "tasks": tasks}, indent=2) + "\n")


def summaries_of(played: Sequence[Played]) -> list[dict[str, Any]]:
    """The summaries of one task's agents, with their origin, and the differences to the first agent."""
    first, *others = played
    summaries = [{**each.summary(), "origin": dict(each.origin)} for each in played]
    for each, summary in zip(others, summaries[1:], strict=True):
        summary["against"] = first.agent
        apart = differences(each.results, first.results)
        summary["differences"] = {name: found._asdict() for name, found in apart.items()}
    return summaries


def write_csv(path: Path, played: Sequence[Played], with_task: bool = True) -> None:
    """One row per game, with the task before it where there are several."""
    rows = [
        {**({"task": each.task.name} if with_task else {}), **row}
        for each in played
        for row in each.results.rows()
    ]
    with replacing(path) as partial, partial.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
