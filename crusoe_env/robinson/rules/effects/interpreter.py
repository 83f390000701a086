"""The interpreter of card programs (see card_language/compiler.py)."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language import operations as op
from crusoe_env.robinson.card_language.declaration import HEAD, HIDDEN, Question, declare
from crusoe_env.robinson.components import FIRST_MYSTERY
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.bits import only_bit
from crusoe_env.robinson.rules.effects import by_operation
from crusoe_env.robinson.rules.effects.alternatives import choosable
from crusoe_env.robinson.rules.effects.delayed import delay
from crusoe_env.robinson.rules.effects.relevance import useful_branches
from crusoe_env.robinson.rules.stack import ask_for_card, push, take_answer
from crusoe_env.robinson.rules.steps import CARD, PERSON, ROW, step

declare("end", "The program, or the delayed part of one, is over.", form=HIDDEN)
declare("jump", "Go on at this row + jump.", form=HIDDEN)
declare(
    "choose",
    "`number` branches: the next `number` rows are jumps to them.",
    form=HEAD,
    asks=(Question(c.BRANCH),),
)
declare(
    "at time",
    "Keep the rows up to the jump for that time (with card and performer), and jump.",
    form=HEAD,
    phrase="{0}",
)


@step(runs=("*",), row=ROW, performer=PERSON, card=CARD)
@compiled
def run(s: State, t: Tables, row: int, performer: int, card: int) -> None:
    """Carry out one row of a program; what follows it is put on the stack first."""
    operation = int(t.rows[row, col.OP])
    if operation == op.END:
        return
    if operation == op.CHOOSE:
        push(s, steps.BRANCH, row, performer, card)
        return
    following = row + 1
    if operation == op.AT:
        delay(s, int(t.rows[row, col.WHAT]), row + 1, performer, card)
        following = row + int(t.rows[row, col.JUMP])
    elif operation == op.JUMP or (
        by_operation.IS_CONDITION[operation] and not by_operation.holds(operation, s, t, row, performer, card)
    ):
        following = row + int(t.rows[row, col.JUMP])
    push(s, steps.RUN, following, performer, card)
    by_operation.carry_out(operation, s, t, row, performer, card)


@compiled
def is_use(t: Tables, row: int, card: int) -> bool:
    """Is it something that players use? A treasure is a card, whose use begins with this choice."""
    is_mystery = FIRST_MYSTERY <= card < c.FIRST_ITEM_EFFECT
    return card >= c.FIRST_USE or (is_mystery and row == t.mystery_use[card - FIRST_MYSTERY])


@step(runs=("choose",), row=ROW, performer=PERSON, card=CARD)
@compiled
def branch(s: State, t: Tables, row: int, performer: int, card: int) -> None:
    """The players pick a branch, of a use one that can do anything; if only one is left it is taken."""
    chosen = take_answer(s)
    if chosen == c.NONE:
        bits = useful_branches(s, t, row, performer) if is_use(t, row, card) else 0
        if bits == 0:
            bits = choosable(s, t, row, performer)
        chosen = only_bit(bits)
        if chosen == c.NONE:
            push(s, steps.BRANCH, row, performer, card)
            ask_for_card(s, c.BRANCH, steps.BRANCH, performer, bits, card, row, 0, 0)
            return
    push(s, steps.RUN, row + 1 + chosen, performer, card)
