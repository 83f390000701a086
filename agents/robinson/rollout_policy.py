"""Rules of thumb as rollout policy of the rolling-horizon planner. A template (engine.compile.bind).

It replaces `agents.search.rollout_policy`; `w` is a record of `agents.robinson.preferences.PREFERENCES`.
"""

from __future__ import annotations

from typing import Any

from crusoe_env.engine.arrays import Mask

from .rules_of_thumb import decide, is_new_round


def suggest(s: Any, t: Any, w: Any, mask: Mask, sampler: Any) -> int:
    """A legal action by rules of thumb."""
    return decide(s, t, w, mask)


def is_next_round(s: Any, last: int) -> bool:
    """Return true if a round after `last` has begun and its first action is to be planned."""
    return is_new_round(s, last)
