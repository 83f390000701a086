"""The entries of an observation that a task can show: a shipped policy keeps the weights of these alone.

An entry counts as shown if it is other than 0 in one of many positions of games in which a third of the moves
are random. An entry that was not seen there counts as well if training has changed its weights: training sees
many more positions. First weights are orthogonal, so the rows that training has not changed all have the same
length but for a known spread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from crusoe_env import Game
from crusoe_env.engine import stepping
from crusoe_env.engine.batch import Batch

from ..base import Agent

POSITIONS = 262_144
GAMES, RANDOM, SEED = 256, 1 / 3, 77
"""Games side by side, the share of random moves, and the seed of the first game."""
DEVIATIONS = 5.0
"""Standard deviations from the usual length, from which on a row counts as changed."""
FIRST = "first_weight"


def seen_entries(
    game: Game,
    task: Mapping[str, Any],
    agent: Agent | None = None,
    positions: int = POSITIONS,
    progress: Callable[[int], object] = lambda seen: None,
) -> np.ndarray:
    """The entries that are other than 0 in some position, bool (size,).

    Args:
        game: the game.
        task: its options.
        agent: chooses by observations what is not drawn at random; None: all moves are random.
        positions: how many are looked at.
        progress: called with the number of positions that have just been looked at.
    """
    batch = Batch(game, GAMES, observation_dtype="uint8", autoreset=stepping.SAME_STEP, **task)
    batch.seed(batch.seeds_from(SEED))
    batch.reset()
    rng = np.random.default_rng(SEED)
    seen = np.zeros(game.observations.size, bool)
    for _ in range(0, positions, GAMES):
        seen |= (batch.observations != 0).any(axis=0)
        actions = (rng.random(batch.masks.shape, np.float32) * batch.masks).argmax(axis=1)
        if agent is not None:
            chosen = agent.act(batch.observations * game.observations.scale, batch.masks)
            actions = np.where(rng.random(GAMES) < RANDOM, actions, chosen)
        batch.step(actions)
        progress(GAMES)
    return seen


def shown_entries(weight: np.ndarray, seen: np.ndarray) -> np.ndarray:
    """The entries whose weights are kept, bool (size,): those seen, and those that training has changed.

    Args:
        weight: of a first layer, (size, width).
        seen: by `seen_entries`.
    """
    length = np.linalg.norm(weight, axis=1)
    unseen = length[~seen & (length > 0)]
    if not len(unseen):
        return np.asarray(seen | (length > 0))
    usual = np.median(unseen)
    spread = usual * DEVIATIONS / np.sqrt(2 * weight.shape[1])
    return np.asarray(seen | ((length > 0) & (np.abs(length - usual) > spread)))


def shown_in(weights: Mapping[str, np.ndarray], seen: np.ndarray) -> dict[str, np.ndarray]:
    """`shown_entries` of each first layer among the weights of a policy, by name."""
    return {name: shown_entries(weight, seen) for name, weight in weights.items() if name.endswith(FIRST)}
