"""Paired differences between two agents over the same games, with intervals (95 %).

Both play the same seeds, so that what makes a game easy or hard for both cancels out.
"""

from __future__ import annotations

import numpy as np

from ..evaluation import Results
from ..intervals import NO_BOUNDS, NORMAL, Interval, mean_interval


def difference_in_shares(one: np.ndarray, other: np.ndarray) -> Interval:
    """The difference between the means of paired truth values, or of shares between 0 and 1.

    The interval is that of Agresti and Min (2005) for paired proportions, cut off at -1 and 1. Half a game
    is added to each of the four outcomes of a pair, so that it has a width where both always lose.
    """
    difference = one.astype(float) - other
    pairs = len(difference) + 2
    middle = difference.sum() / pairs
    spread = np.sqrt(((difference**2).sum() + 1) / pairs - middle**2)
    half = NORMAL * spread / np.sqrt(pairs)
    low, high = max(-1.0, float(middle - half)), min(1.0, float(middle + half))
    return Interval(float(difference.mean()), low, high)


def difference_in_means(
    one: np.ndarray, other: np.ndarray, bounds: tuple[float, float] = NO_BOUNDS
) -> Interval:
    """The difference between the means of paired numbers, with Student's interval within these bounds."""
    return mean_interval(one.astype(float) - other, bounds)


def difference_in_progress(one: np.ndarray, other: np.ndarray) -> Interval:
    """The same for goal progress, which is between 0 and 1."""
    return difference_in_means(one, other, (-1.0, 1.0))


def differences(one: Results, other: Results) -> dict[str, Interval]:
    """Differences of one agent from another in victories, goal progress, points and rounds.

    Raises:
        ValueError: they did not play the same games.
    """
    if not np.array_equal(one.seeds, other.seeds):
        raise ValueError(f"{one.agent} and {other.agent} did not play the same games")
    return {
        "victory": difference_in_shares(one.victory, other.victory),
        "goal_progress": difference_in_progress(one.goal_progress, other.goal_progress),
        "score": difference_in_means(one.score, other.score),
        "rounds": difference_in_means(one.rounds, other.rounds),
    }
