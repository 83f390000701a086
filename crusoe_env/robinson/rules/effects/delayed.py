"""Parts of programs that wait for the night or the next round."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.stack import run_card
from crusoe_env.robinson.rules.world.ending import fail
from crusoe_env.robinson.state import (
    DELAYED,
    DELAYED_CARD,
    DELAYED_PERFORMER,
    DELAYED_ROW,
    DELAYED_TIME,
    TOO_MUCH_DELAYED,
)


@compiled
def delay(s: State, time: int, row: int, performer: int, card: int) -> None:
    """Keep a part of a program for later; more than there is a place for is a fault."""
    at = s.delayed_count
    if at < DELAYED:
        s.delayed[at, DELAYED_TIME] = time
        s.delayed[at, DELAYED_ROW] = row
        s.delayed[at, DELAYED_CARD] = card
        s.delayed[at, DELAYED_PERFORMER] = performer
        s.delayed_count = at + 1
    else:
        fail(s, TOO_MUCH_DELAYED)


@compiled
def run_delayed(s: State, t: Tables, time: int) -> None:
    """What waited for this time is done; what comes every night stays."""
    kept = 0
    count = s.delayed_count
    for i in range(count):
        if s.delayed[i, DELAYED_TIME] == time:
            row, card = int(s.delayed[i, DELAYED_ROW]), int(s.delayed[i, DELAYED_CARD])
            run_card(s, t, row, int(s.delayed[i, DELAYED_PERFORMER]), card)
        if s.delayed[i, DELAYED_TIME] != time or time == v.AT_EVERY_NIGHT:
            for k in range(len(s.delayed[i])):
                s.delayed[kept, k] = s.delayed[i, k]
            kept += 1
    s.delayed_count = kept
