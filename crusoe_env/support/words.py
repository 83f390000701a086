"""Words for error messages, so that each stays one short line whatever was given."""

from __future__ import annotations

import difflib
import reprlib
from collections.abc import Iterable, Sequence

MOST = 5
"""How many valid words a message lists."""
COMPARED = 80
"""How much of an unknown word is compared with the valid ones."""
LONGEST = 400
"""Characters of a value, or of what an error of another library says."""
CLOSE = 0.6
"""How alike two words are (0 .. 1) if one may be meant by the other; difflib's own figure."""


def nearest(word: object, valid: Iterable[object]) -> str:
    """A hint for an unknown word: the one that may be meant, then the valid ones, of many the nearest."""
    words = [str(one) for one in valid]
    text = word if isinstance(word, str) else shown(word)
    matcher = difflib.SequenceMatcher(b=text[:COMPARED])
    likeness = {}
    for one in words:
        matcher.set_seq1(one)
        likeness[one] = matcher.ratio()
    ranked = sorted(words, key=lambda one: -likeness[one])
    meant = f"did you mean {ranked[0]!r}? " if ranked and likeness[ranked[0]] >= CLOSE else ""
    return f"{meant}choose from {listed(words if len(words) <= MOST else ranked)}"


def listed(words: Sequence[str]) -> str:
    """Words in one line; of many the first ones, and how many there are."""
    more = f", ... ({len(words)} in all)" if len(words) > MOST else ""
    return " ".join((", ".join(words[:MOST]) + more).split())


class _Shortened(reprlib.Repr):
    """Values as Python writes them, but long text, long lists, deep nesting and huge numbers cut short."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 4
        self.maxlist = self.maxtuple = self.maxdict = self.maxset = self.maxfrozenset = 8
        self.maxstring = self.maxother = 80
        self.maxlong = 40

    def repr_int(self, x: int, level: int) -> str:
        """A number; Python itself refuses to write one of thousands of digits."""
        try:
            return super().repr_int(x, level)
        except ValueError:
            return f"a number of {x.bit_length()} bits"


def shown(value: object) -> str:
    """A value as it stands in messages: on one line, and short."""
    return _cut(_Shortened().repr(value))


def whole_of(text: str, high: int) -> int | None:
    """The whole number that some text is, with a minus before it or not; None for others, and beyond `high`.

    Text of thousands of digits is no exception, as it is to `int`.
    """
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits.lstrip("0")) > len(str(high)):
        return None
    number = int(text)
    return number if abs(number) <= high else None


def one_line(error: BaseException) -> str:
    """What an error says, in one line; of a long one the beginning."""
    return _cut(" ".join(str(error).split()) or type(error).__name__)


def writable(text: str) -> str:
    """A text that can be written as UTF-8: half a pair of surrogates as its escape, which JSON reads back."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."
