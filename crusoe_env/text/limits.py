"""Limits of a game in text, and what a player has used of them."""

from __future__ import annotations

import math
from dataclasses import dataclass

from crusoe_env.support.options import whole

CHARACTERS_PER_TOKEN = 4
"""The usual rule of thumb for English text: by it all figures in tokens are counted."""
MOST = 10**9
"""The largest limit."""

ILLEGAL_IN_A_ROW = "illegal answers in a row"
ILLEGAL = "illegal answers"
QUESTIONS = "questions"
TURNS = "decisions"
CHARACTERS = "characters"


def tokens(characters: int) -> int:
    """The tokens of so many characters."""
    return math.ceil(characters / CHARACTERS_PER_TOKEN)


@dataclass(frozen=True)
class Limits:
    """Limits of one game; None: there is none.

    A game that passes a limit is truncated, and counts as lost.

    Attributes:
        illegal_in_a_row: illegal answers to one decision.
        illegal: illegal answers in the whole game.
        answer: characters of one answer; a longer one is illegal. None: a million, as the spaces say.
        questions: questions (`explain NAME`, `table`) about one decision; a further one is illegal.
        turns: decisions of the whole game.
        characters: of the whole game, messages and answers together.
    """

    illegal_in_a_row: int | None = 3
    illegal: int | None = None
    answer: int | None = 20_000
    questions: int | None = 5
    turns: int | None = None
    characters: int | None = None

    def __post_init__(self) -> None:
        """Check the limits. Raises TypeError or ValueError."""
        for name, value in vars(self).items():
            if value is not None:
                whole(f"limit {name}", value, 0 if name == "questions" else 1, MOST)


@dataclass
class Usage:
    """What a game has taken so far.

    Attributes:
        decisions: answers that were moves.
        illegal: answers that were refused.
        questions: answers that asked for an explanation or the table.
        read: characters of messages.
        written: characters of answers.
    """

    decisions: int = 0
    illegal: int = 0
    questions: int = 0
    read: int = 0
    written: int = 0

    @property
    def tokens(self) -> int:
        """Tokens of messages and answers, each counted once."""
        return tokens(self.read + self.written)

    def passed(self, limits: Limits, in_a_row: int) -> str:
        """Name the limit that is passed; empty if none is.

        Args:
            limits: of the game.
            in_a_row: illegal answers to the present decision.
        """
        counted = {
            ILLEGAL_IN_A_ROW: (in_a_row, limits.illegal_in_a_row),
            ILLEGAL: (self.illegal, limits.illegal),
            TURNS: (self.decisions, limits.turns),
            CHARACTERS: (self.read + self.written, limits.characters),
        }
        return next((it for it, (used, most) in counted.items() if most is not None and used >= most), "")
