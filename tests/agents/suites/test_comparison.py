"""Differences of agents over the same games, with numbers worked out by hand; tables of cross-play."""

from __future__ import annotations

import numpy as np
import pytest

from agents.cross_play import Cell
from agents.evaluation import Results, mean_interval
from agents.suites import matrices
from agents.suites.comparison import difference_in_progress, difference_in_shares, differences
from crusoe_env.support.intervals import Interval, share_interval


def made(agent, victory, progress=None, seeds=None):
    victory = np.array(victory, bool)
    count = len(victory)
    zeros = np.zeros(count, np.int64)
    progress = victory * 1.0 if progress is None else np.array(progress)
    seeds = np.arange(count) if seeds is None else seeds
    return Results(agent, seeds, victory, zeros, progress, zeros, ["end"] * count)


def test_pairs_show_what_separate_intervals_hide():
    rng = np.random.default_rng(0)
    easy = rng.random(400)  # the same games are hard for both
    one = made("one", easy < 0.55, 0.5 * easy + 0.05)
    other = made("other", easy < 0.5, 0.5 * easy)
    apart = differences(one, other)
    assert apart["goal_progress"].mean == pytest.approx(0.05)
    assert apart["victory"].is_clear
    low, high = one.summary()["victory_low"], other.summary()["victory_high"]
    assert low < high  # Wilson's intervals of each overlap


def test_the_interval_of_pairs_covers_the_truth():
    rng = np.random.default_rng(1)
    covered = 0
    for _ in range(400):
        easy = rng.random(80)
        apart = differences(made("one", easy < 0.5), made("other", (easy < 0.3) | (rng.random(80) < 0.1)))
        covered += apart["victory"].low <= 0.5 - 0.37 <= apart["victory"].high
    assert 0.91 < covered / 400 < 0.99


def test_no_victory_at_all_is_no_certainty():
    apart = differences(made("one", [0] * 50), made("other", [0] * 50))["victory"]
    assert apart.low < 0 < apart.high
    assert not apart.is_clear


def test_other_games_are_not_compared():
    with pytest.raises(ValueError, match="one and other did not play the same games"):
        differences(made("one", [1, 0]), made("other", [1, 0], seeds=np.array([5, 6])))


def test_an_interval_is_clear_on_either_side_of_zero():
    assert Interval(0.2, 0.1, 0.3).is_clear
    assert Interval(-0.2, -0.3, -0.1).is_clear
    assert not Interval(0.1, -0.1, 0.3).is_clear
    assert not Interval(0.1, 0.0, 0.2).is_clear


def test_the_interval_of_paired_victories_is_that_of_agresti_and_min():
    """Of 10 pairs one agent alone wins 4, the other alone 1.

    The interval is (4 - 1) / 12 +- 1.96 sqrt((6 / 12 - 1 / 16) / 12).
    """
    one = np.array([1] * 4 + [0] * 1 + [1, 1, 0, 0, 0], bool)
    other = np.array([0] * 4 + [1] * 1 + [1, 1, 0, 0, 0], bool)
    found = difference_in_shares(one, other)
    assert found.mean == pytest.approx(0.3)
    assert (found.low, found.high) == pytest.approx((0.25 - 0.374242, 0.25 + 0.374242), abs=1e-5)


def test_intervals_stay_among_the_possible_differences():
    won, lost = np.ones(5, bool), np.zeros(5, bool)
    assert difference_in_shares(won, lost)[::2] == (1.0, 1.0)
    low, high = difference_in_shares(won, lost)[1:]
    assert 0 < low < high == 1
    assert difference_in_shares(lost, won).low == -1
    one, other = np.array([1.0, 1.0, 0.9]), np.array([0.0, 0.1, 0.9])
    assert difference_in_progress(one, other).high == 1
    assert difference_in_progress(other, one).low == -1
    assert mean_interval(np.array([0.0, 1.0]), (0.0, 1.0)) == (0.5, 0.0, 1.0)
    assert made("one", [1, 0], [1.0, 0.0]).summary()["goal_progress_high"] == 1


# ---------------------------------------------------------------------- cross-play


def cell(agent, partners, *by_seat):
    return Cell(agent, partners, tuple(made(agent, won) for won in by_seat))


@pytest.fixture
def cells():
    """Two players, four seeds: "a" alone wins 1 game, "b" alone 3."""
    alone = {"a": [1, 0, 0, 0], "b": [1, 1, 1, 0]}
    return [
        cell("a", "a", alone["a"], alone["a"]),
        cell("a", "b", [1, 1, 0, 0], [1, 0, 0, 0]),
        cell("b", "a", [1, 1, 1, 0], [1, 1, 1, 1]),
        cell("b", "b", alone["b"], alone["b"]),
    ]


def test_a_seat_given_away_is_compared_with_the_team_that_it_was_given_away_from(cells):
    rows = {row[0]: row[1:] for row in matrices.differences_table(cells).rows}
    # "a" among "b" wins 3 of 8, "b" alone 6 of 8; "b" among "a" wins 7 of 8, "a" alone 2 of 8.
    assert rows["a among b"][0].startswith("-37.5 % (")
    assert rows["b among a"][0].startswith("+62.5 % (")
    assert rows["a among b"][1].startswith("-0.38 (")
    assert rows["b among a"][1].startswith("+0.62 (")


def test_a_seed_counts_once_over_all_seats(cells):
    summary = cells[1].summary()
    assert (summary["seeds"], summary["games"], summary["victories"]) == (4, 8, 3)
    assert summary["victory_rate"] == 3 / 8
    low, high = share_interval(1.5, 4)[1:]
    assert (summary["victory_low"], summary["victory_high"]) == (low, high)
    assert [seat["victories"] for seat in summary["by_seat"]] == [2, 1]
    alone = cells[3].summary()
    assert (alone["seeds"], alone["games"], alone["victories"]) == (4, 4, 3)


def test_tables_of_cross_play_have_a_row_for_each_agent_and_seat(cells):
    over_all, _, by_seat, _ = matrices.tables_of(cells, "a game")
    assert [row[0] for row in over_all.rows] == ["a", "b"]
    assert over_all.headings == ("agent", "with a", "with b")
    assert [cell.split()[0] for cell in over_all.rows[0][1:]] == ["25.0%", "37.5%"]
    assert [cell.split()[0] for cell in over_all.rows[1][1:]] == ["87.5%", "75.0%"]
    assert [row[:2] for row in by_seat.rows] == [("a", "0"), ("a", "1"), ("b", "0"), ("b", "1")]
    assert [row[3].split()[0] for row in by_seat.rows] == ["50.0%", "25.0%", "75.0%", "75.0%"]
