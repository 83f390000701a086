"""Uniformly random legal play, the baseline of every table."""

from __future__ import annotations

import numpy as np

from crusoe_env.agent import Agent


class RandomAgent(Agent):
    """Every legal action equally likely."""

    name = "random"

    def __init__(self) -> None:
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Restart the random numbers."""
        self._rng = np.random.default_rng(seed)

    def act(self, observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """A random legal action for each game."""
        return np.argmax(self._rng.random(mask.shape) * mask, axis=1)

    def probabilities(self, observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """Equal probabilities for all legal actions."""
        return mask / mask.sum(axis=1, keepdims=True)
