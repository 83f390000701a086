"""Sparse rows of bytes. Needs no torch."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from . import kernels

ROWS_PER_THREAD = 256
FIRST_ROOM = 16
"""Room for the entries of a row at first; it doubles when a row needs more."""

Run = Callable[..., None]
"""`crusoe_env.Simulator.run`, which calls a kernel on slices in several threads."""


class PackedRows:
    """The nonzero entries of rows of bytes.

    Attributes:
        indices, values: uint16, uint8 (rows, room): place and byte of each entry.
        counts: int32 (rows,): the number of entries.
    """

    def __init__(self, rows: int, run: Run) -> None:
        self.indices = np.zeros((rows, FIRST_ROOM), np.uint16)
        self.values = np.zeros((rows, FIRST_ROOM), np.uint8)
        self.counts = np.zeros(rows, np.int32)
        self._run = run

    def write(self, first: int, dense: np.ndarray) -> None:
        """Pack uint8 (n, size) into the rows from `first` on."""
        words = dense.reshape(-1)[: dense.size // kernels.WORD * kernels.WORD].view(np.uint64)
        written = slice(first, first + len(dense))
        while True:
            self._run(
                kernels.pack_range,
                len(dense),
                dense,
                words,
                self.indices,
                self.values,
                self.counts,
                first,
                games_per_thread=ROWS_PER_THREAD,
            )
            if self.counts[written].max(initial=0) <= self.indices.shape[1]:
                return
            self.indices = np.concatenate([self.indices, np.zeros_like(self.indices)], axis=1)
            self.values = np.concatenate([self.values, np.zeros_like(self.values)], axis=1)
