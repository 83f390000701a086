"""What a player is told before a game, and explanations on request."""

from __future__ import annotations

import difflib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from crusoe_env.play.moves import RefusedError, meant

if TYPE_CHECKING:
    from crusoe_env.engine.game import Game
    from crusoe_env.text.limits import Limits
    from crusoe_env.text.table import Table

MOST_EXPLAINED = 3
"""Entries that one question brings."""
LISTED = (
    "Each message tells what is new and what is to be decided. Answer with the number or the words of one"
    " legal move, on a line of its own."
)
NOT_LISTED = (
    "Each message tells what is new and what is to be decided. The legal moves are not listed. Answer with"
    " one move in words, on a line of its own."
)
STABLE = (
    "A move keeps its number for the whole game. One that was listed in words may later come by its number:"
    " `and 1-3`, or with other odds `now odds B: 4-6`."
)
QUESTIONS = "Instead of a move you may answer `explain NAME` (a card, item or word of the rules) or `table`."


def briefing(table: Table, limits: Limits, *, list_moves: bool, stable: bool) -> str:
    """The rules in short, the task, and how to answer.

    Args:
        table: of the game.
        limits: of the game.
        list_moves: whether messages list the legal moves.
        stable: whether a move keeps its number.
    """
    env = table.env
    parts = [primer(env.game), task_words(env.game, env.task)]
    words = table.words("\n\n".join(part for part in parts if part))
    how = [LISTED if list_moves else NOT_LISTED]
    how += [STABLE] if list_moves and stable else []
    if limits.questions != 0:
        how.append(QUESTIONS)
    if limits.illegal_in_a_row is not None:
        how.append(f"After {limits.illegal_in_a_row} illegal answers to one decision the game is lost.")
    return f"{words}\n\nHow to answer\n{' '.join(how)}".lstrip()


@cache
def primer(game: Game) -> str:
    """The rules of a game in at most 6,000 characters; empty for a game that ships none."""
    return _data(game, "primer.md")


@cache
def _data(game: Game, *path: str) -> str:
    package = game.module.rpartition(".")[0]
    if not package:
        return ""
    file = resources.files(package).joinpath("data", *path)
    return file.read_text(encoding="utf-8").strip() if file.is_file() else ""


def task_words(game: Game, task: dict[str, object]) -> str:
    """What the task of a game asks, in at most 1,000 characters a task; empty where nothing is written."""
    parts = [
        _data(game, "primers", f"{option}_{value}.md")
        for option, value in task.items()
        if option in game.tasks
    ]
    return "\n\n".join(part for part in parts if part)


def explained(name: str, table: Table) -> list[str]:
    """Explain a name: a line for each thing that has it. Raises RefusedError if nothing has."""
    name = name.strip().strip(".:'\"`")
    if not name:
        raise RefusedError("explain what? Answer: explain NAME")
    known = table.glossary()
    names = list(known)
    found = [i for i, other in enumerate(names) if other.lower() == name.lower()] or meant(name, names)
    if not found:
        lowered = {other.lower(): other for other in names}
        close = difflib.get_close_matches(name.lower(), lowered, n=3, cutoff=0.5)
        hint = f"; near it: {', '.join(lowered[it] for it in close)}" if close else ""
        raise RefusedError(f"there is nothing with the name {name!r}{hint}")
    lines = [f"{names[i]}: {known[names[i]]}" for i in found[:MOST_EXPLAINED]]
    return lines + ([f"and {len(found) - MOST_EXPLAINED} more"] if len(found) > MOST_EXPLAINED else [])
