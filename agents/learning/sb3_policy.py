"""A policy of MaskablePPO (sb3-contrib) as an agent. Reading its archive runs no code of the archive."""

from __future__ import annotations

import contextlib
import io
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from crusoe_env import Game
from crusoe_env.agent import PolicyAgent
from crusoe_env.support.reading import read_limited
from crusoe_env.support.words import one_line

from .checkpoint import LARGEST, CheckpointError

POLICY, VALUE = "mlp_extractor.policy_net", "mlp_extractor.value_net"
"""The hidden layers of both networks, as Stable-Baselines3 names them: tanh follows each."""
HEADS = {POLICY: "action_net", VALUE: "value_net"}
LONGEST = 200
"""Most letters of the reason why an archive is damaged."""


class SB3Policy(PolicyAgent):
    """A policy of Stable-Baselines3.

    Args:
        weights: by the names of Stable-Baselines3's MlpPolicy, float32.
        name: as it stands in tables.
    """

    def __init__(self, weights: Mapping[str, np.ndarray], name: str = "ppo") -> None:
        self.name = name
        self._layers = {network: layers_of(weights, network) for network in HEADS}

    def logits(self, observation: np.ndarray) -> np.ndarray:
        """The logits of all actions."""
        return self._output(POLICY, observation)

    def value(self, observation: np.ndarray) -> np.ndarray:
        """The value network's estimate of the discounted return."""
        return self._output(VALUE, observation)[:, 0]

    def _output(self, network: str, x: np.ndarray) -> np.ndarray:
        *hidden, (last_weight, last_bias) = self._layers[network]
        for weight, bias in hidden:
            x = np.tanh(x @ weight.T + bias)
        return x @ last_weight.T + last_bias


def layers_of(weights: Mapping[str, np.ndarray], network: str) -> list[tuple[np.ndarray, np.ndarray]]:
    """Weights and biases of a network's layers, with its head as the last one."""
    count = sum(name.startswith(f"{network}.") and name.endswith(".weight") for name in weights)
    names = [*(f"{network}.{2 * i}" for i in range(count)), HEADS[network]]  # tanh has a number, too
    return [(weights[f"{name}.weight"], weights[f"{name}.bias"]) for name in names]


def read_policy(path: Path, game: Game) -> SB3Policy:
    """The policy in an archive of `model.save`. It needs torch.

    Raises:
        CheckpointError: the archive is missing, damaged, or of another game or version.
    """
    import torch

    with archive_of(path) as archive:
        tensors = torch.load(io.BytesIO(archive.read("policy.pth")), map_location="cpu", weights_only=True)
        policy = SB3Policy({name: np.asarray(it, np.float32) for name, it in tensors.items()})
    with contextlib.suppress(ValueError):  # the sizes of the first layer do not match
        if policy.logits(np.zeros((1, game.observations.size), np.float32)).shape[1] == game.actions.n:
            return policy
    raise CheckpointError(f"{path}: was trained on another game or version than {game.env_id}")


@contextlib.contextmanager
def archive_of(path: Path) -> Iterator[zipfile.ZipFile]:
    """An open archive, bounded, also when unpacked. Raises CheckpointError for any fault within."""
    try:
        with zipfile.ZipFile(io.BytesIO(read_limited(path, LARGEST))) as archive:
            if sum(member.file_size for member in archive.infolist()) > LARGEST:
                raise ValueError("it is too large")
            yield archive
    except CheckpointError:
        raise
    except OSError as error:
        raise CheckpointError(f"{path}: there is no such checkpoint") from error
    except Exception as error:  # a damaged archive can raise anything
        reason = one_line(error)[:LONGEST] or type(error).__name__
        raise CheckpointError(f"{path}: is no whole checkpoint: {reason}") from error
