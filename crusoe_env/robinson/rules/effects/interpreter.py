"""The interpreter of card programs (see card_language/compiler.py)."""

from __future__ import annotations

from typing import Any

from crusoe_env.core.compile import compiled
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language import operations as op
from crusoe_env.robinson.rules.bits import only_bit
from crusoe_env.robinson.rules.effects.alternatives import choosable
from crusoe_env.robinson.rules.effects.board import board_effect
from crusoe_env.robinson.rules.effects.cards import card_effect
from crusoe_env.robinson.rules.effects.delayed import delay
from crusoe_env.robinson.rules.effects.life import life_effect
from crusoe_env.robinson.rules.effects.sources import source_at
from crusoe_env.robinson.rules.effects.stores import store_effect
from crusoe_env.robinson.rules.effects.this_round import round_effect
from crusoe_env.robinson.rules.stack import BRANCH_STEP, RUN, ask_for_card, push, take_answer
from crusoe_env.robinson.rules.world.people import has_item
from crusoe_env.robinson.rules.world.requirements import weapon_for_requirements
from crusoe_env.robinson.scenarios.measures import condition_holds
from crusoe_env.robinson.state import BRANCH, NONE


@compiled
def run(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """Carry out one row of a program; what follows it is put on the stack first."""
    what = t.rows[row, col.OP]
    if what == op.END:
        return
    jump = int(t.rows[row, col.JUMP])
    if what == op.JUMP:
        push(s, RUN, row + jump, 0, performer, card, 0)
    elif what == op.CHOOSE:
        push(s, BRANCH_STEP, row, 0, performer, card, 0)
    elif what == op.AT:
        delay(s, int(t.rows[row, col.WHAT]), row + 1, performer, card)
        push(s, RUN, row + jump, 0, performer, card, 0)
    elif what <= op.IF_OUTSIDE:
        push(s, RUN, row + 1 if holds(s, t, row, performer, card) else row + jump, 0, performer, card, 0)
    else:
        push(s, RUN, row + 1, 0, performer, card, 0)
        if what <= op.SHARE_DETERMINATION:
            life_effect(s, t, row, performer, card)
        elif what <= op.FIGHT:
            store_effect(s, t, row, performer, card)
        elif what <= op.STRONGEST_BEAST or what >= op.DISCARD_INVENTIONS:
            if op.LIMIT_PAWNS <= what <= op.PRODUCE_HALF or what >= op.WEAPON_BONUS:
                round_effect(s, t, row, performer, card)
            else:
                card_effect(s, t, row, performer, card)
        else:
            board_effect(s, t, row, performer, card)


@compiled
def branch_step(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """The players pick one branch; if there is only one left it is taken."""
    branch = take_answer(s)
    if branch == NONE:
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
    if what == op.IF_IN_CAMP:
        return performer == NONE or s.outside[performer] == 0
    if what == op.IF_OUTSIDE:
        return performer != NONE and s.outside[performer] == 1
    return source_at(s, t, row, card)
