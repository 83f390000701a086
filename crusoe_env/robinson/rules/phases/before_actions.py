"""Before the action phase: what a scenario does then, and counters that are fed."""

from __future__ import annotations

from typing import Any

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson.card_language.vocabulary import RESOURCE_ASPECTS
from crusoe_env.robinson.rules.stack import (
    BEGIN_PLANNING,
    FEED_STEP,
    OPEN_WINDOW,
    PASS,
    RESOLUTION_STEP,
    ask,
    later,
    push,
    take_answer,
)
from crusoe_env.robinson.scenarios.counters import can_feed, feed, may_be_fed, missing_in_stage
from crusoe_env.robinson.scenarios.hooks import run_hook
from crusoe_env.robinson.state import AT_PLANNING, FEED, NONE, ON_BEFORE_ACTIONS


@compiled
def before_action_phase(s: Any, t: Any) -> None:
    """Counters are fed as the scenario says; then planning and resolution."""
    s.planner = NONE
    s.plans = 0
    s.weapon_bonus = 0
    later(s, RESOLUTION_STEP)
    later(s, BEGIN_PLANNING)
    for counter in range(t.counters - 1, -1, -1):
        if may_be_fed(s, t, counter):
            push(s, FEED_STEP, counter, 0, NONE, NONE, 0)
            resource = int(t.counter_fed_with[counter])
            if s.available[resource] < missing_in_stage(s, t, counter):  # more of it may still come
                push(s, OPEN_WINDOW, AT_PLANNING, 0, NONE, NONE, RESOURCE_ASPECTS[resource])
    run_hook(s, t, ON_BEFORE_ACTIONS, NONE)


@compiled
def feed_step(s: Any, t: Any, counter: int) -> None:
    """Before the action phase a resource may be laid onto the current stage of a counter."""
    most = can_feed(s, t, counter)
    if most > 0 and s.answer == NONE:
        push(s, FEED_STEP, counter, 0, NONE, NONE, 0)
        s.window = AT_PLANNING
        ask(s, FEED, FEED_STEP, int(s.first_player), (1 << most) - 1, 0, counter, 1)
        return
    answer = take_answer(s)
    if answer != NONE and answer != PASS:
        feed(s, t, counter, answer)
