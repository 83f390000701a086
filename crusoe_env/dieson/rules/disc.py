"""The friend's disc."""

from __future__ import annotations

from crusoe_env.dieson.fields import State, Tables
from crusoe_env.dieson.state import NONE
from crusoe_env.engine.compile import compiled


@compiled
def advance_disc(s: State, t: Tables, steps: int) -> None:
    """The friend's disc moves; it stops at the last space. Without a friend there is none."""
    if s.friend != NONE:
        s.disc = min(s.disc + steps, t.disc_last)
