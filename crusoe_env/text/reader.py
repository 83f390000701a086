"""What one reader is told: messages with the whole table, or with what is new since its last decision."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from crusoe_env.show.description import Description, changed_facts
from crusoe_env.text import structure
from crusoe_env.text.numbers import Numbers, by_label
from crusoe_env.text.table import News, Table

FULL, CHANGES, JSON = "full", "changes", "json"
VIEWS = (FULL, CHANGES, JSON)
NUMBER = re.compile(r"\d").search
TOLD_IN_HEADING = ("round", "phase", "day", "turn")
"""Facts that the heading of a message says."""


class Reader:
    """One who reads messages: a seat, or one for all seats.

    Args:
        table: what is told.
        view: "full", "changes" or "json".
        lists_moves: whether legal moves are listed.
    """

    def __init__(self, table: Table, view: str, lists_moves: bool) -> None:
        self.table, self.view, self.lists_moves = table, view, lists_moves
        self.news = News()
        self.log: Sequence[str] = ()
        self.numbers = Numbers(stable=view == CHANGES)
        self._seen: Description | None = None
        self._facts: dict[str, str] = {}
        self._text = ""

    def hears(self, log: Sequence[str], happened: Sequence[str]) -> None:
        """Keep what is new of a log, and of what moves did, for the next message."""
        self.news.add(self.log, log)
        self.news.lines += happened
        self.log = log

    def message(self, told: Description, legal: Sequence[int]) -> str:
        """The message for a decision, or at the end of the game.

        Args:
            told: the present state.
            legal: the legal actions, none at the end.
        """
        if self.view == JSON:
            return self._structured(told, legal)
        first = self._seen is None
        lines = list(self._whole() if first or self.view == FULL else self._new(told))
        lines += self._question(told, legal)
        if first or self.view == FULL:
            self._facts = dict(told.facts)
        self._seen, self.log = told, told.log
        return "\n".join(lines)

    def whole(self, told: Description, legal: Sequence[int]) -> str:
        """The whole table, for one who asks for it at a decision."""
        if self.view == JSON:
            return self._structured(told, legal)
        self.numbers.forget()
        return "\n".join([self.table.text(), *self._question(told, legal)])

    def _structured(self, told: Description, legal: Sequence[int]) -> str:
        numbers = self.numbers.of(by_label(told.labels, legal)) if legal and self.lists_moves else {}
        news = self.table.introduction() if self._seen is None else self.news.taken()
        self._seen, self.log = told, told.log
        return structure.message(self.table, told, legal, numbers, news)

    def _whole(self) -> Iterator[str]:
        if self._seen is None:
            yield from self.table.introduction()
        elif lines := self.news.taken():
            yield f"New: {'; '.join(lines)}"
        self._text = self.table.text()
        yield self._text

    def _new(self, told: Description) -> Iterator[str]:
        before = self._seen
        assert before is not None
        if (told.round, told.phase) != (before.round, before.phase):
            yield f"-- {told.round}, {told.phase}" if told.phase else f"-- {told.round}"
        yield from self.news.taken()
        if told.facts:
            left_out = {*TOLD_IN_HEADING, *told.logged}
            facts = {name: value for name, value in told.facts.items() if name not in left_out}
            known = {
                name: "" if name in before.logged else value  # the log has told how that ended
                for name, value in self._facts.items()
                if name not in left_out
            }
            yield from changed_facts(known, facts, brief=True)
            self._facts = {**{name: self._facts[name] for name in left_out & set(self._facts)}, **facts}
        else:
            before_text, self._text = self._text.splitlines(), self.table.text()
            yield from (line for line in self._text.splitlines() if line.strip() and line not in before_text)

    def _question(self, told: Description, legal: Sequence[int]) -> Iterator[str]:
        """What is asked of whom, the card and the dice that it is about, and the moves."""
        if told.title or told.sentence:
            repeated = self.view == CHANGES and self.lists_moves and self._says_again(told)
            yield asked(replace(told, sentence="") if repeated else told)
        if told.card is not None and self._is_new_card(told):
            yield f"{told.card.name}: {' '.join(told.card.text)}"
        if told.dice and (self._seen is None or self._seen.dice != told.dice):
            faces = (face if name in face else f"{name}: {face}" for name, face in told.dice.items())
            yield f"Dice: {', '.join(faces)}"
        if legal and self.lists_moves:
            costs = [told.costs.get(action, "") for action in legal]
            yield from self.numbers.listed(by_label(told.labels, legal), costs, told.round, told.who)

    def _says_again(self, told: Description) -> bool:
        """Return true if the last message has asked in the same words, and no number stands in them."""
        return self._seen is not None and self._seen.sentence == told.sentence and not NUMBER(told.sentence)

    def _is_new_card(self, told: Description) -> bool:
        seen = self._seen
        return seen is None or seen.card != told.card or self.view == FULL


def asked(told: Description) -> str:
    """What is asked of whom, in a line."""
    return f"{told.who}: " * bool(told.who) + f"{told.title}. {told.sentence}".strip()
