"""Forms before and after a study's game: a small part of Markdown, questions in it, answers to them.

    # About you
    A paragraph is shown as it stands.

    ? age: How old are you? *
    - under 25
    - 25 or older

The line `? NAME: QUESTION` begins a question; a `*` at its end says that it must be answered. The lines below
say how: `- CHOICE` for one of several, `+ CHOICE` for any number of them, `___` for a text of several lines.
Without such lines the answer is one line of text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from crusoe_env.play.moves import RefusedError
from crusoe_env.support.reading import read_limited
from crusoe_env.support.words import one_line, shown

LARGEST = 100_000
"""Bytes of a form."""
LONGEST = 5_000
"""Characters of an answer."""
QUESTION = re.compile(r"\? *([A-Za-z][A-Za-z0-9_]*): *(.*?) *(\*?)")
HEADING = re.compile(r"(#{1,3}) +(.+)")
ONE, SOME, TEXT, LINE = "one", "some", "text", "line"
"""How a question is answered: one choice, any number of them, a text, a line."""
KINDS = {"-": ONE, "+": SOME, "_": TEXT}


@dataclass
class Question:
    """A question.

    Attributes:
        name: under which the answer is kept.
        words: the question.
        needed: it must be answered.
        kind: how it is answered: "one", "some", "text" or "line".
        choices: to choose from.
    """

    name: str
    words: str
    needed: bool
    kind: str = LINE
    choices: list[str] = field(default_factory=list)


class Form:
    """A form from a file.

    Args:
        path: a Markdown file.

    Attributes:
        content: the bytes of the file.
        parts: from the top, each a heading ("# Title"), a paragraph, or a question.

    Raises:
        RefusedError: it cannot be read, or a line is wrong.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.parts: list[str | Question] = []
        self._in_paragraph = False
        try:
            self.content = read_limited(path, LARGEST)
            text = self.content.decode("utf-8")
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else one_line(error)
            raise RefusedError(f"form {path} cannot be read: {why}") from error
        below: Question | None = None
        for number, line in enumerate(text.splitlines(), 1):
            try:
                below = self._read(line.strip(), below)
            except ValueError as error:
                raise RefusedError(f"form {path}, line {number}: {error}") from error
        for question in self.questions.values():
            if question.kind in (ONE, SOME) and len(question.choices) < 2:
                raise RefusedError(f"form {path}: question {question.name!r} has one choice; name more")

    @property
    def questions(self) -> dict[str, Question]:
        """The questions by name."""
        return {part.name: part for part in self.parts if isinstance(part, Question)}

    def _read(self, line: str, below: Question | None) -> Question | None:
        """Read a line below a question, or below none; the question that the next line is below of.

        Raises:
            ValueError: the line is wrong.
        """
        if line.startswith("?"):
            return self._begin(line)
        if line[:2] in ("- ", "+ ") or (line and set(line) == {"_"}):
            if below is None:
                raise ValueError(f"{shown(line)} stands below no question (? NAME: QUESTION)")
            kind = KINDS[line[0]]
            if below.kind not in (LINE, kind) or (kind == TEXT and below.kind == TEXT):
                raise ValueError(f"{shown(line)} does not go with what stands above it")
            below.kind = kind
            if kind != TEXT:
                below.choices.append(line[2:].strip())
            return below
        if line and not HEADING.fullmatch(line) and self._in_paragraph:
            self.parts[-1] = f"{self.parts[-1]} {line}"
        elif line:
            self.parts.append(line)
        self._in_paragraph = bool(line) and not HEADING.fullmatch(line)
        return None

    def _begin(self, line: str) -> Question:
        found = QUESTION.fullmatch(line)
        if found is None or not found[2]:
            raise ValueError(f"{shown(line)} is no question; write ? NAME: QUESTION")
        if found[1] in self.questions:
            raise ValueError(f"there are two questions {found[1]!r}")
        question = Question(found[1], found[2], bool(found[3]))
        self.parts.append(question)
        self._in_paragraph = False
        return question

    def as_json(self) -> list[dict[str, Any]]:
        """The parts for a page."""
        told: list[dict[str, Any]] = []
        for part in self.parts:
            if isinstance(part, Question):
                told.append({"question": vars(part)})
            elif heading := HEADING.fullmatch(part):
                told.append({"heading": heading[2], "level": len(heading[1])})
            else:
                told.append({"paragraph": part})
        return told

    def checked(self, answers: Any) -> dict[str, Any]:
        """Answers to keep: a string each, or a list of choices. Raises RefusedError for wrong ones."""
        if not isinstance(answers, Mapping):
            raise RefusedError("answers: a mapping of names to answers is needed")
        questions = self.questions
        for name in answers:
            if name not in questions:
                raise RefusedError(f"answers: there is no question {shown(name)}")
        return {name: _checked(question, answers.get(name)) for name, question in questions.items()}


def _checked(question: Question, answer: Any) -> Any:
    """An answer to keep; None for none. Raises RefusedError for a wrong one."""
    if answer is None or answer == "" or answer == []:
        if question.needed:
            raise RefusedError(f"please answer: {question.words}")
        return None
    if question.kind == SOME:
        if isinstance(answer, list) and all(each in question.choices for each in answer):
            return list(answer)
    elif isinstance(answer, str):
        if len(answer) > LONGEST:
            raise RefusedError(f"an answer has at most {LONGEST:,} characters: {question.words}")
        if question.kind != ONE or answer in question.choices:
            return answer
    raise RefusedError(f"answers: {shown(answer)} is no answer to {question.name!r}")
