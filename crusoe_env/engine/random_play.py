"""Random play for batches of games."""

from __future__ import annotations

import numpy as np

from crusoe_env.engine.simulator import Simulator
from crusoe_env.engine.state import SAMPLER, new_records, plain

GAMES_PER_THREAD = 2_048
"""A draw takes a tenth of a microsecond; to wake a thread, a hundred."""


class RandomPlay:
    """Uniformly random legal actions for a batch, drawn in compiled code.

    Args:
        simulator: the rules.
        masks: int8 (count, actions), the array in which the batch keeps its legal actions.
        seed: of the draws.
    """

    def __init__(self, simulator: Simulator, masks: np.ndarray, seed: int | None = None) -> None:
        count = len(masks)
        self.simulator, self.masks = simulator, masks
        self.samplers = new_records(SAMPLER, count)
        words = np.random.default_rng(seed).integers(0, 2**32, size=(count, 4), dtype=np.uint32)
        self.samplers.rng[:] = words
        self.actions = np.zeros(count, np.int64)

    def __call__(self, masks: np.ndarray | None = None) -> np.ndarray:
        """One legal action for each game, int64 (count,); the same array at every call.

        Args:
            masks: int8 (count, actions); by default the batch's.
        """
        legal = self.masks if masks is None else masks
        kernel = self.simulator.game.kernels.sample_range
        arrays = plain(self.samplers), legal, self.actions
        self.simulator.run(kernel, len(self.actions), *arrays, games_per_thread=GAMES_PER_THREAD)
        return self.actions
