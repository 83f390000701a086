"""One more action at once, outside planning (Fast Work)."""

from __future__ import annotations

from typing import Any

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson.rules.packed import is_special, target_of
from crusoe_env.robinson.rules.phases.actions import prepare
from crusoe_env.robinson.rules.stack import EXTRA_ACTION, PASS, PAY_STEP, ask_for_card, push, take_answer
from crusoe_env.robinson.rules.world.island import measure
from crusoe_env.robinson.rules.world.requirements import affordable, is_with_dice, option_count, possible
from crusoe_env.robinson.state import (
    AT_PLANNING,
    FIRST_SPECIAL,
    KINDS_OF_RESOURCE,
    NONE,
    PLAN,
    PLANS,
    SPECIAL_PLACES,
)


@compiled
def extra_action(s: Any, t: Any, kind: int, row: int, person: int, card: int) -> None:
    """The performer takes one more action of a kind at once, with all dice; or none if none can be taken."""
    if s.answer == NONE:
        possible_now = extra_action_possible(s, t, kind, person, 0)
        if s.plans < PLANS and (possible_now or extra_action_possible(s, t, kind, person, 1)):
            measure(s, t)
            s.planner = person
            s.window = AT_PLANNING
            push(s, EXTRA_ACTION, kind, row, person, card, 0)
            ask_for_card(s, PLAN, EXTRA_ACTION, person, 0, card, row, 0, kind)
            s.question_may_pass = 0 if possible_now else 1
        return
    answer = take_answer(s)
    if answer == PASS:
        return
    i = s.plans
    s.plans += 1
    s.plan_kind[i] = kind
    s.plan_target[i] = target_of(answer)
    s.plan_person[i] = person
    s.plan_pawns[i] = 1
    s.plan_need[i] = 1
    s.plan_option[i] = NONE
    s.plan_supports[i] = 0
    s.plan_all_dice[i] = 1  # all dice are rolled
    s.plan_done[i] = 1
    for resource in range(KINDS_OF_RESOURCE):
        s.plan_paid[i, resource] = 0
    prepare(s, t, i)
    push(s, PAY_STEP, i, 0, NONE, NONE, 1)


@compiled
def may_take_extra(s: Any, t: Any, person: int, kind: int, target: int, hoped: int) -> bool:
    """Can this action be taken and paid for now? `hoped` = 1: with what this person can still save."""
    if not possible(s, t, kind, target, person):
        return False
    if is_special(target) and not is_with_dice(t, kind, target):
        return False
    for option in range(option_count(s, t, kind, target)):
        if affordable(s, t, person, kind, target, option, hoped):
            return True
    return False


@compiled
def extra_action_possible(s: Any, t: Any, kind: int, person: int, hoped: int) -> bool:
    """Is there anything to build? `hoped` = 1: with what this person can still save."""
    for target in range(FIRST_SPECIAL + t.specials * SPECIAL_PLACES):
        if may_take_extra(s, t, person, kind, target, hoped):
            return True
    return False
