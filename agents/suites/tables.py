"""Tables and files of evaluations and suites."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from crusoe_env import game
from crusoe_env.bench.report import Table
from crusoe_env.support.files import replacing, write_whole
from crusoe_env.support.intervals import Interval

from ..evaluation import Results
from . import aggregate
from .comparison import differences
from .results import Played


def tables_of(played: Sequence[Played]) -> list[Table]:
    """All tables of a suite, game by game; agents are compared to the first one of their task."""
    tables = []
    for name, group in groupby(played, key=lambda each: each.task.game):
        those = list(group)
        task, title = those[0].task, game(name).title
        counts = sorted({each.task.games for each in those})
        games = f"{' or '.join(f'{count:,}' for count in counts)} games from seed {task.seed:,}"
        won = f"{title}: victories (95 % interval), {games} for each task and agent"
        tables += [
            matrix(won, those, lambda each: victories(each.summary())),
            matrix(
                f"{title}: mean goal progress", those, lambda each: f"{each.results.goal_progress.mean():.2f}"
            ),
            compared(f"{title}: differences over the same games (95 % interval)", those),
            details(f"{title}: details", those),
            losses(f"{title}: how lost games are lost", those),
        ]
        if len({each.task.name for each in those}) > 1:
            of_all = f"{title}: victories over all tasks (95 % interval)"
            tables.append(aggregate.table(of_all, aggregate.victories_of(those)))
    return [table for table in tables if table.rows]


# ---------------------------------------------------------------------- cells


def victories(summary: Mapping[str, Any]) -> str:
    """Victory rate and interval."""
    low, high = summary["victory_low"], summary["victory_high"]
    return f"{summary['victory_rate']:.1%} ({100 * low:.0f}–{100 * high:.0f})"


def mean(summary: Mapping[str, Any], what: str, decimals: int) -> str:
    """A mean of a summary and its interval."""
    low, high = summary[f"{what}_low"], summary[f"{what}_high"]
    return f"{summary[f'mean_{what}']:.{decimals}f} ({low:.{decimals}f} – {high:.{decimals}f})"


def signed(difference: Interval, decimals: int, unit: str = "", times: float = 1.0) -> str:
    """A difference with its sign, and its interval."""
    low, high = (f"{times * number:.{decimals}f}" for number in difference[1:])
    return f"{times * difference.mean:+.{decimals}f}{unit} ({low} to {high})"


def differing(one: Results, other: Results) -> dict[str, str]:
    """Differences of one agent from another, by name."""
    found = differences(one, other)
    return {
        "victory": signed(found["victory"], 1, " %", 100),
        "goal_progress": signed(found["goal_progress"], 2),
        "score": signed(found["score"], 1),
        "rounds": signed(found["rounds"], 1),
    }


# ---------------------------------------------------------------------- tables


def of_agents(summaries: Sequence[Mapping[str, Any]], title: str) -> Table:
    """A row with the figures of each agent."""
    rows = [
        (
            row["agent"],
            f"{row['victory_rate']:.1%}",
            f"{row['victory_low']:.1%} – {row['victory_high']:.1%}",
            mean(row, "score", 1),
            f"{row['mean_score_of_victories']:.1f}",
            mean(row, "goal_progress", 2),
            mean(row, "rounds", 1),
            f"{row['seconds_per_game']:.4f}",
        )
        for row in summaries
    ]
    numbers = ("victories", "95 % interval", "score", "of victories", "progress", "rounds", "s/game")
    return Table(title, ("agent", *numbers), rows)


def of_differences(results: Sequence[Results]) -> Table:
    """All agents but the first against the first one, over the same games."""
    first, *others = results
    columns = {"victories": "victory", "score": "score", "progress": "goal_progress", "rounds": "rounds"}
    rows = []
    for each in others:
        cells = differing(each, first)
        rows.append((f"{each.agent} – {first.agent}", *(cells[name] for name in columns.values())))
    return Table("Differences over the same games (95 % interval)", ("agents", *columns), rows)


def matrix(title: str, played: Sequence[Played], cell: Callable[[Played], str]) -> Table:
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
    """Each agent of a task but the first against the first one."""
    rows = []
    for _, group in groupby(played, key=lambda each: each.task):
        first, *others = group
        for each in others:
            numbers = differing(each.results, first.results).values()
            rows.append((*values_of(each), f"{each.agent} – {first.agent}", *numbers))
    headings = (*played[0].task.varied, "agents", "victories", "goal progress", "points", "rounds")
    return without_points(Table(title, headings, rows), played)


def details(title: str, played: Sequence[Played]) -> Table:
    """A row with the figures of each task and agent."""
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
    """The shares of causes among lost games, over all values of the last option."""
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
    """The values of the options in which the task differs from the others of its game."""
    return tuple(str(played.task.options[option]) for option in played.task.varied)


def without_points(table: Table, played: Iterable[Played]) -> Table:
    """The table without the column of points, if all are 0: not every game counts points."""
    if any(each.results.score.any() for each in played) or "points" not in table.headings:
        return table
    left_out = list(table.headings).index("points")
    rows = [(*row[:left_out], *row[left_out + 1 :]) for row in table.rows]
    return Table(table.title, (*table.headings[:left_out], *table.headings[left_out + 1 :]), rows)


# ---------------------------------------------------------------------- files


def write_json(path: Path, title: str, played: Sequence[Played]) -> None:
    """Write the summaries and the differences from the first agent of each task."""
    tasks = []
    for task, group in groupby(played, key=lambda each: each.task):
        those = list(group)
        agents = summaries_of(those)
        about = {"game": task.game, "options": dict(task.options), "games": task.games, "seed": task.seed}
        tasks.append({**about, "agents": agents})
    write_whole(path, json.dumps({"suite": title, "tasks": tasks}, indent=2) + "\n")


def summaries_of(played: Sequence[Played]) -> list[dict[str, Any]]:
    """The summaries of one task's agents, with their origin and the differences from the first agent."""
    first, *others = played
    summaries = [{**each.summary(), "origin": dict(each.origin)} for each in played]
    for each, summary in zip(others, summaries[1:], strict=True):
        summary["against"] = first.agent
        found = differences(each.results, first.results)
        summary["differences"] = {name: interval._asdict() for name, interval in found.items()}
    return summaries


def write_csv(path: Path, played: Sequence[Played], with_task: bool = True) -> None:
    """Write one row per game, which begins with the task if `with_task`."""
    rows = [
        {**({"task": each.task.name} if with_task else {}), **row}
        for each in played
        for row in each.results.rows()
    ]
    with replacing(path) as partial, partial.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
