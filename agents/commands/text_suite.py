"""`crusoe evaluate --suite text`: a suite whose games are played in text."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from crusoe_env.bench.results import write_result
from crusoe_env.support.files import write_whole
from crusoe_env.text import TextEnv

from ..errors import ConfigError
from ..progress import progress_bar
from ..shipped import program
from ..suites.suite import Suite
from ..suites.tables import tables_of as tables_of_tasks
from ..suites.task import Task
from ..text.kept_games import play_task, settings_of, tables_of
from ..text.players import make_player

REFUSED = {"submit": None, "workers": None, "csv": None, "anew": False, "engine": "local"}
"""Options that suites of arrays take alone, with what they are if they are not given."""


def evaluate_text(
    given: argparse.Namespace, name: str, suite: Suite, tasks: Sequence[Task], players: Sequence[str]
) -> None:
    """Play the missing games of a suite in text; print and write its tables. Raises ConfigError."""
    for option, absent in REFUSED.items():
        if getattr(given, option) != absent:
            raise ConfigError(f"--{option} does not go with a suite that is played in text")
    folder = given.out or Path("runs") / "suites" / name
    settings = settings_of(suite.text)
    first = TextEnv(tasks[0].game, **settings, **tasks[0].options)
    for player in players:
        make_player(player).prepare(first)  # a wrong name shows now
    games = []
    with progress_bar(total=sum(task.games for task in tasks) * len(players), unit=" games") as bar:
        for task in tasks:
            for player in players:
                bar.set_description(f"{task.name}: {player}")
                games.append(play_task(task, player, settings, folder, bar.update))
    played = [each.played for each in games]
    tables = [*tables_of(suite.title, games), *tables_of_tasks(played)]
    for table in tables:
        table.show()
    text = "\n\n".join(table.markdown() for table in tables)
    write_whole(folder / "tables.md", text + "\n")
    summary = [{"task": each.task.name, **each.summary()} for each in played]
    write_whole(
        given.json or folder / "summary.json",
        json.dumps({"suite": suite.title, "tasks": summary}, indent=2) + "\n",
    )
    print(f"summary.json, tables.md and the transcripts of all games: {folder}")
    if given.write is not None:
        write_result(given.write, tables, program("evaluate", given.arguments))
