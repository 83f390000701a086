"""Behaviour cloning: a policy learns what was decided in a data set, without playing."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from ..config import ImitationConfig
from ..datasets.games import Episode
from .imitation import Decisions, learn
from .interruption import Interruption


def clone(
    model: MaskablePPO,
    episodes: Iterable[Episode],
    settings: ImitationConfig,
    scale: np.ndarray,
    seed: int = 0,
) -> float:
    """Teach a model in place what was decided, and its value network the discounted returns.

    Args:
        model: the policy and its value network.
        episodes: of a data set, as `datasets.formats.read` gives them.
        settings: of the imitation: learning rate, batch size and epochs.
        scale: `game.observations.scale`, by which bytes become the observations of the model.
        seed: of the order of the decisions.

    Returns:
        the share of decisions on which the policy agrees, over the passes.

    Raises:
        ValueError: there are no decisions.
    """
    parts = [it for it in episodes if len(it.actions)]
    if not parts:
        raise ValueError("there are no decisions to learn from")
    data = Decisions(
        np.concatenate([it.observations[:-1] for it in parts])[None] * scale,
        np.concatenate([it.masks[:-1] for it in parts])[None] > 0,
        np.concatenate([it.actions for it in parts])[None].astype(np.int64),
    )
    returns = np.concatenate([_returns(it, model.gamma) for it in parts])[None]
    optimizer = torch.optim.Adam(model.policy.parameters(), lr=settings.learning_rate)
    return learn(model, optimizer, data, returns, settings, np.random.default_rng(seed), Interruption())


def _returns(episode: Episode, gamma: float) -> np.ndarray:
    """Discounted returns of an episode's decisions, float32 (decisions,)."""
    steps = np.arange(len(episode.actions))[::-1]
    return np.asarray(episode.victory * gamma**steps, np.float32)
