"""A head for the chance of victory: a logistic regression on the trunk of a trained policy.

It is fitted on how games ended that the policy played, without any shaping, and read like the policy's other
heads. Every decision of a game is kept with the same probability: a fixed number for each game would favour
positions of short games, which are mostly lost.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from crusoe_env import Simulator
from crusoe_env.agent import Agent, Turn

from ..evaluation import play_games
from .numpy_policy import CHANCE_BIAS, CHANCE_WEIGHT, NumpyPolicy

KEPT = 0.1
"""The share of decisions that are kept."""
PENALTY = 1e-3
"""Weight of the squared coefficients, for each decision, with features of standard deviation 1."""
ITERATIONS, PRECISION = 50, 1e-6
"""Most steps of Newton's method, and the largest change of a coefficient at which it ends."""
BINS = 15
"""Ranges of chances, equally wide, for the calibration error."""


@dataclass(frozen=True)
class Decisions:
    """Decisions of games that have ended.

    Attributes:
        features: the trunk's output after its rectifier, float32 (n, width).
        won: whether their games were won, bool (n,).
    """

    features: np.ndarray
    won: np.ndarray


class _Keeping(Agent):
    """Plays as the policy does, and keeps some decisions."""

    remembers = True  # for the numbers of the games

    def __init__(self, policy: NumpyPolicy, seed: int) -> None:
        self.policy, self.name = policy, policy.name
        self._rng = np.random.default_rng(seed)
        self.games: list[np.ndarray] = []
        self.features: list[np.ndarray] = []

    def act_turn(self, turn: Turn) -> np.ndarray:
        """The most probable legal actions."""
        trunk = self.policy.trunk(turn.observation)
        kept = self._rng.random(len(trunk)) < KEPT
        self.games.append(turn.games[kept])
        self.features.append(np.maximum(trunk[kept], 0.0))
        return np.argmax(np.where(turn.mask > 0, self.policy.read(trunk)[0], -np.inf), axis=1)


def decisions_of(
    policy: NumpyPolicy,
    simulator: Simulator,
    games: int,
    seed: int,
    progress: Callable[[int], object] = lambda ended: None,
) -> Decisions:
    """Decisions of games that a policy plays greedily, with how these games ended.

    Args:
        policy: who plays, in all seats.
        simulator: of the task.
        games: their number.
        seed: of the first of them, and of what is kept.
        progress: called with the number of games that have just ended.
    """
    keeping = _Keeping(policy, seed)
    ended = play_games(keeping, simulator, games, seed, progress)
    return Decisions(np.concatenate(keeping.features), ended.victory[np.concatenate(keeping.games)])


def fitted(found: Decisions) -> dict[str, np.ndarray]:
    """The weights of a head, float32, by their names in a policy's file."""
    mean, spread = found.features.mean(axis=0), found.features.std(axis=0)
    spread[spread == 0] = 1.0
    rows = np.column_stack([np.ones(len(found.won)), (found.features - mean) / spread])
    found_weights = logistic_regression(rows, found.won)
    weight = found_weights[1:] / spread
    bias = found_weights[:1] - weight @ mean
    return {CHANCE_WEIGHT: weight.astype(np.float32), CHANCE_BIAS: bias.astype(np.float32)}


def logistic_regression(rows: np.ndarray, won: np.ndarray) -> np.ndarray:
    """The coefficients, float64 (columns,), that make `won` most likely, less a penalty on all but the first.

    Args:
        rows: float64 (n, columns); the first column is 1.
        won: bool (n,).
    """
    count, columns = rows.shape
    penalty = np.full(columns, PENALTY * count)
    penalty[0] = PENALTY  # keeps the step finite where all games were won, or none
    found = np.zeros(columns)
    for _ in range(ITERATIONS):
        chance = 1 / (1 + np.exp(-np.clip(rows @ found, -30, 30)))
        slope = rows.T @ (won - chance) - penalty * found
        curvature = (rows * (chance * (1 - chance))[:, None]).T @ rows + np.diag(penalty)
        step = np.linalg.solve(curvature, slope)
        found += step
        if np.abs(step).max() < PRECISION:
            break
    return found


def calibration_error(chances: np.ndarray, won: np.ndarray) -> float:
    """The expected calibration error: the mean distance of chances and shares of victories, over ranges.

    Args:
        chances: that were named, float (n,), 0 .. 1.
        won: bool (n,).
    """
    place = np.minimum((chances * BINS).astype(int), BINS - 1)
    named = np.bincount(place, chances, BINS)
    ended = np.bincount(place, won, BINS)
    return float(np.abs(named - ended).sum() / len(won))


def with_chances(
    policy: NumpyPolicy,
    simulator: Simulator,
    games: int,
    seed: int,
    progress: Callable[[int], object] = lambda ended: None,
) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """A head for a policy, and what its card says of it.

    The head is fitted on the first half of the games, its calibration measured on the second.

    Args:
        policy: its trunk.
        simulator: of the task.
        games: at least 2.
        seed: of the first of them.
        progress: called with the number of games that have just ended.
    """
    half = games // 2
    weights = fitted(decisions_of(policy, simulator, half, seed, progress))
    other = decisions_of(policy, simulator, games - half, seed + half, progress)
    chances = policy.chances_from(other.features, weights)
    return weights, {
        "games": games,
        "first_seed": seed,
        "decisions": len(other.won),
        "calibration_error": round(calibration_error(chances, other.won), 4),
    }
