"""Secret plans, a variant: a council, pawns placed unseen, all revealed together (docs/robinson/variants.md).

A pawn may be placed on whatever could be planned if all pawns came there. What others have placed does not
count, nor what one's own earlier pawns would cost: the legal actions of a player depend on what lies open, on
his own pawns and on his strain alone. `settling.py` says what becomes of the pawns.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from crusoe_env.engine.arrays import Mask
from crusoe_env.engine.compile import compiled
from crusoe_env.engine.state import amount
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.declaration import Question
from crusoe_env.robinson.card_language.vocabulary import ALL_ASPECTS
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.abilities import anything_usable, things_in_play
from crusoe_env.robinson.rules.packed import is_special, pack_plan, special_of, target_of
from crusoe_env.robinson.rules.phases.planning import kind_planned, may_open
from crusoe_env.robinson.rules.stack import PASS, ask, push, take_answer
from crusoe_env.robinson.rules.steps import number, step
from crusoe_env.robinson.rules.world.log import log_event
from crusoe_env.robinson.rules.world.placed_pawns import (
    next_of_seat,
    next_to_place,
    pawn_at,
    pawns_to_place,
    person_at,
    places,
)
from crusoe_env.robinson.rules.world.requirements import (
    extra_pawns,
    is_with_dice,
    may_take,
    option_count,
    usual_pawns,
)
from crusoe_env.robinson.rules.world.strains import is_strained, lift_strains
from crusoe_env.robinson.rules.world.supports import pawns_of
from crusoe_env.robinson.things import BY_FRIDAY, BY_GUEST, BY_NEXT, BY_OWN


# ------------------------------------------------------------------ council
@step(turn=number(amount(c.PLAYERS)))
@compiled
def council(s: State, t: Tables, turn: int) -> None:
    """Whatever planning lets players use is used before, openly: each in turn until he passes."""
    if s.answer != c.NONE:
        s.answer = c.NONE
        turn += 1
    s.window = c.AT_PLANNING
    s.relevant = ALL_ASPECTS
    things = things_in_play(s, t)
    for i in range(turn, s.players):
        person = int((s.first_player + i) % s.players)
        s.planner = person
        if anything_usable(s, t, person, things):
            push(s, steps.COUNCIL, i)
            ask(s, c.WINDOW, steps.COUNCIL, person, 0, 0, c.NONE, 1)
            s.question_person = c.NONE
            return
    s.window = c.NO_WINDOW
    s.planner = c.NONE


# ------------------------------------------------------------------ placing
@step()
@compiled
def place_pawns(s: State, t: Tables) -> None:
    """Each pawn is placed unseen, or stays idle; a player places all that are his to place in a row."""
    if s.answer != c.NONE:
        person, answer = next_to_place(s), take_answer(s)
        placed = c.IDLE_PAWN
        if answer != PASS:
            placed = c.FIRST_PLACED + pack_plan(kind_planned(t, answer), target_of(answer))
        for pawn in range(c.PAWNS_EACH):
            if s.placed_pawns[person, pawn] == c.UNPLACED:
                s.placed_pawns[person, pawn] = placed
                break
    if next_to_place(s) == c.NONE:
        s.places_first = s.first_player
        push(s, steps.REVEAL)
        return
    push(s, steps.PLACE_PAWNS)
    ask_to_place(s)


@compiled
def ask_to_place(s: State) -> None:
    """Ask who places the next pawn."""
    person = next_to_place(s)
    ask(s, c.PLAN, steps.PLACE_PAWNS, person, 0, pawns_to_place(s, person), c.NONE, 1)


@compiled
def is_placing(s: State) -> bool:
    """Are pawns being placed unseen now?"""
    return s.secret_plans == 1 and s.decision == c.PLAN and s.question_step == steps.PLACE_PAWNS


@compiled
def is_hidden(s: State) -> bool:
    """Does nobody know yet what others have placed?"""
    return is_placing(s) or (s.secret_plans == 1 and s.question_step == steps.REVEAL)


@compiled
def choosers(s: State, t: Tables) -> int:
    """Bits of the seats that decide now by themselves: all with a pawn to place unseen, else who acts."""
    if not is_placing(s):
        return 1 << int(s.acting)
    bits = 0
    for seat in range(s.players):
        bits |= (next_of_seat(s, seat) != c.NONE) << seat
    return bits


@compiled
def turn_to(s: State, t: Tables, seat: int) -> None:
    """Ask one of the choosers first; NONE: in the usual order."""
    if is_placing(s):
        s.places_first = s.first_player if seat == c.NONE else seat
        ask_to_place(s)


@step(asks=(Question(c.BRANCH, "Secret plans", "All pawns are placed. They are revealed together."),))
@compiled
def reveal(s: State) -> None:
    """What was placed lies open; a step of its own, so that the last pawn placed changes nobody's view.

    A planner who imagines the pawns of others takes them up before (`hidden.lift`): they are placed again.
    """
    if s.answer == c.NONE:
        push(s, steps.REVEAL)
        ask(s, c.BRANCH, steps.REVEAL, int(s.first_player), 0, 0, c.NONE, 1)
        return
    s.answer = c.NONE
    if next_to_place(s) != c.NONE:
        push(s, steps.PLACE_PAWNS)
        return
    lift_strains(s)
    for place in range(places(s)):
        person = person_at(s, place)
        placed = int(s.placed_pawns[person, pawn_at(s, place)])
        if placed != c.UNPLACED:
            log_event(s, c.LOG_REVEALED, c.NONE if placed == c.IDLE_PAWN else placed - c.FIRST_PLACED, person)
    push(s, steps.SETTLE)


# ------------------------------------------------------------------ where a pawn may be placed
@compiled
def may_place(s: State, t: Tables, person: int, kind: int, target: int) -> bool:
    """May this person's next pawn be placed there? His own earlier pawns and his strain count."""
    if not may_take(s, person, kind) or is_strained(s, person, kind):
        return False
    placed = c.FIRST_PLACED + pack_plan(kind, target)
    for pawn in range(c.PAWNS_EACH):
        if s.placed_pawns[person, pawn] == placed and not takes_another(s, t, kind, target):
            return False
    for leader in range(c.PEOPLE):
        if s.free_pawns[leader] == 0:
            continue
        if may_open(s, t, leader, kind, target) and helps(s, t, person, leader, kind, target):
            return True
    return False


@compiled
def helps(s: State, t: Tables, person: int, leader: int, kind: int, target: int) -> bool:
    """Can a pawn of this person lead the action, or support the leader's?"""
    return person == leader or pawns_of(s, t, leader, kind, target, support_by(s, leader, person), 1) > 0


@compiled
def support_by(s: State, leader: int, person: int) -> int:
    """How a person's pawn is called as a support of a leader's action."""
    if person == leader:
        return BY_OWN
    if person == c.FRIDAY:
        return BY_FRIDAY
    if person == c.GUEST:
        return BY_GUEST
    if leader >= c.FRIDAY:
        return BY_NEXT  # which they do not have
    return BY_NEXT - 1 + int((person - leader) % s.players)


@compiled
def takes_another(s: State, t: Tables, kind: int, target: int) -> bool:
    """Is there a use for a second pawn of the same person?"""
    if not is_one_of_a_kind(t, kind, target) or is_with_dice(t, kind, target):
        return True
    if kind == c.THREAT and t.threat_two_players[s.threat[target]] == 1:
        return False
    for option in range(option_count(s, t, kind, target)):
        if usual_pawns(s, t, kind, target, option) + extra_pawns(s, t, kind, target) > 1:
            return True
    return False


@compiled
def is_one_of_a_kind(t: Tables, kind: int, target: int) -> bool:
    """Can this action be planned once only?"""
    if is_special(target):
        return bool(t.special_many[special_of(target)] == 0)
    if kind == c.BUILD:
        return target == c.SHELTER or target >= c.FIRST_INVENTION
    return kind in (c.THREAT, c.GATHER, c.EXPLORE)


@compiled
def mask_places(s: State, t: Tables, person: int, answers: NDArray[np.int64], first: int, mask: Mask) -> None:
    """Write 1 into `mask` from the entry `first` on where this person's next pawn may be placed.

    `answers`: the packed plan of each entry from there on.
    """
    for i in range(len(answers)):
        kind, target = kind_planned(t, int(answers[i])), target_of(int(answers[i]))
        if is_special(target) and special_of(target) >= t.specials:
            continue
        mask[first + i] = may_place(s, t, person, kind, target)
