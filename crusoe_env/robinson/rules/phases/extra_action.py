"""One more action at once, outside planning (Fast Work)."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import Question, operation
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.packed import is_special, target_of
from crusoe_env.robinson.rules.phases.actions import prepare
from crusoe_env.robinson.rules.stack import PASS, ask_for_card, push, take_answer
from crusoe_env.robinson.rules.steps import A_KIND, ACTION_KIND, CARD, PERSON, ROW, step
from crusoe_env.robinson.rules.world.island import measure
from crusoe_env.robinson.rules.world.requirements import affordable, is_with_dice, option_count, possible


@operation(
    "extra_action action",
    "The performer at once takes one more action of that kind, with all dice.",
    depends=v.WOOD_ASPECT | v.FUR_ASPECT | v.ITEMS_ASPECT | v.INVENTIONS_ASPECT,
    asks=(Question(c.PLAN),),
    phrase="one more {0} action",
)
@compiled
def take_extra_action(s: State, row: int, action: int, performer: int, card: int) -> None:
    """One more action."""
    push(s, steps.EXTRA_ACTION, action, row, performer, card)


@step(detail=A_KIND, runs=("extra_action",), kind=ACTION_KIND, row=ROW, person=PERSON, card=CARD)
@compiled
def extra_action(s: State, t: Tables, kind: int, row: int, person: int, card: int) -> None:
    """The performer takes one more action of a kind at once, with all dice; or none if none can be taken."""
    if s.answer == c.NONE:
        possible_now = extra_action_possible(s, t, kind, person, 0)
        if s.plans < c.PLANS and (possible_now or extra_action_possible(s, t, kind, person, 1)):
            measure(s, t)
            s.planner = person
            s.window = c.AT_PLANNING
            push(s, steps.EXTRA_ACTION, kind, row, person, card)
            ask_for_card(s, c.PLAN, steps.EXTRA_ACTION, person, 0, card, row, 0, kind)
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
    s.plan_option[i] = c.NONE
    s.plan_supports[i] = s.plan_items[i] = 0
    s.plan_all_dice[i] = 1  # all dice are rolled
    s.plan_done[i] = 1
    for resource in range(c.KINDS_OF_RESOURCE):
        s.plan_paid[i, resource] = 0
    prepare(s, t, i)
    push(s, steps.PAY, i, 1)


@compiled
def may_take_extra(s: State, t: Tables, person: int, kind: int, target: int, hoped: int) -> bool:
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
def extra_action_possible(s: State, t: Tables, kind: int, person: int, hoped: int) -> bool:
    """Is there anything to build? `hoped` = 1: with what this person can still save."""
    for target in range(c.FIRST_SPECIAL + t.specials * c.SPECIAL_PLACES):
        if may_take_extra(s, t, person, kind, target, hoped):
            return True
    return False
