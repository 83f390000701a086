"""Sequential halving at the root of a search.

After Danihelka, Guez, Schrittwieser, Silver 2022 ("Policy improvement by planning with Gumbel"), without the
noise: all considered actions are tried equally often, the worse half is dropped, and so on. The prior's
logits plus the scaled values found are the logits of an improved policy.
"""

from __future__ import annotations

import functools
from math import ceil, log2

import numpy as np

from crusoe_env.agent import softmax

VISIT_OFFSET = 50
VALUE_SCALE = 1.0
"""Weight of values against logits: (offset + most visits) * scale."""


@functools.cache
def schedule(considered: int, simulations: int) -> tuple[int, ...]:
    """The number of actions tried once in each round; empty where there is no choice."""
    if considered < 2:
        return ()
    phases, left = ceil(log2(considered)), considered
    rounds: list[int] = []
    while sum(rounds) < simulations:
        rounds += [left] * max(1, simulations // (phases * left))
        left = max(2, left // 2)
    while sum(rounds[:-1]) >= simulations:
        rounds.pop()
    return tuple(rounds)


def schedules(considered: np.ndarray, simulations: int) -> np.ndarray:
    """The schedules of some games, int64 (rounds, games), ended by 0; `considered` is int64 (games,)."""
    rows = [schedule(int(count), simulations) for count in considered]
    table = np.zeros((max(map(len, rows), default=0), len(rows)), np.int64)
    for game, row in enumerate(rows):
        table[: len(row), game] = row
    return table


def scores(logits: np.ndarray, visits: np.ndarray, totals: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Logits of the improved policy, float (n, actions).

    Args:
        logits: of the prior, float (n, actions).
        visits: of each action, (n, actions).
        totals: sums of the returns of these visits, (n, actions).
        values: of the network at the root, (n,); used for actions that were not tried.
    """
    means = np.where(visits > 0, totals / np.maximum(visits, 1), mixed(logits, visits, totals, values))
    weight = (VISIT_OFFSET + visits.max(axis=1, keepdims=True)) * VALUE_SCALE
    return logits + weight * means


def mixed(logits: np.ndarray, visits: np.ndarray, totals: np.ndarray, values: np.ndarray) -> np.ndarray:
    """The value of untried actions, (n, 1): a mixture of the network's value and the values found."""
    priors = softmax(logits) * (visits > 0)
    means = (priors * totals / np.maximum(visits, 1)).sum(axis=1) / np.maximum(priors.sum(axis=1), 1e-9)
    tries = visits.sum(axis=1)
    return ((values + tries * means) / (1 + tries))[:, None]
