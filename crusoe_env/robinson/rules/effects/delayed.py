"""Parts of programs that wait for the night or the next round."""

from __future__ import annotations

from typing import Any

from crusoe_env.core.compile import compiled
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.rules.stack import run_card
from crusoe_env.robinson.state import DELAYED


@compiled
def delay(s: Any, time: int, row: int, performer: int, card: int) -> None:
    """Keep a part of a program for later."""
    at = s.delayed_count
    if at < DELAYED:
        s.delayed[at, 0] = time
        s.delayed[at, 1] = row
        s.delayed[at, 2] = card
        s.delayed[at, 3] = performer
        s.delayed_count = at + 1


@compiled
def run_delayed(s: Any, t: Any, time: int) -> None:
    """What waited for this time is done; what comes every night stays."""
    kept = 0
    count = s.delayed_count
    for i in range(count):
        if s.delayed[i, 0] == time:
            run_card(s, t, int(s.delayed[i, 1]), int(s.delayed[i, 3]), int(s.delayed[i, 2]))
        if s.delayed[i, 0] != time or time == v.AT_EVERY_NIGHT:
            for k in range(4):
                s.delayed[kept, k] = s.delayed[i, k]
            kept += 1
    s.delayed_count = kept
