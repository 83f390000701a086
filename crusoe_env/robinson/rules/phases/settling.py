"""Settling secret plans, a variant (docs/robinson/variants.md): what becomes of pawns placed unseen.

For each target only pawns placed there count as free; then the usual rules of planning open the action, pay
for it and support it. So whatever is settled could have been planned as printed.
"""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.declaration import Question
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.packed import is_special, kind_of, pack_plan, target_of
from crusoe_env.robinson.rules.phases.placing import is_one_of_a_kind, support_by
from crusoe_env.robinson.rules.phases.planning import give_back, may_open, place_plan
from crusoe_env.robinson.rules.stack import PASS, ask, push, take_answer
from crusoe_env.robinson.rules.steps import A_KIND, A_PLAN, PLANNED, step
from crusoe_env.robinson.rules.world.log import log_event
from crusoe_env.robinson.rules.world.placed_pawns import (
    bring,
    free_those_on,
    pawn_at,
    person_at,
    places,
    waits_on,
)
from crusoe_env.robinson.rules.world.requirements import extra_pawns, is_with_dice, may_take, usual_pawns
from crusoe_env.robinson.rules.world.supports import (
    only_support,
    pawns_of,
    people_to_support,
    seat_of,
    take_support,
)
from crusoe_env.robinson.things import BY_FRIDAY, BY_GUEST, BY_NEXT, BY_OWN, BY_THIRD_NEXT


@compiled
def place_to_settle(s: State) -> int:
    """The first place whose pawn waits to be settled; NONE if none does."""
    for place in range(places(s)):
        person, pawn = person_at(s, place), pawn_at(s, place)
        if s.placed_pawns[person, pawn] >= c.FIRST_PLACED and s.pawn_plan[person, pawn] == c.NONE:
            return place
    return c.NONE


@compiled
def placed_next(s: State) -> int:
    """The packed plan on which the pawn stands that is settled next; NONE if all are."""
    place = place_to_settle(s)
    return (
        c.NONE
        if place == c.NONE
        else int(s.placed_pawns[person_at(s, place), pawn_at(s, place)]) - c.FIRST_PLACED
    )


@step(asks=(Question(c.CHOOSE_PERSON, "Secret plans", "Who leads: {plan}?"),), detail=A_KIND)
@compiled
def settle(s: State, t: Tables) -> None:
    """The first pawn that waits: somebody leads its action with the pawns placed there, or it gives way."""
    place = place_to_settle(s)
    if place == c.NONE:
        end_settling(s)
        return
    person, pawn = person_at(s, place), pawn_at(s, place)
    placed = int(s.placed_pawns[person, pawn])
    kind, target = kind_of(placed - c.FIRST_PLACED), target_of(placed - c.FIRST_PLACED)
    free_those_on(s, placed)
    leader = person
    if is_shared(s, t, kind, target):
        leaders = players_to_lead(s, t, kind, target)
        if leaders & (leaders - 1) and s.answer == c.NONE:
            push(s, steps.SETTLE)
            ask(s, c.CHOOSE_PERSON, steps.SETTLE, int(s.first_player), leaders, 0, kind, 0)
            return
        leader = take_answer(s) if s.answer != c.NONE else first_leader(s, t, leaders, kind, target)
    push(s, steps.SETTLE)
    if leader == c.NONE or not may_open(s, t, leader, kind, target):
        give_way(s, t, person, pawn)
        return
    s.planner = leader
    plan = place_plan(s, t, kind, target)
    s.free_pawns[leader] -= 1
    bring(s, leader, placed, plan)
    push(s, steps.REINFORCE, plan)
    push(s, steps.JOIN, plan)
    push(s, steps.PAY, plan, 0)


@compiled
def end_settling(s: State) -> None:
    """Every pawn has come to a plan, or stays idle."""
    s.planner = c.NONE
    for person in range(c.PEOPLE):
        s.free_pawns[person] = 0
        for pawn in range(c.PAWNS_EACH):
            if s.placed_pawns[person, pawn] == c.IDLE_PAWN:
                s.pawn_plan[person, pawn] = c.ON_NO_PLAN
            s.free_pawns[person] += s.pawn_plan[person, pawn] == c.ON_NO_PLAN


# ------------------------------------------------------------------ who leads
@compiled
def is_shared(s: State, t: Tables, kind: int, target: int) -> bool:
    """Do pawns placed there act together: since it can be planned once only, or needs several?"""
    needed = usual_pawns(s, t, kind, target, 0) + extra_pawns(s, t, kind, target)
    return is_one_of_a_kind(t, kind, target) or needed > 1


@compiled
def players_to_lead(s: State, t: Tables, kind: int, target: int) -> int:
    """Bits of the players with a pawn there who could take the action with the pawns placed there."""
    bits = 0
    for player in range(s.players):
        if may_open(s, t, player, kind, target):
            bits |= 1 << player
    return bits


@compiled
def first_leader(s: State, t: Tables, leaders: int, kind: int, target: int) -> int:
    """The only player among the leaders; without one Friday or the guest; else NONE."""
    for player in range(s.players):
        if (leaders >> player) & 1:
            return player
    for person in (c.FRIDAY, c.GUEST):
        if may_open(s, t, person, kind, target):
            return person
    return c.NONE


# ------------------------------------------------------------------ pawns
@step(plan=PLANNED)
@compiled
def join(s: State, t: Tables, plan: int) -> None:
    """Pawns placed there come in the order of settling, up to need.

    One more comes where that makes sure, unless it could act by itself.
    """
    kind, target, leader = int(s.plan_kind[plan]), int(s.plan_target[plan]), int(s.plan_person[plan])
    wanted = int(s.plan_need[plan])
    if is_one_of_a_kind(t, kind, target) and is_with_dice(t, kind, target):
        wanted += 1
    placed = c.FIRST_PLACED + pack_plan(kind, target)
    for place in range(places(s)):
        person = person_at(s, place)
        if s.plan_pawns[plan] >= wanted:
            return
        if not waits_on(s, person, pawn_at(s, place), placed):
            continue
        support = support_by(s, leader, person)
        if pawns_of(s, t, leader, kind, target, support, int(s.free_pawns[leader])) > 0:
            take_placed(s, t, plan, support)


@step(detail=A_PLAN, plan=PLANNED)
@compiled
def reinforce(s: State, t: Tables, plan: int) -> None:
    """More pawns may support. A leader who passes while some are missing withdraws."""
    if s.answer != c.NONE:
        answer = take_answer(s)
        if answer == PASS:
            if s.plan_pawns[plan] < s.plan_need[plan]:
                withdraw(s, t, plan)
            return
        take_placed(s, t, plan, answer)
    missing = s.plan_need[plan] - s.plan_pawns[plan]
    if missing < 0 or (missing == 0 and not is_with_dice(t, s.plan_kind[plan], s.plan_target[plan])):
        return
    if only_support(s, t, plan) == c.NONE:
        if missing > 0:
            withdraw(s, t, plan)
        return
    push(s, steps.REINFORCE, plan)
    people = people_to_support(s, t, plan)
    ask(s, c.SUPPORT, steps.REINFORCE, int(s.plan_person[plan]), people, max(0, missing), plan, 1)


@compiled
def take_placed(s: State, t: Tables, plan: int, support: int) -> None:
    """One more pawn on the plan; one that was placed there is settled."""
    placed = c.FIRST_PLACED + pack_plan(int(s.plan_kind[plan]), int(s.plan_target[plan]))
    supporter = person_of(s, int(s.plan_person[plan]), support)
    take_support(s, t, plan, support)
    if supporter != c.NONE:
        bring(s, supporter, placed, plan)


@compiled
def person_of(s: State, leader: int, support: int) -> int:
    """Whose placed pawn a support is; NONE for what cards and things lend."""
    if support == BY_OWN:
        return leader
    if BY_NEXT <= support <= BY_THIRD_NEXT:
        return seat_of(s, leader, support)
    if support == BY_FRIDAY:
        return c.FRIDAY
    return c.GUEST if support == BY_GUEST else c.NONE


# ------------------------------------------------------------------ giving way
@compiled
def withdraw(s: State, t: Tables, plan: int) -> None:
    """The plan, the last one, is given up: what was paid comes back, its pawns give way."""
    kind, target = int(s.plan_kind[plan]), int(s.plan_target[plan])
    give_back(s, plan)
    s.plans = plan
    if s.wood_token_plan == plan:
        s.wood_token_plan = c.NONE
    if kind == c.GATHER and not is_special(target):
        s.gathered &= ~(1 << target)
    there = 0
    for place in range(places(s)):
        there |= (s.pawn_plan[person_at(s, place), pawn_at(s, place)] == plan) << place
    for place in range(places(s)):
        if (there >> place) & 1:
            give_way(s, t, person_at(s, place), pawn_at(s, place))


@compiled
def give_way(s: State, t: Tables, person: int, pawn: int) -> None:
    """A pawn that finds no room rests; it stays idle where it may not rest alone, or would meet danger."""
    log_event(s, c.LOG_YIELDED, int(s.placed_pawns[person, pawn]) - c.FIRST_PLACED, person)
    if not may_rest(s, t, person):
        s.pawn_plan[person, pawn] = c.ON_NO_PLAN
        return
    s.planner = person
    plan = place_plan(s, t, c.REST, 0)
    s.plan_need[plan] = 1
    s.plan_option[plan] = 0
    s.pawn_plan[person, pawn] = plan


@compiled
def may_rest(s: State, t: Tables, person: int) -> bool:
    """May one pawn of this person rest alone, without danger?"""
    danger = s.space_tokens[s.camp] & c.DANGER != 0 and s.weapon < 1
    needed = usual_pawns(s, t, c.REST, 0, 0) + extra_pawns(s, t, c.REST, 0)
    return may_take(s, person, c.REST) and needed == 1 and not danger
