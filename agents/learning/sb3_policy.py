"""A policy of Stable-Baselines3 as an agent, from arrays, with NumPy instead of torch."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

import numpy as np

from crusoe_env import Game

from ..base import PolicyAgent
from .checkpoint import checkpoint_of
from .compact import NETWORK
from .numpy_policy import SB3, read_checkpoint, weights_of
from .tensors import Shapes, check_tensors

POLICY, VALUE = "mlp_extractor.policy_net", "mlp_extractor.value_net"
"""The hidden layers of both networks, as Stable-Baselines3 names them: tanh follows each."""
HEADS = {POLICY: "action_net", VALUE: "value_net"}

Layers = list[tuple[np.ndarray, np.ndarray]]


class SB3Policy(PolicyAgent):
    """A policy of Stable-Baselines3.

    Args:
        weights: by the names of Stable-Baselines3's MlpPolicy, float32.
        name: as it stands in tables.
    """

    def __init__(self, weights: Mapping[str, np.ndarray], name: str = "ppo") -> None:
        self.name = name
        self._policy, self._value = layers_of(weights, POLICY), layers_of(weights, VALUE)

    @classmethod
    def from_run(cls, path: str | Path, game: Game | None = None, name: str = "ppo") -> SB3Policy:
        """The agent of a run folder (its best policy, else its last checkpoint) or of a safetensors file.

        Raises:
            CheckpointError: it is missing, damaged, or not for this game.
        """
        return cls(read_policy(checkpoint_of(path), game), name)

    def logits(self, observation: np.ndarray) -> np.ndarray:
        """The logits of all actions."""
        return output(observation, self._policy)

    def value(self, observation: np.ndarray) -> np.ndarray:
        """The value network's estimate of the discounted return."""
        return output(observation, self._value)[:, 0]


def read_policy(path: Path, game: Game | None, explores: bool = False) -> dict[str, np.ndarray]:
    """The weights in a file, float32, by the names of Stable-Baselines3, for the layouts of the game now.

    Args:
        path: of the file.
        game: which is to be played.
        explores: let the policy try actions that are new; see `mapping`.

    Raises:
        CheckpointError: it is missing, damaged, not for this game, or of another trainer.
    """
    arrays, run, mapping, _ = read_checkpoint(path, game, SB3)
    shapes: Shapes = {}
    for hidden, outputs in ((POLICY, run["actions"]), (VALUE, 1)):
        names = hidden_layers(arrays, NETWORK + hidden)
        sizes = [arrays[f"{name}.bias"].size if f"{name}.bias" in arrays else 0 for name in names]
        names = [*(name.removeprefix(NETWORK) for name in names), HEADS[hidden]]
        widths = pairwise([run["observations"], *sizes, outputs])
        for name, (before, after) in zip(names, widths, strict=True):
            shapes |= {f"{name}.weight": (after, before), f"{name}.bias": (after,)}
    check_tensors(path, arrays, shapes)
    weights = weights_of(arrays)
    if mapping is not None:
        for hidden, head in HEADS.items():
            first = f"{hidden}.0.weight" if f"{hidden}.0.weight" in weights else f"{head}.weight"
            weights[first] = mapping.inputs(weights[first], axis=1)
        weight, bias = (f"{HEADS[POLICY]}.{part}" for part in ("weight", "bias"))
        weights[weight], weights[bias] = mapping.outputs(weights[weight], weights[bias], explores)
    return weights


def hidden_layers(arrays: Mapping[str, np.ndarray], network: str) -> list[str]:
    """The names of a network's hidden layers: every second number, since tanh has one, too."""
    count = sum(name.startswith(f"{network}.") and name.endswith(".weight") for name in arrays)
    return [f"{network}.{2 * i}" for i in range(count)]


def layers_of(weights: Mapping[str, np.ndarray], network: str) -> Layers:
    """Weights and biases of a network's layers, with its head as the last one."""
    names = [*hidden_layers(weights, network), HEADS[network]]
    return [(weights[f"{name}.weight"], weights[f"{name}.bias"]) for name in names]


def output(x: np.ndarray, layers: Layers) -> np.ndarray:
    """The output of layers, float32 (n, outputs); tanh follows each but the last."""
    for weight, bias in layers[:-1]:
        x = np.tanh(x @ weight.T + bias)
    weight, bias = layers[-1]
    return x @ weight.T + bias
