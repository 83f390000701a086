"""Rollouts of the rolling-horizon planner in Robinson Crusoe: noisy rules of thumb, one value function."""

from __future__ import annotations

import numpy as np

from crusoe_env import Simulator

from .preferences import URGENCIES
from .rollouts import RobinsonRollouts
from .scripted import ScriptedRobinson

VARIANTS = 48
"""Variants of the preferences: the usual ones first, then the same with noise."""
NOISE_SEED = 1
PREFERENCE_NOISE, URGENCY_NOISE = 25.0, 0.3
"""Standard deviations: of `build` and `special`, as such; of urgencies, as a share of the usual one."""
LEAST_URGENCY = 10.0
"""Smaller urgencies vary as much as one of this size."""


class NoisyRollouts(RobinsonRollouts):
    """Rules of thumb for this round and the next, then the scripted agent's chance of victory."""

    rounds = 2
    length = 160

    def __init__(self, simulator: Simulator) -> None:
        self._judge = ScriptedRobinson(simulator)
        super().__init__(simulator, with_noise(self._judge.preferences))

    def values(self, states: np.recarray) -> np.ndarray:
        """The scripted agent's estimate of the chance of victory, float (n,), 0 .. 1."""
        return self._judge.chances(states)


def with_noise(preferences: np.ndarray) -> np.ndarray:
    """VARIANTS records for each one: itself, then copies with noise."""
    rng = np.random.default_rng(NOISE_SEED)
    varied = np.repeat(preferences, VARIANTS)
    others = np.arange(len(varied)) % VARIANTS > 0
    for name in ("build", "special"):
        varied[name][others] += PREFERENCE_NOISE * rng.normal(size=varied[name][others].shape)
    for name in URGENCIES:
        usual = varied[name][others]
        varied[name][others] += (
            URGENCY_NOISE * np.maximum(LEAST_URGENCY, abs(usual)) * rng.normal(size=usual.shape)
        )
    return varied
