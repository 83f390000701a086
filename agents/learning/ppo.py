"""A policy trained by MaskablePPO (sb3-contrib), as an agent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from crusoe_env import Game

from ..base import PolicyAgent
from .archive import open_archive
from .checkpoint import CheckpointError, checkpoint_of


def load_model(
    path: Path, game: Game | None = None, device: str = "cpu", env: Any = None, **settings: Any
) -> MaskablePPO:
    """Load a model.

    Args:
        path: of the archive.
        game: that it must be for.
        device: of its networks.
        env: for further training.
        settings: attributes that replace those of the archive.

    Raises:
        CheckpointError: the file is missing, damaged, of another game, or not to be trusted.
    """
    archive = open_archive(path)
    try:
        model = MaskablePPO.load(archive, env=env, device=device, **settings)
    except Exception as error:  # a damaged archive of pickles can raise anything
        reason = " ".join(str(error).split()) or type(error).__name__
        raise CheckpointError(f"{path}: is no whole checkpoint: {reason[:200]}") from error
    if game is not None:
        found = (model.observation_space.shape, getattr(model.action_space, "n", None))
        wanted = ((game.observations.size,), game.actions.n)
        if found != wanted:
            raise CheckpointError(f"{path}: was trained on another game or version than {game.env_id}")
    return model


class PPOAgent(PolicyAgent):
    """The policy of a model.

    Args:
        model: the model.
        name: as it stands in tables.
    """

    def __init__(self, model: MaskablePPO, name: str = "ppo") -> None:
        self.model = model
        self.name = name

    @classmethod
    def from_run(cls, path: str | Path, game: Game | None = None) -> PPOAgent:
        """The agent of a run folder (its best policy, else its last checkpoint) or of a checkpoint file."""
        return cls(load_model(checkpoint_of(path), game))

    def value(self, observation: np.ndarray) -> np.ndarray:
        """The value network's estimate of the discounted return."""
        with torch.no_grad():
            return self.model.policy.predict_values(self._tensor(observation))[:, 0].cpu().numpy()

    def logits(self, observation: np.ndarray) -> np.ndarray:
        """The logits of all actions."""
        policy: Any = self.model.policy
        with torch.no_grad():
            latent = policy.mlp_extractor.forward_actor(self._tensor(observation))
            return policy.action_net(latent).cpu().numpy()

    def _tensor(self, observation: np.ndarray) -> torch.Tensor:
        return torch.as_tensor(observation, device=self.model.device)
