"""What the rules ask, and how they stop for an answer.

A rule that needs a decision is a generator: it yields a `Decision` and is sent the name of the action that
was chosen. So what is still to be done is simply Python's own call stack.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import TypeVar

T = TypeVar("T")

Person = int | str
"""A player by his seat (0 ..), `"friday"` or `"guest"`."""
FRIDAY, GUEST = "friday", "guest"

PASS = "pass"
AGAIN = "(ask again)"
"""The answer that something has changed from outside: the question is put anew."""
ALL_ASPECTS = frozenset({"everything"})
"""What a window names if whatever can be used may matter."""


@dataclass
class Decision:
    """A question, with the names of all actions that answer it or may be used before.

    `kind` is one of plan, payment, support, order, reroll, branch, space, source, item, person, shown, feed,
    place, token and window. `asked` is whom it is about; a player answers himself, for Friday, the guest or
    nobody (None) the First Player does: that is `acting`.
    """

    kind: str
    options: list[str]
    may_pass: bool = False
    asked: Person | None = None
    acting: int = 0
    window: str | None = None
    """When things may be used beside the answer: one of the windows; None: nothing may."""
    matters: frozenset[str] = ALL_ASPECTS
    """Which aspects of the game what comes next depends on."""
    card: str | None = None
    """The card, item or thing whose effect asks."""
    left: int = 0
    """How many such answers are to come, where they are counted."""
    uses: list[str] = field(default_factory=list)
    """Actions that use something and leave the question open."""

    @property
    def names(self) -> list[str]:
        """The names of all legal actions."""
        return [*([PASS] if self.may_pass else []), *self.options, *self.uses]


Play = Generator[Decision, str, T]
"""A rule that may ask, and what it gives back."""


class GameOver(Exception):  # noqa: N818  (no error)
    """The game has ended; `cause` says how."""

    def __init__(self, cause: str) -> None:
        super().__init__(cause)
        self.cause = cause


def is_seat(person: Person | None) -> bool:
    """Is this a player?"""
    return isinstance(person, int)
