"""Marks of a scenario that are laid on spaces or taken away."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import Question, operation
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.bits import count_bits
from crusoe_env.robinson.rules.effects.places import failed, is_at
from crusoe_env.robinson.rules.stack import answer_or_only, ask_for_card, push
from crusoe_env.robinson.rules.steps import CARD, COUNT, PERSON, ROW, step
from crusoe_env.robinson.rules.world.island import is_open
from crusoe_env.robinson.rules.world.marks import has_mark, marks_left, may_lie, spaces_marked, take_mark


@compiled
def spaces_to_mark(s: State, t: Tables, mark: int, place: int, card: int) -> int:
    """Bits of the spaces at a place on which a mark may be laid."""
    if marks_left(s, t, mark) == 0:
        return 0
    bits = 0
    for space in range(c.SPACES):
        fits = place == v.ANY_SPACE or place == v.HERE or is_open(s, space)
        if fits and is_at(s, t, space, place, card) and may_lie(s, t, mark, space):
            bits |= 1 << space
    return bits


@compiled
def can_mark(s: State, t: Tables, mark: int, number: int, place: int, card: int) -> bool:
    """Are there so many spaces for it?"""
    return count_bits(spaces_to_mark(s, t, mark, place, card)) >= number


@operation(
    "mark mark number place",
    "That many marks of the scenario, each on a space that has none.",
    demand=can_mark,
    phrase="{1} {0} {2}",
    asks=(Question(c.CHOOSE_SPACE, "Marks", "{mark}: on which space is it laid?"),),
)
@compiled
def lay_marks(s: State, row: int, number: int, performer: int, card: int) -> None:
    """Marks are laid."""
    push(s, steps.MARK_SPACE, row, number, performer, card)


@step(runs=("mark",), row=ROW, left=COUNT, performer=PERSON, card=CARD)
@compiled
def mark_space(s: State, t: Tables, row: int, left: int, performer: int, card: int) -> None:
    """Marks go to different spaces, which the players choose where there are more than they need."""
    mark = int(t.rows[row, col.WHAT])
    bits = spaces_to_mark(s, t, mark, int(t.rows[row, col.WHERE]), card)
    if bits == 0:
        s.answer = c.NONE
        failed(s, t, row, performer, left)
        return
    space = one_of_them(s, steps.MARK_SPACE, bits, row, left, performer, card)
    if space != c.NONE:
        s.marks[space] |= 1 << mark


@compiled
def is_anywhere(s: State, mark: int) -> bool:
    """Does such a mark lie on any space?"""
    return spaces_marked(s, mark) > 0


@operation(
    "unmark mark number place",
    "So many of those marks are taken away, as far as there are any.",
    affects=v.TOKENS_ASPECT,
    matters=is_anywhere,
    phrase="{1} {0} fewer",
    asks=(Question(c.CHOOSE_SPACE, "Marks", "{mark}: from which space is it taken?"),),
)
@compiled
def take_marks(s: State, row: int, number: int, performer: int, card: int) -> None:
    """Marks are taken away."""
    push(s, steps.UNMARK_SPACE, row, number, performer, card)


@step(runs=("unmark",), row=ROW, left=COUNT, performer=PERSON, card=CARD)
@compiled
def unmark_space(s: State, t: Tables, row: int, left: int, performer: int, card: int) -> None:
    """Marks are taken away, as many as there are; the players choose which."""
    mark = int(t.rows[row, col.WHAT])
    bits = marked_spaces(s, t, mark, int(t.rows[row, col.WHERE]), card)
    if bits == 0:
        s.answer = c.NONE
        return
    space = one_of_them(s, steps.UNMARK_SPACE, bits, row, left, performer, card)
    if space != c.NONE:
        take_mark(s, space, mark)


@compiled
def marked_spaces(s: State, t: Tables, mark: int, place: int, card: int) -> int:
    """Bits of the spaces at a place on which a mark lies."""
    bits = 0
    for space in range(c.SPACES):
        if has_mark(s, space, mark) and is_at(s, t, space, place, card):
            bits |= 1 << space
    return bits


@compiled
def one_of_them(s: State, step: int, bits: int, row: int, left: int, performer: int, card: int) -> int:
    """The next of the spaces in `bits`; NONE while the players choose, if not all are needed."""
    if s.answer == c.NONE and count_bits(bits) > left:
        push(s, step, row, left, performer, card)
        ask_for_card(s, c.CHOOSE_SPACE, step, performer, bits, card, row, left, 0)
        return c.NONE
    if left > 1:
        push(s, step, row, left - 1, performer, card)
    return answer_or_only(s, bits)
