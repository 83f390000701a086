"""What tests of small networks share."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def one_thread():
    """Threads that wait for each other would take most of the time of such small networks."""
    torch = pytest.importorskip("torch")
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)
