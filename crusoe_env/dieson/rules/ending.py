"""The end of the game."""

from __future__ import annotations

from crusoe_env.dieson.fields import State
from crusoe_env.dieson.state import QUEST_DONE
from crusoe_env.engine.compile import compiled


@compiled
def end(s: State, cause: int) -> None:
    """The game ends, once."""
    if s.over == 0:
        s.over = 1
        s.cause = cause
        s.victory = 1 if cause == QUEST_DONE else 0
