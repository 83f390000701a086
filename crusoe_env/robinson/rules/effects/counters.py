"""Counters of a scenario."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import operation
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.scenarios.counters import advance, missing_in_stage


@compiled
def is_missing(s: State, t: Tables, counter: int) -> bool:
    """Does the stage of the counter take more?"""
    return missing_in_stage(s, t, counter) > 0


@operation(
    "advance counter number",
    "A counter of the scenario rises; what its stage does not take is lost.",
    depends=v.COUNTERS_ASPECT,
    affects=v.COUNTERS_ASPECT,
    matters=is_missing,
    phrase="{0} +{1}",
)
@compiled
def advance_counter(s: State, t: Tables, counter: int, number: int) -> None:
    """A counter rises."""
    advance(s, t, counter, number)


@operation("reduce counter number", "A counter of the scenario falls, not below 0.", phrase="{0} −{1}")
@compiled
def reduce_counter(s: State, t: Tables, counter: int, number: int) -> None:
    """A counter falls."""
    advance(s, t, counter, -number)


@operation(
    "keep_yield",
    "This round what sources give may be kept on the counters that are for it, instead of being used.",
    phrase="yields may be kept",
)
@compiled
def keep_yields(s: State) -> None:
    """What sources give may be kept."""
    s.keeping = 1
