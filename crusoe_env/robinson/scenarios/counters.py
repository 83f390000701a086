"""Counters of a scenario: numbers that its sheet keeps, some in stages, some fed from the stores.

A counter with stages takes no more at a time than its current stage still lacks; what is beyond that is lost.
One that is fed takes a resource before the action phase, as much as the players like.
"""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.world.log import log_amount

MOST_FED = 8
"""How much can be laid onto a counter at a time."""


@compiled
def most_of(t: Tables, counter: int) -> int:
    """The highest value that a counter can have: the sum of its stages, if it has any."""
    total = 0
    for stage in range(t.counter_stages[counter]):
        total += t.counter_stage[counter, stage]
    return total if total > 0 else int(t.counter_most[counter])


@compiled
def stages_complete(s: State, t: Tables, counter: int) -> int:
    """How many stages of a counter are complete."""
    total = 0
    for stage in range(t.counter_stages[counter]):
        total += t.counter_stage[counter, stage]
        if s.counter[counter] < total:
            return stage
    return int(t.counter_stages[counter])


@compiled
def missing_in_stage(s: State, t: Tables, counter: int) -> int:
    """How much the current stage of a counter still takes; without stages, how much the counter does."""
    total = 0
    for stage in range(t.counter_stages[counter]):
        total += t.counter_stage[counter, stage]
        if s.counter[counter] < total:
            return total - s.counter[counter]
    if t.counter_stages[counter] > 0:
        return 0
    return int(t.counter_most[counter]) - s.counter[counter]


@compiled
def advance(s: State, t: Tables, counter: int, count: int) -> None:
    """A counter rises, or falls with a negative count; what is beyond its stage or its end is lost."""
    before = int(s.counter[counter])
    s.counter[counter] = max(0, before + min(count, missing_in_stage(s, t, counter)))
    log_amount(s, c.LOG_COUNTER, int(s.counter[counter]) - before, counter)


@compiled
def supply(s: State, t: Tables, counter: int) -> int:
    """What lies in store, or comes, that could still go onto a counter that is fed."""
    resource = t.counter_fed_with[counter]
    if resource == c.NONE:
        return 0
    there = int(s.available[resource]) + int(s.future[resource])
    return min(there, most_of(t, counter) - int(s.counter[counter]))


@compiled
def may_be_fed(s: State, t: Tables, counter: int) -> bool:
    """Is this a counter that takes a resource, and not yet as many stages as one round allows?"""
    return t.counter_fed_with[counter] != c.NONE and (
        t.counter_stages_each_round[counter] == 0
        or s.counter_stages_fed[counter] < t.counter_stages_each_round[counter]
    )


@compiled
def can_feed(s: State, t: Tables, counter: int) -> int:
    """How much may be laid onto a counter now."""
    if not may_be_fed(s, t, counter):
        return 0
    there = int(s.available[t.counter_fed_with[counter]])
    return min(MOST_FED, missing_in_stage(s, t, counter), there)


@compiled
def feed(s: State, t: Tables, counter: int, count: int) -> None:
    """Resources from the Available Resources onto the current stage of a counter, before the action phase."""
    if count == missing_in_stage(s, t, counter):
        s.counter_stages_fed[counter] += 1
    s.available[t.counter_fed_with[counter]] -= count
    s.counter[counter] += count
    log_amount(s, c.LOG_COUNTER, count, counter)
