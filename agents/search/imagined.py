"""Simulated games with the rewards that a policy was trained with."""

from __future__ import annotations

import numpy as np

from crusoe_env import Batch, Simulator
from crusoe_env.engine import stepping
from crusoe_env.engine.state import kernel_input, new_records, plain

from .guide import Returns


class ImaginedGames:
    """Steps many simulated games at once.

    Args:
        simulator: the rules.
        returns: the settings of the rewards.

    Attributes:
        settings: those of the compiled loops, (1,) a record of `stepping.SETTINGS`.
    """

    def __init__(self, simulator: Simulator, returns: Returns) -> None:
        self._simulator = simulator
        rewards = Batch(simulator.game, 1, reward=returns.reward, discount=returns.shaping_discount)
        self.settings = rewards.settings.copy().reshape(1)
        self.settings["max_steps"] = np.iinfo(np.int32).max

    def step(
        self, states: np.ndarray, masks: np.ndarray, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Play legal actions and update `states` and `masks` in place: observations, rewards, ended."""
        count, game = len(states), self._simulator.game
        packed, floats = game.observations.arrays(count, "uint8")
        rewards, flags = np.zeros(count), np.zeros(count, np.uint8)
        results, none = plain(new_records(stepping.RESULT, count)), packed[:0]
        self._simulator.run(
            game.kernels.step_range,
            count,
            states,
            self._simulator.table_rows,
            self.settings,
            kernel_input(actions, np.int64),
            masks,
            packed,
            floats,
            rewards,
            flags,
            results,
            none,
            floats,
            stepping.DISABLED,
        )
        return packed, rewards, (flags & stepping.ENDED) != 0
