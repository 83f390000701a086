"""The rollout policy of the rolling-horizon planner: random play. A template (engine.compile.bind).

A game with compiled rules of thumb replaces these functions by its own. `w` is a record of the policies that
`agents.search.planner.Rollouts` is given.
"""

from __future__ import annotations

from typing import Any

from crusoe_env.engine.arrays import Mask
from crusoe_env.engine.stepping import random_legal


def suggest(s: Any, t: Any, w: Any, mask: Mask, sampler: Any) -> int:
    """A legal action; random numbers come from `sampler`, which leaves the game's own untouched."""
    return random_legal(sampler, mask)


def is_next_round(s: Any, last: int) -> bool:
    """Return true if a round after `last` has begun and is to be planned."""
    return s.rounds > last
