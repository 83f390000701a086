"""What is asked, by which step and whose effect, and what comes after it."""

from __future__ import annotations

from crusoe_env.engine.arrays import Entries
from crusoe_env.engine.compile import compiled
from crusoe_env.engine.encoding import write_bits
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.observation.entries import put
from crusoe_env.robinson.observation.fields import LATER, NEXT, NOW, ROW_BITS, TOKEN_KINDS
from crusoe_env.robinson.observation.layout import LAYOUT
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.phases.planning import CALLED, WANTED

START = LAYOUT.start
GAME_AT, GAME = START["game"], LAYOUT.offsets("game")
PHASE = START["phase"]
ROUND_AT, ROUND = START["round"], LAYOUT.offsets("round")
QUESTION_AT, QUESTION = START["question"], LAYOUT.offsets("question")
STEPS_AT, EFFECTS_AT = START["steps"], START["effects"]
BEASTS_AT, BEASTS = START["beasts"], LAYOUT.offsets("beasts")
SPACES_AT, SPACE = START["spaces"], LAYOUT.offsets("spaces")
COUNTERS_AT, COUNTER = START["counters"], LAYOUT.offsets("counters")
INVENTIONS_AT, INVENTION = START["inventions"], LAYOUT.offsets("inventions")


@compiled
def write_question(s: State, t: Tables, left: int, out: Entries) -> None:
    """The game, its phase and round, and the question; `left`: how many such answers are to come."""
    put(out, GAME_AT + GAME.players, s.players)
    out[GAME_AT + GAME.friday] = s.with_friday
    out[GAME_AT + GAME.guest] = s.guest_here
    out[GAME_AT + GAME.dog] = s.with_dog
    out[PHASE + s.phase] = 1
    put(out, ROUND_AT + ROUND.begun, s.rounds)
    put(out, ROUND_AT + ROUND.left, t.rounds - s.rounds)
    put(out, ROUND_AT + ROUND.tiles_before, s.tiles_before)
    put(out, ROUND_AT + ROUND.numbers_laid, s.numbers_laid)
    out[QUESTION_AT + QUESTION.decision + s.decision] = 1
    out[QUESTION_AT + QUESTION.window + s.window] = 1
    put(out, QUESTION_AT + QUESTION.left, left)
    write_bits(out, QUESTION_AT + QUESTION.row, s.question_row, ROW_BITS)
    out[QUESTION_AT + QUESTION.last_turn] = s.last_call == WANTED
    out[QUESTION_AT + QUESTION.last_turn + 1] = s.last_call == CALLED
    if s.decision != c.NO_DECISION:
        write_stack(s, out)
        write_detail(s, out)


@compiled
def write_stack(s: State, out: Entries) -> None:
    """The entry on top of the stack asks, the one below it comes next."""
    top = s.stack_size - 1
    for i in range(s.stack_size):
        when = NOW if i == top else NEXT if i == top - 1 else LATER
        step = int(s.stack[i, 0])
        out[STEPS_AT + step] = when
        card_at, fought_at = steps.CARD_AT[step], steps.FOUGHT_AT[step]
        if card_at != c.NONE and s.stack[i, card_at] != c.NONE:
            out[EFFECTS_AT + steps.FIRST_CARD[step] + s.stack[i, card_at]] = when
        if fought_at != c.NONE:
            out[BEASTS_AT + BEASTS.fought + s.stack[i, fought_at]] = 1


@compiled
def write_detail(s: State, out: Entries) -> None:
    """What else the question is about; plans are marked with the other plans."""
    names, detail = steps.DETAIL_OF[s.question_step], int(s.question_detail)
    if detail == c.NONE:
        return
    if names == steps.AMOUNT:
        put(out, QUESTION_AT + QUESTION.detail, detail)
    elif names == steps.A_KIND:
        out[QUESTION_AT + QUESTION.kind + detail] = 1
    elif names == steps.A_TOKEN:
        write_bits(out, QUESTION_AT + QUESTION.token, detail, TOKEN_KINDS)
    elif names == steps.A_PLACE:
        out[QUESTION_AT + QUESTION.place + detail] = 1
    elif names == steps.AN_ITEM:
        out[INVENTIONS_AT + detail * INVENTION.row_width + INVENTION.asked_about] = 1
    elif names == steps.A_COUNTER:
        out[COUNTERS_AT + detail * COUNTER.row_width + COUNTER.asked_about] = 1
    elif names == steps.A_BEAST:
        out[BEASTS_AT + BEASTS.asked_about + detail] = 1
    elif names == steps.A_SPACE:
        out[SPACES_AT + detail * SPACE.row_width + SPACE.asked_about] = 1
