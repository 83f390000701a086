"""The stack of what is still to be done, so that play can stop for a decision anywhere.

An entry is the number of a step and its slots in order; `steps.py` says how a step is declared.
`turn.advance` takes the top entry and carries it out.
"""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.vocabulary import ALL_ASPECTS
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.bits import first_bit
from crusoe_env.robinson.rules.world.ending import fail

PASS = 9999
"""The answer that nothing (more) is wanted."""


@compiled
def push(
    s: State, step: int, first: int = 0, second: int = 0, third: int = 0, fourth: int = 0, fifth: int = 0
) -> None:
    """Put a step with its slots on top of the stack; a full one is a fault."""
    at = s.stack_size
    if at < c.STACK_ROOM:
        s.stack[at, 0] = step
        s.stack[at, 1] = first
        s.stack[at, 2] = second
        s.stack[at, 3] = third
        s.stack[at, 4] = fourth
        s.stack[at, 5] = fifth
        s.stack_size = at + 1
    else:
        fail(s, c.STACK_FULL)


@compiled
def clear_stack(s: State) -> None:
    """Nothing is to be done."""
    s.stack_size = 0
    s.answer = c.NONE
    ask_nothing(s)
    for i in range(c.STACK_ROOM):
        for j in range(c.ENTRY):
            s.stack[i, j] = 0


# ------------------------------------------------------------------ questions
@compiled
def ask(
    s: State, decision: int, step: int, person: int, options: int, left: int, detail: int, may_pass: int
) -> None:
    """Stop for a question of play; one that a card asks goes through `ask_for_card`.

    A step that asks puts itself back on the stack first: it is carried out again with the answer, which
    `take_answer` gives. To let a new step ask: choose the decision whose block of actions fits the answers,
    give `options` as bits of that block, and declare the words of the question: with the step, or, if a row
    of a program asks, with its operation. Mask and observation follow from what is given here.

    Args:
        s: the record.
        decision: the kind of answer, one of constants.DECISIONS.
        step: the step of the stack that asks.
        person: whom it is about. A player answers himself; for Friday, or NONE, the First Player does.
        options: bits of the possible answers; 0 where the mask finds them itself (planning, windows).
        left: how many such answers there are to come, this one included, where the step counts them; else 0.
        detail: what tells this question from others of the same step, of the kind that the step declares
            (which token, which plan); NONE: nothing.
        may_pass: 1 if the answer PASS is possible.
    """
    s.decision = decision
    if decision != c.WINDOW:
        s.relevant = ALL_ASPECTS
    s.acting = person if 0 <= person < s.players else s.first_player
    s.question_step = step
    s.question_person = person
    s.question_options = options
    s.question_may_pass = may_pass
    s.question_card = c.NONE
    s.question_row = 0
    s.question_left = left
    s.question_detail = detail


@compiled
def ask_for_card(
    s: State,
    decision: int,
    step: int,
    person: int,
    options: int,
    card: int,
    row: int,
    left: int,
    detail: int,
) -> None:
    """Stop for a question of a program: of a card, or another thing as in constants.py; nobody may pass."""
    ask(s, decision, step, person, options, left, detail, 0)
    s.question_card = card
    s.question_row = row


@compiled
def ask_nothing(s: State) -> None:
    """Nothing is asked (any more)."""
    s.decision = c.NO_DECISION
    s.window = c.NO_WINDOW
    s.question_step = s.question_options = s.question_may_pass = 0
    s.question_row = s.question_left = s.question_detail = 0
    s.question_person = s.question_card = c.NONE


@compiled
def take_answer(s: State) -> int:
    """The answer to the decision just taken."""
    answer = s.answer
    s.answer = c.NONE
    return int(answer)


@compiled
def answer_or_only(s: State, bits: int) -> int:
    """The answer to the decision just taken; where nobody had to be asked, the only possibility in `bits`."""
    answer = take_answer(s)
    return first_bit(bits) if answer == c.NONE else answer


@compiled
def run_program(s: State, row: int, performer: int, card: int) -> None:
    """Put a card program on the stack; row 0 is the empty one."""
    if row > 0:
        push(s, steps.RUN, row, performer, card)


@compiled
def run_card(s: State, t: Tables, row: int, performer: int, card: int) -> None:
    """Put the effect of a card on the stack; before it, whoever can change what it depends on is asked."""
    run_program(s, row, performer, card)
    if row > 0 and t.depends_on[row] != 0:
        push(s, steps.WINDOW, c.ON_CARD, 0, performer, card, int(t.depends_on[row]))
