"""Floats written past the caches are those that NumPy would write, wherever a row begins, and no others."""

from typing import Any

import numpy as np
import pytest

from crusoe_env.engine.compile import compiled
from crusoe_env.engine.compile.linked.nontemporal import LANES
from crusoe_env.engine.nontemporal import scale_into


@compiled
def scaled(row: Any, scale: Any, out: Any, stream: bool) -> None:
    scale_into(row, scale, out, stream)


@pytest.mark.parametrize("size", [0, 1, LANES - 1, LANES, LANES + 1, 4171])
@pytest.mark.parametrize("stream", [False, True])
def test_rows_of_any_length_at_any_address(size: int, stream: bool) -> None:
    rng = np.random.default_rng(size)
    row, scale = rng.integers(0, 256, size).astype(np.uint8), rng.random(size, dtype=np.float32)
    for first in range(LANES + 1):
        memory = np.full(first + size + LANES, -1, np.float32)
        scaled(row, scale, memory[first : first + size], stream)
        np.testing.assert_array_equal(memory[first : first + size], row * scale)
        assert (memory[:first] == -1).all()
        assert (memory[first + size :] == -1).all()
