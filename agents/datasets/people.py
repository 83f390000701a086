"""Games of people in a study as episodes: what each person saw and did from one own decision to the next.

To the data set the other seats are part of the world. So it has an episode for each person of a game, with
the decisions of that person alone. Moves that the rules made, since all came to the same, are left out.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from crusoe_env import Simulator, game
from crusoe_env.engine.free_moments import AUTO_PASS
from crusoe_env.engine.snapshot import SnapshotError, restored_record
from crusoe_env.play.study import DECISIONS, FORMAT, GAMES, PERSON, unpack_state
from crusoe_env.support.words import one_line

from ..errors import ConfigError
from .games import Episode


@dataclass
class StudyGame:
    """A game of a study that has ended.

    Attributes:
        begin, end: its two lines in `games.jsonl`.
        decisions: those of people, by seat, in order.
    """

    begin: dict[str, Any]
    end: dict[str, Any]
    decisions: dict[int, list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))

    @property
    def task(self) -> tuple[str, dict[str, Any]]:
        """The short name of the game, and its options."""
        options = {name: value for name, value in self.begin["options"].items() if name != AUTO_PASS}
        return self.begin["name"], options


def lines_of(file: Path) -> Iterator[dict[str, Any]]:
    """The lines of a file of a study. Raises ConfigError for a wrong one."""
    try:
        with file.open(encoding="utf-8") as opened:
            for number, line in enumerate(opened, 1):
                found = json.loads(line)
                if not isinstance(found, dict) or not isinstance(found.get("game"), str):
                    raise ConfigError(f"{file}, line {number}: this is no line of a study")
                yield found
    except OSError as error:
        raise ConfigError(f"{file} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        if isinstance(error, ConfigError):
            raise
        raise ConfigError(f"{file}: a line is no JSON: {one_line(error)}") from error


def read_study(folder: Path) -> tuple[list[StudyGame], int]:
    """The games of a study that have ended, and how many have not. Raises ConfigError for a wrong file."""
    begun: dict[str, dict[str, Any]] = {}
    games: dict[str, StudyGame] = {}
    for line in lines_of(folder / GAMES):
        if "end" not in line:
            if line.get("format") != FORMAT:
                raise ConfigError(f"{folder / GAMES}: game {line['game']} is not of format {FORMAT}")
            begun[line["game"]] = line
        elif line["game"] in begun:
            games[line["game"]] = StudyGame(begun[line["game"]], line)
    if games:
        for line in lines_of(folder / DECISIONS):
            if line["game"] in games and line.get("by") == PERSON:
                games[line["game"]].decisions[line["seat"]].append(line)
    return list(games.values()), len(begun) - len(games)


def of_one_task(games: Sequence[StudyGame], options: Mapping[str, Any]) -> list[StudyGame]:
    """The games with these options. Raises ConfigError if there are none, or several tasks among them."""
    chosen = [it for it in games if all(it.task[1].get(name) == value for name, value in options.items())]
    if not chosen:
        raise ConfigError("the study has no game of people that has ended, with such options")
    tasks = [it.task for it in chosen]
    if other := [task for task in tasks if task != tasks[0]]:
        raise ConfigError(
            f"the study has games of several tasks, {tasks[0][1]} and {other[0][1]}: choose one by --option"
        )
    return chosen


def episodes(games: Sequence[StudyGame]) -> Iterator[Episode]:
    """An episode for each person of some games of one task. Raises ConfigError for a state that is wrong."""
    name, options = games[0].task
    simulator = Simulator(game(name), **options)
    for it in games:
        for seat in sorted(it.decisions):
            try:
                yield _episode(simulator, it, seat)
            except (SnapshotError, ValueError, KeyError, TypeError) as error:
                raise ConfigError(f"game {it.begin['game']}, seat {seat}: {one_line(error)}") from error


def _episode(simulator: Simulator, it: StudyGame, seat: int) -> Episode:
    decisions, end = it.decisions[seat], it.end["end"]
    packed = [line["state"] for line in decisions] + [it.end["state"]]
    records = [restored_record(simulator, unpack_state(text)) for text in packed]
    states = np.concatenate(records).view(np.recarray)
    masks = simulator.masks_of(states, seat)
    masks[-1] = 1
    actions = np.array([line["action"] for line in decisions], np.int16)
    for number, line in enumerate(decisions):
        if masks[number].nonzero()[0].tolist() != line["legal"] or line["action"] not in line["legal"]:
            raise ValueError(f"move {line['number']}: the rules allow other moves now than the study says")
    return Episode(
        int(it.begin["seed"]),
        simulator.observe(states, seat, "uint8"),
        masks,
        actions,
        np.full(len(actions), seat, np.uint8),
        np.asarray(simulator.goal_progress(states), np.float32),
        bool(end["victory"]),
        int(end["score"]),
        int(end["rounds"]),
        str(end["cause"]),
        {},
    )
