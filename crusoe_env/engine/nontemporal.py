"""Multiplying rows of bytes into rows of floats, for large batches past the processor's caches."""

from __future__ import annotations

from typing import Any

import numpy as np

from crusoe_env.engine.compile import LINKING, compiled

LARGE = 1 << 23
"""Floats in all from which an array is streamed: 32 MiB."""


def scale_into(row: Any, scale: Any, out: Any, stream: bool) -> None:
    """`out` = `row` x `scale`: uint8, float32, float32, of one length; `stream`: past the caches."""
    np.multiply(row, scale, out)


if LINKING:
    from crusoe_env.engine.compile.linked import nontemporal

    nontemporal.stream(scale_into)
else:
    scale_into = compiled(scale_into)
