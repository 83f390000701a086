"""The files of a study, read line by line: a damaged line costs its own game, and is named."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from crusoe_env.command_line import LARGEST_SEED
from crusoe_env.play.session import AUTO_PASS
from crusoe_env.play.study import DECISIONS, FORMAT, GAMES, LONGEST_LINE, PERSON
from crusoe_env.support.reading import json_of, lines_of
from crusoe_env.support.words import one_line, shown
from crusoe_env.trust import admitted

from ..errors import ConfigError

GAME = re.compile(rb'"game": "([0-9a-f]{1,32})"')
"""Names the game in a line that is no JSON, if it was cut behind the name."""
BEGIN: Mapping[str, tuple[type, ...]] = {"format": (int,), "name": (str,), "options": (dict,), "seed": (int,),
                                         "codes": (dict,)}  # fmt: skip
END: Mapping[str, tuple[type, ...]] = {"end": (dict,), "state": (str,)}
RESULT: Mapping[str, tuple[type, ...]] = {
    "victory": (bool, int), "score": (int,), "rounds": (int,), "cause": (str,)
}  # fmt: skip
DECISION: Mapping[str, tuple[type, ...]] = {"number": (int,), "seat": (int,), "by": (str,), "legal": (list,),
                                            "action": (int,), "state": (str,)}  # fmt: skip
"""The fields that are read of the lines, and their types."""
MOST_PROBLEMS = 1_000
"""Damaged lines of a study; a file with more is none."""
MOVES = "moves"
"""The field of an end line with the number of moves; studies of earlier versions lack it."""


@dataclass
class StudyGame:
    """A game of a study that has ended.

    Attributes:
        begin, end: its two lines in `games.jsonl`.
        decisions: those of people, by seat, in order.
        moves: the number of its last move in `decisions.jsonl`.
    """

    begin: dict[str, Any]
    end: dict[str, Any]
    decisions: dict[int, list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))
    moves: int = 0

    @property
    def name(self) -> str:
        """The random name of the game."""
        return str(self.begin["game"])

    @property
    def task(self) -> tuple[str, dict[str, Any]]:
        """The short name of the game, and its options."""
        options = {name: value for name, value in self.begin["options"].items() if name != AUTO_PASS}
        return self.begin["name"], options


@dataclass
class StudyFiles:
    """What the files of a study hold.

    Attributes:
        games: whole games that have ended.
        unfinished: the number of games that have begun, and not ended.
        problems: what was left out, a line each, with file and line number.
    """

    games: list[StudyGame]
    unfinished: int
    problems: list[str]


class _Reader:
    """Reads the files of a study.

    Attributes:
        dropped: games of which a line is wrong.
        problems: each wrong line, in words.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.dropped: set[str] = set()
        self.problems: list[str] = []

    def lines(self, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """The sound lines of a file, each with its place in words. Raises ConfigError if it is unreadable."""
        file = self.folder / name
        try:
            for number, line in lines_of(file, LONGEST_LINE):
                where = f"{file}, line {number}"
                try:
                    found = line_of(line)
                except ValueError as error:
                    self.drop(where, one_line(error), GAME.search(line))
                    continue
                yield where, found
        except OSError as error:
            raise ConfigError(f"{file} cannot be read: {error.strerror}") from error
        except ConfigError:
            raise
        except ValueError as error:
            raise ConfigError(f"{file} {one_line(error)}") from error

    def drop(self, where: str, problem: str, game: re.Match[bytes] | str | None) -> None:
        """Note a wrong line, and leave its game out, as far as the line says which one.

        Raises:
            ConfigError: too many lines are wrong.
        """
        name = game[1].decode() if isinstance(game, re.Match) else game
        left_out = "" if name is None else f"; game {shown(name)} is left out"
        if name is not None:
            self.dropped.add(name)
        self.problems.append(f"{where}: {problem}{left_out}")
        if len(self.problems) > MOST_PROBLEMS:
            raise ConfigError(f"{self.problems[0]}; more than {MOST_PROBLEMS:,} lines are damaged")

    def fits(self, where: str, line: Mapping[str, Any], *schemas: Mapping[str, tuple[type, ...]]) -> bool:
        """Whether a line has the fields of a schema, and its end those of the next; else drop its game."""
        part: Any = line
        for schema in schemas:
            for name, kinds in schema.items():
                if name not in part:
                    self.drop(where, f"a line lacks {name!r}", line["game"])
                    return False
                if type(part[name]) not in kinds or not _is_small(part[name]):
                    problem = f"field {name!r}: expected {kinds[0].__name__}, found {shown(part[name])}"
                    self.drop(where, problem, line["game"])
                    return False
            part = line.get("end")
        return True


def _is_small(value: Any) -> bool:
    """Return false for a whole number that no array could hold."""
    return not isinstance(value, int) or abs(value) <= LARGEST_SEED


def line_of(line: bytes) -> dict[str, Any]:
    """The object on a line of a study. Raises ValueError."""
    if len(line) > LONGEST_LINE:
        raise ValueError(f"the line has more than {LONGEST_LINE:,} bytes")
    try:
        found = json_of(line.decode("utf-8"))
    except ValueError as error:
        raise ValueError(f"a line is no JSON: {one_line(error)}") from error
    if not isinstance(found, dict) or not isinstance(found.get("game"), str):
        raise ValueError("this is no line of a study")
    return found


def read_study(folder: Path) -> StudyFiles:
    """Read a study. A damaged line costs its own game, and is a problem.

    Raises:
        ConfigError: a file cannot be read.
        UntrustedError: a game is in a module that nobody but the file names.
    """
    reader, begun = _Reader(folder), dict[str, dict[str, Any]]()
    games: dict[str, StudyGame] = {}
    for where, line in reader.lines(GAMES):
        if "end" in line:
            if reader.fits(where, line, END, RESULT) and line["game"] in begun:
                games[line["game"]] = StudyGame(begun[line["game"]], line)
        elif line.get("format") != FORMAT:
            reader.drop(where, f"the line is not of format {FORMAT}", line["game"])
        elif reader.fits(where, line, BEGIN):
            admitted(line["name"], f"{where}: field 'name'")
            begun[line["game"]] = line
    if games:
        _read_decisions(reader, games)
    sound = [it for name, it in games.items() if name not in reader.dropped]
    unfinished = len(begun.keys() - games.keys() - reader.dropped)
    return StudyFiles(sound, unfinished, reader.problems)


def _read_decisions(reader: _Reader, games: Mapping[str, StudyGame]) -> None:
    """Add the decisions of people to their games; a game that lacks a move is dropped."""
    last: dict[str, int] = defaultdict(int)
    for where, line in reader.lines(DECISIONS):
        name = line["game"]
        if name not in games or name in reader.dropped or not reader.fits(where, line, DECISION):
            continue
        if line["number"] > last[name] + 1:  # a smaller one follows a move that was taken back
            reader.drop(where, f"move {last[name] + 1} is missing before move {line['number']}", name)
            continue
        last[name] = line["number"]
        if line["by"] == PERSON:
            games[name].decisions[line["seat"]].append(line)
    for name, it in games.items():
        if name not in reader.dropped and last[name] != it.end.get(MOVES, last[name]):
            where = str(reader.folder / DECISIONS)
            reader.drop(where, f"{it.end[MOVES]} moves were made, {last[name]} are there", name)
