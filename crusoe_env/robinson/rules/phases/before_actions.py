"""Before the action phase: what a scenario does then, and counters that are fed."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.vocabulary import RESOURCE_ASPECTS
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.stack import PASS, ask, push, take_answer
from crusoe_env.robinson.rules.steps import A_COUNTER, COUNTER, step
from crusoe_env.robinson.rules.world.placed_pawns import take_pawns_back
from crusoe_env.robinson.scenarios.counters import can_feed, feed, may_be_fed, missing_in_stage
from crusoe_env.robinson.scenarios.hooks import run_hook


@step()
@compiled
def before_action_phase(s: State, t: Tables) -> None:
    """Counters are fed as the scenario says; then planning and resolution."""
    s.planner = c.NONE
    s.plans = 0
    if s.secret_plans == 1:
        take_pawns_back(s)
    s.weapon_bonus = 0
    push(s, steps.RESOLUTION)
    push(s, steps.BEGIN_PLANNING)
    for counter in range(t.counters - 1, -1, -1):
        if may_be_fed(s, t, counter):
            push(s, steps.FEED, counter)
            resource = int(t.counter_fed_with[counter])
            if s.available[resource] < missing_in_stage(s, t, counter):  # more of it may still come
                push(s, steps.WINDOW, c.AT_PLANNING, 0, c.NONE, c.NONE, RESOURCE_ASPECTS[resource])
    run_hook(s, t, c.ON_BEFORE_ACTIONS, c.NONE)


@step("feed", detail=A_COUNTER, counter=COUNTER)
@compiled
def feed_step(s: State, t: Tables, counter: int) -> None:
    """Before the action phase a resource may be laid onto the current stage of a counter."""
    most = can_feed(s, t, counter)
    if most > 0 and s.answer == c.NONE:
        push(s, steps.FEED, counter)
        s.window = c.AT_PLANNING
        ask(s, c.FEED, steps.FEED, int(s.first_player), (1 << most) - 1, 0, counter, 1)
        return
    answer = take_answer(s)
    if answer != c.NONE and answer != PASS:
        feed(s, t, counter, answer)
