"""The table of a game in words, for readers of text: descriptions, the whole table, what moves did."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from crusoe_env.engine.game import NoViewError
from crusoe_env.show.description import Card, Description, new_lines

if TYPE_CHECKING:
    from crusoe_env.interfaces.env import GameEnv
    from crusoe_env.text.disguise import Disguise

QUESTION_HEADINGS = ("Now", "Legal", "Answers")
"""Paragraphs of a game's text that messages say in their own way."""


class Table:
    """What lies on the table of an environment, in words.

    Args:
        env: the game.
        disguise: renames what stands on it; None: nothing.

    Attributes:
        viewer: the seat whose knowledge is told; None: that of all seats together.

    Raises:
        NoViewError: the game has no text.
    """

    def __init__(self, env: GameEnv, disguise: Disguise | None = None) -> None:
        env.game.viewed("text")
        self.env, self.disguise = env, disguise
        self.viewer: int | None = None
        self._facts: dict[int, Mapping[str, Any]] = {}
        self._described: dict[tuple[bytes, bytes], Description] = {}

    def words(self, text: str) -> str:
        """A text as readers see it."""
        return text if self.disguise is None else self.disguise.words(text)

    def text(self) -> str:
        """The whole table, without what is asked."""
        return without_paragraphs(self.words(str(self._viewed("text"))), *QUESTION_HEADINGS)

    def described(self) -> Description:
        """The present state; of a game without a description its round and the names of its actions.

        Seats from which nothing is hidden see the same, so that it is described once for all of them.
        """
        seen, state = self._here()[0], self.env.batch.states[0]
        key = seen.tobytes(), state.tobytes()
        if key not in self._described:
            if any(of != key[1] for _, of in self._described):
                self._described.clear()
            self._described[key] = self._newly_described()
        return self._described[key]

    def _newly_described(self) -> Description:
        env = self.env
        try:
            told: Description = self._viewed("describe")
        except NoViewError:
            told = Description("", "", int(env.state.rounds), "end" if env.state.over else "")
        names = {action: env.action_name(action) for action in env.legal_actions()}
        told = replace(told, labels={action: told.label(action, name) for action, name in names.items()})
        return told if self.disguise is None else disguised(told, self.words)

    def glossary(self) -> dict[str, str]:
        """Explanations of cards and things by name; empty for a game without."""
        try:
            found: dict[str, str] = self._viewed("glossary")
        except NoViewError:
            return {}
        return {self.words(name): self.words(text) for name, text in found.items()}

    def introduction(self) -> list[str]:
        """What the task asks, in lines; empty for a game that does not say."""
        try:
            return [self.words(line) for line in self._viewed("introduction")]
        except NoViewError:
            return []

    def happened(self, before: Any, action: int) -> list[str]:
        """What an action has done, in games that keep no log; empty in others."""
        try:
            view = self.env.game.viewed("happened")
        except NoViewError:
            return []
        state, tables, facts = self._here()
        return [self.words(line) for line in view(before, action, state, tables, facts)]

    def _viewed(self, what: str) -> Any:
        return self.env.game.viewed(what)(*self._here())

    def _here(self) -> tuple[Any, Any, Any]:
        """State, tables and facts, with names as readers see them."""
        batch = self.env.batch
        simulator = batch.simulator
        tables, facts = simulator.tables_of(batch.states[0]), simulator.facts_of(batch.states[0])
        state = self.env.game.seen_by(batch.states[0], tables, self.viewer)
        if self.disguise is not None:
            row = int(state.task)
            if row not in self._facts:
                self._facts[row] = self.disguise.facts(facts)
            return state, tables, self._facts[row]
        return state, tables, facts


def without_paragraphs(text: str, *headings: str) -> str:
    """A game's text without the paragraphs that begin with one of these headings and a colon."""
    pattern = rf"^(?:{'|'.join(headings)}): .*(?:\n  .*)*\n?"
    return re.sub(pattern, "", text, flags=re.MULTILINE).rstrip()


def disguised(told: Description, words: Any) -> Description:
    """A description all of whose words are replaced."""
    card = told.card
    return replace(
        told,
        title=words(told.title),
        sentence=words(told.sentence),
        who=words(told.who),
        card=None if card is None else Card(words(card.name), [words(line) for line in card.text]),
        labels={action: words(label) for action, label in told.labels.items()},
        costs={action: words(cost) for action, cost in told.costs.items()},
        facts={words(name): words(value) for name, value in told.facts.items()},
        log=[words(line) for line in told.log],
    )


class News:
    """Lines of a log since a reader's last decision."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def add(self, before: Sequence[str], after: Sequence[str]) -> None:
        """Add what is new in a later log; a line that has grown replaces its former self."""
        for line in new_lines(before, after):
            if self.lines and line.startswith(self.lines[-1]):
                self.lines[-1] = line
            else:
                self.lines.append(line)

    def taken(self) -> list[str]:
        """The lines, which count as read from now on."""
        lines, self.lines = self.lines, []
        return lines
