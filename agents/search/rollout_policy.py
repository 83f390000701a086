"""Who plays on in the futures of the rolling-horizon planner. A template (engine.compile.bind).

Here at random, for games without compiled rules of thumb; a game's own module puts functions of the same
names in their place. `w` is one of the records that `agents.search.rollouts.Rollouts.policies` holds.
"""

from __future__ import annotations

from typing import Any

from crusoe_env.engine.stepping import random_legal


def suggest(s: Any, t: Any, w: Any, mask: Any, sampler: Any) -> int:
    """A legal action; what is random about it comes from `sampler`, so that the game's own chance stays."""
    return random_legal(sampler, mask)


def is_next_round(s: Any, last: int) -> bool:
    """Has a round after `last` begun, and is it time to plan it?"""
    return s.rounds > last
