"""Card effects in words for people: clauses of the data, as `card_language` writes them, made readable."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from crusoe_env.robinson.card_language.compiler import NO_WORDS, NOTHING, Words, read_program
from crusoe_env.robinson.card_language.operations import NUMBER_OF, OPERATIONS
from crusoe_env.robinson.card_language.vocabulary import EACH, PERFORMER
from crusoe_env.robinson.fields import Tables
from crusoe_env.robinson.view.phrases import FLAGS, KINDS

PLURAL = re.compile(r"(\d+|all) ([^,:()]*?)\(s\)")
TIDY = (
    (re.compile(r"−all of everything in production"), "no production"),
    (re.compile(r"−all ([\w ]+?) in production"), r"no \1 in production"),
    (re.compile(r"−all of everything"), "everything lost"),
    (re.compile(r"−all (\w+)"), r"all \1 lost"),
    (re.compile(r"(\w+) −all"), r"\1 to 0"),
    (re.compile(r"\b(\d+|all) gathered sources? here used up"), "the source is used up"),
    (re.compile(r"put the top beast out of the hunting deck"), "discard the top beast"),
    (re.compile(r"the the "), "the "),
    (re.compile(r"for a fight for the action"), "for an action"),
    (re.compile(r" +"), " "),
)
"""Phrases that read badly with some arguments, and what is said instead."""


def said(clauses: Iterable[str]) -> str:
    """A program in words, such as `−2 wood or each player: 1 wound`."""
    return ", ".join(_clause(clause) for clause in clauses)


def program_words(t: Tables, row: int, *, event: bool = False, words: Words = NO_WORDS) -> str:
    """The program that begins at a row of the tables; nothing for the empty one.

    Args:
        t: the tables.
        row: where it begins.
        event: as a program of the event phase, in which missing things wound each player.
        words: those that the scenario adds to the card language.
    """
    return said(read_program(t, row, EACH if event else PERFORMER, words))


def branches(t: Tables, row: int, words: Words = NO_WORDS) -> list[str]:
    """The branches from which the players choose at a row, in words; none if it is no choice."""
    head, _, rest = next(iter(read_program(t, row, words=words)), "").partition(": ")
    return [_sequence(branch) for branch in rest.split(" | ")] if head == "choose" else []


def _clause(clause: str) -> str:
    if clause == NOTHING:
        return NOTHING
    head, colon, rest = clause.partition(": ")
    if not colon:
        return _phrase(clause.split())
    if head == "choose":
        return _choice([_sequence(branch) for branch in rest.split(" | ")])
    inner = _clause(rest) if rest.startswith("choose: ") else _sequence(rest)
    return f"{_phrase(head.split())}: {inner}"


def _choice(parts: Sequence[str]) -> str:
    """Branches of which the players take one; with an empty one it is theirs to take the rest or not."""
    if parts[0] == NOTHING:
        return f"you may: {' or '.join(parts[1:])}"
    return " or ".join(parts)


def _sequence(text: str) -> str:
    return ", ".join(_clause(part) for part in text.split("; "))


def _phrase(words: Sequence[str]) -> str:
    """One operation with its arguments."""
    name, *arguments = words
    flags = [FLAGS[word] for word in arguments if word in FLAGS]
    if "or_wounds" in arguments:
        arguments = arguments[: arguments.index("or_wounds")]
    operation = OPERATIONS[NUMBER_OF[name]]
    given = [word for word in arguments if word not in FLAGS]
    shown = [_argument(kind, word) for kind, word in zip(operation.arguments, given, strict=False)]
    phrase = operation.phrase.format(*shown) if operation.phrase else " ".join([_plain(name), *shown])
    words_of = PLURAL.sub(_counted, phrase)
    return _tidy(" ".join([words_of.strip(), *flags]))


def _tidy(words: str) -> str:
    """A phrase in better English, where its arguments make it clumsy."""
    for pattern, better in TIDY:
        words = pattern.sub(better, words)
    return words


def _counted(found: re.Match[str]) -> str:
    """A number with its noun: one `wound`, more `wounds`."""
    number, noun = found.groups()
    return f"{number} {noun}{'' if number == '1' else 's'}"


def _argument(kind: str, word: str) -> str:
    """An argument; several words for one are joined by `+` in the data."""
    if kind == "step":
        return word.replace("-", "−")
    if kind == "place" and word.startswith("space_"):
        return f"on {_plain(word)}"
    return " or ".join(KINDS.get(kind, {}).get(part, _plain(part)) for part in word.split("+"))


def _plain(word: str) -> str:
    """A word of the data without the signs of programs; of a measure its kind stands before its name."""
    return word.replace("_", " ").replace(".", " ")
