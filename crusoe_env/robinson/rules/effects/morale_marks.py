"""Morale marks on life tracks that are covered."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.engine.state import amount
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.declaration import Question, operation
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.effects.shown import SHOWN, forget_shown
from crusoe_env.robinson.rules.stack import answer_or_only, ask_for_card, push, take_answer
from crusoe_env.robinson.rules.steps import CARD, COUNT, PERSON, ROW, number, step
from crusoe_env.robinson.rules.world.guest import is_castaway, sheet_of


@operation(
    "cover_morale_arrows number",
    "Morale marks of any characters work no more.",
    asks=(
        Question(c.CHOOSE_PERSON, "Morale mark", "Whose next mark is covered?"),
        Question(c.CHOOSE_SHOWN, "Morale mark", "Which mark of the {person} is covered?"),
    ),
    phrase="cover {0} morale mark(s)",
)
@compiled
def cover_morale_marks(s: State, row: int, number: int, performer: int, card: int) -> None:
    """Morale marks are covered."""
    push(s, steps.COVER_MORALE_MARK, number, 0, performer, card, row)


@step(
    runs=("cover_morale_arrows",),
    count=COUNT,
    chosen=number(amount(c.PEOPLE)),
    performer=PERSON,
    card=CARD,
    row=ROW,
)
@compiled
def cover_morale_mark(
    s: State, t: Tables, count: int, chosen: int, performer: int, card: int, row: int
) -> None:
    """A morale mark on a life track works no more: first whose (`chosen` - 1), then which one."""
    if chosen == 0:
        bits = 0
        for person in range(c.PEOPLE):
            if is_castaway(s, person) and show_arrows(s, t, person) > 0:
                bits |= 1 << person
        forget_shown(s)
        if bits == 0:
            s.answer = c.NONE
            return
        if s.answer == c.NONE and bits & (bits - 1):
            push(s, steps.COVER_MORALE_MARK, count, 0, performer, card, row)
            ask_for_card(s, c.CHOOSE_PERSON, steps.COVER_MORALE_MARK, performer, bits, card, row, count, 0)
            return
        push(s, steps.COVER_MORALE_MARK, count, answer_or_only(s, bits) + 1, performer, card, row)
        return
    arrows = show_arrows(s, t, chosen - 1)
    if s.answer == c.NONE and arrows > 1:
        push(s, steps.COVER_MORALE_MARK, count, chosen, performer, card, row)
        ask_for_card(
            s, c.CHOOSE_SHOWN, steps.COVER_MORALE_MARK, performer, (1 << arrows) - 1, card, row, count, 0
        )
        s.question_person = chosen - 1
        return
    s.covered_arrows[chosen - 1] |= 1 << int(s.shown[max(0, take_answer(s))])
    forget_shown(s)
    if count > 1:
        push(s, steps.COVER_MORALE_MARK, count - 1, 0, performer, card, row)


@compiled
def show_arrows(s: State, t: Tables, person: int) -> int:
    """Lay out the uncovered morale marks of a life track, by the number of wounds; how many there are."""
    count = 0
    sheet = sheet_of(s, person)
    for k in range(1, int(t.dies_at[sheet])):
        marked = (t.morale_marks[sheet] >> k) & 1
        if marked and not (s.covered_arrows[person] >> k) & 1 and count < SHOWN:
            s.shown[count] = k
            count += 1
    return count
