"""Answers in text: which of the legal moves one means."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence

from crusoe_env.play.moves import RefusedError, meant, words_of

MARKED = re.compile(
    r"^[\s*_#>-]*(?:final )?(?:move|answer|action|choice)\s*[*_]*\s*[:=]\s*(.+)$", re.IGNORECASE
)
"""A line that says which part of a long answer is the answer."""
NUMBERED = re.compile(r"(?:\b(?:move|option|number|choice|answer|action)\s+|#)#?(\d{1,4})\b", re.IGNORECASE)
"""A number that is named as that of a move."""
LEADING = re.compile(r"^[\[(#]*(\d{1,4})[\])]*(?:[.:)\]]|\s[-–—])?\s*(.*)$")
"""A number, and words behind it, as moves are listed."""
SHOWN = 80
"""Characters of an answer that a refusal repeats."""
NAMED = 3
"""Moves that a refusal names where an answer fits several."""


def understood(
    answer: str, labels: Sequence[str], numbers: Mapping[int, int], names: Sequence[str] = ()
) -> int:
    """Find the legal move that an answer means.

    A number, a label, a name and the beginning of either are understood, and a sentence that contains
    exactly one label. Of an answer of several lines the last one that begins with `Move:` or `Answer:`
    counts, else the last line. Nothing is guessed.

    Args:
        answer: the text.
        labels: of the legal moves.
        numbers: the places in `labels` by number; empty where moves have no numbers.
        names: of the legal moves, as programs call them.

    Returns:
        The place in `labels`.

    Raises:
        RefusedError: it fits none or several; the message names the nearest legal move.
    """
    line = line_of(answer)
    if not words_of(line):
        raise RefusedError(f"the answer is empty; {nearest(line, labels)}")
    if (place := _numbered(line, labels, numbers)) is not None:
        return place
    fits = _fitting(line, labels, names)
    if len(fits) == 1:
        return fits[0]
    if fits:
        some = "; ".join(labels[i] for i in fits[:NAMED]) + ("; ..." if len(fits) > NAMED else "")
        raise RefusedError(f"{_shown(line)} may mean several moves: {some}")
    raise RefusedError(f"{_shown(line)} is no legal move; {nearest(line, labels)}")


def line_of(answer: str) -> str:
    """The line of an answer that counts, without quotes and marks around it."""
    lines = [line.strip() for line in answer.splitlines() if line.strip()]
    marked = [found[1] for line in lines if (found := MARKED.match(line))]
    chosen = marked[-1] if marked else (lines[-1] if lines else "")
    return chosen.strip(" \t*_`'\"“”‘’")


def nearest(line: str, labels: Sequence[str]) -> str:
    """Name the legal move that is most like a line, as the end of a refusal."""
    typed = words_of(line)

    def likeness(label: str) -> float:
        own = words_of(label)
        shared = len(set(typed) & set(own)) / max(1, len(set(own)))
        return shared + difflib.SequenceMatcher(None, " ".join(typed), " ".join(own)).ratio()

    return f"the nearest legal move is: {max(labels, key=likeness)}"


def _numbered(line: str, labels: Sequence[str], numbers: Mapping[int, int]) -> int | None:
    """The move whose number a line gives. Raises RefusedError for a number without a legal move."""
    leading = LEADING.match(line)
    if leading is not None and (not leading[2] or meant(leading[2], labels) or not _fitting(line, labels)):
        number, rest = int(leading[1]), leading[2]
    elif len(named := set(NUMBERED.findall(line))) == 1 and not _contained(words_of(line), labels):
        number, rest = int(named.pop()), ""
    else:
        return None
    if not numbers:
        raise RefusedError(f"moves have no numbers here: say the move; {nearest(rest or line, labels)}")
    if number not in numbers:
        raise RefusedError(f"there is no legal move {number}; {nearest(rest or line, labels)}")
    place = numbers[number]
    others = meant(rest, labels) if rest else []
    if others and place not in others:
        raise RefusedError(f"{_shown(line)} names two moves: {labels[place]}; {labels[others[0]]}")
    return place


def _fitting(line: str, labels: Sequence[str], names: Sequence[str] = ()) -> list[int]:
    """The moves that a line fits: by its beginning, else as a sentence that contains their labels."""
    return meant(line, labels, names) or _contained(words_of(line), labels)


def _contained(words: Sequence[str], labels: Sequence[str]) -> list[int]:
    """The moves whose whole label stands in a sentence; not those within a longer label that does."""
    sentence = f" {' '.join(words)} "
    wholes = [f" {' '.join(words_of(label))} " for label in labels]
    found = [i for i, whole in enumerate(wholes) if whole in sentence]
    return [i for i in found if not any(i != j and wholes[i] in wholes[j] for j in found)]


def _shown(line: str) -> str:
    return repr(line if len(line) <= SHOWN else f"{line[:SHOWN]}...")
