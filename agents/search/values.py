"""Values of simulations. A template (see `crusoe_env.engine.compile.bind`)."""

from __future__ import annotations

from typing import Any

from crusoe_env.engine.arrays import Mask
from crusoe_env.engine.contract import goal_progress, potential
from crusoe_env.engine.playouts import playout


def evaluate(s: Any, t: Any, p: Any, mask: Mask) -> float:
    """Play random actions as far as the settings say, and return the value of the state reached."""
    playout(s, t, mask, p.playout_steps)
    return value_of(s, t, p)


def value_of(s: Any, t: Any, p: Any) -> float:
    """The value of a state, 0 .. 1; of an unfinished game its weighted potential."""
    if s.over == 0:
        return p.progress_weight * potential(s, t)
    if p.cut_playouts:
        return float(s.victory)
    return (1.0 - p.progress_weight) * s.victory + p.progress_weight * goal_progress(s, t)
