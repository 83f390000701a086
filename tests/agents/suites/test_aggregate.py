"""Scores over all tasks, as rliable gives them."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import trim_mean

from agents.suites.aggregate import Aggregates, interquartile_mean, probability_of_improvement, table

RNG = np.random.default_rng(0)


def runs(rates, games=400):
    """Victories of an entry, for rates (tasks, runs)."""
    return [[RNG.random(games) < rate for rate in of_task] for of_task in rates]


@pytest.mark.parametrize("count", [1, 3, 4, 7, 32])
def test_the_interquartile_mean_is_that_of_scipy(count):
    scores = RNG.random((5, count))
    expected = [trim_mean(row, 0.25) for row in scores]
    np.testing.assert_allclose(interquartile_mean(scores), expected)


def test_the_probability_of_improvement_counts_pairs_of_runs_task_by_task():
    one = np.array([[0.5, 0.7], [0.2, 0.2]])  # two tasks, two runs
    other = np.array([[0.6, 0.6], [0.2, 0.1]])
    # first task: half of the pairs are better; second: two ties of four pairs, two better
    assert probability_of_improvement(one, other) == pytest.approx((0.5 + 0.75) / 2)
    assert probability_of_improvement(other, one) == pytest.approx((0.5 + 0.25) / 2)


@pytest.mark.slow
def test_intervals_hold_the_truth_about_as_often_as_they_say():
    rates, held = np.array([[0.1, 0.3], [0.5, 0.6], [0.9, 0.8]]), 0
    for trial in range(60):
        spread = np.clip(rates + RNG.normal(0, 0.02, (3, 2)), 0, 1)
        low, high = Aggregates({"a": runs(spread, games=100)}, seed=trial).mean("a")[1:]
        held += low <= rates.mean() <= high
    assert held >= 48


def test_more_runs_and_games_make_narrower_intervals():
    def width(count, games):
        interval = Aggregates({"a": runs(np.full((4, count), 0.5), games)}).interquartile_mean("a")
        return interval.high - interval.low

    assert width(1, 2_000) < width(1, 100)


def test_a_better_entry_is_said_to_be_better():
    rows = table("t", {"weak": runs([[0.1], [0.2], [0.3]]), "strong": runs([[0.4], [0.6], [0.8]])}).rows
    assert [row[:2] for row in rows] == [("weak", "1"), ("strong", "1")]
    assert rows[0][-1] == ""
    assert rows[1][-1] == "100.0% (100.0 – 100.0)"


def test_entries_of_other_games_are_not_compared():
    with pytest.raises(ValueError, match="a, b have not played the same games"):
        Aggregates({"a": runs([[0.1]], 5), "b": runs([[0.1]], 6)})


def test_an_entry_that_wins_nothing_has_an_interval_all_the_same():
    found = Aggregates({"none": [[np.zeros(40)], [np.zeros(40)]], "all": [[np.ones(40)], [np.ones(40)]]})
    for interval in (found.mean("none"), found.interquartile_mean("none")):
        assert (interval.mean, interval.low) == (0, 0)
        assert 0.02 < interval.high < 0.1
    assert found.mean("all").low < 1 == found.mean("all").high
