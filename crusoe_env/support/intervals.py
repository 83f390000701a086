"""Intervals of means and shares, 95 % unless a level is given. They need no more than NumPy."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

LEVEL = 0.95
"""Confidence level of intervals."""


@functools.cache
def normal_width(level: float) -> float:
    """Half the width of the interval of a normal distribution, in standard deviations."""
    return NormalDist().inv_cdf((1 + level) / 2)


NORMAL = normal_width(LEVEL)
NO_BOUNDS, SHARES, DIFFERENCES = (-math.inf, math.inf), (0.0, 1.0), (-1.0, 1.0)
"""Bounds of numbers: none, of shares, of differences between shares."""
DRAWS = 2_000
"""Draws of a bootstrap."""


class Interval(NamedTuple):
    """A mean and the ends of its interval."""

    mean: float
    low: float
    high: float

    @property
    def is_clear(self) -> bool:
        """Whether the interval excludes 0."""
        return self.low > 0 or self.high < 0

    @property
    def percent(self) -> str:
        """A share of 1 and its interval, in percent."""
        return f"{self.mean:.1%} ({100 * self.low:.1f} – {100 * self.high:.1f})"


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
    """The mean of numbers with Student's interval, cut off at these bounds.

    Where all numbers are equal, the interval is `equal_interval`.
    """
    mean = float(numbers.mean())
    if len(numbers) < 2 or np.ptp(numbers) == 0:
        return equal_interval(numbers, bounds)
    half = student(len(numbers) - 1) * float(numbers.std(ddof=1)) / math.sqrt(len(numbers))
    return Interval(mean, max(mean - half, bounds[0]), min(mean + half, bounds[1]))


def equal_interval(numbers: np.ndarray, bounds: tuple[float, float]) -> Interval:
    """The interval of numbers that are all equal: 0 of 40 games won are no certainty.

    Wilson's for shares that are all 0 or all 1, that of `paired_interval` for differences; else no width.
    """
    mean = float(numbers.mean())
    if bounds == SHARES and mean in SHARES:
        return share_interval(float(numbers.sum()), len(numbers))
    if bounds == DIFFERENCES:
        return paired_interval(numbers)
    return Interval(mean, mean, mean)


def paired_interval(differences: np.ndarray, level: float = LEVEL) -> Interval:
    """The mean of differences between paired truth values, or shares between 0 and 1.

    The interval is that of Agresti and Min (2005) for paired proportions, cut off at -1 and 1. Half a game
    is added to each of the four outcomes of a pair, so that it has a width where both always lose.
    """
    normal = normal_width(level)
    pairs = len(differences) + 2
    middle = float(differences.sum()) / pairs
    spread = math.sqrt((float((differences**2).sum()) + 1) / pairs - middle**2)
    half = normal * spread / math.sqrt(pairs)
    return Interval(float(differences.mean()), max(-1.0, middle - half), min(1.0, middle + half))


def difference_interval(
    count: float, total: int, other_count: float, other_total: int, level: float = LEVEL
) -> Interval:
    """The difference between two independent shares, with Newcombe's interval (1998, method 10)."""
    one, other = share_interval(count, total, level), share_interval(other_count, other_total, level)
    difference = one.mean - other.mean
    below = math.hypot(one.mean - one.low, other.high - other.mean)
    above = math.hypot(one.high - one.mean, other.mean - other.low)
    return Interval(difference, difference - below, difference + above)


def share_interval(count: float, total: int, level: float = LEVEL) -> Interval:
    """The share `count` / `total` with Wilson's interval.

    `count` may also be a sum of shares between 0 and 1: they vary at most as much as games won or lost.
    """
    normal = normal_width(level)
    share, square = count / total, normal**2
    middle = (count + square / 2) / (total + square)
    half = normal / (total + square) * math.sqrt(total * share * (1 - share) + square / 4)
    low = 0.0 if count == 0 else middle - half
    high = 1.0 if count == total else middle + half
    return Interval(share, low, high)


def drawn_weights(count: int, rng: np.random.Generator) -> np.ndarray:
    """The weight of each of some numbers in the means of a bootstrap, float (draws, count)."""
    return rng.multinomial(count, np.full(count, 1 / count), size=DRAWS) / count


def bootstrap_interval(numbers: np.ndarray, bounds: tuple[float, float]) -> Interval:
    """The mean of numbers, and its interval by drawing them; where all are equal `equal_interval`."""
    if np.ptp(numbers) == 0:
        return equal_interval(numbers, bounds)
    weights = drawn_weights(len(numbers), np.random.default_rng(0))
    return drawn_interval(numbers.mean(), weights @ numbers)


def drawn_interval(found: np.ndarray | float, drawn: np.ndarray) -> Interval:
    """A figure with the percentiles of its bootstrap, which it lies between."""
    low, high = np.quantile(drawn, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Interval(float(found), min(float(low), float(found)), max(float(high), float(found)))


def selected_level(intervals: Callable[[float], Sequence[Interval]], error: float = 1 - LEVEL) -> float:
    """The level at which those intervals that exclude 0 may be picked out among several.

    Of the intervals that exclude 0 at this level at most a share `error` misses the truth, on average: the
    intervals of Benjamini and Yekutieli (2005), which pick out what Benjamini and Hochberg (1995) reject.

    Args:
        intervals: all of them, at a level.
        error: that share.
    """
    count = len(intervals(LEVEL))
    for found in range(count, 0, -1):
        level = 1 - error * found / count
        if sum(interval.is_clear for interval in intervals(level)) >= found:
            return level
    return 1 - error / max(count, 1)
