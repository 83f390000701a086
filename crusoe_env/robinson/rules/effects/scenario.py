"""Operations that only scenarios use: their counters."""

from __future__ import annotations

from typing import Any

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language import operations as op
from crusoe_env.robinson.scenarios.counters import advance


@compiled
def scenario_effect(s: Any, t: Any, row: int) -> None:
    """Counters that rise and fall."""
    what = t.rows[row, col.OP]
    counter = int(t.rows[row, col.WHAT])
    number = int(t.rows[row, col.NUMBER])
    if what == op.KEEP_YIELD:
        s.keeping = 1
    elif what == op.ADVANCE:
        advance(s, t, counter, number)
    elif what == op.REDUCE:
        advance(s, t, counter, -number)
