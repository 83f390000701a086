"""Operations on inventions and items."""

from __future__ import annotations

from typing import Any

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language import operations as op
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.components import CARD_INVENTIONS
from crusoe_env.robinson.rules.bits import only_bit
from crusoe_env.robinson.rules.stack import (
    ITEM_STEP,
    PICK_INVENTION,
    STEPS,
    answer_or_only,
    ask_for_card,
    push,
)
from crusoe_env.robinson.rules.world.decks import discard_invention, next_invention, take_invention
from crusoe_env.robinson.rules.world.demand import lacking
from crusoe_env.robinson.rules.world.items import become_item, lose_item
from crusoe_env.robinson.state import (
    BUILD,
    BUILT,
    CHOOSE_ITEM,
    DISCARDED,
    FIRST_INVENTION,
    IN_DECK,
    NONE,
    ON_BOARD,
    RESOLUTION,
)

CHOSEN_BY_PLAYERS = STEPS[ITEM_STEP].runs
"""Operations for which the players choose inventions or items one by one."""


@compiled
def invention_effect(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """Inventions that come or go, items lost, marked or built."""
    what = t.rows[row, col.OP]
    number = int(t.rows[row, col.NUMBER])
    if what == op.PICK_INVENTION:
        push(s, PICK_INVENTION, 0, 0, performer, card, row)
    elif what == op.LOSE_MARKED_ITEMS:
        for item in range(CARD_INVENTIONS):
            if (s.marked_items >> item) & 1 and s.invention_state[item] == BUILT:
                lose_item(s, t, item, ON_BOARD)
        s.marked_items = 0
    elif what == op.BUILD_ITEM:
        item = int(t.rows[row, col.WHAT])
        if s.invention_state[item] == ON_BOARD:
            become_item(s, t, item)
    elif what == op.FIND_ITEM:
        item = int(t.rows[row, col.WHAT])
        if s.invention_state[item] in (ON_BOARD, IN_DECK, DISCARDED):
            take_invention(s, item)
            become_item(s, t, item)
    elif what == op.GAIN_INVENTION and t.rows[row, col.WHAT] == v.TOP_INVENTION:
        item = next_invention(s)
        if item != NONE:
            s.invention_state[item] = ON_BOARD
    elif what in CHOSEN_BY_PLAYERS:
        push(s, ITEM_STEP, row, max(1, number), performer, card, 0)


@compiled
def item_choices(s: Any, what: int, wanted: int) -> int:
    """Bits of the inventions or items that an operation may take; `wanted`: those that it names."""
    bits = 0
    for item in range(CARD_INVENTIONS):
        state = s.invention_state[item]
        fits = state == BUILT
        if what == op.DISCARD_INVENTIONS:
            fits = state == ON_BOARD and s.invention_owner[item] == NONE and not is_being_built(s, item)
        elif what == op.GAIN_INVENTION:
            fits = state == IN_DECK
        elif what == op.BUILD_ONE:
            fits = state == ON_BOARD and (wanted >> item) & 1
        elif what == op.MARK_ITEMS:
            fits = fits and not (s.marked_items >> item) & 1
        if fits:
            bits |= 1 << item
    return bits


@compiled
def is_being_built(s: Any, item: int) -> bool:
    """Do pawns stand on this invention? Plans stand as made, so it cannot leave the board now."""
    if s.phase == RESOLUTION:
        for i in range(s.plans):
            if s.plan_kind[i] == BUILD and s.plan_target[i] == FIRST_INVENTION + item:
                return True
    return False


@compiled
def item_step(s: Any, t: Any, row: int, count: int, performer: int, card: int) -> None:
    """One by one the players choose inventions or items."""
    what = int(t.rows[row, col.OP])
    bits = item_choices(s, what, int(t.rows[row, col.WHAT]))
    if bits == 0:
        s.answer = NONE
        if op.IS_DEMAND[what] and not t.rows[row, col.FLAGS] & v.IF_POSSIBLE:
            lacking(s, t, performer if t.rows[row, col.WHO] == v.PERFORMER else NONE, count)
        return
    if s.answer == NONE and bits & (bits - 1):
        push(s, ITEM_STEP, row, count, performer, card, 0)
        ask_for_card(s, CHOOSE_ITEM, ITEM_STEP, performer, bits, card, row, count, 0)
        return
    item = answer_or_only(s, bits)
    if count > 1:
        push(s, ITEM_STEP, row, count - 1, performer, card, 0)
    if what == op.DISCARD_INVENTIONS:
        discard_invention(s, t, item)
    elif what == op.GAIN_INVENTION:
        take_invention(s, item)
        s.invention_state[item] = ON_BOARD
    elif what == op.MARK_ITEMS:
        s.marked_items |= 1 << item
    elif what == op.BUILD_ONE:
        become_item(s, t, item)
    else:
        lose_item(s, t, item, ON_BOARD)
        if what == op.DISCARD_ITEMS:
            s.lost_items &= ~(1 << item)
            discard_invention(s, t, item)


@compiled
def pick_invention(s: Any, t: Any, bits: int, performer: int, card: int, row: int) -> None:
    """Draw inventions (`bits`), keep one on the board, the others are discarded (A new idea)."""
    if s.answer == NONE and bits == 0:
        for _ in range(int(t.rows[row, col.NUMBER])):
            item = next_invention(s)
            if item != NONE:
                bits |= 1 << item
        if bits == 0:
            return
    if s.answer == NONE and only_bit(bits) == NONE:
        push(s, PICK_INVENTION, bits & 0x7FFF, bits >> 15, performer, card, row)
        ask_for_card(s, CHOOSE_ITEM, PICK_INVENTION, performer, bits, card, row, 0, 0)
        return
    chosen = answer_or_only(s, bits)
    for item in range(CARD_INVENTIONS):
        if (bits >> item) & 1:
            s.invention_state[item] = ON_BOARD if item == chosen else DISCARDED
