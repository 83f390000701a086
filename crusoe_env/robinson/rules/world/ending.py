"""How a game ends."""

from __future__ import annotations

from typing import Any

from crusoe_env.core.compile import compiled
from crusoe_env.robinson.state import GOAL_MET


@compiled
def lose(s: Any, cause: int) -> None:
    """The game is lost, unless it is over already."""
    if s.over == 0:
        s.over = 1
        s.cause = cause


@compiled
def win(s: Any) -> None:
    """The scenario's goal is met: the game is won at once."""
    if s.over == 0:
        s.over = 1
        s.victory = 1
        s.cause = GOAL_MET
