"""Intervals are those of SciPy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from crusoe_env.support.intervals import (
    DIFFERENCES,
    LEVEL,
    NORMAL,
    SHARES,
    bootstrap_interval,
    drawn_interval,
    mean_interval,
    share_interval,
    student,
)


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 9, 30, 199, 999, 10_000, 1_000_000])
def test_student(freedom):
    assert student(freedom) == pytest.approx(stats.t.ppf((1 + LEVEL) / 2, freedom), rel=1e-8)


def test_normal():
    assert pytest.approx(stats.norm.ppf((1 + LEVEL) / 2), rel=1e-14) == NORMAL


@pytest.mark.parametrize(("count", "total"), [(0, 1), (1, 1), (0, 200), (200, 200), (3, 7), (5_432, 10_000)])
def test_a_share_has_the_interval_of_wilson(count, total):
    expected = stats.binomtest(count, total).proportion_ci(LEVEL, method="wilson")
    assert share_interval(count, total) == pytest.approx((count / total, *expected), abs=1e-14)


def test_shares_of_games_may_be_added_up():
    """Of 10 games 2 are won: (0.2 + 0.19207 +- 1.96 sqrt(0.016 + 0.0096036)) / 1.38415."""
    assert share_interval(4 * 0.5, 10) == pytest.approx((0.2, 0.05668, 0.50984), abs=1e-4)


def test_a_mean_has_the_interval_of_student():
    numbers = np.random.default_rng(0).random(50)
    low, high = stats.t.interval(LEVEL, 49, loc=numbers.mean(), scale=stats.sem(numbers))
    assert mean_interval(numbers) == pytest.approx((numbers.mean(), low, high), rel=1e-10)


def test_numbers_that_are_all_the_same_have_an_interval_without_width():
    for numbers in ([5.0], [5.0, 5.0]):
        assert mean_interval(np.array(numbers)) == (5, 5, 5)


@pytest.mark.parametrize("interval", [mean_interval, bootstrap_interval])
def test_none_or_all_of_forty_games_are_no_certainty(interval):
    assert interval(np.zeros(40), SHARES) == share_interval(0, 40)
    assert interval(np.ones(40), SHARES) == share_interval(40, 40)
    mean, low, high = interval(np.zeros(40), DIFFERENCES)  # Agresti and Min: 1.96 / 42
    assert (mean, low, high) == pytest.approx((0, -0.04667, 0.04667), abs=1e-4)
    assert interval(np.full(40, 0.5), SHARES) == (0.5, 0.5, 0.5)  # half the goal in every game


def test_the_bootstrap_draws_numbers():
    mean, low, high = bootstrap_interval(np.array([0.0, 1.0] * 50), SHARES)
    assert (mean, low < 0.45, high > 0.55) == (0.5, True, True)


def test_a_drawn_interval_leaves_out_as_many_draws_on_each_side():
    found = drawn_interval(500.0, np.arange(1_001))
    assert (found.low, found.high) == pytest.approx((25, 975))
