"""Moves by number and by name."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from crusoe_env.show.description import Description, plain_name

if TYPE_CHECKING:
    from crusoe_env.interfaces.env import GameEnv

LISTED_MOVES = 8
"""How many moves an error names."""


class RefusedError(ValueError):
    """What was asked for cannot be done; the message says in one line what can."""


def move_name(env: GameEnv, told: Description, action: int) -> str:
    """The name of a move as people read it, with what it means in a state."""
    meaning = told.meanings.get(action, "")
    return plain_name(env.action_name(action)) + (f": {meaning}" if meaning else "")


def chosen_move(
    typed: str, names: Sequence[str], all_names: Sequence[str] = (), commands: Sequence[str] = ()
) -> int:
    """Which of the legal moves is meant: by number (from 1), name, or beginnings of its words.

    Args:
        typed: by the person.
        names: of the legal moves.
        all_names: of all moves, for the answer to one that is not legal now.
        commands: what else may be typed, for the answer to a slip.

    Raises:
        RefusedError: none or several of them.
    """
    if re.fullmatch(r"[+-]?\d{1,9}", typed):
        if not 1 <= int(typed) <= len(names):
            raise RefusedError(f"there is no move {typed}; choose from 1 .. {len(names)}")
        return int(typed) - 1
    fits = meant(typed, names)
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise RefusedError(f"{typed!r} may be {_some([names[i] for i in fits])}; type more, or its number")
    valid = ", ".join(names) if len(names) <= LISTED_MOVES else f"1 .. {len(names)}"
    if other := meant(typed, all_names):
        raise RefusedError(
            f"{_some([all_names[i] for i in other], 1)} is not possible now; choose from {valid}"
        )
    close = difflib.get_close_matches(typed.lower(), [*names, *commands], n=1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    raise RefusedError(f"{typed!r} is no move; {hint}choose from {valid}, or type help")


def meant(typed: str, names: Sequence[str]) -> list[int]:
    """Which names are meant: the very name, else those that begin so, else those whose words begin so.

    Of a name with a colon in it, such as `use skill 1: Scouting`, each part is a name too.
    """
    words = words_of(typed)
    listed = [[words_of(part) for part in {name: 0, **dict.fromkeys(name.split(": "))}] for name in names]
    if exact := [i for i, parts in enumerate(listed) if words in parts]:
        return exact
    start = " ".join(words)
    begun = [i for i, parts in enumerate(listed) if any(" ".join(part).startswith(start) for part in parts)]
    return begun or [i for i, parts in enumerate(listed) if any(_abbreviates(words, part) for part in parts)]


def words_of(name: str) -> list[str]:
    """The words of a name, in small letters."""
    return name.lower().replace("_", " ").split()


def _abbreviates(words: Sequence[str], name: Sequence[str]) -> bool:
    """`ex n` abbreviates `explore north`, and `fl rocks` `flip rocks`."""
    return len(words) <= len(name) and all(full.startswith(word) for word, full in zip(words, name))


def _some(names: Sequence[str], most: int = LISTED_MOVES) -> str:
    return ", ".join(names[:most]) + (", ..." if len(names) > most else "")


def is_begun(typed: str, names: Sequence[str]) -> bool:
    """May this be how the name of a move begins?"""
    return bool(meant(typed, names))
