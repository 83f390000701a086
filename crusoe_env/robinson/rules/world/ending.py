"""How a game ends."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.fields import State


@compiled
def lose(s: State, cause: int) -> None:
    """The game is lost, unless it is over already."""
    if s.over == 0:
        s.over = 1
        s.cause = cause


@compiled
def fail(s: State, fault: int) -> None:
    """What should never happen: the game is over, and who called the rules raises (`engine.faults`)."""
    if s.fault == c.NO_FAULT:
        s.fault = fault
    s.over = 1


@compiled
def win(s: State) -> None:
    """The scenario's goal is met: the game is won at once."""
    if s.over == 0:
        s.over = 1
        s.victory = 1
        s.cause = c.GOAL_MET
