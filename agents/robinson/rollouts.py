"""Simulated futures of Robinson Crusoe with rules of thumb as rollout policy."""

from __future__ import annotations

from ..search.rollouts import Rollouts
from . import plans, rollout_policy, rules_of_thumb


class RobinsonRollouts(Rollouts):
    """Rules of thumb until the next round is to be planned.

    The records of the rollout policy are those of `agents.robinson.preferences.PREFERENCES`.
    """

    templates = (plans, rules_of_thumb, rollout_policy)
    rounds = 1
    most = 500
    length = 1
