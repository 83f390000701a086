"""How much better one agent is than another over the same games, with intervals (95 %).

Both played the same seeds, so each game gives a difference, and what makes a game easy or hard for both
cancels out.
"""

from __future__ import annotations

import numpy as np

from ..evaluation import Results
from ..intervals import NO_BOUNDS, NORMAL, Interval, mean_interval


def difference_in_shares(one: np.ndarray, other: np.ndarray) -> Interval:
    """Of paired truth values, or shares between 0 and 1: the difference of the means.

    The interval is that of Agresti and Min (2005) for paired proportions, cut off at -1 and 1. Half a game
    is added to each of the four outcomes of a pair, so that it has a width where both always lose.
    """
    apart = one.astype(float) - other
    pairs = len(apart) + 2
    middle = apart.sum() / pairs
    spread = np.sqrt(((apart**2).sum() + 1) / pairs - middle**2)
    half = NORMAL * spread / np.sqrt(pairs)
    low, high = max(-1.0, float(middle - half)), min(1.0, float(middle + half))
    return Interval(float(apart.sum()) / len(apart), low, high)


def difference_in_means(
    one: np.ndarray, other: np.ndarray, bounds: tuple[float, float] = NO_BOUNDS
) -> Interval:
    """Of paired numbers: the difference of the means, with Student's interval, cut off at these bounds."""
    return mean_interval(one.astype(float) - other, bounds)


def difference_in_progress(one: np.ndarray, other: np.ndarray) -> Interval:
    """As `difference_in_means`, of numbers between 0 and 1."""
    return difference_in_means(one, other, (-1.0, 1.0))


def differences(one: Results, other: Results) -> dict[str, Interval]:
    """Victories, goal progress, points and rounds of one agent against another over the same seeds.

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
