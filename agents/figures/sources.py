"""What figures show, read from the files of other commands."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from crusoe_env.bench.report import Table
from crusoe_env.bench.results import numbers_in, read_result
from crusoe_env.support.intervals import Interval, share_interval
from crusoe_env.support.reading import read_json
from crusoe_env.support.words import one_line

from ..suites.aggregate import interquartile_mean
from .charts import Panel
from .plain import Series

if TYPE_CHECKING:
    from ..challenges.scores import Score
    from ..suites.results import Played

POINTS = 40
"""Points of a learning curve at most, on a common grid of steps."""
DRAWS = 1_000
"""Draws of the bootstrap over seeds."""


def percent(found: Interval) -> Interval:
    """A share in percent."""
    return Interval(*(100 * number for number in found))


def written(path: Path) -> Any:
    """What a command has written as JSON. Raises ValueError that names the file, OSError."""
    try:
        return read_json(path)
    except ValueError as error:
        raise ValueError(f"{path} holds no JSON that a command has written: {one_line(error)}") from error


def evaluation_of(path: Path) -> list[dict[str, Any]]:
    """The agents of an evaluation (`--json`), or of the first task of a suite. Raises ValueError, OSError."""
    content = written(path)
    try:
        agents = content["agents"] if "agents" in content else content["tasks"][0]["agents"]
        if not agents or "victory_rate" not in agents[0]:
            raise KeyError
    except (KeyError, TypeError, IndexError) as error:
        raise ValueError(f"{path} is no evaluation: write one with crusoe evaluate --json") from error
    return list(agents)


def shares_of(agents: Sequence[dict[str, Any]]) -> list[tuple[str, Interval]]:
    """The victories of each agent in percent."""
    names = ("victory_rate", "victory_low", "victory_high")
    return [(each["agent"], percent(Interval(*(each[name] for name in names)))) for each in agents]


def victories(path: Path) -> list[Panel]:
    """As `victories_of`, of an evaluation. Raises ValueError, OSError."""
    return victories_of(evaluation_of(path))


def victories_of(agents: Sequence[dict[str, Any]]) -> list[Panel]:
    """Victories, and differences from the first agent over the same games where there are several."""
    panels = [Panel("games won", [(name, found, i) for i, (name, found) in enumerate(shares_of(agents))])]
    if len(agents) > 1:
        rows = [(agents[0]["agent"], Interval(0.0, 0.0, 0.0), 0)]
        for i, each in enumerate(agents[1:], 1):
            found = each["differences"]["victory"]
            rows.append((each["agent"], percent(Interval(found["mean"], found["low"], found["high"])), i))
        panels.append(Panel(f"difference to {agents[0]['agent']}, same games", rows, "{:+.1f}"))
    return panels


def groups_of(played: Sequence[Played]) -> tuple[list[str], dict[str, list[Interval | None]]]:
    """The tasks of a suite, and for each agent what it won of each task, in percent."""
    tasks = list(dict.fromkeys(each.task.name for each in played))
    series: dict[str, list[Interval | None]] = {each.agent: [None] * len(tasks) for each in played}
    for each in played:
        found = share_interval(int(each.results.victory.sum()), len(each.results.victory))
        series[each.agent][tasks.index(each.task.name)] = percent(found)
    return tasks, series


def headroom(path: Path) -> list[Panel]:
    """The agents from the weakest to the strongest, and how much of the way between them each has come."""
    found = sorted(shares_of(evaluation_of(path)), key=lambda each: each[1].mean)
    low, high = found[0][1].mean, found[-1][1].mean
    if high <= low:
        raise ValueError(f"{path}: all agents win as often, so that there is no headroom between them")
    ways = [
        (name, Interval(*(100 * (number - low) / (high - low) for number in each)), 0) for name, each in found
    ]
    return [
        Panel("games won", [(name, each, 0) for name, each in found]),
        Panel(f"of the way from {found[0][0]} to {found[-1][0]}", ways, "{:.0f} %"),
    ]


def causes(path: Path) -> list[Panel]:
    """How games ended: of `crusoe mistakes --write` by phase, else of an evaluation by agent."""
    try:
        table = read_result(path).table("how games ended")
    except (ValueError, KeyError):
        return _causes_of_evaluation(path)
    share, between = (column(table, name) for name in ("share", "95 % interval"))
    rows = [
        (f"{end}, {phase}", Interval(numbers_in(a)[0], *numbers_in(b)), 0 if end != table.rows[0][0] else 1)
        for (end, phase, *_), a, b in zip(table.rows, share, between, strict=True)
    ]
    return [Panel("share of games that ended so", rows)]


def _causes_of_evaluation(path: Path) -> list[Panel]:
    panels = []
    agents = evaluation_of(path)
    names = list(dict.fromkeys(name for each in agents for name in each["causes"]))
    for i, each in enumerate(agents):
        rows = [
            (name, percent(share_interval(each["causes"].get(name, 0), each["games"])), i) for name in names
        ]
        panels.append(Panel(each["agent"], rows))
    return panels


def costs(path: Path) -> list[Panel]:
    """What kinds of decisions cost, of `crusoe mistakes --write`. Raises ValueError, OSError."""
    try:
        table = read_result(path).table("what decisions cost")
    except KeyError as error:
        raise ValueError(f"{path} has no costs: write them with crusoe mistakes --write") from error
    each, between, counts = (column(table, name) for name in ("points each", "95 % interval", "in a game"))
    rows, whole = [], []
    for (phase, kind, *_), a, b, count in zip(table.rows, each, between, counts, strict=True):
        found = Interval(numbers_in(a)[0], *numbers_in(b))
        name = f"{phase}: {kind}" if kind else phase
        rows.append((name, found, 0 if kind else 1))
        whole.append((name, Interval(*(numbers_in(count)[0] * number for number in found)), 0 if kind else 1))
    return [Panel("points for each decision", rows, "{:.1f}"), Panel("points in a game", whole, "{:.1f}")]


def column(table: Table, name: str) -> list[str]:
    """The cells of a column. Raises ValueError if there is none of this name."""
    headings = list(table.headings)
    if name not in headings:
        raise ValueError(f"the table {table.title!r} has no column {name!r}")
    return [row[headings.index(name)] for row in table.rows]


def cells_of(path: Path) -> tuple[list[str], list[str], np.ndarray]:
    """As `cells_in`, of a cross-play (`--json`). Raises ValueError, OSError."""
    content = written(path)
    if not isinstance(content, dict) or "cells" not in content:
        raise ValueError(f"{path} is no cross-play: write one with crusoe evaluate --cross-play --json")
    return cells_in(content["cells"])


def cells_in(cells: Sequence[dict[str, Any]]) -> tuple[list[str], list[str], np.ndarray]:
    """Agents, partners and victories in percent, float (agents, partners, 3), of a cross-play."""
    agents, partners = (list(dict.fromkeys(cell[name] for cell in cells)) for name in ("agent", "partners"))
    found = np.full((len(agents), len(partners), 3), np.nan)
    for cell in cells:
        numbers = [100 * cell[name] for name in ("victory_rate", "victory_low", "victory_high")]
        found[agents.index(cell["agent"]), partners.index(cell["partners"])] = numbers
    return agents, partners, found


def regrets_of(scores: Sequence[Score]) -> tuple[list[str], list[str], np.ndarray]:
    """Candidates, partners and regret in victories, in points, float (candidates, 1 + partners, 3).

    The first column is the mean over all partners.
    """
    columns = [{"all partners": each.regret["victory"], **each.by_partner} for each in scores]
    cells = [[[100 * number for number in found] for found in each.values()] for each in columns]
    return [each.agent for each in scores], list(columns[0]), np.array(cells)


def points_of(path: Path) -> tuple[str, list[tuple[str, float, Interval]]]:
    """Title, and agents with milliseconds for each decision and victories in percent."""
    table = next((table for table in read_result(path).tables if "ms/decision" in table.headings), None)
    if table is None:
        raise ValueError(f"{path} has no times: write them with python -m research.decisions --write")
    names = ("victories", "95 % interval", "ms/decision")
    rows = zip([row[0] for row in table.rows], *(column(table, name) for name in names), strict=True)
    found = [
        (name, max(numbers_in(time)[0], 1e-4), Interval(numbers_in(won)[0], *numbers_in(between)))
        for name, won, between, time in rows
    ]
    return table.title.partition(":")[0], found


def reliability_of(path: Path) -> dict[str, list[tuple[float, Interval]]]:
    """For each policy the chance named and the games won, both in percent. Raises ValueError, OSError."""
    (table,) = read_result(path).tables
    found: dict[str, list[tuple[float, Interval]]] = {}
    columns = [column(table, name) for name in ("chance named", "mean named", "games won", "95 % interval")]
    for row, group, named, won, between in zip(table.rows, *columns, strict=True):
        if group != "all":
            point = numbers_in(named)[0], Interval(numbers_in(won)[0], *numbers_in(between))
            found.setdefault(row[0], []).append(point)
    return found


def series_of(name: str, runs: Sequence[Path], column: str = "steps") -> Series:
    """The learning curve of a method: interquartile mean of its runs, and a bootstrap over them.

    A single run has Wilson's interval of each evaluation instead.

    Args:
        name: of the method.
        runs: folders of its runs, one for each seed.
        column: of the x axis, "steps" or "seconds".
    """
    from ..config import read_config
    from ..trainers.run import read_curve

    curves = []
    for folder in runs:
        try:
            rows, _ = read_curve(folder / "curve.csv")
        except OSError as error:
            raise ValueError(f"{folder} has no learning curve: {one_line(error)}") from error
        if not rows:
            raise ValueError(f"{folder}: its learning curve has no point yet")
        curves.append(
            (np.array([row[column] for row in rows]), np.array([row["victory_rate"] for row in rows]))
        )
    if len(curves) == 1:
        ((x, y),) = curves
        games = read_config(runs[0] / "config.yaml").evaluation.games
        found = np.array([percent(share_interval(share * games, games)) for share in y])
        return Series(name, x, *found.T)
    first, last = max(x[0] for x, _ in curves), min(x[-1] for x, _ in curves)
    shared = np.concatenate([x[(first <= x) & (x <= last)] for x, _ in curves])
    grid = np.unique(np.quantile(shared, np.linspace(0, 1, POINTS)))  # dense where they were evaluated
    scores = np.stack([np.interp(grid, x, y) for x, y in curves], axis=1)
    rng = np.random.default_rng(0)
    drawn = interquartile_mean(scores[:, rng.integers(len(curves), size=(DRAWS, len(curves)))])
    low, high = np.quantile(drawn, [0.025, 0.975], axis=1)
    return Series(name, grid, *(100 * each for each in (interquartile_mean(scores), low, high)))
