"""Queries: what is asked; plans and dice."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.fields import State
from crusoe_env.robinson.queries.names import FRIDAY, PEOPLE
from crusoe_env.robinson.rules import packed, steps
from crusoe_env.robinson.rules.world import requirements

# ------------------------------------------------------------------ what is asked


@compiled
def decision(s: State) -> int:
    """What is to be decided, one of DECISIONS."""
    return int(s.decision)


@compiled
def window(s: State) -> int:
    """The window in which skills and items may be used now, one of WINDOWS."""
    return int(s.window)


@compiled
def is_before_a_pawn(s: State) -> bool:
    """Is wood to be laid on the pile, or a pawn to be placed?"""
    return s.decision == c.FEED or s.decision == c.PLAN


@compiled
def planner(s: State) -> int:
    """Who places a pawn, in a plan."""
    return int(s.question_person)


@compiled
def is_extra_action(s: State) -> bool:
    """Is the plan for one more action, carried out at once?"""
    return s.question_step == steps.EXTRA_ACTION


@compiled
def pawns_missing(s: State) -> int:
    """How many pawns the action just planned still needs; what is asked in a decision about support."""
    return int(s.question_left)


@compiled
def is_person_healed(s: State) -> bool:
    """Does the person who is to be chosen heal, rather than carry a burden?"""
    return s.question_step == steps.HEAL


@compiled
def is_camp_moving(s: State) -> bool:
    """Is the space to be chosen one for the camp, at night?"""
    return s.question_step == steps.MOVE_CAMP


@compiled
def is_mark_laid(s: State) -> bool:
    """Is the space to be chosen one on which a mark of the scenario is laid?"""
    return s.question_step == steps.MARK_SPACE


@compiled
def is_mark_taken(s: State) -> bool:
    """Is the space to be chosen one from which a mark of the scenario is taken?"""
    return s.question_step == steps.UNMARK_SPACE


@compiled
def person_at(s: State, place: int) -> int:
    """The person whom an action names by place: you, the next player, ..., Friday, the guest."""
    return place if place >= FRIDAY else (s.acting + place) % s.players


# ------------------------------------------------------------------ plans and dice


@compiled
def kind_planned_last(s: State) -> int:
    """The kind of the action planned last, one of ACTION_KINDS, or behind them (a special action)."""
    return int(s.plan_kind[s.plans - 1])


@compiled
def person_planned_last(s: State) -> int:
    """Whose pawn was placed on the action planned last."""
    return int(s.plan_person[s.plans - 1])


@compiled
def is_planned_by_others(s: State, kind: int) -> bool:
    """Does somebody else than the player who acts lead an action of this kind, one of ACTION_KINDS?"""
    for plan in range(s.plans):
        if s.plan_kind[plan] == kind and s.plan_person[plan] != s.acting:
            return True
    return False


@compiled
def explorations_planned(s: State) -> int:
    """How many explorations are planned."""
    return requirements.planned_of(s, c.EXPLORE)


@compiled
def food_gatherings_planned(s: State) -> int:
    """How many planned actions gather food."""
    count = 0
    for plan in range(s.plans):
        target = int(s.plan_target[plan])
        count += s.plan_kind[plan] == c.GATHER and not packed.is_special(target) and target & 1 == 1
    return count


@compiled
def free_pawns(s: State) -> int:
    """Pawns of all people that are not on the board yet."""
    count = 0
    for person in range(PEOPLE):
        count += int(s.free_pawns[person])
    return count


@compiled
def threw_wound(s: State) -> bool:
    """Does the wound die show its wound?"""
    return s.dice[0] == 1


@compiled
def threw_failure(s: State) -> bool:
    """Does the success die show its blank side?"""
    return s.dice[1] == 0
