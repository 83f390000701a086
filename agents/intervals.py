"""Intervals (95 %) of means and shares. They need NumPy alone, so that evaluating needs no more."""

from __future__ import annotations

import functools
import math
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

LEVEL = 0.95
"""Of intervals."""
NORMAL = NormalDist().inv_cdf((1 + LEVEL) / 2)
"""Half the width of the interval of a normal distribution, in standard deviations."""
NO_BOUNDS = (-math.inf, math.inf)


class Interval(NamedTuple):
    """A mean and the ends of its interval."""

    mean: float
    low: float
    high: float

    @property
    def is_clear(self) -> bool:
        """Does the interval leave out 0?"""
        return self.low > 0 or self.high < 0


@functools.cache
def student(freedom: int) -> float:
    """Half the width of the interval of Student's t distribution.

    Newton's method on the integral of the density, by Gauss and Legendre.

    Args:
        freedom: degrees of freedom.
    """
    nodes, weights = np.polynomial.legendre.leggauss(100)
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(freedom * math.pi)
    width = NORMAL
    for _ in range(50):
        points = np.append(width * (nodes + 1) / 2, width)
        density = scale * np.exp(-(freedom + 1) / 2 * np.log1p(points**2 / freedom))
        missing = LEVEL / 2 - width / 2 * float(weights @ density[:-1])
        width += missing / float(density[-1])
        if abs(missing) < 1e-14:
            break
    return width


def mean_interval(numbers: np.ndarray, bounds: tuple[float, float] = NO_BOUNDS) -> Interval:
    """The mean of some numbers with Student's interval, cut off at these bounds.

    It has no width where all numbers are the same.
    """
    mean = float(numbers.mean())
    if len(numbers) < 2 or np.ptp(numbers) == 0:
        return Interval(mean, mean, mean)
    half = student(len(numbers) - 1) * float(numbers.std(ddof=1)) / math.sqrt(len(numbers))
    return Interval(mean, max(mean - half, bounds[0]), min(mean + half, bounds[1]))


def share_interval(count: int, total: int) -> Interval:
    """The share `count` / `total` with Wilson's interval."""
    share, square = count / total, NORMAL**2
    middle = (count + square / 2) / (total + square)
    half = NORMAL / (total + square) * math.sqrt(total * share * (1 - share) + square / 4)
    low = 0.0 if count == 0 else middle - half
    high = 1.0 if count == total else middle + half
    return Interval(share, low, high)
