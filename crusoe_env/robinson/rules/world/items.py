"""Inventions that become items, and items that are lost (rulebook: Building, Turning Items)."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.components import CARD_INVENTIONS, INVENTIONS, SHORTCUT
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.stack import run_card, run_program
from crusoe_env.robinson.rules.world.island import shortcut_space
from crusoe_env.robinson.rules.world.log import log_event


@compiled
def become_item(s: State, t: Tables, item: int) -> None:
    """An invention becomes an item: in the action phase at its end, else at once with all its effects."""
    if s.phase == c.RESOLUTION:
        s.invention_state[item] = c.FUTURE_ITEM
        return
    s.invention_state[item] = c.BUILT
    if item < CARD_INVENTIONS:
        s.lost_items &= ~(1 << item)
    log_event(s, c.LOG_ITEM, item, c.NONE)
    run_card(s, t, int(t.invention_build[item]), c.NONE, c.FIRST_ITEM_EFFECT + item)


@compiled
def items_arrive(s: State, t: Tables) -> None:
    """End of the action phase: what was built becomes an item."""
    for item in range(INVENTIONS - 1, -1, -1):
        if s.invention_state[item] == c.FUTURE_ITEM:
            become_item(s, t, item)


@compiled
def lose_item(s: State, t: Tables, item: int, where: int) -> None:
    """An item is turned back or discarded, and its effect undone as far as possible."""
    s.invention_state[item] = where
    if t.lost_items_serve_the_round == 1 and item < CARD_INVENTIONS:
        s.lost_items |= 1 << item
    log_event(s, c.LOG_ITEM_LOST, item, c.NONE)
    if item == SHORTCUT:
        space = shortcut_space(s)
        if space != c.NONE:
            s.space_tokens[space] &= ~c.SHORTCUT_TOKEN
    run_program(s, int(t.invention_loss[item]), c.NONE, c.FIRST_ITEM_EFFECT + item)
