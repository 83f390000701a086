"""From words of the data to the numbers of a column."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from crusoe_env.facts import FactsError
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.vocabulary import WHENS

Start = Callable[[str, str, str], int]
"""(table, id, field) -> the row where the program begins; 0 if there is none."""


def bits_of(words: Sequence[str], known: Sequence[str]) -> int:
    """The bits of some words of a list."""
    return bits(known.index(word) for word in words)


def bits(numbers: Iterable[int]) -> int:
    """Bits by their numbers, each once."""
    return sum(1 << number for number in set(numbers))


def cost_of(pays: Mapping[str, int]) -> tuple[int, int, int]:
    """Wood, food and fur of one way of paying."""
    return pays.get("wood", 0), pays.get("food", 0), pays.get("fur", 0)


def when_of(entry: Mapping[str, Any]) -> int:
    """When a thing may be used, or NONE."""
    return WHENS.index(entry["when"]) if "when" in entry else c.NONE


def at_most(found: int, most: int, where: str) -> int:
    """A number of entries for which the tables have room. Raises FactsError."""
    if found > most:
        raise FactsError(f"{where}: at most {most} entries are possible, found {found}")
    return found
