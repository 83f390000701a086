"""The scenario Castaways: the woodpile, its stages, and the goal (scenario sheet 1)."""

from __future__ import annotations

from typing import Any

from crusoe_env.core.compile import compiled
from crusoe_env.robinson.rules.world.ending import win
from crusoe_env.robinson.rules.world.log import log_amount
from crusoe_env.robinson.state import BUILT, LOG_PILE, NONE, WOOD


@compiled
def wood_needed(t: Any) -> int:
    """Wood in the finished pile."""
    total = 0
    for stage in range(t.stage_count):
        total += t.stages[stage]
    return total


@compiled
def stages_complete(s: Any, t: Any) -> int:
    """How many stages of the pile are finished."""
    total = 0
    for stage in range(t.stage_count):
        total += t.stages[stage]
        if s.pile < total:
            return stage
    return int(t.stage_count)


@compiled
def missing_in_stage(s: Any, t: Any) -> int:
    """How much wood the current stage still takes; 0 when the pile is finished."""
    total = 0
    for stage in range(t.stage_count):
        total += t.stages[stage]
        if s.pile < total:
            return total - s.pile
    return 0


@compiled
def add_to_pile(s: Any, t: Any, count: int) -> None:
    """Wood straight onto the current stage, outside the usual window; the rest is lost."""
    log_amount(s, LOG_PILE, min(count, missing_in_stage(s, t)), NONE)
    s.pile += min(count, missing_in_stage(s, t))
    check_goal(s, t)


@compiled
def can_lay(s: Any, t: Any) -> int:
    """How much wood may be laid now: one stage can be finished in a round."""
    if s.pile_this_round == 1:
        return 0
    return min(missing_in_stage(s, t), int(s.available[WOOD]))


@compiled
def lay_wood(s: Any, t: Any, count: int) -> None:
    """Wood from the Available Resources onto the current stage, before the action phase."""
    missing = missing_in_stage(s, t)
    s.available[WOOD] -= count
    s.pile += count
    log_amount(s, LOG_PILE, count, NONE)
    if count == missing:
        s.pile_this_round = 1
    check_goal(s, t)


@compiled
def check_goal(s: Any, t: Any) -> None:
    """A finished pile and fire in one of the last rounds: the ship is seen and the game is won at once."""
    built = s.invention_state[t.goal_item] == BUILT
    if built and s.pile >= wood_needed(t) and s.rounds >= t.first_goal_round:
        win(s)
