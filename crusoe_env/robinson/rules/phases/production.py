"""The production phase (rulebook 3)."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.engine.random import roll
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import Question
from crusoe_env.robinson.components import CARD_INVENTIONS
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.packed import pack_source
from crusoe_env.robinson.rules.stack import ask, push, take_answer
from crusoe_env.robinson.rules.steps import COUNT, FLAG, step
from crusoe_env.robinson.rules.world.island import shortcut_space, yield_of
from crusoe_env.robinson.rules.world.log import log_amount, log_event
from crusoe_env.robinson.rules.world.marks import production_stopped
from crusoe_env.robinson.rules.world.people import has_item
from crusoe_env.robinson.scenarios.hooks import run_hook


@step("production", asked=FLAG)
@compiled
def production_phase(s: State, t: Tables, asked: int) -> None:
    """Each source of the camp's tile gives one resource; Pit and Shortcut add theirs.

    Who can take away the mark that stops it is asked before.
    """
    s.phase = c.PRODUCTION_PHASE
    s.produced[c.WOOD] = s.produced[c.FOOD] = 0
    if asked == 0 and anything_stopped(s, t):
        push(s, steps.PRODUCTION, 1)
        push(s, steps.WINDOW, c.BEFORE_PRODUCTION, 0, c.NONE, c.NONE, v.TOKENS_ASPECT)
        return
    log_event(s, c.LOG_PHASE, c.PRODUCTION_PHASE, c.NONE)
    run_hook(s, t, c.ON_PRODUCTION, c.NONE)
    if s.production_skip == 1:
        return
    if not production_stopped(s, t, int(s.camp)):
        s.future[c.WOOD] = yield_of(s, t, int(s.camp), 0)
        s.future[c.FOOD] = yield_of(s, t, int(s.camp), 1)
    for item in range(CARD_INVENTIONS):
        food = int(t.invention_wound_die_food[item])
        if food > 0 and has_item(s, item) and roll(s, 6) <= t.action_dice[0, 0]:
            s.future[c.FOOD] += food
    if s.keeping == 1:
        push(s, steps.OFFER_PRODUCED)
    push(s, steps.END_PRODUCTION)
    push(s, steps.PRODUCE_SHORTCUT)


@compiled
def anything_stopped(s: State, t: Tables) -> bool:
    """Does a mark stop the production of the camp's tile, or of that with the Shortcut?"""
    space = shortcut_space(s)
    return production_stopped(s, t, int(s.camp)) or (space != c.NONE and production_stopped(s, t, space))


@step(asks=(Question(c.BRANCH, "Production", "What does the Shortcut bring?", ("wood", "food")),))
@compiled
def produce_shortcut(s: State, t: Tables) -> None:
    """One resource of the tile with the Shortcut token, which the players choose.

    While a card forbids items it gives nothing in the first edition.
    """
    space = shortcut_space(s)
    forbidden = s.items_unavailable == 1 and t.shortcut_outlasts_items == 0
    if space == c.NONE or forbidden or production_stopped(s, t, space):
        s.answer = c.NONE
        return
    wood = yield_of(s, t, space, 0)
    food = yield_of(s, t, space, 1)
    if wood > 0 and food > 0 and s.answer == c.NONE:
        push(s, steps.PRODUCE_SHORTCUT)
        ask(s, c.BRANCH, steps.PRODUCE_SHORTCUT, int(s.first_player), 3, 0, 0, 0)
        return
    resource = take_answer(s)
    if resource == c.NONE:
        resource = c.WOOD if wood > 0 else c.FOOD
    if wood > 0 or food > 0:
        found = wood if resource == c.WOOD else food
        s.future[resource] += found if t.shortcut_gathers == 1 else 1
        s.shortcut_used = pack_source(space, resource)


@step()
@compiled
def end_production(s: State, t: Tables) -> None:
    """What was produced is available; more, less or none of a kind, or half of all, if a card says so."""
    for resource in range(2):
        s.future[resource] = max(0, s.future[resource] + s.production_extra[resource])
        if (s.production_none >> resource) & 1:
            s.future[resource] = 0
    kept = int(s.future[c.WOOD]) + int(s.future[c.FOOD])
    if s.production_half == 1:
        push(s, steps.KEEP_PRODUCED, kept // 2)
        return
    for resource in range(2):
        log_amount(s, c.LOG_STORES, int(s.future[resource]), resource)
        s.available[resource] += s.future[resource]
        s.produced[resource] = s.future[resource]
        s.future[resource] = 0


@step(
    asks=(Question(c.BRANCH, "Production", "Only half is kept: which resource?", ("wood", "food")),),
    left=COUNT,
)
@compiled
def keep_produced(s: State, t: Tables, left: int) -> None:
    """One by one the players choose which of the produced resources they keep."""
    if left == 0:
        s.future[c.WOOD] = s.future[c.FOOD] = 0
        s.answer = c.NONE
        return
    if s.future[c.WOOD] > 0 and s.future[c.FOOD] > 0 and s.answer == c.NONE:
        push(s, steps.KEEP_PRODUCED, left)
        ask(s, c.BRANCH, steps.KEEP_PRODUCED, int(s.first_player), 3, left, 0, 0)
        return
    resource = take_answer(s)
    if resource == c.NONE:
        resource = c.WOOD if s.future[c.WOOD] > 0 else c.FOOD
    s.future[resource] -= 1
    s.available[resource] += 1
    s.produced[resource] += 1
    log_amount(s, c.LOG_STORES, 1, resource)
    push(s, steps.KEEP_PRODUCED, left - 1)
