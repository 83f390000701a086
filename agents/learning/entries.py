"""What a task can show: a shipped policy keeps the weights of these entries and actions alone.

An entry counts as shown if it is other than 0, an action if it is legal, in one of many positions of games in
which a third of the moves are random. What was not seen there counts as well if training has changed its
weights: training sees many more positions. First weights are orthogonal, so the rows that training has not
changed all have the same length but for a known spread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from crusoe_env import Game
from crusoe_env.agent import Agent
from crusoe_env.engine import stepping
from crusoe_env.engine.batch import Batch

POSITIONS = 131_072
GAMES, RANDOM, SEED = 256, 1 / 3, 77
"""Games side by side, the share of random moves, and the seed of the first game."""
DEVIATIONS = 5.0
"""Standard deviations from the usual length, from which on a row counts as changed."""
FIRST, POLICY = "first_weight", "policy_weight"
"""The matrices with a row for each entry, and for each action."""


class Seen(NamedTuple):
    """What was seen: entries other than 0, bool (size,), and legal actions, bool (actions,)."""

    entries: np.ndarray
    actions: np.ndarray


def seen_in(
    game: Game,
    task: Mapping[str, Any],
    agent: Agent | None = None,
    positions: int = POSITIONS,
    progress: Callable[[int], object] = lambda seen: None,
) -> Seen:
    """What the positions of a task show.

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
    seen = Seen(np.zeros(game.observations.size, bool), np.zeros(game.actions.n, bool))
    for _ in range(0, positions, GAMES):
        seen.entries[:] |= (batch.observations != 0).any(axis=0)
        seen.actions[:] |= (batch.masks != 0).any(axis=0)
        actions = (rng.random(batch.masks.shape, np.float32) * batch.masks).argmax(axis=1)
        if agent is not None:
            chosen = agent.act(batch.observations * game.observations.scale, batch.masks)
            actions = np.where(rng.random(GAMES) < RANDOM, actions, chosen)
        batch.step(actions)
        progress(GAMES)
    return seen


def shown_rows(weight: np.ndarray, seen: np.ndarray) -> np.ndarray:
    """The rows that are kept, bool (rows,): those seen, and those that training has changed.

    Args:
        weight: a matrix with a row for each entry or action.
        seen: which of these were seen, bool (rows,).
    """
    length = np.linalg.norm(weight, axis=1)
    unseen = length[~seen & (length > 0)]
    if not len(unseen):
        return np.asarray(seen | (length > 0))
    usual = np.median(unseen)
    spread = usual * DEVIATIONS / np.sqrt(2 * weight.shape[1])
    return np.asarray(seen | ((length > 0) & (np.abs(length - usual) > spread)))


def shown_in(weights: Mapping[str, np.ndarray], seen: Seen) -> dict[str, np.ndarray]:
    """`shown_rows` of each first layer and each policy's head among the weights of a policy, by name."""
    rows = {FIRST: seen.entries, POLICY: seen.actions}
    found = {}
    for name, weight in weights.items():
        for ending, which in rows.items():
            if name.endswith(ending):
                found[name] = shown_rows(weight, which)
    return found
