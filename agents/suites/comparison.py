"""Paired differences between two agents over the same games, with intervals (95 %).

Both play the same seeds, so that what makes a game easy or hard for both cancels out.
"""

from __future__ import annotations

import numpy as np

from crusoe_env.support.intervals import DIFFERENCES, NO_BOUNDS, Interval, mean_interval, paired_interval

from ..evaluation import Results


def difference_in_shares(one: np.ndarray, other: np.ndarray) -> Interval:
    """The difference between the means of paired truth values, or of shares between 0 and 1."""
    return paired_interval(one.astype(float) - other)


def difference_in_means(
    one: np.ndarray, other: np.ndarray, bounds: tuple[float, float] = NO_BOUNDS
) -> Interval:
    """The difference between the means of paired numbers, with Student's interval within these bounds."""
    return mean_interval(one.astype(float) - other, bounds)


def difference_in_progress(one: np.ndarray, other: np.ndarray) -> Interval:
    """The same for goal progress, which is between 0 and 1."""
    return difference_in_means(one, other, DIFFERENCES)


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
