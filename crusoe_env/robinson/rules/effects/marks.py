"""Operations on marks, number tokens and totems, and on spaces that scenarios turn down or up."""

from __future__ import annotations

from typing import Any

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language import operations as op
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.rules.bits import count_bits
from crusoe_env.robinson.rules.effects.places import failed, is_at
from crusoe_env.robinson.rules.stack import MARK_SPACE, UNMARK_SPACE, answer_or_only, ask_for_card, push
from crusoe_env.robinson.rules.world.island import is_open
from crusoe_env.robinson.rules.world.marks import (
    has_mark,
    marks_left,
    may_lie,
    next_number,
    take_mark,
    turn_down_for_good,
)
from crusoe_env.robinson.rules.world.requirements import here
from crusoe_env.robinson.state import CHOOSE_SPACE, NATURAL_SHELTER, NONE, SPACES, TOTEM


@compiled
def mark_effect(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """Marks are laid or taken; numbers, totems and spaces change at one certain place."""
    what = t.rows[row, col.OP]
    number = int(t.rows[row, col.NUMBER])
    if what == op.MARK:
        push(s, MARK_SPACE, row, number, performer, card, 0)
    elif what == op.UNMARK:
        push(s, UNMARK_SPACE, row, number, performer, card, 0)
    else:
        space = spot(s, int(t.rows[row, col.WHERE]))
        if space != NONE:
            change_space(s, what, number, space)


@compiled
def spot(s: Any, place: int) -> int:
    """The one space that a row means, or NONE."""
    if place == v.HERE:
        return here(s)
    return int(s.camp) if place == v.CAMP else place - v.FIRST_SPACE


@compiled
def change_space(s: Any, what: int, number: int, space: int) -> None:
    """What an operation does to one space."""
    if what == op.NEXT_NUMBER:
        next_number(s, space)
    elif what == op.SET_NUMBER:
        s.number[space] = number
    elif what == op.TAKE_NUMBER:
        s.number[space] = 0
    elif what == op.COVER_TOTEM:
        s.covered[space] |= TOTEM
    elif what == op.COVER_SHELTER:
        s.covered[space] |= NATURAL_SHELTER
    elif what == op.FLIP_SPACE:
        turn_down_for_good(s, space)
    elif what == op.OPEN_SPACE:
        s.face_down[space] = 0


# ------------------------------------------------------------------ marks that the players lay or take
@compiled
def spaces_to_mark(s: Any, t: Any, mark: int, place: int, card: int) -> int:
    """Bits of the spaces at a place on which a mark may be laid."""
    if marks_left(s, t, mark) == 0:
        return 0
    bits = 0
    for space in range(SPACES):
        fits = place == v.ANY_SPACE or place == v.HERE or is_open(s, space)
        if fits and is_at(s, t, space, place, card) and may_lie(s, t, mark, space):
            bits |= 1 << space
    return bits


@compiled
def marked_spaces(s: Any, t: Any, mark: int, place: int, card: int) -> int:
    """Bits of the spaces at a place on which a mark lies."""
    bits = 0
    for space in range(SPACES):
        if has_mark(s, space, mark) and is_at(s, t, space, place, card):
            bits |= 1 << space
    return bits


@compiled
def one_of_them(s: Any, step: int, bits: int, row: int, left: int, performer: int, card: int) -> int:
    """The next of the spaces in `bits`; NONE while the players choose, if not all are needed."""
    if s.answer == NONE and count_bits(bits) > left:
        push(s, step, row, left, performer, card, 0)
        ask_for_card(s, CHOOSE_SPACE, step, performer, bits, card, row, left, 0)
        return NONE
    if left > 1:
        push(s, step, row, left - 1, performer, card, 0)
    return answer_or_only(s, bits)


@compiled
def mark_space(s: Any, t: Any, row: int, left: int, performer: int, card: int) -> None:
    """Marks go to different spaces, which the players choose where there are more than they need."""
    mark = int(t.rows[row, col.WHAT])
    bits = spaces_to_mark(s, t, mark, int(t.rows[row, col.WHERE]), card)
    if bits == 0:
        s.answer = NONE
        failed(s, t, row, performer, left)
        return
    space = one_of_them(s, MARK_SPACE, bits, row, left, performer, card)
    if space != NONE:
        s.marks[space] |= 1 << mark


@compiled
def unmark_space(s: Any, t: Any, row: int, left: int, performer: int, card: int) -> None:
    """Marks are taken away, as many as there are; the players choose which."""
    mark = int(t.rows[row, col.WHAT])
    bits = marked_spaces(s, t, mark, int(t.rows[row, col.WHERE]), card)
    if bits == 0:
        s.answer = NONE
        return
    space = one_of_them(s, UNMARK_SPACE, bits, row, left, performer, card)
    if space != NONE:
        take_mark(s, space, mark)
