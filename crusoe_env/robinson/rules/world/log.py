"""The log: a short ring of what happened last, for people to read. No rule depends on it.

An entry is (what, about, whom or which); `LOG_KINDS` lists what is logged and what the two numbers are.
Only what all players see is logged.
"""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.fields import State


@compiled
def log_event(s: State, what: int, about: int, which: int) -> None:
    """Write down what happened; the oldest note is lost."""
    at = s.log_at
    s.log[at, 0] = what
    s.log[at, 1] = about
    s.log[at, 2] = which
    s.log_at = (at + 1) % c.LOG_ROOM


@compiled
def log_amount(s: State, what: int, amount: int, which: int) -> None:
    """Write down an amount, unless it is 0; the same thing twice in a row is added up."""
    last = (s.log_at - 1) % c.LOG_ROOM
    if amount == 0:
        return
    if s.log[last, 0] == what and s.log[last, 2] == which and (s.log[last, 1] > 0) == (amount > 0):
        s.log[last, 1] += amount
    else:
        log_event(s, what, amount, which)


@compiled
def clear_log(s: State) -> None:
    """Nothing has happened yet."""
    s.log_at = 0
    for at in range(c.LOG_ROOM):
        s.log[at, 0] = c.NO_ENTRY
        s.log[at, 1] = 0
        s.log[at, 2] = c.NONE
