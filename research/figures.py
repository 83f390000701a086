"""Figures of the built site: each page of results shows its data as a figure.

`python -m research.site` draws them, light and dark, and writes what a page includes at the mark
`--8<-- "build/figures/NAME.md"`. The mark stands in a comment, so the page in the repository shows nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from agents.figures import charts, sources
from agents.figures.charts import Panel
from agents.figures.plain import Series
from agents.figures.style import content_of
from crusoe_env import GAMES, game
from crusoe_env.bench.report import Table
from crusoe_env.bench.results import numbers_in
from crusoe_env.support.files import write_whole
from crusoe_env.support.intervals import Interval
from research import tasks
from research.data import FOLDER, ROOT, result
from research.tasks import SCENARIOS, SHARES, title_of

IMAGES, INCLUDED = Path("docs/images/figures"), Path("build/figures")
WON = "games won, %"
IN_README = (
    *("marooned", "dieson-1", "dieson-5", "castaways-solo", "castaways-3", "castaways-4"),
    *("jenny-4", "naturalist-4", "volcano_island-4", "family_robinson-solo"),
)
BATCHES = ("1", "16", "64", "256", "1,024", "4,096", "16,384")
"""Games side by side, in the tables of speeds."""


def three(cell: str) -> Interval | None:
    """The mean and the interval of a cell; None if it has none."""
    found = numbers_in(cell)
    return Interval(*found[:3]) if len(found) >= 3 else None


def in_columns(table: Table, mean: str = "victories", between: str = "95 % interval") -> list[Interval]:
    """A mean and an interval of each row, which stand in columns of their own."""
    cells = zip(sources.column(table, mean), sources.column(table, between), strict=True)
    return [Interval(numbers_in(a)[0], *numbers_in(b)) for a, b in cells]


def of_tasks(names: Sequence[str], labels: list[str], dark: bool, foresight: bool = True) -> Figure:
    """What each kind of agent wins of some tasks of the scoreboard."""
    found = [tasks.tasks()[name] for name in names]
    series: dict[str, list[Interval | None]] = {
        name: [Interval(float(it.rate), float(it.low), float(it.high)) for it in map(share, found)]
        for name, share in SHARES.items()
    }
    if foresight:
        series["clairvoyant"] = [three(tasks.clairvoyant(task).partition(":")[2]) for task in found]
    return charts.groups(labels, series, WON, dark=dark)


def scoreboard(dark: bool, names: Sequence[str] | None = None) -> Figure:
    """Every task of the scoreboard, or some of them."""
    names = names or list(tasks.tasks())
    labels = [tasks.tasks()[name].label.replace("**", "").removeprefix("Dieson Crusoe, ") for name in names]
    labels = [f"Dieson, {label}" if label.startswith("quest") else label for label in labels]
    return of_tasks(names, labels, dark)


def marooned(dark: bool) -> Figure:
    """Agents of Marooned!, the weakest first."""
    found = [(row[0], each) for name in ("marooned", "marooned_searches") for row, each in _rows(name)]
    found.sort(key=lambda pair: pair[1].mean)
    return charts.intervals([Panel(WON, [(name, each, 0) for name, each in found])], dark=dark)


def _rows(name: str) -> Iterator[tuple[tuple[str, ...], Interval]]:
    table = result(name).tables[0]
    return zip(map(tuple, table.rows), in_columns(table), strict=True)


def dieson(dark: bool) -> Figure:
    """Every quest."""
    return of_tasks([f"dieson-{quest}" for quest in tasks.QUESTS], [f"quest {q}" for q in tasks.QUESTS], dark)


def castaways(dark: bool) -> Figure:
    """Castaways for one to four."""
    return of_tasks([f"castaways-{suffix}" for suffix in tasks.PLAYERS], list(tasks.PLAYERS.values()), dark)


def scenarios(dark: bool) -> Figure:
    """The other scenarios, alone and for four."""
    found = [task for task in tasks.tasks().values() if "scenario" in task.options]
    return of_tasks([task.name for task in found], [task.label for task in found], dark)


def trainers(dark: bool) -> Figure:
    """Games won over the minutes of training."""
    table = result("wall_clock").tables[0]
    series = []
    for row in table.rows:
        points = [
            (numbers_in(heading)[0], *numbers_in(cell))
            for heading, cell in zip(table.headings, row, strict=True)
            if heading.endswith(" min") and cell
        ]
        series.append(Series(f"{row[1]} ({row[0]})", *np.array(points).T))
    return charts.curves(series, {}, "Castaways alone: mean and range of two seeds", "minutes", dark=dark)


def teams(dark: bool) -> Figure:
    """Games won by each kind of network after a quarter of its training, and at its end."""
    table = result("teams-2").tables[0]
    names = [str(row[1]) for row in table.rows]
    shares = {f"after {share}": share for share in ("25%", "50%", "100%")}
    series = {
        name: [three(cell) for cell in sources.column(table, f"after {share}")]
        for name, share in shares.items()
    }
    return charts.groups(names, series, f"{WON}: mean and range of three seeds", dark=dark)


def chances(dark: bool) -> Figure:
    """Games won against the chances that were named."""
    found = sources.reliability_of(FOLDER / "chances.json")
    return charts.reliability(found, "Chances named, and games won", dark=dark)


def variants(dark: bool) -> Figure:
    """What two policies win at the open table and with secret plans."""
    table = result("variants").tables[0]
    series: dict[str, list[Interval | None]] = {}
    for row, found in zip(table.rows, in_columns(table), strict=True):
        series.setdefault(str(row[0]).strip("`"), []).append(found)
    ways = list(dict.fromkeys(str(row[1]).removeprefix("secret plans, ") for row in table.rows))
    return charts.groups(ways, series, WON, dark=dark)


def secret_plans(dark: bool) -> Figure:
    """What policies of each method reach beside themselves and beside other seeds."""
    tables = [result(name).tables[0] for name in ("secret_plans", "secret_plans_more")]
    methods = [str(row[0]) for table in tables for row in table.rows]
    series = {
        beside: [three(it) for table in tables for it in sources.column(table, f"goal progress, {measured}")]
        for beside, measured in (("itself", "self-play"), ("another seed", "cross-play"))
    }
    return charts.groups(methods, series, "goal progress beside", dark=dark)


def of_players(name: str, title: str, dark: bool) -> Figure:
    """A table with a row for each scenario and agent, and a column for each number of players."""
    table = result(name).table(title)
    numbers = [heading for heading in table.headings if re.search("alone|[1-4]", heading)]
    series: dict[str, list[Interval | None]] = {}
    for scenario in SCENARIOS:
        for row in table.rows:
            if row[0] == scenario:
                cells = [row[list(table.headings).index(number)] for number in numbers]
                series.setdefault(str(row[1]), []).extend(map(three, cells))
    labels = [f"{title_of(scenario)}, {players}" for scenario in SCENARIOS for players in range(1, 5)]
    return charts.groups(labels, series, WON, dark=dark)


def speed(dark: bool) -> Figure:
    """Steps of a batch by the number of its games."""
    series: dict[str, list[Interval | None]] = {}
    for name in GAMES:
        table = next(table for table in result(f"speed_{name}").tables if "batch, steps/s" in table.title)
        steps = dict(zip((row[0] for row in table.rows), sources.column(table, "2 threads"), strict=True))
        found = [numbers_in(steps[games])[0] if games in steps else None for games in BATCHES]
        series[game(name).title] = [None if speed is None else Interval(*[speed] * 3) for speed in found]
    labels = [f"{games} game{'s' * (games != '1')}" for games in BATCHES]
    return charts.groups(labels, series, "steps per second, two threads", log=True, dark=dark)


@dataclass(frozen=True)
class Shown:
    """A figure of a page: what it shows in words, and what draws it light or dark."""

    words: str
    draw: Callable[[bool], Figure]


FIGURES = {
    "results": Shown("Games won of each task by each kind of agent", scoreboard),
    "results/marooned": Shown("Games of Marooned! won by each agent", marooned),
    "results/dieson": Shown("Games won of each quest", dieson),
    "results/robinson": Shown("Games of Castaways won by number of players", castaways),
    "results/scenarios": Shown("Games won of the other scenarios", scenarios),
    "results/suite": Shown(
        "Games won of every scenario by number of players",
        lambda dark: of_players("suite_robinson", "victories (95 % interval),", dark),
    ),
    "results/trainers": Shown("Games won over minutes of training", trainers),
    "results/teams": Shown("Games won by each kind of network", teams),
    "results/chances": Shown("Games won against chances named", chances),
    "results/variants": Shown("Games won at the open table and with secret plans", variants),
    "results/secret_plans": Shown("Goal progress beside itself and beside other seeds", secret_plans),
    "results/winnable": Shown(
        "Games won by two searches that know the future",
        lambda dark: of_players("clairvoyant_robinson", "searches that know", dark),
    ),
    "benchmarks": Shown("Steps per second by number of games side by side", speed),
}  # fmt: skip
"""By page, without its ending."""


def mark(page: str) -> str:
    """What a page has where its figure is to stand."""
    return f'<!-- figure of the site\n--8<-- "{INCLUDED / Path(page).name}.md"\n-->'


def write(page: str) -> None:
    """Draw the figure of a page, light and dark, and write what the page includes."""
    shown, name = FIGURES[page], Path(page).name
    for dark in (False, True):
        path = ROOT / IMAGES / f"{name}{'_dark' * dark}.svg"
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content_of(shown.draw(dark), ".svg"))
    images = "../" * page.count("/") + IMAGES.relative_to("docs").as_posix()
    looks = {"light": f"{name}.svg", "dark": f"{name}_dark.svg"}
    lines = [f"![{shown.words}]({images}/{file}#only-{look})" for look, file in looks.items()]
    included = ROOT / INCLUDED / f"{name}.md"
    included.parent.mkdir(parents=True, exist_ok=True)
    write_whole(included, "\n".join(["-->", "", *lines, "", "<!--", ""]))
