"""A trained policy as the guide of a search: priors and values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from crusoe_env import Simulator

from .. import runs
from ..learning import kernels
from ..learning.checkpoint import CheckpointError
from ..learning.numpy_policy import NumpyPolicy
from ..learning.packed import ROWS_PER_THREAD, PackedRows
from ..learning.policies import TeamPolicy


@dataclass(frozen=True)
class Returns:
    """The settings of the returns that a network's values estimate.

    Attributes:
        reward: of the environment.
        shaping_discount: of the potential, for `reward="shaped"`.
        discount: of the returns.
    """

    reward: str
    shaping_discount: float
    discount: float

    @classmethod
    def of(cls, config: dict[str, Any]) -> Returns:
        """The settings in the configuration of a training run, as it stands in files."""
        env, gamma = config["env"], float(config["ppo"]["gamma"])
        return cls(env.get("reward", "sparse"), float(env.get("discount", gamma)), gamma)


CHANCES = Returns("sparse", 1.0, 1.0)
"""The return that is 1 for a victory, whenever it comes: its expectation is the chance of victory."""


class Guide:
    """A policy network that reads positions as bytes, many at a time.

    Args:
        policy: the network.
        simulator: the rules.
        returns: what its values estimate; `CHANCES`: they come from its head for the chance of victory.
    """

    def __init__(self, policy: NumpyPolicy, simulator: Simulator, returns: Returns) -> None:
        self.policy, self.returns = policy, returns
        self._simulator = simulator

    def __call__(self, observations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logits of all actions and expected returns, float32 (n, actions) and (n,), of uint8 (n, size)."""
        count, run = len(observations), self._simulator.run
        rows = PackedRows(count, run)
        rows.write(0, observations)
        weight, bias = self.policy.first_layer
        x = np.empty((count, len(bias)), np.float32)
        run(
            kernels.forward_range,
            count,
            rows.indices,
            rows.values,
            rows.counts,
            np.arange(count),
            self._simulator.game.observations.scale,
            weight,
            bias,
            x,
            games_per_thread=ROWS_PER_THREAD,
        )
        return self.policy.heads(x, self.returns is CHANCES)


def guide_of(name: str, simulator: Simulator, chances: bool = False) -> Guide:
    """The guide with a policy's name: `zoo:NAME`, or a run folder or file of the fast trainer.

    Args:
        name: of the policy.
        simulator: the rules.
        chances: its values are its chances of victory, not the returns of its training.

    Raises:
        ValueError: there is no such policy, or it does not fit this game, or it names no chances.
    """
    if not runs.is_policy(name):
        raise ValueError(
            f"there is no policy {name!r} to guide a search; zoo:NAME, partner:NAME, or a run folder"
        )
    policy = runs.load_policy(name, simulator.game)
    if isinstance(policy, TeamPolicy) or (isinstance(policy, NumpyPolicy) and not policy.has_values):
        raise CheckpointError(
            f"{name}: only one network without memory, with its own values, guides a search"
        )
    if not isinstance(policy, NumpyPolicy):
        raise CheckpointError(f"{name}: only policies of 'trainer: fast' guide a search")
    if chances and not policy.chance_head:
        raise CheckpointError(f"{name}: has no head for the chance of victory; `crusoe zoo renew` fits one")
    return Guide(policy, simulator, CHANCES if chances else Returns.of(runs.config_of(name)))
