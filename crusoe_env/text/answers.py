r"""Answers in text: which of the legal moves one means. An answer is understood or refused, never guessed.

An answer has up to three kinds of parts, and the first kind that it has decides:

1. a final answer: `Final answer: MOVE` on a line of its own;
2. a form for answers: `Move: MOVE` (or `Answer:`, `Action:`, `Choice:`), `<answer>MOVE</answer>`,
   `\boxed{MOVE}`, `{"move": MOVE}`;
3. a line.

Forms must name one move. The last line decides, and an earlier line that is a move by itself must be the
same one; the first line decides if all others only give reasons. `sentences` says what a line or the content
of a form chooses. What stands within `<think>` is not read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from crusoe_env.play.moves import RefusedError
from crusoe_env.text.sentences import (
    Chosen,
    Moves,
    NoMoveError,
    Words,
    chosen,
    is_clear,
    nearest,
    shares_words,
    shown,
)

WITH_NUMBERS = "answer with one move alone, as `Move: NUMBER` or `Move: WORDS`"
IN_WORDS = "answer with one move alone, as `Move: WORDS`"
"""How to answer, as every refusal ends."""
LINES, FORMS, FINALS = range(3)
"""Kinds of parts, the one that decides last."""
THINKING = re.compile(r"<(?:think|thinking|thought|reasoning|analysis|scratchpad)>", re.IGNORECASE)
THOUGHT = re.compile(THINKING.pattern.replace("<", "</", 1), re.IGNORECASE)
"""Tags before and behind what a model thinks before it answers."""
FENCE = re.compile(r"^[ \t]*(?:```|~~~)\w*[ \t]*$", re.MULTILINE)
QUOTES = " \t\r'\"“”‘’*_"
"""Characters around a line that are no part of it."""
FORM = re.compile(
    r"<(?P<tag>answer|final_answer|move|action|choice|output)>(?P<tagged>[^<>]{0,500})</(?P=tag)>"
    r"|\\boxed\{(?:\\(?:text|mathrm|textbf)\{)?(?P<boxed>[^{}]{0,500})\}{1,2}",
    re.IGNORECASE,
)
"""Tags and boxes around an answer."""
SENTENCE_END = re.compile(r"[.;!?]\s")
MARK = re.compile(
    r"^\W*(?:(?:so|therefore|thus|hence|my|the|our|final|next|best|chosen|selected) ){0,4}"
    r"(?:move|answer|action|choice|decision|selection|response|output)(?:\s+number|\s+is)?\s*[:=]\s*(?P<content>.*)$",
    re.IGNORECASE,
)
"""A line that says which part of a long answer is the answer."""
FINAL = re.compile(r"^\W*(?:my |the |our |so ){0,2}final\b", re.IGNORECASE)
KEYS = frozenset(
    ["move", "answer", "action", "choice", "option", "number", "final_answer", "selection", "decision"]
)
"""Names of the field of a JSON object that holds the answer."""
MOST_PARTS = 1_000
"""Lines of an answer."""
MOST_OBJECTS = 20
"""Objects of JSON that are read of one answer."""


@dataclass(frozen=True)
class Part:
    """A part of an answer.

    Attributes:
        text: the line, or the content of a form.
        rank: LINES, FORMS or FINALS.
        beside: what stands before and behind a form on its line.
    """

    text: str
    rank: int = LINES
    beside: str = ""


def understood(
    answer: str,
    labels: Sequence[str],
    numbers: Mapping[int, int],
    names: Sequence[str] = (),
    listed: Mapping[str, str] | None = None,
) -> int:
    """Find the legal move that an answer means. Nothing is guessed.

    A number, a label, the beginning of a label and a sentence that chooses one of these are understood. A
    line is refused if it holds another number, a negation, a condition or a question outside the move.

    Args:
        answer: the text.
        labels: of the legal moves.
        numbers: the places in `labels` by number; empty where moves have no numbers.
        names: of the legal moves, as programs call them.
        listed: labels with their costs, as the reader has seen them.

    Returns:
        The place in `labels`.

    Raises:
        RefusedError: it fits none or several; the message says how to answer, and names the nearest legal
            move to an answer without any.
    """
    how = WITH_NUMBERS if numbers else IN_WORDS
    try:
        parts = _with_heading(list(islice(_parts(answer), MOST_PARTS + 1)))
        return _decided(parts, Moves(labels, numbers, names, listed))
    except NoMoveError as refused:
        raise RefusedError(f"{refused}; {nearest(line_of(answer), labels)}; {how}") from None
    except RefusedError as refused:
        raise RefusedError(f"{refused}; {how}") from None


def line_of(answer: str) -> str:
    """The line of an answer, or the content of its form, that decides; empty for none."""
    parts = list(islice(_parts(answer), MOST_PARTS))
    rank = max((part.rank for part in parts), default=0)
    return next((part.text for part in reversed(parts) if part.rank == rank), "")


def _with_heading(parts: list[Part]) -> list[Part]:
    """Parts whose last line holds the heading before it, `I rule out:`, as if both were one."""
    if len(parts) < 2 or parts[-1].rank != LINES or not parts[-2].text.endswith(":"):
        return parts
    return [*parts[:-1], replace(parts[-1], text=f"{parts[-2].text} {parts[-1].text}")]


def _decided(parts: Sequence[Part], moves: Moves) -> int:
    """The place of the move that the parts of an answer name together. Raises RefusedError."""
    if not parts:
        raise NoMoveError("the answer is empty")
    if len(parts) > MOST_PARTS:
        raise RefusedError(f"the answer has more than {MOST_PARTS:,} lines")
    rank = max(part.rank for part in parts)
    if rank == LINES:
        at, place = _line(parts, moves)
    else:
        at = max(i for i, part in enumerate(parts) if part.rank == rank)
        place = chosen(parts[at].text, moves).place
        for i, part in enumerate(parts):
            if part.rank == rank or (part.rank and i > at):
                _check_agrees(part, place, moves)
    for part in parts[at + 1 :]:
        if part.rank == LINES and not is_clear(part.text, moves, place):
            raise RefusedError(f"{shown(part.text)} leaves the answer {shown(parts[at].text)} in doubt")
    return place


def _check_agrees(part: Part, place: int, moves: Moves) -> None:
    """Raise RefusedError if a form names another move, or words beside it leave it in doubt."""
    read = _read(part, moves)
    if read is not None and read.place != place:
        both = f"{moves.labels[read.place]}; {moves.labels[place]}"
        raise RefusedError(f"the answer names two moves: {both}")
    if not is_clear(part.beside, moves, place):
        raise RefusedError(f"{shown(part.beside)} leaves the answer {shown(part.text)} in doubt")


def _line(parts: Sequence[Part], moves: Moves) -> tuple[int, int]:
    """The line that decides, and its move. Raises RefusedError."""
    read = [_read(part, moves) for part in parts]
    last, first = read[-1], read[0]
    if last is None:
        if len(parts) > 1 and first is not None and not any(read[1:]):
            reasons = parts[1:]
            if not any(shares_words(part.text, moves, first.place) for part in reasons):
                return 0, first.place
        return len(parts) - 1, chosen(parts[-1].text, moves).place
    before = [it for it in read[:-1] if it is not None]
    places = {it.place for it in before}
    is_list = len(places) > 1 and all(it.is_bare for it in before)
    others = places - {last.place}
    if others and (last.is_bare or not is_list):
        some = "; ".join(moves.labels[place] for place in (min(others), last.place))
        raise RefusedError(f"the lines of the answer name two moves: {some}")
    return len(parts) - 1, last.place


def _read(part: Part, moves: Moves) -> Chosen | None:
    """What a part chooses; None if it is not understood."""
    try:
        return chosen(part.text, moves)
    except RefusedError:
        return None


# ---------------------------------------------------------------- parts of an answer


def _parts(answer: str) -> Iterator[Part]:
    """The parts of an answer in their order, without thoughts, fences and marks of Markdown."""
    text = FENCE.sub("", _without_thoughts(answer)).replace("**", "").replace("`", "")
    text = FORM.sub(lambda form: " ".join(form[0].split()), text)  # a form may have lines of its own
    waiting = LINES
    for piece in _pieces(text):
        if isinstance(piece, list):
            found = piece
        elif forms := _forms(piece):
            found = forms
        elif mark := MARK.match(piece):
            waiting = FINALS if FINAL.match(piece) else FORMS
            found = [Part(mark["content"], waiting)]
        else:
            found = [Part(piece, waiting)]
        for part in found:
            if Words.of(part.text).words:
                yield part
                waiting = LINES


def _forms(line: str) -> list[Part]:
    """The contents of the tags and boxes in a line, each with the words of its sentence before it."""
    parts: list[Part] = []
    end = 0
    for form in islice(FORM.finditer(line), MOST_PARTS + 1):
        before = SENTENCE_END.split(line[end : form.start()])[-1]
        rank = FINALS if "final" in (form["tag"] or "").lower() else FORMS
        parts.append(Part(form["tagged"] or form["boxed"] or "", rank, "" if MARK.match(before) else before))
        end = form.end()
    if parts:
        parts[-1] = replace(parts[-1], beside=f"{parts[-1].beside} {line[end:]}")
    return parts


def _without_thoughts(answer: str) -> str:
    """An answer without what a model thought before it, even if the tag was never opened, or never closed."""
    closed = list(THOUGHT.finditer(answer))
    text = answer[closed[-1].end() :] if closed else answer
    unclosed = THINKING.search(text)
    return text[: unclosed.start()] if unclosed else text


def _pieces(text: str) -> Iterator[str | list[Part]]:
    """The lines of a text, and in place of an object of JSON its fields that hold an answer."""
    objects = at = 0
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        line = text[at:end]
        if line.lstrip().startswith("{") and objects < MOST_OBJECTS:
            objects += 1
            fields, end_of_object = _fields(text, text.index("{", at))
            if fields:
                yield fields
                at = end_of_object
                continue
        yield from (each.strip(QUOTES) for each in line.splitlines())
        at = end + 1


def _fields(text: str, start: int) -> tuple[list[Part], int]:
    """The fields of an object of JSON that hold an answer, none if it has none, and where the object ends."""
    try:
        pairs, end = json.JSONDecoder(object_pairs_hook=list).raw_decode(text, start)
    except (ValueError, RecursionError):
        return [], start
    fields = [value for name, value in pairs if name.lower().replace(" ", "_") in KEYS]
    return [Part(it if isinstance(it, str) else json.dumps(it), FORMS) for it in fields], end
