"""Arrays that are handed out and used again: large new ones cost more in page faults than in writing them."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np


def _references(arrays: list[np.ndarray], i: int) -> int:
    return sys.getrefcount(arrays[i])


ONLY_OURS = _references([np.empty(0)], 0)
"""What `sys.getrefcount` says of an array that only its list holds; it depends on the version of Python."""


class ArrayPool:
    """Arrays of one shape and dtype. One is handed out again only when nobody holds it or a view of it.

    Hand out views: then a changed shape or flag of what was handed out does not reach the pool's array, which
    every view (and whatever else shares the memory through Python) holds.

    Args:
        shape: of each array.
        dtype: of each array.
        keep: how many arrays at most are kept to be used again.
    """

    def __init__(self, shape: tuple[int, ...], dtype: Any, keep: int = 4) -> None:
        self.shape = shape
        self.dtype = dtype
        self.keep = keep
        self._arrays: list[np.ndarray] = []

    def take(self) -> np.ndarray:
        """An array that nobody else holds, with any content."""
        for i in range(len(self._arrays)):
            if _references(self._arrays, i) == ONLY_OURS:
                return self._arrays[i]
        self._arrays.append(np.empty(self.shape, self.dtype))
        del self._arrays[: -self.keep]
        return self._arrays[-1]

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_arrays": []}
