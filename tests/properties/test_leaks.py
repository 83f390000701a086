"""Nothing that players hide from one another shows, or can be inferred from a planner's deals."""

import numpy as np
import pytest

from tests.properties.leaks import SETTINGS, check_leaks, hidden_positions, look_for_leaks
from tests.support import UNCOMPILED, repeats


def test_pawns_placed_unseen_change_nothing_that_others_see_or_can_infer():
    count = 4 if UNCOMPILED else repeats(2_000, deep=20_000)
    assert look_for_leaks(count, 2 if UNCOMPILED else 32, 7) >= count


@pytest.mark.parametrize("what", ["observe", "masks_of"])
def test_a_leak_is_noticed(what, monkeypatch):
    simulator, states = next(found for found in hidden_positions(SETTINGS[0], 4, 0) if len(found[1]) > 1)
    telling = getattr(simulator, what)

    def leak(states, viewer, *dtype):
        return telling(states, viewer, *dtype) + states.placed_pawns[:, :1, 0] % 2

    monkeypatch.setattr(simulator, what, leak)
    with pytest.raises(AssertionError, match=r"tells seat|a deal changes"):
        check_leaks(simulator, np.repeat(states, 16).view(np.recarray), 0)
