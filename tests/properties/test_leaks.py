"""Nothing that players hide from one another shows, or can be inferred from a planner's deals."""

import numpy as np
import pytest

from crusoe_env.robinson.game import GAME
from tests.properties.leaks import (
    HIDING,
    check_leaks,
    hidden_positions,
    look_for_leaks,
    settings_of,
    with_other_secrets,
)
from tests.support import UNCOMPILED, repeats

BOTH_IN_EACH_RUN = [
    table if "+" in table else pytest.param(table, marks=pytest.mark.slow) for table in HIDING
]
"""Tables with several secrets at once; those with one of them alone are among the slow tests."""


@pytest.mark.parametrize("table", BOTH_IN_EACH_RUN)
def test_what_is_hidden_changes_nothing_that_others_see_or_can_infer(table):
    count = 4 if UNCOMPILED else repeats(1_000, deep=20_000)
    assert look_for_leaks(table, count, 2 if UNCOMPILED else 32, 7) >= count


@pytest.mark.parametrize("table", HIDING)
def test_texts_and_labels_tell_nothing_that_is_hidden(table):
    plays = [hidden_positions(settings, 4, 3) for settings in settings_of(table)[:4]]
    for play in plays:
        simulator, states = next(found for found in play if len(found[1]))
        shown = GAME.viewed("describe")
        for viewer in range(int(states.players[0])):
            others = with_other_secrets(states[:1], viewer, np.random.default_rng(0))
            told = []
            for state in (states[0], others[0]):
                table_of = (GAME.seen_by(state, simulator.tables, viewer), simulator.tables, simulator.facts)
                told.append((GAME.text(*table_of), shown(*table_of).labels, GAME.log(*table_of)))
            assert told[0] == told[1]


@pytest.mark.parametrize("what", ["observe", "masks_of"])
@pytest.mark.parametrize("table", HIDING)
def test_a_leak_is_noticed(what, table, monkeypatch):
    plays = hidden_positions(settings_of(table)[0], 4, 0)
    simulator, states = next(found for found in plays if len(found[1]) > 1)
    telling = getattr(simulator, what)

    def leak(states, viewer, *dtype):
        secret = states.placed_pawns[:, :1, 0] + states.hunting[:, :1] + states.tiles[:, :1]
        return telling(states, viewer, *dtype) + secret % 2

    monkeypatch.setattr(simulator, what, leak)
    with pytest.raises(AssertionError, match=r"tells seat|a deal changes"):
        check_leaks(simulator, np.repeat(states, 16).view(np.recarray), 0)
