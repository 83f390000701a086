"""How observations are handed out: flat or by segment, with the action mask in them or not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces

from crusoe_env.engine.game import Game
from crusoe_env.support.options import named

OBSERVATIONS = ("flat", "dict")
KEYS = {
    "pettingzoo": ("observation", "action_mask"),
    "rllib": ("observations", "action_mask"),
    "tianshou": ("obs", "mask"),
}
"""Where libraries look for observation and mask in an observation that holds both; TorchRL as PettingZoo."""
IN_INFO = "info"
"""The mask stands in `info` alone."""
MASKS = (IN_INFO, *KEYS)


class Form:
    """The form of a game's observations, alone or in batches.

    Attributes:
        space: of one observation.

    Args:
        game: which game.
        observation: "flat" (one vector) or "dict" (its named segments).
        mask: "info" (observations are just that), or with whose names of the keys an observation is a dict of
            itself and the mask: "pettingzoo", "rllib", "tianshou".
        dtype: "float32" or "uint8".
        actions: how many actions the mask covers; by default the game's.

    Raises:
        ValueError: for another form.
    """

    def __init__(
        self, game: Game, observation: str, mask: str, dtype: str, actions: int | None = None
    ) -> None:
        named("observation", observation, OBSERVATIONS)
        named("mask", mask, MASKS)
        self._game = game
        self._flat = observation == "flat"
        self._keys = KEYS.get(mask)
        plain = self._game.observations.space(dtype) if self._flat else self._game.observations.spaces(dtype)
        self.space: spaces.Space[Any] = plain
        if self._keys is not None:
            legal = spaces.Box(0, 1, (actions or game.actions.n,), np.int8)
            self.space = spaces.Dict(dict(zip(self._keys, (plain, legal), strict=True)))

    @property
    def holds_mask(self) -> bool:
        """Does an observation hold the mask?"""
        return self._keys is not None

    def __call__(self, flat: np.ndarray, mask: np.ndarray) -> Any:
        """Flat observations, (size,) or (n, size), and their masks in this form; nothing is copied."""
        plain = flat if self._flat else self._game.observations.split(flat)
        return plain if self._keys is None else dict(zip(self._keys, (plain, mask), strict=True))

    def without_mask(self, observation: Any) -> Any:
        """An observation of this form without its mask."""
        held: Mapping[str, Any] = observation
        return observation if self._keys is None else held[self._keys[0]]
