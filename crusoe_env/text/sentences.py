"""One line of an answer: the move that it chooses, or why it is refused."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from crusoe_env.play.moves import RefusedError, words_of
from crusoe_env.text import phrases

SHOWN = 80
"""Characters of an answer that a refusal repeats."""
LONGEST = 300
"""Characters of a line that are compared with the legal moves."""
MOST_WORDS = 300
"""Words of a line that may choose a move."""
NAMED = 3
"""Moves that a refusal names where an answer fits several."""
NUMBER = re.compile(r"#?(0|[1-9][0-9]{0,3})").fullmatch
SHORTEST = 4
"""Letters of a word that may be the beginning of a label by itself."""
OPENING, CLOSING = "([{\"'“”‘’`*_", ",.;:)]}!?\"'“”‘’`*_"
"""Punctuation before and behind words; any other belongs to the word."""
STRONG = frozenset(".;!?")
"""Punctuation after which a sentence begins."""
POINTS = frozenset(".)")
"""Punctuation behind the numbers of a list."""
CLAUSE = STRONG | frozenset(",([{)]}-–—")
"""Punctuation at which a clause ends."""
DASH = re.compile(r"\s*(?:[–—…]|\.\.\.)\s*|\s-+>?\s")
CROSSES = re.compile("[❌❎🚫⛔👎✗✘✖☒]")
EQUALS = re.compile(r"(?<=\w)\s*=\s*(?=\w)")
CONTRACTED = re.compile(r"\b(i|we|it|that|this|let)'(ll|d|m|ve|re|s)\b")
EXPANDED = {"ll": "will", "d": "would", "m": "am", "ve": "have", "re": "are", "s": "is"}
BULLET = re.compile(r"^(?:(?:[-+•–—>]|#{1,6}|->|=>|→)\s+|>)+")
STUCK = re.compile(r"^([\[(]?[0-9]{1,4}[.):\]])(?=[^\W\d])")
"""A number and the point or bracket of a list, with no space behind."""
ACTOR = re.compile(r"(?:let|have) (?:the )?\w+(?= |$)")
"""Who is to make a move."""
HAVE = re.compile(
    r"(?:i|we) have(?= (?:chosen|decided|selected|picked|opted|settled)\b)|(?:i|we) would like to(?= )"
)
"""Words before a number that would else tell a quantity."""
UNREAL = re.compile(
    r"\b(?:would|should|must) have\b|\b(?:want|wish|need|intend|plan)\b(?! to\b)|(?<!would )\blike\b"
    r"|\blike\b(?! to\b)|\bhave\b(?! (?:to|chosen|decided|selected|picked|opted|settled|the)\b)"
)
"""Words that tell what would have been chosen, or what there is."""


def _digits(words: Sequence[str]) -> set[str]:
    return {word for word in words if any(map(str.isdigit, word))}


@dataclass(frozen=True)
class Words:
    """A line as words, in lower case.

    Attributes:
        words: without the punctuation around them.
        breaks: the punctuation before each word, and after the last.
    """

    words: tuple[str, ...]
    breaks: tuple[str, ...]

    @classmethod
    def of(cls, line: str) -> Words:
        """The words of a line."""
        text = line.lower().replace("’", "'").replace("_", " ").replace("\ufe0f", "").replace("\u20e3", "")
        text = CONTRACTED.sub(_expanded, STUCK.sub(r"\1 ", BULLET.sub("", text.strip())))
        text = DASH.sub(" — ", EQUALS.sub(" = ", text))
        words: list[str] = []
        breaks = [""]
        for piece in text.split():
            word = piece.lstrip(OPENING).rstrip(CLOSING)
            if not any(map(str.isalnum, word)):
                breaks[-1] += piece
                continue
            before, _, behind = piece.partition(word)
            words.append(word)
            breaks[-1] += before
            breaks.append(behind)
        return cls(tuple(words), tuple(breaks))

    def breaks_at(self, at: int, marks: frozenset[str]) -> bool:
        """Return true if one of these marks stands before a word."""
        return not marks.isdisjoint(self.breaks[at])

    def ends_clause(self, at: int, also: str = "") -> bool:
        """Return true if a clause ends before a word."""
        return self.breaks_at(at, CLAUSE | frozenset(also))

    def asks(self, inside: Collection[int]) -> bool:
        """Return true if a question mark stands anywhere but between two of the words `inside`."""
        asks = (i for i, marks in enumerate(self.breaks) if "?" in marks)
        return any(i not in inside or i - 1 not in inside for i in asks)


def _expanded(found: re.Match[str]) -> str:
    return "let us" if found[0] == "let's" else f"{found[1]} {EXPANDED[found[2]]}"


class NoMoveError(RefusedError):
    """An answer without a legal move."""


class Moves:
    """The legal moves of a decision, as an answer may name them.

    Args:
        labels: of the moves.
        numbers: the places in `labels` by number; empty where moves have no numbers.
        names: of the moves, as programs call them.
        listed: labels with their costs, as the reader has seen them.
    """

    def __init__(
        self,
        labels: Sequence[str],
        numbers: Mapping[int, int],
        names: Sequence[str] = (),
        listed: Mapping[str, str] | None = None,
    ) -> None:
        self.labels, self.numbers = labels, numbers
        self.wholes: dict[tuple[str, ...], list[int]] = {}
        self.parts: dict[tuple[str, ...], list[int]] = {}
        for place, label in enumerate(labels):
            own = Words.of(label).words
            for form in {own, Words.of((listed or {}).get(label, label)).words}:
                self.wholes.setdefault(form, []).append(place)
            parts = [Words.of(part).words for part in label.split(": ")]
            if names and _digits(name := Words.of(names[place]).words) <= _digits(own):
                parts.append(name)
            for part in dict.fromkeys(parts):
                self.parts.setdefault(part, []).append(place)
        self._by_first: dict[str, list[tuple[str, ...]]] = {}
        for form in sorted(filter(None, self.wholes), key=len, reverse=True):
            self._by_first.setdefault(form[0], []).append(form)

    def named(self, words: Sequence[str]) -> list[Mention]:
        """Where whole labels and numbers stand; a label within a longer one does not count."""
        found = []
        start = 0
        while start < len(words):
            forms = self._by_first.get(words[start], ())
            form = next((it for it in forms if tuple(words[start : start + len(it)]) == it), ())
            if form:
                found.append(Mention(start, start + len(form), tuple(self.wholes[form])))
            elif (number := _number(words, start)) is not None:
                found.append(Mention(start, start + 1, (), number))
            start += len(form) or 1
        return found

    def begun(self, words: Sequence[str], is_sure: bool) -> list[int]:
        """The moves of which words are a part up to a colon, the name, or the beginning.

        Args:
            words: all of them must belong to it.
            is_sure: another sign says which move is meant, so that one word is enough.
        """
        typed = tuple(words)
        if typed in self.parts:
            return self.parts[typed]
        enough = is_sure or len(typed) > 1 or (len(typed) == 1 and len(typed[0]) >= SHORTEST)
        if not enough or all(word in phrases.LEADING_WORDS for word in typed):
            return []
        return [
            place
            for form, places in self.wholes.items()
            if form[: len(typed)] == typed and (is_sure or not any(map(phrases.DOUBT, form[len(typed) :])))
            for place in places
        ]


@dataclass(frozen=True)
class Mention:
    """Words `start` up to `end` of a line that name a move.

    Attributes:
        start, end: of the words.
        places: of the moves with this label; empty for a number alone.
        number: that stands there; None: a label alone.
    """

    start: int
    end: int
    places: tuple[int, ...] = ()
    number: int | None = None


@dataclass(frozen=True)
class Chosen:
    """What a line chooses.

    Attributes:
        place: of the legal move.
        is_bare: the line is nothing but the move.
    """

    place: int
    is_bare: bool


def chosen(line: str, moves: Moves) -> Chosen:
    """The move that a line chooses.

    Raises:
        RefusedError: it names no legal move or several, or leaves open whether it chooses the one it names.
    """
    said = Words.of(line)
    if not said.words:
        raise NoMoveError("the answer is empty")
    if len(said.words) > MOST_WORDS:
        raise RefusedError(f"{shown(line)} has more than {MOST_WORDS} words")
    if said.asks(range(len(said.words))):
        raise RefusedError(f"{shown(line)} asks")
    exact = moves.wholes.get(said.words) or moves.parts.get(said.words, [])
    if len(exact) == 1:
        return Chosen(exact[0], is_bare=True)
    mentions = _joined(moves.named(said.words), said, moves)
    places = sorted({place for mention in mentions for place in mention.places})
    numbers = sorted({mention.number for mention in mentions if mention.number is not None})
    if len(places) > 1:
        some = "; ".join(moves.labels[i] for i in places[:NAMED]) + "; ..." * (len(places) > NAMED)
        raise RefusedError(f"{shown(line)} may mean several moves: {some}")
    if len(numbers) > 1:
        raise RefusedError(f"{shown(line)} holds several numbers: {', '.join(map(str, numbers[:NAMED]))}")
    if not mentions:
        raise NoMoveError(f"{shown(line)} is no legal move")
    place = _agreed(line, places, numbers, moves)
    inside = {i for mention in mentions for i in range(mention.start, mention.end)}
    why = _doubt(said, inside) or min((_frame(said, mention) for mention in mentions), key=len)
    if why:
        raise RefusedError(f"{shown(line)} does not choose {moves.labels[place]!r} clearly: {why}")
    return Chosen(place, is_bare=len(inside) == len(said.words))


def is_clear(line: str, moves: Moves, place: int) -> bool:
    """Return true if a line beside a chosen move takes nothing back and names no other move or number."""
    said = Words.of(line)
    if len(said.words) > MOST_WORDS:
        return False
    mentions = moves.named(said.words)
    inside = {i for mention in mentions for i in range(mention.start, mention.end)}
    named = {place for mention in mentions for place in mention.places}
    named |= {moves.numbers.get(it.number, -1) for it in mentions if it.number is not None}
    return named <= {place} and not _doubt(said, inside) and not _objection(said, 0)


def shares_words(line: str, moves: Moves, place: int) -> bool:
    """Return true if a line has words of the labels of other moves."""
    own = set(Words.of(moves.labels[place]).words)
    others = {word for form in moves.wholes for word in form if len(word) >= SHORTEST}
    return bool(set(Words.of(line).words) & (others - own - phrases.LEADING_WORDS - phrases.TRAILING))


def nearest(line: str, labels: Sequence[str]) -> str:
    """Name the legal move that is most like a line, as the end of a refusal."""
    typed = words_of(line[:LONGEST])

    def likeness(label: str) -> float:
        own = words_of(label)
        shared = len(set(typed) & set(own)) / max(1, len(set(own)))
        return shared + difflib.SequenceMatcher(None, " ".join(typed), " ".join(own)).ratio()

    return f"the nearest legal move is: {max(labels, key=likeness)}"


def shown(line: str) -> str:
    """A line as refusals repeat it."""
    return repr(line if len(line) <= SHOWN else f"{line[:SHOWN]}...")


# ---------------------------------------------------------------- which move is named


def _number(words: Sequence[str], at: int) -> int | None:
    """The number of a move that a word is: in digits, or spelt out behind a word such as `move` or alone."""
    if digits := NUMBER(words[at]):
        return int(digits[1])
    if len(words) == 1 or (at and words[at - 1] in phrases.NOUNS):
        return phrases.NUMBER_WORDS.get(words[at])
    return None


def _joined(mentions: Sequence[Mention], said: Words, moves: Moves) -> list[Mention]:
    """Mentions with a number and a label beside each other as one; a label may be its beginning."""
    found: list[Mention] = []
    for mention in mentions:
        before = found[-1] if found else None
        if before and before.end == mention.start and (before.number is None) != (mention.number is None):
            number = mention.number if before.number is None else before.number
            found[-1] = Mention(before.start, mention.end, before.places or mention.places, number)
        else:
            found.append(mention)
    if any(mention.places for mention in found) or len(found) > 1:
        return found
    words = said.words
    if begun := list(_beginnings(words, 0, len(words), moves)):
        return begun
    for alone in found:
        place = moves.numbers.get(alone.number or 0, -1)
        for start, end in ((alone.end, len(words)), (0, alone.start)):
            for it in _beginnings(words, start, end, moves, is_sure=True):
                places = (place,) if place in it.places else it.places
                if alone.end == it.start:
                    return [Mention(alone.start, it.end, places, alone.number)]
                if it.end == alone.start:
                    return [Mention(it.start, alone.end, places, alone.number)]
    return found


def _beginnings(
    words: Sequence[str], start: int, end: int, moves: Moves, is_sure: bool = False
) -> Iterator[Mention]:
    """The beginning of a label that ends a line, with words before it that choose."""
    for first in range(start, end):
        if places := moves.begun(words[first:end], is_sure):
            yield Mention(first, end, tuple(places))
            return
        if words[first] not in phrases.LEADING_WORDS:
            return


def _agreed(line: str, places: Sequence[int], numbers: Sequence[int], moves: Moves) -> int:
    """The place that the label and the number of a line name. Raises RefusedError where they do not agree."""
    if not numbers:
        return places[0]
    if not moves.numbers:
        raise NoMoveError("moves have no numbers here: say the move")
    if numbers[0] not in moves.numbers:
        raise NoMoveError(f"there is no legal move {numbers[0]}")
    place = moves.numbers[numbers[0]]
    if places and places[0] != place:
        both = f"{moves.labels[place]}; {moves.labels[places[0]]}"
        raise RefusedError(f"{shown(line)} names two moves: {both}")
    return place


# ---------------------------------------------------------------- whether it is chosen


def _doubt(said: Words, inside: set[int]) -> str:
    """What leaves in doubt that the named move is chosen, anywhere in a line; empty if nothing does."""
    for i, word in enumerate(said.words):
        if i in inside:
            continue
        if phrases.DOUBT(word):
            return f"it says {word!r}"
        if any(map(str.isnumeric, word)) or phrases.NUMBER_WORDS.get(word, 1) != 1:
            return f"it holds another number, {word!r}"
        if word in phrases.SEQUELS and i and said.words[i - 1] not in phrases.OPENERS:
            return f"it says {word!r}"
    if any(map(CROSSES.search, said.breaks)):
        return "it is crossed out"
    return "it asks" if said.asks(inside) else ""


def _frame(said: Words, mention: Mention) -> str:
    """Why the words around a move do not choose it; empty if they do."""
    words = said.words
    begin = mention.start
    while begin and not said.ends_clause(begin) and words[begin - 1] not in phrases.FOLLOWS:
        begin -= 1
    lead = words[begin : mention.start]
    end = mention.end
    while end < len(words) and not said.ends_clause(end, ":") and words[end] not in phrases.REASONS:
        if words[end] not in phrases.TRAILING:
            return f"{words[end]!r} stands behind it"
        end += 1
    tail = words[mention.end : end]
    if tail[-1:] == ("is",) and tail != ("it", "is"):
        return "it does not say what it is"
    is_listed = mention.start == 0 and not mention.places and said.breaks_at(end, POINTS)
    if is_listed and end < len(words) and words[end] not in phrases.REASONS | {"this", "please"}:
        return "it may be the number of a list"
    return _lead_objection(lead, tail, said, begin, bool(mention.places)) or _objection(said, end)


def _lead_objection(
    lead: Sequence[str], tail: Sequence[str], said: Words, begin: int, has_label: bool
) -> str:
    """Why the words before a move, in its clause, do not choose it; empty if they do."""
    before = said.words[:begin]
    if all(word in phrases.OPENERS for word in lead):
        if before and (before[-1] in phrases.FOLLOWS or before[0] in phrases.EXCUSING):
            return ""
        if said.breaks_at(begin, STRONG):
            return next((f"it says {word!r}" for word in before if phrases.BAD(word)), "")
        return next((f"{word!r} stands before it" for word in before if word not in phrases.LEADING), "")
    if lead in (("is",), ("are",)) or (
        lead[0] in phrases.INVERTED and not phrases.SUBJECTS.isdisjoint(lead[1:2])
    ):
        return "it asks"
    known = phrases.LEADING_WORDS if has_label else phrases.LEADING
    actor = ACTOR.match(" ".join(lead)) if has_label else HAVE.match(" ".join(lead))
    rest = lead[len(actor[0].split()) :] if actor else lead
    if strange := next((word for word in rest if word not in known), ""):
        return f"{strange!r} stands before it"
    if UNREAL.search(" ".join((*rest, "MOVE"))):
        return "it tells what would be or what there is"
    needed = phrases.DECIDING_WORDS if has_label else phrases.CHOOSING
    if needed.isdisjoint(lead) and needed.isdisjoint(tail):
        return "it does not say that this is the choice"
    return ""


def _objection(said: Words, start: int) -> str:
    """What is said against a move, or for another choice, from a word on; empty if nothing is."""
    words = said.words
    is_excused = False
    for i in range(start, len(words)):
        if said.breaks_at(i, STRONG):
            is_excused = False
        word = words[i]
        is_excused |= word in phrases.EXCUSING
        if word in phrases.TURNS or (phrases.BAD(word) and not is_excused):
            return f"it says {word!r}"
        if word in phrases.VERBS and i > start and words[i - 1] in phrases.DECIDING:
            return f"it goes on with {word!r}"
        if words[i - 1 : i + 1] == ("it", "is") and i + 1 == len(words) and i > start:
            return "it ends with another choice"
    return ""
