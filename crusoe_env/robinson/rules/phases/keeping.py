"""Keeping what sources give: on counters of a scenario, in rounds in which it lets the players do so.

A counter may be for the yield of a source (`from_source`), while a condition holds (`kept_if`). Only the
source itself counts and what items add to gathering; from +1 tokens, cards, discovery tokens and hunting come
the usual resources. What is kept goes onto the counter at once.
"""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.declaration import Question
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.packed import source_food, source_space
from crusoe_env.robinson.rules.stack import PASS, ask, push, take_answer
from crusoe_env.robinson.rules.steps import A_COUNTER, COUNT, COUNTER, FLAG, PERSON, step
from crusoe_env.robinson.rules.world.island import open_sources, source_bit
from crusoe_env.robinson.rules.world.log import log_amount
from crusoe_env.robinson.scenarios.counters import advance, missing_in_stage
from crusoe_env.robinson.scenarios.measures import condition_holds


@step()
@compiled
def offer_produced(s: State, t: Tables) -> None:
    """After production: one of each source of the camp's tile, and what the Shortcut brought."""
    if s.shortcut_used != c.NONE:
        offer_yield(s, t, source_space(int(s.shortcut_used)), source_food(int(s.shortcut_used)), c.NONE, 1)
    for food in range(2):
        offer_yield(s, t, int(s.camp), food, c.NONE, 1)


@compiled
def offer_yield(s: State, t: Tables, space: int, food: int, person: int, count: int) -> None:
    """So much of what a source has just given may be kept, if there is a counter for it."""
    source = source_bit(t, int(s.tile[space]), food)
    if s.keeping == 0 or open_sources(s, t, space) & source == 0:
        return
    for counter in range(t.counters):
        if t.counter_from[counter] & source and may_keep(s, t, counter):
            push(s, steps.KEEP_YIELD, counter, c.FOOD if food == 1 else c.WOOD, person, count)


@compiled
def may_keep(s: State, t: Tables, counter: int) -> bool:
    """Is there room on this counter, and does its condition hold?"""
    kept_if = t.counter_kept_if[counter]
    holds = condition_holds(s, t, int(kept_if[0]), int(kept_if[1]), int(kept_if[2]))
    return holds and missing_in_stage(s, t, counter) > 0


@step(
    asks=(Question(c.BRANCH, "{counter}", "Keep one for it, or pass and use it.", ("keep",)),),
    detail=A_COUNTER,
    counter=COUNTER,
    resource=FLAG,
    person=PERSON,
    left=COUNT,
)
@compiled
def keep_yield(s: State, t: Tables, counter: int, resource: int, person: int, left: int) -> None:
    """One by one the players keep what has come, or pass and have it as usual."""
    if left == 0 or not has_come(s, resource):
        s.answer = c.NONE
        return
    if s.answer == c.NONE:
        push(s, steps.KEEP_YIELD, counter, resource, person, left)
        ask(s, c.BRANCH, steps.KEEP_YIELD, person, 1, left, counter, 1)
        return
    if take_answer(s) == PASS:
        return
    take_back(s, resource, person)
    log_amount(s, c.LOG_STORES, -1, resource)
    advance(s, t, counter, 1)
    push(s, steps.KEEP_YIELD, counter, resource, person, left - 1)


@compiled
def has_come(s: State, resource: int) -> bool:
    """Is there still some of what this action, or the production, has given?"""
    if s.phase == c.RESOLUTION:
        return s.future[resource] > 0
    return s.produced[resource] > 0 and s.available[resource] > 0


@compiled
def take_back(s: State, resource: int, person: int) -> None:
    """One of what has come is not for the stores."""
    if s.phase != c.RESOLUTION:
        s.produced[resource] -= 1
        s.available[resource] -= 1
        return
    s.future[resource] -= 1
    if person != c.NONE and s.gained[person, resource] > 0:
        s.gained[person, resource] -= 1
