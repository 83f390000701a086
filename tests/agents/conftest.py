"""What tests of small networks share."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def one_thread():
    """Threads that wait for each other would take most of the time of such small networks.

    At the end, what a training has set for the whole process is as it was.
    """
    torch = pytest.importorskip("torch")
    before, precision = torch.get_num_threads(), torch.get_float32_matmul_precision()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)
    torch.set_float32_matmul_precision(precision)
