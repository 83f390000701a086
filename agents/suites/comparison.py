"""How much better one agent is than another over the same games, with intervals (95 %).

Both played the same seeds, so each game gives a difference, and what makes a game easy or hard for both
cancels out.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..evaluation import Results
from ..intervals import NORMAL, Interval, mean_interval


def difference_in_shares(one: np.ndarray, other: np.ndarray) -> Interval:
    """Of paired truth values: the difference of the shares, with the interval of Agresti and Min.

    Half a game is added to each of the four outcomes of a pair, so that the interval does not shrink to
    nothing where both always lose.
    """
    only_one, only_other = int((one & ~other).sum()), int((other & ~one).sum())
    pairs = len(one) + 2
    middle = (only_one - only_other) / pairs
    spread = np.sqrt((only_one + only_other + 1) / pairs - middle**2)
    half = NORMAL * spread / np.sqrt(pairs)
    return Interval((only_one - only_other) / len(one), float(middle - half), float(middle + half))


def difference_in_means(one: np.ndarray, other: np.ndarray) -> Interval:
    """Of paired numbers: the difference of the means, with Student's interval."""
    return mean_interval(one.astype(float) - other)


def differences(one: Results, other: Results) -> dict[str, Interval]:
    """Victories, goal progress, points and rounds of one agent against another over the same seeds.

    Raises:
        ValueError: they did not play the same games.
    """
    if not np.array_equal(one.seeds, other.seeds):
        raise ValueError(f"{one.agent} and {other.agent} did not play the same games")
    numbers: dict[str, Any] = {
        name: difference_in_means(getattr(one, name), getattr(other, name))
        for name in ("goal_progress", "score", "rounds")
    }
    return {"victory": difference_in_shares(one.victory, other.victory), **numbers}
