"""Card effects in words for people: clauses of the data, as `card_language` writes them, made readable."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from crusoe_env.robinson.card_language.compiler import NO_WORDS, NOTHING, Words, read_program
from crusoe_env.robinson.card_language.operations import NUMBER_OF, OPERATIONS
from crusoe_env.robinson.card_language.vocabulary import EACH, PERFORMER

PLACES = {"adjacent_camp": "next to camp", "nearest_camp": "near the camp", "any_tile": "any tile"}
WHO = {
    "performer": "",
    "chosen": "",
    "first": "First Player ",
    "each": "each ",
    "bearer": "its bearer ",
}
FLAG_WORDS = {
    "if_possible": "if possible",
    "per_player": "per player",
    "without_strength": "no strength",
    "for_action": "for the action",
}


def said(clauses: Iterable[str]) -> str:
    """A program in words, such as `choose: −2 wood | each 1 wound`."""
    return ", ".join(_clause(clause) for clause in clauses)


def program_words(t: Any, row: int, *, event: bool = False, words: Words = NO_WORDS) -> str:
    """The program that begins at a row of the tables; nothing for the empty one.

    Args:
        t: the tables.
        row: where it begins.
        event: as a program of the event phase, in which missing things wound each player.
        words: those that the scenario adds to the card language.
    """
    return said(read_program(t, row, EACH if event else PERFORMER, words))


def branches(t: Any, row: int, words: Words = NO_WORDS) -> list[str]:
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
    words = [_plain(word) for word in head.split()]
    inner = _clause(rest) if rest.startswith("choose: ") else _sequence(rest)
    return f"{_words_of(head.split()[0], words[1:])}: {inner}"


def _choice(parts: Sequence[str]) -> str:
    """Branches of which the players take one; with an empty one it is theirs to take the rest or not."""
    if parts[0] == NOTHING:
        return f"you may: {' or '.join(parts[1:])}"
    return " or ".join(parts)


def _sequence(text: str) -> str:
    return ", ".join(_clause(part) for part in text.split("; "))


def _phrase(words: Sequence[str]) -> str:
    """One operation with its arguments."""
    operation, *arguments = words
    flags = [FLAG_WORDS[word] for word in arguments if word in FLAG_WORDS]
    if "or_wounds" in arguments:
        arguments = arguments[: arguments.index("or_wounds")]
    shown = [_argument(word) for word in arguments if word not in FLAG_WORDS]
    return " ".join([_words_of(operation, shown), *flags])


def _words_of(operation: str, arguments: Sequence[str]) -> str:
    """The phrase that the operation declares, or its name with the arguments."""
    phrase = OPERATIONS[NUMBER_OF[operation]].phrase
    return phrase.format(*arguments) if phrase else " ".join([_plain(operation), *arguments]).strip()


def _argument(word: str) -> str:
    """An argument; several words for one are joined by `+` in the data."""
    if word in PLACES:
        return PLACES[word]
    return WHO[word] if word in WHO else " or ".join(map(_plain, word.split("+")))


def _plain(word: str) -> str:
    return word.replace("plus_", "+").replace("minus_pawn", "−1 pawn").replace("_", " ")
