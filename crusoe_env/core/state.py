"""The fields that every game's record begins with, and helpers for records.

A game is one NumPy record (`np.record` dtype), a batch is a recarray. Fields of the options, of the
table and of the generator stay over a new episode; all others are set by the game's `new_game`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

SAMPLER = np.dtype((np.record, [("unused", "i8"), ("rng", "u4", (4,))]))
"""A generator without a game; not the beginning of a game's record, or Numba would take it for its base."""

FORCED_SLOTS = 32
"""How many forced outcomes of chance a record can hold, if its game does not say otherwise."""

COMMON_FIELDS: list[tuple[Any, ...]] = [
    ("rng", "u4", (4,)),  # words of the generator
    ("table", "i2"),  # the row of the tables by which this game is played: the number of its task
    ("mixed", "i2"),  # 1: that row is drawn anew for each episode
    ("facts", "i8"),  # a hash of all rows of the tables: whose states these are
    ("forced_count", "i2"),  # how many outcomes of chance chosen beforehand are left
    ("steps", "i4"),  # actions given to the environment in this episode, illegal ones included
    ("over", "i2"),  # 1 when the game has ended
    ("victory", "i2"),  # 1 when it was won
    ("cause", "i2"),  # index into the game's list of causes: how it ended
    ("score", "i4"),  # printed victory points; 0 unless the game awards them
    ("rounds", "i4"),  # rounds (turns, days) begun
    ("acting", "i2"),  # the player who decides next
    ("fault", "i2"),  # why the rules could not go on, as in `Game.faults`; 0: they could
]


def record_dtype(fields: list[tuple[Any, ...]], forced_slots: int = FORCED_SLOTS) -> np.dtype:
    """The dtype of a game's record: common fields, its own, and the queue `forced` of chosen outcomes."""
    forced = ("forced", "i2", (forced_slots,))  # next one first
    return np.dtype((np.record, [*COMMON_FIELDS, *fields, forced]))


def new_records(dtype: np.dtype, count: int) -> np.recarray:
    """`count` zeroed records."""
    return np.zeros(count, dtype=dtype).view(np.recarray)


def plain(states: np.ndarray) -> np.ndarray:
    """The same records as a plain ndarray: a recarray costs microseconds more in each compiled call."""
    return states.view(np.ndarray)


def rows_of(states: np.ndarray) -> np.ndarray:
    """The bytes of contiguous states, (n, itemsize) uint8, sharing their memory."""
    return plain(states).view(np.uint8).reshape(len(states), states.dtype.itemsize)


def taken(states: np.ndarray, which: np.ndarray) -> np.ndarray:
    """Copies of some states; by their bytes, since NumPy copies records field by field."""
    return rows_of(np.ascontiguousarray(plain(states)))[which].view(states.dtype)[:, 0]
