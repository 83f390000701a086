"""`explain NAME`: what a name means, and how many names are not told."""

from __future__ import annotations

import pytest

from crusoe_env.play import explaining
from tests.support import new_env


@pytest.mark.parametrize(
    ("count", "last"), [(1, "thing 0: its words"), (6, "thing 5: its words"), (7, "and 1 more")]
)
def test_names_that_are_too_many_are_counted(monkeypatch, count, last):
    names = {f"thing {number}": "its words" for number in range(count)}
    monkeypatch.setattr(explaining, "known_names", lambda env: names)
    assert explaining.explained("thing", new_env("marooned"))[-1] == last
