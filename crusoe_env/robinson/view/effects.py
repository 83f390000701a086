"""Card effects in words for people: clauses of the data, as `card_language` writes them, made readable."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from crusoe_env.robinson.card_language.columns import Row
from crusoe_env.robinson.card_language.compiler import NO_WORDS, NOTHING, Words, decompile_program
from crusoe_env.robinson.card_language.vocabulary import EACH, PERFORMER

LONGEST_PROGRAM = 80
"""Rows of the table that are looked at for one program."""
PLACES = {"adjacent_camp": "next to camp", "nearest_camp": "near the camp", "any_tile": "any tile"}
WHO = {
    "performer": "",
    "chosen": "",
    "first": "First Player ",
    "each": "each ",
    "bearer": "its bearer ",
}
PHRASES = {
    "wound": "{0}{1} wound",
    "heal": "{0}heal {1}",
    "special_wound": "{0}special wound: {1}",
    "remove_special_wound": "no special wound: {0}",
    "bear_night_wounds": "{0}{1} wounds tonight, alone",
    "share_night_wounds": "{1} wounds tonight, shared",
    "determination": "{0}+{1} determination",
    "lose_determination": "{0}−{1} determination",
    "share_determination": "+{0} determination, shared",
    "gain": "+{1} {0}",
    "discard": "−{1} {0}",
    "raise": "{0} +{1}",
    "lower": "{0} −{1}",
    "halve": "half of {0} lost",
    "regain": "{0} +{1} if lost",
    "fight": "{0}fight strength {1}",
    "fight_beast": "{0}fight: {1}",
    "place": "{0} token on {1}",
    "remove": "{0} token off {1}",
    "remove_any_token": "{0} token off the board",
    "cover": "{0} source used up ({2})",
    "cover_terrain": "terrain lost: {0} ({1})",
    "flip_tile": "tile lost: {0}",
    "undo": "undo its event",
    "limit_pawns": "{0}only {1} own pawn",
    "limit_actions": "{0}only {1}",
    "forbid": "{0}no {1}",
    "seek": "seek {1} {0}",
    "draw_mysteries": "{0}draw mysteries",
    "gain_invention": "invention: {0}",
    "advance": "{0} +{1}",
    "reduce": "{0} −{1}",
    "extra_pawn": "+1 pawn: {0}",
    "shuffle_into_events": "into the event deck",
    "resolve_own_event": "its event effect again",
}
CONDITIONS = {
    "if": "{0} {1} {2}",
    "if_item": "with {0}",
    "if_no_item": "without {0}",
    "if_weapon_below": "weapon below {0}",
    "if_source": "if {0} ({1})",
    "if_in_camp": "in camp",
    "if_outside": "outside the camp",
    "at": "{0}",
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
    return said(program_clauses(t, row, event=event, words=words))


def program_clauses(t: Any, row: int, *, event: bool = False, words: Words = NO_WORDS) -> list[str]:
    """The clauses of the program that begins at a row of the tables."""
    if row <= 0:
        return []
    rows = [Row(*values) for values in t.rows[row : row + LONGEST_PROGRAM].tolist()]
    return decompile_program(rows, EACH if event else PERFORMER, words)


def branches(t: Any, row: int, words: Words = NO_WORDS) -> list[str]:
    """The branches from which the players choose at a row, in words."""
    head, _, rest = program_clauses(t, row, words=words)[0].partition(": ")
    return [_sequence(branch) for branch in rest.split(" | ")] if head == "choose" else []


def _clause(clause: str) -> str:
    head, colon, rest = clause.partition(": ")
    if not colon:
        return _phrase(clause.split())
    if head == "choose":
        return _choice([_sequence(branch) for branch in rest.split(" | ")])
    words = [_plain(word) for word in head.split()]
    inner = _clause(rest) if rest.startswith("choose: ") else _sequence(rest)
    return f"{CONDITIONS[words[0].replace(' ', '_')].format(*words[1:])}: {inner}"


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
    pattern = PHRASES.get(operation)
    phrase = pattern.format(*shown) if pattern else " ".join([_plain(operation), *shown]).strip()
    return " ".join([phrase, *flags])


def _argument(word: str) -> str:
    """An argument; several words for one are joined by `+` in the data."""
    if word in PLACES:
        return PLACES[word]
    return WHO[word] if word in WHO else " or ".join(map(_plain, word.split("+")))


def _plain(word: str) -> str:
    return word.replace("plus_", "+").replace("minus_pawn", "−1 pawn").replace("_", " ")
