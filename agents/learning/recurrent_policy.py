"""A recurrent policy of the fast trainer as an agent, with NumPy instead of torch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from crusoe_env import Game
from crusoe_env.interfaces.transcript import Turn

from ..base import Agent, softmax
from .checkpoint import checkpoint_of
from .numpy_policy import NumpyPolicy, network_in, read_checkpoint
from .tensors import RECURRENCE


class RecurrentPolicy(Agent):
    """Plays the most probable legal action of a recurrent policy, with a memory for each seat of a game.

    Args:
        weights: by the names of `agents.learning.network.PolicyNetwork`, float32.
        name: as it stands in tables.
    """

    remembers = True

    def __init__(self, weights: Mapping[str, np.ndarray], name: str = "ppo") -> None:
        self.name = name
        self._network = NumpyPolicy(weights, name)
        own = {key.removeprefix(RECURRENCE): it for key, it in weights.items() if key.startswith(RECURRENCE)}
        self._input = own["input_weight"], own["input_bias"]
        self._hidden = own["hidden_weight"], own["hidden_bias"]
        self._output = own["output_weight"]
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Forget all games."""
        self._states: dict[int, dict[int, np.ndarray]] = {}
        self._logits, self._values = np.zeros((0, 0), np.float32), np.zeros(0, np.float32)

    def act_turn(self, turn: Turn) -> np.ndarray:
        """The most probable legal action of each game."""
        for game in turn.games[turn.begins].tolist():
            self._states[game] = {}
        width = self._output.shape[1]
        games, seats = turn.games.tolist(), turn.seats.tolist()
        nothing = np.zeros(width, np.float32)
        known = [self._states[game].get(seat, nothing) for game, seat in zip(games, seats, strict=True)]
        trunk = self._network.trunk(turn.observation)
        hidden = self._next(np.maximum(trunk, 0.0), np.array(known).reshape(-1, width))
        for game, seat, state in zip(games, seats, hidden, strict=True):
            self._states[game][seat] = state
        self._logits, self._values = self._network.read(trunk + hidden @ self._output.T)
        return np.argmax(np.where(turn.mask > 0, self._logits, -np.inf), axis=1)

    def _next(self, seen: np.ndarray, hidden: np.ndarray) -> np.ndarray:
        """The states after a step, as `recurrence.Recurrence` computes them."""
        reset, update, proposal = np.split(seen @ self._input[0].T + self._input[1], 3, axis=1)
        old_reset, old_update, old = np.split(hidden @ self._hidden[0].T + self._hidden[1], 3, axis=1)
        proposal = np.tanh(proposal + logistic(reset + old_reset) * old)
        return proposal + logistic(update + old_update) * (hidden - proposal)

    def probabilities(self, observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """The policy's probability of each action, in the games of its last turn."""
        return softmax(np.where(mask > 0, self._logits, -np.inf))

    def value(self, observation: np.ndarray) -> np.ndarray:
        """The network's estimate of the discounted return, in the games of its last turn."""
        return self._values


def logistic(x: np.ndarray) -> np.ndarray:
    """1 / (1 + exp(-x)), without overflow."""
    return np.asarray(0.5 + 0.5 * np.tanh(0.5 * x), np.float32)


def policy_of(weights: Mapping[str, np.ndarray], name: str = "ppo") -> NumpyPolicy | RecurrentPolicy:
    """The agent of a network's weights."""
    is_recurrent = any(key.startswith(RECURRENCE) for key in weights)
    return RecurrentPolicy(weights, name) if is_recurrent else NumpyPolicy(weights, name)


def policy_from(
    path: str | Path,
    game: Game | None = None,
    name: str = "ppo",
    hidden: Sequence[int] | None = None,
    kept_as: str | None = None,
) -> NumpyPolicy | RecurrentPolicy:
    """The agent of a run folder (its best policy, else its last checkpoint) or of a checkpoint file.

    Args:
        path: of the folder or file.
        game: which it is to play.
        name: as it stands in tables.
        hidden: widths that the layers of the trunk must have.
        kept_as: the kind that the weights must have, one of `compact.KINDS`.

    Raises:
        CheckpointError: it is missing, damaged, or not for this game.
    """
    path = checkpoint_of(path)
    return policy_of(network_in(path, read_checkpoint(path, game), hidden, kept_as), name)
