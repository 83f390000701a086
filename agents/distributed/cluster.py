"""Calls spread over a Ray cluster. Those of a dead worker are repeated by another."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import ray

T = TypeVar("T")
R = TypeVar("R")

ADDRESS = "RAY_ADDRESS"
"""The environment variable that names the cluster; without it Ray is started on this machine alone."""
RETRIES = 10
"""How often a call is repeated after its worker died."""


@contextlib.contextmanager
def cluster(workers: int | None = None, log: bool = False) -> Iterator[None]:
    """Connect to the cluster of RAY_ADDRESS, or to one started on this machine with so many workers.

    Without effect if Ray is connected already. With `log` what workers print is shown here.
    """
    if ray.is_initialized():
        yield
        return
    address = os.environ.get(ADDRESS)
    local: dict[str, Any] = {"address": "local", "num_cpus": workers, "include_dashboard": False}
    ray.init(**({"address": address} if address else local), log_to_driver=log, logging_level="warning")
    try:
        yield
    finally:
        ray.shutdown()


def spread(function: Callable[[T], R], items: Sequence[T], workers: int | None) -> Iterator[tuple[int, R]]:
    """Call a function for each item on the cluster; the items' numbers and results, as they end.

    Args:
        function: of a module that every machine has, or a small one that can be sent.
        items: what it is called with; they can be pickled.
        workers: how many calls are under way at a time, one processor each; none: one for each processor.

    Raises:
        ray.exceptions.RayTaskError: what a call raised.
        ray.exceptions.WorkerCrashedError: a call has ended its worker more than `RETRIES` times.
    """
    call = ray.remote(num_cpus=1, max_retries=RETRIES)(lambda item: function(item)).remote
    limit = workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting = list(enumerate(items))[::-1]
    playing: dict[Any, int] = {}
    while waiting or playing:
        while waiting and len(playing) < limit:
            number, item = waiting.pop()
            playing[call(item)] = number
        ended, _ = ray.wait(list(playing), num_returns=1)
        for reference in ended:
            yield playing.pop(reference), ray.get(reference)
