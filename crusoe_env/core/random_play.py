"""Random play for batches of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from crusoe_env.core.state import SAMPLER, new_records, plain

if TYPE_CHECKING:
    from crusoe_env.core.batch import Batch


class RandomPlay:
    """Uniformly random legal actions for a batch, drawn in compiled code."""

    def __init__(self, batch: Batch, seed: int | None = None) -> None:
        self.batch = batch
        self.samplers = new_records(SAMPLER, batch.count)
        words = np.random.default_rng(seed).integers(0, 2**32, size=(batch.count, 4), dtype=np.uint32)
        self.samplers.rng[:] = words
        self.actions = np.zeros(batch.count, np.int64)

    def __call__(self, masks: np.ndarray | None = None) -> np.ndarray:
        """One legal action for each game, int64 (count,); the same array at every call.

        Args:
            masks: int8 (count, actions); by default the batch's.
        """
        batch = self.batch
        kernel = batch.game.kernels.sample_range
        legal = batch.masks if masks is None else masks
        batch.simulator.run(kernel, batch.count, plain(self.samplers), legal, self.actions)
        return self.actions
