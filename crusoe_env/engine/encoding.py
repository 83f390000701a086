"""Writing observations: what the games' encoders share. `out` is a vector of bytes, all 0 at first."""

from __future__ import annotations

from crusoe_env.engine.arrays import Entries
from crusoe_env.engine.compile import compiled


@compiled
def write_steps(out: Entries, at: int, steps: int, amount: int) -> None:
    """Entry i of `steps` is 1 when the amount is above i."""
    for i in range(min(steps, amount)):
        out[at + i] = 1


@compiled
def write_bits(out: Entries, at: int, bits: int, count: int) -> None:
    """One entry for each of the lowest `count` bits, the lowest first; usually all are 0."""
    left = int(bits) & ((1 << count) - 1)
    while left != 0:
        out[at] = left & 1
        left >>= 1
        at += 1
