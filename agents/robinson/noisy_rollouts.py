"""Rollouts of the rolling-horizon planner in Robinson Crusoe: rules of thumb with noise, and one judge."""

from __future__ import annotations

import numpy as np

from crusoe_env import Simulator

from .rollouts import RobinsonRollouts
from .scripted import ScriptedRobinson
from .wishes import URGENCIES

VARIANTS = 48
"""How many ways of wishing there are, the usual one first; the others are that with noise."""
NOISE_SEED = 1
WISH_NOISE, URGENCY_NOISE = 25.0, 0.3
"""Standard deviations: of wishes, in the unit of urgencies; of urgencies, as a share of the usual one."""
LEAST_URGENCY = 10.0
"""Smaller urgencies vary as much as one of this size."""


class NoisyRollouts(RobinsonRollouts):
    """Rules of thumb for this round and the next; the scripted player judges the table after that."""

    rounds = 2
    length = 160

    def __init__(self, simulator: Simulator) -> None:
        self._judge = ScriptedRobinson(simulator)
        super().__init__(simulator, with_noise(self._judge.wishes))

    def values(self, states: np.recarray) -> np.ndarray:
        """How likely the scripted player thinks a victory, float (n,), 0 .. 1."""
        return self._judge.chances(states)


def with_noise(wishes: np.ndarray) -> np.ndarray:
    """For each record VARIANTS of them: itself, then what other players might wish for."""
    rng = np.random.default_rng(NOISE_SEED)
    varied = np.repeat(wishes, VARIANTS)
    others = np.arange(len(varied)) % VARIANTS > 0
    for name in ("build", "special"):
        varied[name][others] += WISH_NOISE * rng.normal(size=varied[name][others].shape)
    for name in URGENCIES:
        usual = varied[name][others]
        varied[name][others] += (
            URGENCY_NOISE * np.maximum(LEAST_URGENCY, abs(usual)) * rng.normal(size=usual.shape)
        )
    return varied
