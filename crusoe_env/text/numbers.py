"""Numbers of moves, and in which words moves are listed."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, groupby

ROUNDS = 4
"""After so many rounds a move is listed in words once more."""
OFTEN = 2
"""So few moves are listed in words once a round."""
ODDS = re.compile(r"(?:^|(?<=; ))\d+ pawns?: .*$")
"""The end of a cost that many moves share: how likely they succeed."""


class Numbers:
    """The numbers by which one reader knows moves.

    In a stable numbering a move keeps its number for the whole game. In words it is listed when it comes up
    for the first time in some rounds, or costs something else; otherwise its number alone is listed. Odds
    that many moves share get a letter, which is explained once. Where nothing but the odds of known moves
    has changed, their numbers stand behind the letter.

    Args:
        stable: else moves are numbered anew, from 1, at each decision.

    Attributes:
        listed_as: each move with its cost, as it was last listed in words.
    """

    def __init__(self, stable: bool) -> None:
        self.stable = stable
        self._known: dict[str, int] = {}
        self._letters: dict[str, str] = {}
        self._rounds: dict[str, int] = {}
        self._costs: dict[tuple[str, str], tuple[str, str]] = {}
        self.listed_as: dict[str, str] = {}

    def of(self, labels: Sequence[str]) -> dict[int, int]:
        """The places in a list of labels by number."""
        if not self.stable:
            return {place + 1: place for place in range(len(labels))}
        for label in labels:
            self._known.setdefault(label, len(self._known) + 1)
        return {self._known[label]: place for place, label in enumerate(labels)}

    def listed(
        self, labels: Sequence[str], costs: Sequence[str], round_number: int, who: str = ""
    ) -> list[str]:
        """Legal moves as lines.

        Args:
            labels: of the moves.
            costs: of each, empty where there are none.
            round_number: the present one.
            who: whose moves these are: the same move may cost others something else.
        """
        numbers = self.of(labels)
        if not self.stable:
            self.listed_as = dict(zip(labels, map(_with, labels, costs)))
            return [f"{number} {self.listed_as[labels[place]]}" for number, place in numbers.items()]
        lines: list[str] = []
        known: list[int] = []
        others: dict[str, list[int]] = {}
        explained: list[str] = []
        for number, place in sorted(numbers.items()):
            label, (price, odds) = labels[place], _parts_of(costs[place])
            old = self._costs.get((label, who), self._costs.get((label, ""), ("", "")))
            self._costs[label, who] = self._costs[label, ""] = price, odds
            letter = self._letter(odds, explained) if old != (price, odds) else ""
            age = round_number - self._rounds.get(label, -ROUNDS)
            is_due = age >= (1 if len(labels) <= OFTEN else ROUNDS)
            if old[0] != price or (old[1] and not odds) or is_due:
                self.listed_as[label] = _with(label, price + letter if old != (price, odds) else "")
                lines.append(f"{number} {self.listed_as[label]}")
                self._rounds[label] = round_number
            elif letter:
                others.setdefault(letter, []).append(number)
            else:
                known.append(number)
        lines += [f"now {letter}: {ranges(those)}" for letter, those in others.items()]
        return [*lines, *([f"and {ranges(known)}"] if known else []), *explained]

    def _letter(self, odds: str, explained: list[str]) -> str:
        """The letter of odds, empty for none; a new letter is explained."""
        if odds and odds not in self._letters:
            self._letters[odds] = f"odds {_letters(len(self._letters))}"
            explained.append(f"{self._letters[odds]}: {odds}")
        return self._letters[odds] if odds else ""

    def forget(self) -> None:
        """Let all moves be listed in words once more, with their costs."""
        self._rounds.clear()
        self._costs.clear()
        self._letters.clear()


def _parts_of(cost: str) -> tuple[str, str]:
    """A cost without its odds, and the odds, which may be none."""
    odds = ODDS.search(cost)
    return (cost, "") if odds is None else (cost[: odds.start()], odds[0])


def _with(label: str, cost: str) -> str:
    return f"{label} ({cost})" if cost else label


def _letters(number: int) -> str:
    """The name of a number in letters: `A`, ..., `Z`, `AA`, ..."""
    name = ""
    while number >= 0:
        name = string.ascii_uppercase[number % 26] + name
        number = number // 26 - 1
    return name


def ranges(numbers: Iterable[int]) -> str:
    """Ascending numbers in short: `3, 5-8`."""
    return ", ".join(_parts(numbers))


def _parts(numbers: Iterable[int]) -> Iterator[str]:
    places = count()
    for _, group in groupby(numbers, key=lambda number: number - next(places)):
        run = list(group)
        yield str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}"


def by_label(labels: Mapping[int, str], legal: Sequence[int]) -> list[str]:
    """The labels of legal actions, each different: further ones of the same words are counted."""
    seen: dict[str, int] = {}
    found = []
    for action in legal:
        label = labels[action]
        seen[label] = seen.get(label, 0) + 1
        found.append(label if seen[label] == 1 else f"{label} [{seen[label]}]")
    return found
