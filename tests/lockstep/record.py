"""The record of one game, read field by field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.lockstep.words import Words


class Record:
    """Reads the fields of one game of a batch as Python values, and notes which were read.

    Args:
        states: records (n,); the values are always those of the present state.
        i: which of them.
    """

    def __init__(self, states: np.ndarray, i: int = 0) -> None:
        plain = states.view(np.ndarray)
        self._values = {name: plain[name][i : i + 1] for name in plain.dtype.names or ()}
        self._read: set[str] = set()
        self._parts: dict[Callable[[Record], Words], tuple[tuple[str, ...], bytes, Words]] = {}

    def __getattr__(self, name: str) -> Any:
        self._read.add(name)
        return self._values[name].tolist()[0]

    def fields_read(self) -> set[str]:
        """The fields that all parts together have read."""
        return {name for names, _, _ in self._parts.values() for name in names}

    def part(self, translate: Callable[[Record], Words]) -> Words:
        """A part in words: made anew only if a field that it reads has changed since the last time."""
        names, before, words = self._parts.get(translate, ((), b"", {}))
        if names and self._bytes(names) == before:
            return words
        self._read = set(names)
        words = translate(self)
        names = tuple(self._read)
        self._parts[translate] = (names, self._bytes(names), words)
        return words

    def _bytes(self, names: tuple[str, ...]) -> bytes:
        return b"".join([self._values[name].tobytes() for name in names])
