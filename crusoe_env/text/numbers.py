"""Numbers of moves, and in which words moves are listed."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, groupby

OFTEN = 2
"""So few moves are always listed in words."""
ROUNDS = 4
"""After so many rounds a move is listed in words once more."""
ODDS = re.compile(r"(?:^|(?<=; ))\d+ pawns?: .*$")
"""The end of a cost that many moves share: how likely they succeed."""


class Numbers:
    """The numbers by which one reader knows moves.

    In a stable numbering a move keeps its number for the whole game. In words it is listed when it comes up
    for the first time in some rounds, or costs something else; otherwise its number alone is listed. Odds
    that many moves share get a letter, which is explained once.

    Args:
        stable: else moves are numbered anew, from 1, at each decision.
    """

    def __init__(self, stable: bool) -> None:
        self.stable = stable
        self._known: dict[str, int] = {}
        self._letters: dict[str, str] = {}
        self._rounds: dict[str, int] = {}
        self._costs: dict[tuple[str, str], str] = {}

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
            return [f"{number} {_with(labels[place], costs[place])}" for number, place in numbers.items()]
        lines, known = [], []
        explained: list[str] = []
        for number, place in sorted(numbers.items()):
            label, cost = labels[place], costs[place]
            is_new_cost = cost != self._costs.get((label, who), self._costs.get((label, ""), ""))
            self._costs[label, who] = self._costs[label, ""] = cost
            if is_new_cost:
                cost = self._short(cost, explained)
            long_ago = self._rounds.get(label, -ROUNDS) <= round_number - ROUNDS
            if is_new_cost or long_ago or len(labels) <= OFTEN:
                lines.append(f"{number} {_with(label, cost if is_new_cost else '')}")
                self._rounds[label] = round_number
            else:
                known.append(number)
        return [*lines, *([f"and {ranges(known)}"] if known else []), *explained]

    def _short(self, cost: str, explained: list[str]) -> str:
        """A cost with a letter in place of its odds; a new letter is explained."""
        odds = ODDS.search(cost)
        if odds is None:
            return cost
        if odds[0] not in self._letters:
            self._letters[odds[0]] = f"odds {_letters(len(self._letters))}"
            explained.append(f"{self._letters[odds[0]]}: {odds[0]}")
        return cost[: odds.start()] + self._letters[odds[0]]

    def forget(self) -> None:
        """Let all moves be listed in words once more, with their costs."""
        self._rounds.clear()
        self._costs.clear()
        self._letters.clear()


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
