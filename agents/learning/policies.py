"""Policies of the fast trainer as agents, with NumPy instead of torch, also recurrent and by seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from crusoe_env import Game
from crusoe_env.agent import Agent, Turn, softmax

from .checkpoint import checkpoint_of
from .numpy_policy import NumpyPolicy, network_in, read_checkpoint
from .tensors import RECURRENCE, SEAT, of_network, team_in


class SeatPolicy:
    """The network of a seat, or of all, which may have a recurrent unit.

    Args:
        weights: by the names of `agents.learning.network.PolicyNetwork`, float32.
    """

    def __init__(self, weights: Mapping[str, np.ndarray]) -> None:
        self.network = NumpyPolicy(weights)
        unit = {key.removeprefix(RECURRENCE): it for key, it in weights.items() if key.startswith(RECURRENCE)}
        self._unit = unit
        self.width = unit["output_weight"].shape[1] if unit else 0

    def step(self, observation: np.ndarray, states: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Logits (n, actions), values (n,) and new states (n, width), as `network.PolicyNetwork` has them."""
        trunk = self.network.trunk(observation)
        if self.width:
            states = self._next(np.maximum(trunk, 0.0), states)
            trunk = trunk + states @ self._unit["output_weight"].T
        return *self.network.read(trunk), states

    def _next(self, seen: np.ndarray, states: np.ndarray) -> np.ndarray:
        """The states after a step, as `recurrence.Recurrence` computes them."""
        unit = self._unit
        gates = seen @ unit["input_weight"].T + unit["input_bias"]
        old_gates = states @ unit["hidden_weight"].T + unit["hidden_bias"]
        reset, update, proposal = np.split(gates, 3, axis=1)
        old_reset, old_update, old = np.split(old_gates, 3, axis=1)
        proposal = np.tanh(proposal + logistic(reset + old_reset) * old)
        return np.asarray(proposal + logistic(update + old_update) * (states - proposal))


class TeamPolicy(Agent):
    """Plays the most probable legal action; each seat of a game has a memory of its own, or its own network.

    Args:
        players: one for all seats, or one for each.
        name: as it stands in tables.
        has_values: whether the value heads were trained.
    """

    remembers = True

    def __init__(self, players: Sequence[SeatPolicy], name: str = "ppo", has_values: bool = True) -> None:
        self.players, self.name, self.has_values = players, name, has_values
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Forget all games."""
        self._states: dict[int, dict[int, np.ndarray]] = {}
        self._logits, self._values = np.zeros((0, 0), np.float32), np.zeros(0, np.float32)

    def act_turn(self, turn: Turn) -> np.ndarray:
        """The most probable legal action of each game.

        Raises:
            ValueError: there is no network for a seat.
        """
        for game in turn.games[turn.begins].tolist():
            self._states[game] = {}
        self._logits = np.zeros(turn.mask.shape, np.float32)
        self._values = np.zeros(len(turn.games), np.float32)
        numbers = turn.seats if len(self.players) > 1 else np.zeros_like(turn.seats)
        for number in np.unique(numbers).tolist():
            if number >= len(self.players):
                there = len(self.players)
                raise ValueError(f"agent {self.name!r} has networks for {there} seats, not for seat {number}")
            self._step(self.players[number], turn, np.flatnonzero(numbers == number))
        return np.argmax(np.where(turn.mask > 0, self._logits, -np.inf), axis=1)

    def _step(self, player: SeatPolicy, turn: Turn, rows: np.ndarray) -> None:
        """Let the network of some rows see its observations."""
        games, seats = turn.games[rows].tolist(), turn.seats[rows].tolist()
        nothing = np.zeros(player.width, np.float32)
        known = [self._states[game].get(seat, nothing) for game, seat in zip(games, seats, strict=True)]
        states = np.array(known, np.float32).reshape(len(rows), player.width)
        self._logits[rows], self._values[rows], states = player.step(turn.observation[rows], states)
        for game, seat, state in zip(games, seats, states, strict=True):
            self._states[game][seat] = state

    def probabilities(self, observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """The policy's probability of each action, in the games of its last turn."""
        return softmax(np.where(mask > 0, self._logits, -np.inf))

    def value(self, observation: np.ndarray) -> np.ndarray | None:
        """The estimate of the discounted return in the games of its last turn; None if it has none."""
        return self._values if self.has_values else None


def logistic(x: np.ndarray) -> np.ndarray:
    """1 / (1 + exp(-x)), without overflow."""
    return np.asarray(0.5 + 0.5 * np.tanh(0.5 * x), np.float32)


def policy_of(weights: Mapping[str, np.ndarray], name: str = "ppo") -> NumpyPolicy | TeamPolicy:
    """The agent of the networks with these weights, named as by `agents.trainers.players.Players`."""
    count, has_critic = team_in(weights)
    own = [of_network(weights, f"{SEAT}{i}." if i else "") for i in range(count)]
    if count == 1 and not any(key.startswith(RECURRENCE) for key in own[0]):
        return NumpyPolicy(own[0], name, not has_critic)
    return TeamPolicy([SeatPolicy(each) for each in own], name, not has_critic)


def policy_from(
    path: str | Path,
    game: Game | None = None,
    name: str = "ppo",
    hidden: Sequence[int] | None = None,
    kept_as: str | None = None,
) -> NumpyPolicy | TeamPolicy:
    """The agent of a run folder (its best policy, else its last checkpoint) or of a checkpoint file.

    Args:
        path: of the folder or file.
        game: which it is to play.
        name: as it stands in tables.
        hidden: widths that the layers of the trunks must have.
        kept_as: the kind that the weights must have, one of `compact.KINDS`.

    Raises:
        CheckpointError: it is missing, damaged, or not for this game.
    """
    path = checkpoint_of(path)
    return policy_of(network_in(path, read_checkpoint(path, game), hidden, kept_as), name)
