"""The random generator that lives in every game's record: sfc32, four 32-bit words in `state.rng`.

Only additions, shifts and exclusive ors on int64 values below 2**32: the same numbers compiled and
uncompiled, on any machine.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from crusoe_env.engine.compile import compiled

WORD = 0xFFFFFFFF
RANGE = 1 << 32


@compiled
def next_word(s: Any) -> int:
    """The next 32 random bits of the record `s`, as an int in 0 .. 2**32 - 1."""
    a = np.int64(s.rng[0])
    b = np.int64(s.rng[1])
    c = np.int64(s.rng[2])
    counter = np.int64(s.rng[3])
    result = (a + b + counter) & WORD
    s.rng[3] = (counter + 1) & WORD
    s.rng[0] = b ^ (b >> 9)
    s.rng[1] = (c + (c << 3)) & WORD
    s.rng[2] = ((((c << 21) & WORD) | (c >> 11)) + result) & WORD
    return int(result)


@compiled
def below(s: Any, n: int) -> int:
    """A uniform integer in 0 .. n-1, n <= 2**31: words beyond the last whole multiple are redrawn."""
    n = int(n)  # uncompiled, n may be a small NumPy integer
    limit = RANGE - RANGE % n
    word = next_word(s)
    while word >= limit:
        word = next_word(s)
    return word % n


@compiled
def roll(s: Any, sides: int) -> int:
    """A die's value, 1 .. sides: the next forced outcome if there is one, else by chance."""
    if s.forced_count == 0:
        return 1 + below(s, sides)
    value = s.forced[0]
    s.forced_count -= 1
    for i in range(s.forced_count):
        s.forced[i] = s.forced[i + 1]
    return value


@compiled
def shuffle(s: Any, cards: Any, start: int, stop: int) -> None:
    """Shuffle `cards[start:stop]` in place, every order equally likely (Fisher-Yates)."""
    for i in range(stop - 1, start, -1):
        j = start + below(s, i - start + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


@compiled
def rekey(s: Any, key: int) -> None:
    """Start a new stream from the record's words and a 32-bit `key`: the record's future chance changes."""
    s.rng[0] = np.int64(s.rng[0]) ^ (key & WORD)
    s.rng[3] = 1
    for _ in range(12):  # the designer's number of rounds to mix a seed
        next_word(s)


def seed_words(rng: np.random.Generator) -> np.ndarray:
    """Four uint32 words for a record, drawn from a NumPy generator."""
    return rng.integers(0, RANGE, size=4, dtype=np.uint32)
