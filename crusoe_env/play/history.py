"""The history of a game that people play, and how each game in it was set up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crusoe_env.show.description import Card

if TYPE_CHECKING:
    from crusoe_env.interfaces.env import GameEnv


ALWAYS, PERHAPS = "always", "perhaps"
"""Is a game lost after a move: whatever chance brings, or possibly? See `forecast.py`."""


@dataclass(frozen=True)
class Setup:
    """How a game was begun.

    Attributes:
        env: in which it is played.
        options: of the game.
        seed: None if nobody knows it.
    """

    env: GameEnv
    options: dict[str, Any]
    seed: int | None


@dataclass(frozen=True)
class PastMove:
    """A move, or the load of a game, that can be undone.

    Attributes:
        before: a snapshot of the game before it.
        action: the action that was taken; None where a saved game was loaded.
        setup: of the game that was played until then, where a saved game was loaded; else None.
    """

    before: bytes
    action: int | None
    setup: Setup | None = None


@dataclass(frozen=True)
class LogLine:
    """A move in words.

    Attributes:
        round: in which it was made; 0 for a load.
        who: made it, in games of several players.
        name: of the move, with what it meant then.
        changes: what it has changed.
        phase: in which it was made.
        chosen: by a person; False for a move that was made because all came to the same.
        cards: that were drawn and took effect without a question.
    """

    round: int
    who: str
    name: str
    changes: list[str]
    phase: str = ""
    chosen: bool = True
    cards: Sequence[Card] = ()
