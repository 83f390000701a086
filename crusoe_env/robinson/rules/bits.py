"""Sets as bits of an integer."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c


@compiled
def count_bits(bits: int) -> int:
    """How many bits are set."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@compiled
def first_bit(bits: int) -> int:
    """The place of the lowest bit that is set; one must be."""
    return count_bits((bits & -bits) - 1)


@compiled
def only_bit(bits: int) -> int:
    """The place of the only bit that is set, NONE if there is another number of them."""
    return c.NONE if bits == 0 or bits & (bits - 1) else first_bit(bits)
