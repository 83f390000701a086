"""A shipped policy keeps the weights of the entries that its task can show."""

from __future__ import annotations

import numpy as np
import pytest

from agents.learning.compact import NETWORK, SHOWN, compacted, expanded, narrowed, widened
from agents.learning.entries import seen_entries, shown_entries, shown_in
from crusoe_env import game

FIRST = "first_weight"


def first_layer(size=400, width=64, seed=0):
    """Orthogonal first weights, as a training begins with."""
    columns, _ = np.linalg.qr(np.random.default_rng(seed).normal(size=(size, width)))
    return (np.sqrt(2) * columns).astype(np.float32)


def test_random_play_shows_entries_and_a_longer_one_shows_no_fewer():
    rules = game("marooned")
    few, more = (seen_entries(rules, {}, None, positions) for positions in (512, 4096))
    assert few.shape == (rules.observations.size,)
    assert few.sum() < more.sum() < more.size
    assert not (few & ~more).any()
    assert (few == seen_entries(rules, {}, None, 512)).all()


def test_an_entry_stays_if_it_was_seen_or_if_training_has_changed_it():
    weight = first_layer()
    seen = np.zeros(400, bool)
    seen[:100] = True
    weight[150] *= 2
    weight[160] *= 0.3
    weight[170] = 0  # as of an entry that came later
    assert np.flatnonzero(shown_entries(weight, seen)).tolist() == [*range(100), 150, 160]


def test_where_everything_was_seen_everything_stays():
    assert shown_entries(first_layer(), np.ones(400, bool)).all()


@pytest.mark.parametrize("kind", ["float32", "float16", "int8"])
def test_what_is_left_out_is_zero_and_the_rest_as_it_was(kind):
    weights = {FIRST: first_layer(), "first_bias": np.ones(64, np.float32)}
    arrays = compacted(weights, kind)
    shown = shown_in(weights, np.arange(400) < 250)
    small = narrowed(arrays, shown)
    assert small[NETWORK + FIRST].shape == (250, 64)
    found, before = expanded(widened(small)), expanded(arrays)
    assert (found[NETWORK + FIRST][:250] == before[NETWORK + FIRST][:250]).all()
    assert not found[NETWORK + FIRST][250:].any()
    assert (found[NETWORK + "first_bias"] == 1).all()


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        (np.ones(400, np.uint8), "has not as many rows"),
        (np.full(400, 2, np.uint8), "does not say which entries are kept"),
        (np.ones(250, np.int64), "does not say which entries are kept"),
    ],
)
def test_a_damaged_list_of_entries_is_refused(shown, said):
    arrays = narrowed(compacted({FIRST: first_layer()}, "int8"), {FIRST: np.arange(400) < 250})
    with pytest.raises(ValueError, match=said):
        widened({**arrays, SHOWN + FIRST: shown})
