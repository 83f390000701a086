"""Calls spread over a cluster, with a stand-in for Ray that ends each call as it is waited for."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace

import pytest

NAMES = "agents.distributed.cluster", "crusoe_agents.distributed.cluster"


class Ray(ModuleType):
    """So much of Ray as `spread` uses; `most` is the greatest number of calls under way."""

    def __init__(self) -> None:
        super().__init__("ray")
        self.under_way: list[int] = []
        self.results: dict[int, object] = {}
        self.most = 0

    def remote(self, **_):
        return lambda function: SimpleNamespace(remote=lambda item: self._call(function, item))

    def _call(self, function, item) -> int:
        number = len(self.results)
        self.results[number] = function(item)
        self.under_way.append(number)
        self.most = max(self.most, len(self.under_way))
        return number

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 3.0}

    def wait(self, calls, num_returns):
        assert sorted(calls) == sorted(self.under_way)
        ended = [self.under_way.pop() for _ in range(num_returns)]  # the last begun ends first
        return ended, self.under_way

    def get(self, call):
        return self.results[call]


@pytest.fixture
def cluster(monkeypatch) -> Iterator[ModuleType]:
    """The module with the stand-in, also where Ray is not installed."""
    monkeypatch.setitem(sys.modules, "ray", Ray())
    for name in NAMES:
        monkeypatch.delitem(sys.modules, name, raising=False)
    yield importlib.import_module(NAMES[0])
    for name in NAMES:
        sys.modules.pop(name, None)


@pytest.mark.parametrize(("workers", "most"), [(1, 1), (2, 2), (None, 3), (9, 5)])
def test_each_item_is_called_once_with_so_many_at_a_time(cluster, workers, most):
    found = list(cluster.spread(lambda item: 10 * item, [1, 2, 3, 4, 5], workers))
    assert sorted(found) == [(0, 10), (1, 20), (2, 30), (3, 40), (4, 50)]
    assert cluster.ray.most == most
