"""The interpreter of card programs (see card_language/compiler.py)."""

from __future__ import annotations

from typing import Any

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language import declaration as family_of
from crusoe_env.robinson.card_language import operations as op
from crusoe_env.robinson.card_language.operations import FAMILY_OF
from crusoe_env.robinson.rules.bits import only_bit
from crusoe_env.robinson.rules.effects.alternatives import choosable
from crusoe_env.robinson.rules.effects.board import board_effect, only_terrain_at
from crusoe_env.robinson.rules.effects.cards import beast_effect, card_effect, deck_effect
from crusoe_env.robinson.rules.effects.delayed import delay
from crusoe_env.robinson.rules.effects.inventions import invention_effect
from crusoe_env.robinson.rules.effects.life import life_effect
from crusoe_env.robinson.rules.effects.marks import mark_effect, spot
from crusoe_env.robinson.rules.effects.relevance import useful_branches
from crusoe_env.robinson.rules.effects.scenario import scenario_effect
from crusoe_env.robinson.rules.effects.sources import source_at
from crusoe_env.robinson.rules.effects.stores import store_effect
from crusoe_env.robinson.rules.effects.this_round import limit_effect, production_effect, use_effect
from crusoe_env.robinson.rules.stack import BRANCH_STEP, RUN, ask_for_card, push, take_answer
from crusoe_env.robinson.rules.world.people import alive, has_item
from crusoe_env.robinson.rules.world.stores import weapon_for_requirements
from crusoe_env.robinson.scenarios.measures import condition_holds
from crusoe_env.robinson.state import (
    BRANCH,
    FIRST_USE,
    NONE,
)


@compiled
def run(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """Carry out one row of a program; what follows it is put on the stack first."""
    family = FAMILY_OF[t.rows[row, col.OP]]
    if family == family_of.COURSE:
        course(s, t, row, performer, card)
    elif family == family_of.CONDITION:
        step = 1 if holds(s, t, row, performer, card) else int(t.rows[row, col.JUMP])
        push(s, RUN, row + step, 0, performer, card, 0)
    else:
        push(s, RUN, row + 1, 0, performer, card, 0)
        effect(s, t, family, row, performer, card)


@compiled
def effect(s: Any, t: Any, family: int, row: int, performer: int, card: int) -> None:
    """What a row does, by the family of its operation."""
    if family == family_of.LIFE:
        life_effect(s, t, row, performer, card)
    elif family == family_of.STORES:
        store_effect(s, t, row, performer, card)
    elif family == family_of.BEASTS:
        beast_effect(s, t, row, performer, card)
    elif family == family_of.BOARD:
        board_effect(s, t, row, performer, card)
    elif family == family_of.INVENTION_CARDS:
        invention_effect(s, t, row, performer, card)
    elif family == family_of.LIMITS:
        limit_effect(s, t, row, performer)
    elif family == family_of.PRODUCTION:
        production_effect(s, t, row)
    elif family == family_of.DECKS:
        deck_effect(s, t, row, performer, card)
    elif family == family_of.CARDS:
        card_effect(s, t, row, performer, card)
    elif family == family_of.USES:
        use_effect(s, t, row, performer, card)
    elif family == family_of.SCENARIO:
        scenario_effect(s, t, row)
    elif family == family_of.MARKS:
        mark_effect(s, t, row, performer, card)


@compiled
def course(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """The course of a program: its end, jumps, choices, parts for later."""
    what = t.rows[row, col.OP]
    if what == op.JUMP:
        push(s, RUN, row + int(t.rows[row, col.JUMP]), 0, performer, card, 0)
    elif what == op.CHOOSE:
        push(s, BRANCH_STEP, row, 0, performer, card, 0)
    elif what == op.AT:
        delay(s, int(t.rows[row, col.WHAT]), row + 1, performer, card)
        push(s, RUN, row + int(t.rows[row, col.JUMP]), 0, performer, card, 0)


@compiled
def branch_step(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """The players pick a branch, of a use one that can do anything; if only one is left it is taken."""
    branch = take_answer(s)
    if branch == NONE:
        bits = useful_branches(s, t, row, performer) if card >= FIRST_USE else 0
        if bits == 0:
            bits = choosable(s, t, row, performer)
        branch = only_bit(bits)
        if branch == NONE:
            push(s, BRANCH_STEP, row, 0, performer, card, 0)
            ask_for_card(s, BRANCH, BRANCH_STEP, performer, bits, card, row, 0, 0)
            return
    push(s, RUN, row + 1 + branch, 0, performer, card, 0)


@compiled
def holds(s: Any, t: Any, row: int, performer: int, card: int) -> bool:
    """Is the condition of a row true?"""
    what = t.rows[row, col.OP]
    if what == op.IF_ITEM:
        return has_item(s, t.rows[row, col.WHAT])
    if what == op.IF_NO_ITEM:
        return not has_item(s, t.rows[row, col.WHAT])
    if what == op.IF_WEAPON_BELOW:
        return weapon_for_requirements(s, t) < t.rows[row, col.NUMBER]
    if what == op.IF:
        return condition_holds(
            s, t, int(t.rows[row, col.WHAT]), int(t.rows[row, col.WHERE]), int(t.rows[row, col.NUMBER])
        )
    if what == op.IF_NUMBER:
        space = spot(s, int(t.rows[row, col.WHERE]))
        return space != NONE and s.number[space] == t.rows[row, col.NUMBER]
    if what == op.IF_IN_CAMP:
        return performer == NONE or s.outside[performer] == 0
    if what == op.IF_ALIVE:
        return performer == NONE or alive(s, t, performer)
    if what == op.IF_OUTSIDE:
        return performer != NONE and s.outside[performer] == 1
    if what == op.IF_ONLY_TERRAIN:
        return only_terrain_at(s, t, row, card)
    return what == op.IF_SOURCE and source_at(s, t, row, card)
