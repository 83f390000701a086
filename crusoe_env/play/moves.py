"""Moves by number and by name."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from crusoe_env.show.description import Description

if TYPE_CHECKING:
    from crusoe_env.interfaces.env import GameEnv

LISTED_MOVES = 8
"""How many moves an error names."""


class RefusedError(ValueError):
    """A request that cannot be carried out; the message says in one line what can be done."""


def move_name(env: GameEnv, description: Description, action: int) -> str:
    """The name of a move for people, in a state with this description."""
    return description.label(action, env.action_name(action))


def legal_for(env: GameEnv, viewer: int | None = None) -> list[int]:
    """The legal actions of a seat, none if it does not decide now; None: of who acts."""
    if viewer is None:
        return env.legal_actions()
    return [action for action, legal in enumerate(env.batch.masks_of(viewer)[0].tolist()) if legal]


def chosen_move(
    typed: str,
    labels: Sequence[str],
    names: Sequence[str] = (),
    all_names: Sequence[str] = (),
    commands: Sequence[str] = (),
) -> int:
    """Find the legal move that was typed: by number (from 1), label, name, or some words of the label.

    Args:
        typed: by the person.
        labels: of the legal moves.
        names: of the legal moves, as programs call them.
        all_names: of all moves, for the answer to one that is not legal now.
        commands: what else may be typed, for the answer to a slip.

    Raises:
        RefusedError: none or several of them.
    """
    if re.fullmatch(r"[+-]?\d{1,9}", typed):
        if not 1 <= int(typed) <= len(labels):
            raise RefusedError(f"there is no move {typed}; choose from 1 .. {len(labels)}")
        return int(typed) - 1
    fits = meant(typed, labels, names) or _containing(typed, labels)
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise RefusedError(f"{typed!r} may be {_some([labels[i] for i in fits])}; type more, or its number")
    valid = "; ".join(labels) if len(labels) <= LISTED_MOVES else f"1 .. {len(labels)}"
    if other := meant(typed, all_names):
        raise RefusedError(
            f"{_some([all_names[i] for i in other], 1)} is not possible now; choose from {valid}"
        )
    close = difflib.get_close_matches(typed.lower(), [*map(str.lower, labels), *commands], n=1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    raise RefusedError(f"{typed!r} is no move; {hint}choose from {valid}, or type help")


def meant(typed: str, labels: Sequence[str], names: Sequence[str] = ()) -> list[int]:
    """Find the moves that fit: by the whole label, else by its beginning, else by those of its words.

    Of a label with a colon in it, such as `Hooch: ignore 1 rain cloud`, each part counts too, and so does the
    move's name, if names are given.
    """
    words = words_of(typed)
    if not words:
        return []
    listed = [[label, *label.split(": ")] for label in labels]
    for forms, name in zip(listed, names):
        forms.append(name)
    moves = [[words_of(form) for form in forms] for forms in listed]
    if exact := [i for i, forms in enumerate(moves) if words in forms]:
        return exact
    start = " ".join(words)
    begun = [i for i, forms in enumerate(moves) if any(" ".join(form).startswith(start) for form in forms)]
    return begun or [i for i, forms in enumerate(moves) if any(_abbreviates(words, form) for form in forms)]


def _containing(typed: str, labels: Sequence[str]) -> list[int]:
    """The moves whose labels have these words somewhere, one after the other."""
    words = words_of(typed)
    found = []
    for i, label in enumerate(labels):
        own = words_of(label)
        if words and any(_abbreviates(words, own[start:]) for start in range(len(own))):
            found.append(i)
    return found


def words_of(name: str) -> list[str]:
    """The words of a name, in lower case and without punctuation at their ends."""
    words = (word.strip(",.;:()[]!?") for word in name.lower().replace("_", " ").split())
    return [word for word in words if word]


def _abbreviates(words: Sequence[str], name: Sequence[str]) -> bool:
    """`ex n` abbreviates `explore north`, and `fl rocks` `flip rocks`."""
    return len(words) <= len(name) and all(full.startswith(word) for word, full in zip(words, name))


def _some(names: Sequence[str], most: int = LISTED_MOVES) -> str:
    return "; ".join(names[:most]) + ("; ..." if len(names) > most else "")


def is_begun(typed: str, labels: Sequence[str], names: Sequence[str] = ()) -> bool:
    """Return true if the label or the name of a move may begin like this."""
    return bool(meant(typed, labels, names))
