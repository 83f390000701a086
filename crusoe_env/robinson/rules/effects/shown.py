"""What is laid out for the players to choose from."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.fields import State

SHOWN = 5
"""Cards, tiles or tokens that can be laid out at a time."""


@compiled
def forget_shown(s: State) -> None:
    """Nothing is laid out any more."""
    for i in range(SHOWN):
        s.shown[i] = c.NONE
