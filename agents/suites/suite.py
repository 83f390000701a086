"""The schema of a suite's file, and the tasks that it lists."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import Field

from crusoe_env import game
from crusoe_env.command_line import LARGEST_SEED
from crusoe_env.support.words import nearest, shown

from ..config import ConfigError, Named, Section, Seed, check_game, read_named
from ..shipped import shipped
from .task import Task

FOLDER = shipped("configs") / "suites"


class TasksConfig(Section):
    """Tasks of one game: all combinations of the varied values."""

    game: Named = Field(description="short name of the game, or PACKAGE.MODULE:NAME")
    vary: dict[str, Literal["all"] | list[Any]] = Field(
        default_factory=dict, description="values by option; all: those of the game's tasks"
    )
    options: dict[str, Any] = Field(default_factory=dict, description="options of every task")
    games: int | None = Field(None, ge=1, description="for each task and agent; default: the suite's")


class TextConfig(Section):
    """How games are played in text, for a suite of language models."""

    view: Literal["changes", "full"] = Field("changes", description="what messages tell")
    list_moves: bool = Field(True, description="whether messages list the legal moves")
    seats: Literal["one", "each"] = Field("one", description="one reader for all seats, or one for each")
    disguise: int | None = Field(None, ge=0, description="seed of other names; none: as printed")
    illegal_in_a_row: int | None = Field(3, ge=1, description="illegal answers to one decision")
    illegal: int | None = Field(None, ge=1, description="illegal answers in a game")
    questions: int | None = Field(5, ge=0, description="questions about one decision")


class Suite(Section):
    """A protocol: agents, tasks and seeds."""

    title: str = Field(description="as it stands above tables")
    seed: Seed = Field(5_000_000, le=LARGEST_SEED, description="of the first game of every task")
    games: int = Field(200, ge=1, description="for each task and agent")
    agents: list[Named] = Field(
        min_length=1, description="names of agents; the others are compared to the first"
    )
    tasks: list[TasksConfig] = Field(min_length=1, description="what is played")
    text: TextConfig | None = Field(None, description="games are played in text, by language models")


def read_suite(name: str) -> Suite:
    """A published suite by name, or one of a user's own by the path of its file. Raises ConfigError."""
    suite = read_named(name, "suite", FOLDER, Suite)
    for entry in suite.tasks:
        check_game(entry.game, name)
    return suite


def tasks_of(suite: Suite, given: Mapping[str, Any], games: int | None = None) -> list[Task]:
    """The tasks of a suite, in order.

    Args:
        suite: the protocol.
        given: options that replace the suite's; a list for one that is varied gives its values.
        games: for every task, in place of the suite's number.

    Raises:
        ConfigError: an option that a game does not have, or "all" of one that sets no task.
    """
    tasks = []
    for entry in suite.tasks:
        values = values_of(entry, given)
        fixed = {name: value for name, value in {**entry.options, **given}.items() if name not in values}
        _check_options(entry.game, [*fixed, *values])
        for combination in itertools.product(*values.values()):
            options = {**fixed, **dict(zip(values, combination, strict=True))}
            count = games or entry.games or suite.games
            tasks.append(Task(game(entry.game).name, options, tuple(values), count, suite.seed))
    return tasks


def values_of(entry: TasksConfig, given: Mapping[str, Any]) -> dict[str, Sequence[Any]]:
    """The values of each option that is varied. Raises ConfigError."""
    values: dict[str, Sequence[Any]] = {}
    printed = game(entry.game).tasks
    for name, listed in entry.vary.items():
        if name in given:
            values[name] = given[name] if isinstance(given[name], list) else [given[name]]
        elif listed != "all":
            values[name] = listed
        elif name in printed:
            values[name] = printed[name]
        else:
            known = nearest(name, printed) if printed else "it has none"
            raise ConfigError(f"{shown(name)} sets no task of {game(entry.game).title}; {known}")
    return values


def _check_options(name: str, options: Sequence[str]) -> None:
    try:
        game(name).checked_options(dict.fromkeys(options))
    except TypeError as error:
        raise ConfigError(str(error)) from error
