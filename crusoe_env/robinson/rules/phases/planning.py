"""Planning actions: single pawns are placed until nobody places more (rulebook 4.1).

The person who plans opens an action with one pawn of his; it is paid for and supported at once, so that no
plan stays unfinished. An action can only be opened if it can be completed. Who has ended his planning is
asked once more in a last turn: always if all pawns are to be assigned, and then he must place what is left;
else if something has been planned since, and his pawns may stay idle.
"""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.packed import is_special, kind_of, special_of, target_of
from crusoe_env.robinson.rules.phases.words import forget_words
from crusoe_env.robinson.rules.stack import PASS, ask, push, take_answer
from crusoe_env.robinson.rules.steps import A_PLAN, FLAG, PLANNED, step
from crusoe_env.robinson.rules.world.guest import is_castaway
from crusoe_env.robinson.rules.world.island import measure
from crusoe_env.robinson.rules.world.log import log_event
from crusoe_env.robinson.rules.world.looks import post_lookouts
from crusoe_env.robinson.rules.world.people import alive
from crusoe_env.robinson.rules.world.requirements import (
    affordable,
    cost,
    extra_pawns,
    is_with_dice,
    may_take,
    option_count,
    possible,
    usual_pawns,
)
from crusoe_env.robinson.rules.world.stores import pay
from crusoe_env.robinson.rules.world.strains import deal_strains
from crusoe_env.robinson.rules.world.supports import (
    SEVERAL,
    only_support,
    people_to_support,
    supported_by,
    take_support,
)
from crusoe_env.robinson.rules.world.things import clear_saving
from crusoe_env.robinson.rules.world.wood_token import bear_wood_token

CALLED, WANTED = 1, 2
"""The last turn of planning: under way; to come when all have ended their planning."""


@step()
@compiled
def begin_planning(s: State, t: Tables) -> None:
    """All pawns are taken back; the First Player plans first, Friday and the guest last."""
    s.phase = c.PLANNING
    log_event(s, c.LOG_PHASE, c.PLANNING, c.NONE)
    s.plans = 0
    s.passed = 0
    clear_saving(s)
    s.last_call = 0
    s.gathered = 0
    s.wood_token_plan = c.NONE
    measure(s, t)
    for person in range(c.PEOPLE):
        s.free_pawns[person] = 0
        if person == c.FRIDAY:
            s.free_pawns[person] = alive(s, t, c.FRIDAY)
        elif is_castaway(s, person):
            s.free_pawns[person] = min(int(t.pawns_each), int(s.pawn_limit[person]))
    s.planner = c.NONE
    if s.lookouts == 1:
        post_lookouts(s)
    if s.strains == 1:
        deal_strains(s)
    if s.secret_plans == 1:
        push(s, steps.PLACE_PAWNS)
        push(s, steps.COUNCIL, 0)
    else:
        push(s, steps.PLAN, 0)
    if s.words > 0:
        forget_words(s)
        push(s, steps.SPEAK, 0)


# ------------------------------------------------------------------ whose turn it is
@compiled
def next_planner(s: State) -> int:
    """The next person with a free pawn who has not ended his planning; NONE if there is none."""
    order = s.players + 2
    at = 0
    if s.planner != c.NONE:
        others = s.planner >= c.FRIDAY
        here = s.players + s.planner - c.FRIDAY if others else (s.planner - s.first_player) % s.players
        at = here + 1
    for i in range(order):
        place = (at + i) % order
        others = place >= s.players
        person = c.FRIDAY + place - s.players if others else (s.first_player + place) % s.players
        if s.free_pawns[person] > 0 and not (s.passed >> person) & 1:
            return int(person)
    return c.NONE


@step("plan", same=FLAG)
@compiled
def plan_step(s: State, t: Tables, same: int) -> None:
    """One person places one pawn, or ends his planning; `same`: who was asked is asked again."""
    if s.answer == c.NONE:
        person = int(s.planner) if same == 1 else next_planner(s)
        if s.plans >= c.PLANS:
            return
        if person == c.NONE and s.last_call == (0 if t.all_pawns_assigned == 1 else WANTED):
            s.last_call = CALLED
            s.passed = 1 << c.FRIDAY | 1 << c.GUEST if t.all_pawns_assigned == 1 else 0
            person = next_planner(s)
        if person == c.NONE:
            return
        if s.planner != person:  # a weapon bonus serves who plans
            s.weapon_bonus = 0
        s.planner = person
        push(s, steps.PLAN, 1)
        s.window = c.AT_PLANNING
        ask(s, c.PLAN, steps.PLAN, person, 0, 0, 0, 1)
        return
    answer = take_answer(s)
    if answer == PASS:
        s.passed |= 1 << int(s.planner)
        push(s, steps.PLAN, 0)
        return
    open_plan(s, t, kind_planned(t, answer), target_of(answer))


@compiled
def kind_planned(t: Tables, plan: int) -> int:
    """The kind of a packed plan; for a special action the scenario says it."""
    target = target_of(plan)
    return int(t.special_kind[special_of(target)]) if is_special(target) else kind_of(plan)


@compiled
def plans_change(s: State, t: Tables) -> None:
    """Something has been planned or used: who has ended his planning is asked again."""
    if t.all_pawns_assigned == 0 and s.phase == c.PLANNING and s.passed != 0 and s.last_call == 0:
        s.last_call = WANTED


@compiled
def open_plan(s: State, t: Tables, kind: int, target: int) -> None:
    """One pawn of the planner goes to an action; then it is paid for and supported."""
    plans_change(s, t)
    i = place_plan(s, t, kind, target)
    s.free_pawns[s.planner] -= 1
    push(s, steps.PLAN, 0)
    if t.gathering_items_assigned == 1 and gathers(t, kind, target):
        push(s, steps.GATHER_BONUS)
    push(s, steps.SUPPORT, i)
    push(s, steps.PAY, i, 0)


@compiled
def gathers(t: Tables, kind: int, target: int) -> bool:
    """Does an action gather something?"""
    if is_special(target):
        return t.special_yields[special_of(target)] > 0
    return kind == c.GATHER


@compiled
def place_plan(s: State, t: Tables, kind: int, target: int) -> int:
    """One pawn of the planner stands on an action: the number of the new plan."""
    i = int(s.plans)
    s.plans += 1
    s.plan_kind[i] = kind
    s.plan_target[i] = target
    s.plan_person[i] = s.planner
    s.plan_pawns[i] = 1
    s.plan_need[i] = 0
    s.plan_option[i] = c.NONE
    s.plan_supports[i] = s.plan_items[i] = 0
    s.plan_all_dice[i] = 0
    s.plan_done[i] = 0
    for resource in range(c.KINDS_OF_RESOURCE):
        s.plan_paid[i, resource] = 0
    if kind == c.THREAT and t.threat_weapon[s.threat[target]] > s.weapon:
        s.weapon_bonus = 0
    if kind == c.GATHER and not is_special(target):
        s.gathered |= 1 << target
    return i


@compiled
def may_open(s: State, t: Tables, person: int, kind: int, target: int) -> bool:
    """May this person place a pawn on this action, and can it be completed?"""
    return possible(s, t, kind, target, person) and can_complete(s, t, person, kind, target)


@compiled
def can_complete(s: State, t: Tables, person: int, kind: int, target: int) -> bool:
    """Has this person a pawn for an action that is possible, and can it be paid for and supported?"""
    if s.free_pawns[person] < 1 or not may_take(s, person, kind):
        return False
    for option in range(option_count(s, t, kind, target)):
        if option_possible(s, t, person, kind, target, option, s.free_pawns[person] - 1):
            return True
    return False


@compiled
def option_possible(s: State, t: Tables, person: int, kind: int, target: int, option: int, own: int) -> bool:
    """Can this way of taking the action be paid, and are there pawns enough?"""
    if not affordable(s, t, person, kind, target, option, 0):
        return False
    need = usual_pawns(s, t, kind, target, option) + extra_pawns(s, t, kind, target)
    return supported_by(s, t, person, kind, target, own, need - 1)


# ------------------------------------------------------------------ paying
@step("pay", detail=A_PLAN, plan=PLANNED, extra=FLAG)
@compiled
def pay_step(s: State, t: Tables, plan: int, extra: int) -> None:
    """What the action takes is set aside; where there are several ways, the planner chooses.

    `extra` = 1 for an action taken outside planning, which needs no pawns.
    """
    kind, target, person = int(s.plan_kind[plan]), int(s.plan_target[plan]), int(s.plan_person[plan])
    s.plans -= 1  # tokens that count for the next action only must not see this one
    option = c.NONE
    ways = 0
    for candidate in range(option_count(s, t, kind, target)):
        if extra == 1:
            fits = affordable(s, t, person, kind, target, candidate, 0)
        else:
            fits = option_possible(s, t, person, kind, target, candidate, int(s.free_pawns[person]))
        if fits:
            ways |= 1 << candidate
            option = candidate
    if ways & (ways - 1) and s.answer == c.NONE:
        s.plans += 1
        push(s, steps.PAY, plan, extra)
        ask(s, c.PAYMENT, steps.PAY, person, ways, 0, plan, 0)
        return
    if s.answer != c.NONE:
        option = take_answer(s)
    s.plan_option[plan] = option
    if extra == 0:
        s.plan_need[plan] = usual_pawns(s, t, kind, target, option) + extra_pawns(s, t, kind, target)
    for resource in range(3):
        amount = cost(s, t, kind, target, option, resource)
        saved = min(amount, int(s.saving[person, resource]))
        if saved > 0:
            s.saving[person, resource] = 0
        s.plan_paid[plan, resource] = amount - saved
    s.plans += 1
    bear_wood_token(s, plan)
    set_aside(s, plan)


@compiled
def set_aside(s: State, i: int) -> None:
    """What a planned action takes leaves the stores; food that does not rot stays such if it comes back."""
    durable = int(s.available[c.DURABLE_FOOD])
    for resource in range(3):
        pay(s, resource, int(s.plan_paid[i, resource]))
    durable -= int(s.available[c.DURABLE_FOOD])
    s.plan_paid[i, c.DURABLE_FOOD] = durable
    s.plan_paid[i, c.FOOD] -= durable


@compiled
def give_back(s: State, i: int) -> None:
    """What was set aside for a planned action comes back."""
    for resource in range(c.KINDS_OF_RESOURCE):
        s.available[resource] += s.plan_paid[i, resource]
        s.plan_paid[i, resource] = 0


# ------------------------------------------------------------------ supporting pawns
@step("support", detail=A_PLAN, plan=PLANNED)
@compiled
def support_step(s: State, t: Tables, plan: int) -> None:
    """Pawns until there are enough; for an action with dice one more makes it sure."""
    if s.answer != c.NONE:
        answer = take_answer(s)
        if answer == PASS:
            return
        take_support(s, t, plan, answer)
    dice = is_with_dice(t, s.plan_kind[plan], s.plan_target[plan])
    missing = s.plan_need[plan] - s.plan_pawns[plan]
    if missing < 0 or (missing == 0 and not dice):
        return
    support = only_support(s, t, plan)
    if support == c.NONE:
        return
    if missing > 0 and support != SEVERAL:  # nothing to decide
        take_support(s, t, plan, support)
        push(s, steps.SUPPORT, plan)
        return
    push(s, steps.SUPPORT, plan)
    people, enough = people_to_support(s, t, plan), missing <= 0
    ask(s, c.SUPPORT, steps.SUPPORT, int(s.plan_person[plan]), people, max(0, missing), plan, int(enough))


@compiled
def dice_are_rolled(s: State, t: Tables, i: int) -> bool:
    """Has the planned action only as many pawns as it needs, so that dice decide?"""
    return is_with_dice(t, s.plan_kind[i], s.plan_target[i]) and s.plan_pawns[i] <= s.plan_need[i]
