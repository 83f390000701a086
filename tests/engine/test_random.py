"""The generator in the record: known numbers, no bias, forced outcomes."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from scipy.stats import chisquare

from crusoe_env.engine.random import below, next_word, rekey, roll, seed_words, shuffle
from crusoe_env.engine.state import declare, index, new_records

DTYPE = declare([("cards", "i2", index(6), (6,))], causes=1, rounds=1, forced=index(6), forced_slots=4).dtype


def record(*words: int) -> np.record:
    """A record whose generator starts with these words."""
    s = new_records(DTYPE, 1)[0]
    s.rng[:] = words or (1, 2, 3, 4)
    return s


def sfc32(a: int, b: int, c: int, counter: int):
    """The generator as its designer (Chris Doty-Humphrey, PractRand) describes it."""
    while True:
        word = (a + b + counter) % 2**32
        counter = (counter + 1) % 2**32
        a = b ^ (b >> 9)
        b = (c + (c << 3)) % 2**32
        c = ((c << 21 | c >> 11) + word) % 2**32
        yield word


@pytest.mark.parametrize("words", [(1, 2, 3, 4), (0, 0, 0, 1), (2**32 - 1,) * 4, (0xDEADBEEF, 7, 0, 2**31)])
def test_stream_is_that_of_sfc32(words):
    s, expected = record(*words), sfc32(*words)
    assert [int(next_word(s)) for _ in range(1_000)] == [next(expected) for _ in range(1_000)]


def test_compiled_and_uncompiled_numbers_are_the_same():
    one, other = record(9, 8, 7, 6), record(9, 8, 7, 6)
    plain = getattr(next_word, "py_func", next_word)
    assert [int(next_word(one)) for _ in range(200)] == [int(plain(other)) for _ in range(200)]
    assert one.tobytes() == other.tobytes()


@pytest.mark.parametrize("n", [1, 2, 3, 6, 10, 16, 1000])
def test_below_stays_below_and_is_uniform(n):
    s = record(*range(n, n + 4))
    found = np.bincount([below(s, n) for _ in range(20_000)], minlength=n)
    assert len(found) == n
    assert n == 1 or chisquare(found).pvalue > 0.001


def test_below_has_no_bias_where_a_plain_remainder_would():
    # 2**32 is 2 2/3 times n: by remainder, the first two thirds would come in 3 of 4 draws.
    n = 3 * 2**29
    s = record()
    low = sum(below(s, n) < 2**30 for _ in range(20_000)) / 20_000
    assert abs(low - 2 / 3) < 4 * np.sqrt(2 / 9 / 20_000)


@pytest.mark.parametrize("n", [2**31, 2**31 - 1, 65_537])
def test_below_takes_large_numbers(n):
    s = record()
    drawn = np.array([below(s, n) for _ in range(4_000)], dtype=float)
    assert drawn.min() >= 0
    assert drawn.max() < n
    assert abs(drawn.mean() / n - 0.5) < 0.02


def test_shuffle_makes_every_order_equally_likely():
    s = record()
    orders = {order: 0 for order in permutations(range(4))}
    for _ in range(12_000):
        s.cards[:] = [9, 0, 1, 2, 3, 8]
        shuffle(s, s.cards, 1, 5)
        assert (s.cards[0], s.cards[5]) == (9, 8)  # outside the range nothing moves
        orders[tuple(int(card) for card in s.cards[1:5])] += 1
    assert chisquare(list(orders.values())).pvalue > 0.001


def test_roll_takes_forced_values_in_their_order_and_then_chance():
    s, free = record(), record()
    s.forced[:3] = [6, 1, 6]
    s.forced_count = 3
    assert [roll(s, 6) for _ in range(3)] == [6, 1, 6]
    assert s.forced_count == 0
    assert [roll(s, 6) for _ in range(50)] == [roll(free, 6) for _ in range(50)]


def test_rekey_starts_another_stream_for_each_key():
    streams = set()
    for key in (0, 1, 2, 2**31 - 1, 2**32 + 1):  # the last is 1 again: keys have 32 bits
        s = record()
        rekey(s, key)
        streams.add(tuple(int(next_word(s)) for _ in range(3)))
    assert len(streams) == 4
    assert tuple(next(stream) for stream in [sfc32(1, 2, 3, 4)] for _ in range(3)) not in streams


def test_rekeyed_streams_are_independent_of_each_other():
    first = []
    for key in range(8_000):
        s = record()
        rekey(s, key)
        first.append(below(s, 16))
    found = np.bincount(first, minlength=16)
    pairs = np.bincount(16 * np.array(first[:-1]) + first[1:], minlength=256)
    assert chisquare(found).pvalue > 0.001
    assert chisquare(pairs).pvalue > 0.001


def test_words_of_a_record_come_from_its_seed():
    words = seed_words(np.random.default_rng(4))
    assert (words.shape, words.dtype) == ((4,), np.uint32)
    assert np.array_equal(words, seed_words(np.random.default_rng(4)))
    assert not np.array_equal(words, seed_words(np.random.default_rng(5)))
