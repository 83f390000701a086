"""A shipped policy keeps the weights of the entries and actions that its task can show."""

from __future__ import annotations

import numpy as np
import pytest

from agents.learning.compact import NETWORK, NEVER, SHOWN, compacted, expanded, narrowed, widened
from agents.learning.entries import Seen, seen_in, shown_in, shown_rows
from agents.learning.numpy_policy import let_all_be_tried
from crusoe_env import game

FIRST, POLICY = "first_weight", "policy_weight"
ENTRIES, ACTIONS = 403, 300
SEEN = Seen(np.arange(ENTRIES) < 250, np.arange(ACTIONS) < 100)


def orthogonal(rows=ENTRIES, columns=64, gain=2**0.5):
    """First weights, as a training begins with."""
    found, _ = np.linalg.qr(np.random.default_rng(0).normal(size=(rows, columns)))
    return (gain * found).astype(np.float32)


def network():
    """The weights of a small network without trunk."""
    policy = {POLICY: orthogonal(ACTIONS, gain=0.01), "policy_bias": np.zeros(ACTIONS, np.float32)}
    return {FIRST: orthogonal(), "first_bias": np.ones(64, np.float32), **policy}


def test_play_shows_entries_and_actions_and_longer_play_no_fewer():
    rules = game("marooned")
    few, more = (seen_in(rules, {}, None, positions) for positions in (512, 4096))
    assert (few.entries.size, few.actions.size) == (rules.observations.size, rules.actions.n)
    assert few.entries.sum() < more.entries.sum() < more.entries.size
    assert not (few.entries & ~more.entries).any()
    assert not (few.actions & ~more.actions).any()
    assert (few.entries == seen_in(rules, {}, None, 512).entries).all()


def test_a_row_stays_if_it_was_seen_or_if_training_has_changed_it():
    weight = orthogonal()
    seen = np.arange(ENTRIES) < 100
    weight[150] *= 2
    weight[160] *= 0.3
    weight[170] = 0  # as of an entry that came later
    assert np.flatnonzero(shown_rows(weight, seen)).tolist() == [*range(100), 150, 160]


def test_where_everything_was_seen_everything_stays():
    assert shown_rows(orthogonal(), np.ones(ENTRIES, bool)).all()


@pytest.mark.parametrize("kind", ["float32", "float16", "int8"])
def test_what_is_left_out_weighs_nothing_and_the_rest_is_as_it_was(kind):
    weights = network()
    arrays = compacted(weights, kind)
    small = narrowed(arrays, shown_in(weights, SEEN))
    assert small[NETWORK + FIRST].shape == (250, 64)
    assert small[NETWORK + POLICY].shape == (100, 64)
    found, before = expanded(widened(small, ENTRIES, ACTIONS)), expanded(arrays)
    for name, count in ((FIRST, 250), (POLICY, 100)):
        assert (found[NETWORK + name][:count] == before[NETWORK + name][:count]).all()
        assert not found[NETWORK + name][count:].any()
    assert (found[NETWORK + "first_bias"] == 1).all()
    bias = found[NETWORK + "policy_bias"]
    assert not bias[:100].any()
    assert (bias[100:] == NEVER).all()  # chosen last


def test_a_training_on_another_task_tries_what_was_left_out():
    weights = network()
    arrays = narrowed(compacted(weights, "float32"), shown_in(weights, SEEN))
    wide = expanded(widened(arrays, ENTRIES, ACTIONS))
    found = {name.removeprefix(NETWORK): it for name, it in wide.items()}
    found["policy_bias"][:100] = 3.0
    let_all_be_tried(found)
    assert (found["policy_bias"] == 3).all()
    assert found[POLICY][100:] == pytest.approx(np.tile(found[POLICY][:100].mean(axis=0), (200, 1)))


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        (np.packbits(np.ones(ENTRIES, np.uint8)), "has not as many rows"),
        (np.ones(3, np.uint8), "does not say which rows are kept"),
        (np.ones(51, np.int64), "does not say which rows are kept"),
    ],
)
def test_a_damaged_list_of_rows_is_refused(shown, said):
    weights = network()
    arrays = narrowed(compacted(weights, "int8"), shown_in(weights, SEEN))
    with pytest.raises(ValueError, match=said):
        widened({**arrays, SHOWN + FIRST: shown}, ENTRIES, ACTIONS)
