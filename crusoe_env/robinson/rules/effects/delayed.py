"""Parts of programs that wait for the night or the next round."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.stack import run_card
from crusoe_env.robinson.rules.world.ending import fail


@compiled
def delay(s: State, time: int, row: int, performer: int, card: int) -> None:
    """Keep a part of a program for later; more than there is a place for is a fault."""
    at = s.delayed_count
    if at < c.DELAYED:
        s.delayed[at, c.DELAYED_TIME] = time
        s.delayed[at, c.DELAYED_ROW] = row
        s.delayed[at, c.DELAYED_CARD] = card
        s.delayed[at, c.DELAYED_PERFORMER] = performer
        s.delayed_count = at + 1
    else:
        fail(s, c.TOO_MUCH_DELAYED)


@compiled
def run_delayed(s: State, t: Tables, time: int) -> None:
    """What waited for this time is done; what comes every night stays."""
    kept = 0
    count = s.delayed_count
    for i in range(count):
        if s.delayed[i, c.DELAYED_TIME] == time:
            row, card = int(s.delayed[i, c.DELAYED_ROW]), int(s.delayed[i, c.DELAYED_CARD])
            run_card(s, t, row, int(s.delayed[i, c.DELAYED_PERFORMER]), card)
        if s.delayed[i, c.DELAYED_TIME] != time or time == v.AT_EVERY_NIGHT:
            for k in range(len(s.delayed[i])):
                s.delayed[kept, k] = s.delayed[i, k]
            kept += 1
    s.delayed_count = kept
