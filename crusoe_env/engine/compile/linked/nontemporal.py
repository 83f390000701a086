"""Stores that go past the processor's caches, for batches that do not fit into them.

An ordinary store first fetches the cache line that it overwrites. For the observations of thousands of games,
which the next step overwrites again, that fetch is half of all traffic with the memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

LANES = 16
"""Floats in a cache line."""


def stream(function: Callable[..., None]) -> None:
    """Let compiled code call this instead of a function with the signature of `scale_into`."""
    overload(function)(_scale_into)


def _lanes(typing: Any, row: Any, scale: Any, out: Any, first: Any, count: Any) -> Any:
    """Lanes `count` times from entry `first` on, where `out` begins a cache line."""
    signature = types.void(row, scale, out, first, count)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        arrays = [
            context.make_array(kind)(context, builder, value).data
            for kind, value in zip(signature.args[:3], arguments[:3], strict=True)
        ]
        bytes_, floats = (ir.VectorType(kind, LANES) for kind in (ir.IntType(8), ir.FloatType()))
        first, count = arguments[3:]
        with cgutils.for_range(builder, count) as loop:
            at = builder.add(first, builder.mul(loop.index, ir.Constant(first.type, LANES)))
            kinds = (bytes_, floats, floats)
            row, scale, out = (
                builder.bitcast(builder.gep(array, [at]), kind.as_pointer())
                for array, kind in zip(arrays, kinds, strict=True)
            )
            values = builder.uitofp(builder.load(row, align=1), floats)
            store = builder.store(builder.fmul(values, builder.load(scale, align=4)), out, align=4 * LANES)
            past_the_caches = builder.module.add_metadata([ir.Constant(ir.IntType(32), 1)])
            store.set_metadata("nontemporal", past_the_caches)
        builder.fence("seq_cst")
        return context.get_dummy_value()

    return signature, generate


_stream_lanes: Any = intrinsic(_lanes)


def _scale_into(row: Any, scale: Any, out: Any, stream: Any) -> Any:
    def compiled(row: Any, scale: Any, out: Any, stream: Any) -> None:
        if not stream:
            np.multiply(row, scale, out)
            return
        size = len(row)
        head = min(size, (-(out.ctypes.data // 4)) % LANES)
        lines = (size - head) // LANES
        for i in range(head):
            out[i] = row[i] * scale[i]
        _stream_lanes(row, scale, out, head, lines)
        for i in range(head + lines * LANES, size):
            out[i] = row[i] * scale[i]

    return compiled
