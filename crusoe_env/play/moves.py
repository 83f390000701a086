"""Moves by number and by name."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

LISTED_MOVES = 8
"""How many moves an error names."""


class RefusedError(ValueError):
    """What was asked for cannot be done; the message says in one line what can."""


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
    fits = _meant(typed, names)
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise RefusedError(f"{typed!r} may be {_some([names[i] for i in fits])}; type more, or its number")
    valid = ", ".join(names) if len(names) <= LISTED_MOVES else f"1 .. {len(names)}"
    if other := _meant(typed, all_names):
        raise RefusedError(
            f"{_some([all_names[i] for i in other], 1)} is not possible now; choose from {valid}"
        )
    close = difflib.get_close_matches(typed.lower(), [*names, *commands], n=1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    raise RefusedError(f"{typed!r} is no move; {hint}choose from {valid}, or type help")


def _meant(typed: str, names: Sequence[str]) -> list[int]:
    """Which names are meant: the very name, else those that begin so, else those whose words begin so."""
    words, listed = words_of(typed), [words_of(name) for name in names]
    if words in listed:
        return [listed.index(words)]
    begun = [i for i, name in enumerate(listed) if " ".join(name).startswith(" ".join(words))]
    return begun or [i for i, name in enumerate(listed) if _abbreviates(words, name)]


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
    return bool(_meant(typed, names))
