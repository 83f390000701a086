"""Intervals (95 %) of means and shares. An evaluation needs no more than NumPy."""

from __future__ import annotations

import functools
import math
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

LEVEL = 0.95
"""Confidence level of intervals."""
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
        """Whether the interval excludes 0."""
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
    """The mean of numbers with Student's interval, cut off at these bounds; no width if all are equal."""
    mean = float(numbers.mean())
    if len(numbers) < 2 or np.ptp(numbers) == 0:
        return Interval(mean, mean, mean)
    half = student(len(numbers) - 1) * float(numbers.std(ddof=1)) / math.sqrt(len(numbers))
    return Interval(mean, max(mean - half, bounds[0]), min(mean + half, bounds[1]))


def difference_interval(count: float, total: int, other_count: float, other_total: int) -> Interval:
    """The difference between two independent shares, with Newcombe's interval (1998, method 10)."""
    one, other = share_interval(count, total), share_interval(other_count, other_total)
    difference = one.mean - other.mean
    below = math.hypot(one.mean - one.low, other.high - other.mean)
    above = math.hypot(one.high - one.mean, other.mean - other.low)
    return Interval(difference, difference - below, difference + above)


def share_interval(count: float, total: int) -> Interval:
    """The share `count` / `total` with Wilson's interval.

    `count` may also be a sum of shares between 0 and 1: they vary at most as much as games won or lost.
    """
    share, square = count / total, NORMAL**2
    middle = (count + square / 2) / (total + square)
    half = NORMAL / (total + square) * math.sqrt(total * share * (1 - share) + square / 4)
    low = 0.0 if count == 0 else middle - half
    high = 1.0 if count == total else middle + half
    return Interval(share, low, high)
