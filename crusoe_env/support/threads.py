"""Large batches are cut in slices, one per thread; kernels run without the GIL."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

GAMES_PER_THREAD = 256
"""A batch is shared among threads only if each gets at least this many games."""


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Workers:
    """Threads that share the slices of a batch; they begin with the first large one, anew after a fork.

    Args:
        threads: how many.
    """

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0
        self._compiled: set[Callable[..., None]] = set()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_pool": None, "_compiled": set()}

    def close(self) -> None:
        """End the threads when they have done their work; the next call of `run` begins them anew."""
        pool, self._pool = self._pool, None
        if pool is not None and self._process == os.getpid():
            pool.shutdown(wait=False)

    def _submit(self, kernel: Callable[..., None], *arguments: Any) -> Future[None]:
        for _ in range(2):
            pool = self._pool
            if pool is None or self._process != os.getpid():  # threads do not survive a fork
                self._process = os.getpid()
                pool = self._pool = ThreadPoolExecutor(self.threads - 1, thread_name_prefix="crusoe_env")
            try:
                return pool.submit(kernel, *arguments)
            except RuntimeError:  # closed by another batch of the same rules, in another thread
                self._pool = None
        raise RuntimeError("no thread can begin any more: the program is ending")

    def run(self, kernel: Callable[..., None], count: int, *arguments: Any, games_per_thread: int) -> None:
        """Call a kernel on slices of 0 .. count, at least so many games in each; see `Simulator.run`.

        At first the kernel is called on an empty slice, and so compiled in the thread that calls.
        """
        threads = min(self.threads, count // games_per_thread)
        if kernel not in self._compiled:  # compiling imports what a policy's module is still importing
            kernel(*arguments, 0, 0)
            self._compiled.add(kernel)
        edges = [count * i // threads for i in range(threads + 1)]
        others = [
            self._submit(kernel, *arguments, start, stop) for start, stop in itertools.pairwise(edges[1:])
        ]
        kernel(*arguments, edges[0], edges[1])
        for other in others:
            other.result()
