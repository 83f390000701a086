"""Numbers that are given as settings: whole ones, within their bounds."""

from __future__ import annotations

import numpy as np
import pytest

from crusoe_env.support.options import whole


def test_numbers_at_the_bounds_are_taken():
    assert [whole("it", number, 0, 4) for number in (0, np.int8(4))] == [0, 4]
    assert whole("it", -(10**30)) == -(10**30)


@pytest.mark.parametrize(
    ("number", "error", "message"),
    [
        (-1, ValueError, "it must be at least 0, not -1"),
        (5, ValueError, "it must be at most 4, not 5"),
        (1.0, TypeError, "it must be a whole number, not 1.0"),
        ("1", TypeError, "it must be a whole number, not '1'"),
    ],
)
def test_others_are_refused(number, error, message):
    with pytest.raises(error, match=message):
        whole("it", number, 0, 4)
