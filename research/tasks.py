"""The tasks of the scoreboard, and what agents win of each, from the results."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, NamedTuple

from agents import zoo
from crusoe_env.bench.results import numbers_in
from crusoe_env.robinson.tables.scenarios import scenario_file
from research.data import cell, result

PLAYERS = {"solo": "alone", "2": "2 players", "3": "3 players", "4": "4 players"}
QUESTS = range(1, 8)
SCENARIOS = (
    *("castaways", "cursed_island", "jenny", "volcano_island"),
    *("cannibal_island", "family_robinson", "king_kong_island", "naturalist"),
)
"""In the order of the rulebook. Castaways has a policy for each number of players, the others for 1 and 4."""


class Share(NamedTuple):
    """Games won of some, in %, with an interval: numbers as they are printed."""

    rate: str
    low: str
    high: str
    games: int

    @classmethod
    def of(cls, words: str, games: int) -> Share:
        """The first three numbers of some words, for instance of "3.6% (2–7)"."""
        rate, low, high = re.findall(r"[\d.]+", words)[:3]
        return cls(rate, low, high, games)

    @property
    def words(self) -> str:
        """Share and interval."""
        return f"{re.sub('^0[.]0$', '0', self.rate)} ({self.low} – {self.high})"


@dataclass(frozen=True)
class Task:
    """A row of the scoreboard.

    Attributes:
        name: of the task, for instance castaways-solo or dieson-3.
        label: in the table.
        game: short name.
        options: of the game.
        policy: its name in the zoo.
    """

    name: str
    label: str
    game: str
    options: dict[str, Any]
    policy: str


@cache
def tasks() -> dict[str, Task]:
    """All rows by name."""
    found = [Task("marooned", "**Marooned!**", "marooned", {}, "marooned")]
    found += [
        Task(
            f"dieson-{quest}",
            f"{'**Dieson Crusoe**, ' * (quest == 1)}quest {quest}",
            "dieson",
            {"quest": quest},
            "dieson",
        )
        for quest in QUESTS
    ]
    for scenario in SCENARIOS:
        printed = scenario == SCENARIOS[0]
        for suffix, words in PLAYERS.items():
            if printed or suffix in ("solo", "4"):
                name, players = f"{scenario}-{suffix}", 1 if suffix == "solo" else int(suffix)
                options = {**({} if printed else {"scenario": scenario}), "players": players}
                found.append(Task(name, f"{title_of(scenario)}, {words}", "robinson", options, name))
    return {task.name: task for task in found}


@cache
def title_of(scenario: str) -> str:
    """A scenario's name as printed."""
    facts = tomllib.loads(scenario_file(scenario).read_text(encoding="utf-8"))
    return str(facts["scenario"]["name"]).removeprefix("The Dreadful Adventure on ")


def baseline(task: Task, agent: str) -> Share:
    """What an agent without a trained policy won of a task."""
    if task.game == "marooned":
        return row_of("marooned", agent)
    if task.game == "dieson":
        table = result("dieson").table("details")
        row = str(task.options["quest"]), agent
        words = f"{cell(table, 'victories', *row)} ({cell(table, '95 % interval', *row)})"
        return Share.of(words, int(numbers_in(cell(table, "games", *row))[0]))
    if task.name in ("castaways-solo", "castaways-2"):
        return row_of(task.name, agent)
    table = result("suite_robinson").table("victories (95 % interval),")
    games = int(re.search(r"(\d+) games", table.title)[1])  # type: ignore[index]
    scenario = task.options.get("scenario", "castaways")
    return Share.of(cell(table, f"players {task.options['players']}", scenario, agent), games)


def row_of(name: str, agent: str) -> Share:
    """What an agent won, from the result of a task."""
    table = result(name).table("games from seed")
    words = f"{cell(table, 'victories', agent)} {cell(table, '95 % interval', agent)}"
    return Share.of(words, int(numbers_in(cell(table, "games", agent))[0]))


def policy(task: Task) -> Share:
    """What the shipped policy won, by its card; of one quest of several, by its table."""
    if task.game == "dieson":
        return baseline(task, f"{zoo.PREFIX}dieson")
    strength = zoo.read_card(task.policy)["strength"]
    rate, low, high = (f"{100 * it:.1f}" for it in (strength["victory_rate"], *strength["interval"]))
    return Share(rate, low, high, strength["games"])


def search(task: Task) -> tuple[str, Share, str]:
    """The better search of a task: its name, what it won, what it gains."""
    (table,) = result("searches").tables
    games = int(numbers_in(cell(table, "games", task.name))[0])
    share = Share.of(cell(table, "victories", task.name), games)
    return cell(table, "search", task.name), share, cell(table, "points gained", task.name)


def clairvoyant(task: Task) -> str:
    """What searches that know the future win: any of several, or the better of two."""
    (measured,) = result("ceilings").tables
    if task.label in [row[0] for row in measured.rows]:
        games = re.search(r"(\d+) games", measured.title)[1]  # type: ignore[index]
        return f"planner: {cell(measured, 'any of them', task.label)[:-1]}; {games})"
    if task.game == "marooned":
        share = row_of("marooned_searches", "mcts-500-cheating")
        return f"mcts-500: {share.words[:-1]}; {share.games:,})"
    (table,) = result(f"clairvoyant_{task.game}").tables
    row = (
        f"quest {task.options['quest']}"
        if task.game == "dieson"
        else task.options.get("scenario", "castaways")
    )
    column = PLAYERS[task.name.rpartition("-")[2]] if task.game == "robinson" else "alone"
    found = {name: cell(table, column, row, name) for name in ("planner", "beam")}
    best = max(found, key=lambda name: numbers_in(found[name])[0])
    games = re.search(rf"(\d+) games of each task for the {best}", table.title)[1]  # type: ignore[index]
    return f"{best}: {found[best][:-1]}; {games})"


SHARES: dict[str, Callable[[Task], Share]] = {
    "random": partial(baseline, agent="random"),
    "scripted": partial(baseline, agent="scripted"),
    "policy": policy,
    "search": lambda task: search(task)[1],
}
"""What each kind of agent won of a task; of two searches the better one."""
