"""Free moments in compiled code: is a game at one, and is its player asked again what they have passed?

`words` (k,) are the bytes of a game's record as unsigned numbers, which share its memory; `passed` uint64
(seats,) are the marks of the positions in which its players passed last. `marks` uint64 (3, m) says by column
what counts of a position: which word, which of its bits, and a number (`engine.free_moments` makes it).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from crusoe_env.engine.arrays import Mask
from crusoe_env.engine.compile import compiled

WORD, BITS, NUMBER = range(3)
"""Rows of `marks`. Its first column holds only the index of the first word that distinguishes positions.

The columns between recognise a window: each by the value of some bits of a word, since a field may lie across
several words. Then come the words that distinguish positions, each with a factor, and last a number for each
action, which counts if it is legal.
"""
FIRST_WINDOW = 1
"""The first column that recognises a window."""
NOT_PASSED = 0
ALL_BITS = 2**64 - 1
ONE = np.uint64(1)
"""An int would make a signed number of a mark."""


@compiled
def is_window(words: Any, marks: Any) -> bool:
    """Is the player asked at a window?"""
    for k in range(FIRST_WINDOW, int(marks[WORD, 0])):
        if (words[marks[WORD, k]] & marks[BITS, k]) != marks[NUMBER, k]:
            return False
    return True


@compiled
def mark_of(words: Any, mask: Mask, marks: Any) -> int:
    """A number of 64 bits, never `NOT_PASSED`, for a position: the record and the legal actions, `mask`."""
    actions = marks.shape[1] - len(mask)
    mark = int(marks[NUMBER, 0])  # 0, but unsigned
    for k in range(int(marks[WORD, 0]), actions):
        mark += int(words[marks[WORD, k]] & marks[BITS, k]) * int(marks[NUMBER, k])
    for action in range(len(mask)):
        if mask[action]:
            mark += int(marks[NUMBER, actions + action])
    return (mark & ALL_BITS) | int(ONE)  # uncompiled, the sum has more bits
