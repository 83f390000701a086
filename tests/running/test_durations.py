"""Durations of tests: what is kept, and what is said of those that have grown."""

import json

from tests.running.durations import FILE, grown, kept_of
from tests.support import ROOT

KEPT = {f"tests/test_{number}.py::test": 2.0 for number in range(5)}


def test_tests_of_a_second_are_kept_the_longest_first():
    assert kept_of({"quick": 0.99, "slow": 1.04, "slower": 7.123}) == {"slower": 7.1, "slow": 1.0}


def test_a_test_that_takes_more_than_twice_as_long_is_listed():
    name = next(iter(KEPT))
    assert grown(KEPT, KEPT) == []
    assert grown({**KEPT, name: 3.9}, KEPT) == []
    assert grown({**KEPT, name: 4.1}, KEPT) == [f"4.1 s, expected 2.0 s: {name}"]


def test_a_new_test_is_listed_from_two_seconds_on():
    assert grown({**KEPT, "new": 1.9}, KEPT) == []
    assert grown({**KEPT, "new": 2.5}, KEPT) == ["2.5 s, expected 1.0 s: new"]


def test_on_a_slower_machine_all_may_take_longer():
    slower = {name: 3 * seconds for name, seconds in KEPT.items()}
    assert grown(slower, KEPT) == []
    assert grown({**slower, "new": 5.9}, KEPT) == []
    assert grown({**slower, "new": 6.1}, KEPT) == ["6.1 s, expected 3.0 s: new"]


def test_nothing_is_said_of_a_few_tests():
    assert grown({"new": 60.0}, KEPT) == []


def test_kept_tests_are_in_files_that_exist():
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    assert [name for name in kept if not (ROOT / name.partition("::")[0]).is_file()] == []
