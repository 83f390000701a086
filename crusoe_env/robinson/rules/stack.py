"""The stack of what is still to be done, so that play can stop for a decision anywhere.

An entry is (step, x, y, who, card, n). `turn.advance` takes the top entry and carries it out; a step that
needs a decision puts itself back, asks, and is carried out again with the answer in `s.answer`. Whatever
a player does before answering (skills, items) lies above it and is done first; then it asks anew.
"""

from __future__ import annotations

from typing import Any

from crusoe_env.core.compile import compiled
from crusoe_env.robinson.card_language.vocabulary import ALL_ASPECTS
from crusoe_env.robinson.rules.bits import first_bit
from crusoe_env.robinson.state import ENTRY, NO_DECISION, NO_WINDOW, NONE, ON_CARD, STACK_ROOM, WINDOW

STEPS = (
    # the first three phases
    "begin round", "reveal event", "place event", "morale", "give morale", "production", "produce shortcut",
    "end production", "keep produced", "before action phase", "begin planning",
    # the action phase
    "plan", "pay", "support", "resolution", "next action", "act", "roll", "reroll", "failure", "wound die",
    "success die", "adventure die", "outcome", "finish action",
    # from its end to the end of the round
    "end of action phase", "weather", "roll weather", "face weather", "hungry animals", "storm", "night",
    "eat", "eat more", "move camp", "open air", "rot", "night wounds", "end of round",
    # programs of cards, windows for skills and items
    "run", "window", "branch", "fight", "combat", "after fight", "beast", "draw mystery", "more mysteries",
    "resolve mystery", "cover source", "cover of a waiting marker", "cover terrain", "place token",
    "flip tile", "forced move", "choose item", "heal", "share", "pick discovery", "pick invention",
    "pick tile", "order tiles", "cover morale mark", "remove token", "extra action", "arrange camp",
    "gather bonus", "feed", "tile found", "move token",
)  # fmt: skip
(
    # the first three phases
    BEGIN_ROUND, REVEAL_EVENT, PLACE_EVENT, MORALE, GIVE_MORALE, PRODUCTION, PRODUCE_SHORTCUT, END_PRODUCTION,
    KEEP_PRODUCED, BEFORE_ACTION_PHASE, BEGIN_PLANNING,
    # the action phase
    PLAN_STEP, PAY_STEP, SUPPORT_STEP, RESOLUTION_STEP, NEXT_ACTION, ACT, ROLL, REROLL_STEP, FAILURE_STEP,
    WOUND_DIE, SUCCESS_DIE, ADVENTURE_DIE, OUTCOME, FINISH_ACTION,
    # from its end to the end of the round
    END_OF_ACTION_PHASE, WEATHER, ROLL_WEATHER, FACE_WEATHER, HUNGRY_STEP, STORM_STEP, NIGHT, EAT, EAT_MORE,
    MOVE_CAMP, OPEN_AIR, ROT, NIGHT_WOUNDS, END_OF_ROUND,
    # programs of cards, windows for skills and items
    RUN, OPEN_WINDOW, BRANCH_STEP,
    FIGHT, COMBAT_STEP, AFTER_FIGHT, BEAST,
    DRAW_MYSTERY, MORE_MYSTERY, RESOLVE_MYSTERY,
    COVER_SOURCE, COVER_WAITING, COVER_TERRAIN, PLACE_TOKEN, FLIP_TILE, FORCED_MOVE,
    ITEM_STEP, HEAL, SHARE, PICK_DISCOVERY, PICK_INVENTION, PICK_TILE, ORDER_TILES, COVER_ARROW, REMOVE_TOKEN,
    EXTRA_ACTION, ARRANGE, GATHER_BONUS, FEED_STEP, TILE_FOUND, MOVE_TOKEN,
) = range(len(STEPS))  # fmt: skip
STEP, X, Y, WHO, CARD, N = range(ENTRY)
"""The numbers of an entry."""
PASS = 9999
"""The answer that nothing (more) is wanted."""


@compiled
def push(s: Any, step: int, x: int, y: int, who: int, card: int, n: int) -> None:
    """Put an entry on top of the stack."""
    at = s.stack_size
    if at < STACK_ROOM:
        s.stack[at, STEP] = step
        s.stack[at, X] = x
        s.stack[at, Y] = y
        s.stack[at, WHO] = who
        s.stack[at, CARD] = card
        s.stack[at, N] = n
        s.stack_size = at + 1


@compiled
def later(s: Any, step: int) -> None:
    """Put a step without particulars on top of the stack."""
    push(s, step, 0, 0, NONE, NONE, 0)


@compiled
def clear_stack(s: Any) -> None:
    """Nothing is to be done."""
    s.stack_size = 0
    s.answer = NONE
    ask_nothing(s)
    for i in range(STACK_ROOM):
        for j in range(ENTRY):
            s.stack[i, j] = 0


# ------------------------------------------------------------------ questions
@compiled
def ask(
    s: Any, decision: int, step: int, person: int, options: int, left: int, detail: int, may_pass: int
) -> None:
    """Stop for a question of play; one that a card asks goes through `ask_for_card`.

    A step that asks puts itself back on the stack first: it is carried out again with the answer, which
    `take_answer` gives. To let a new step ask: choose the decision whose block of actions fits the answers,
    give `options` as bits of that block, and a title and a sentence in view/decisions.py. Mask and
    observation follow from what is given here.

    Args:
        s: the record.
        decision: the kind of answer, one of state.DECISIONS.
        step: the step of the stack that asks.
        person: whom it is about. A player answers himself; for Friday, or NONE, the First Player does.
        options: bits of the possible answers; 0 where the mask finds them itself (planning, windows).
        left: how many such answers there are to come, this one included, where the step counts them; else 0.
        detail: a number that tells this question from others of the same step (which token, which plan).
        may_pass: 1 if the answer PASS is possible.
    """
    s.decision = decision
    if decision != WINDOW:
        s.relevant = ALL_ASPECTS
    s.acting = person if 0 <= person < s.players else s.first_player
    s.question_step = step
    s.question_person = person
    s.question_options = options
    s.question_may_pass = may_pass
    s.question_card = NONE
    s.question_row = 0
    s.question_left = left
    s.question_detail = detail


@compiled
def ask_for_card(
    s: Any,
    decision: int,
    step: int,
    person: int,
    options: int,
    card: int,
    row: int,
    left: int,
    detail: int,
) -> None:
    """Stop for a question of a program: of a card, or another thing as in state.py; nobody may pass."""
    ask(s, decision, step, person, options, left, detail, 0)
    s.question_card = card
    s.question_row = row


@compiled
def ask_nothing(s: Any) -> None:
    """Nothing is asked (any more)."""
    s.decision = NO_DECISION
    s.window = NO_WINDOW
    s.question_step = s.question_options = s.question_may_pass = 0
    s.question_row = s.question_left = s.question_detail = 0
    s.question_person = s.question_card = NONE


@compiled
def take_answer(s: Any) -> int:
    """The answer to the decision just taken."""
    answer = s.answer
    s.answer = NONE
    return int(answer)


@compiled
def answer_or_only(s: Any, bits: int) -> int:
    """The answer to the decision just taken; where nobody had to be asked, the only possibility in `bits`."""
    answer = take_answer(s)
    return first_bit(bits) if answer == NONE else answer


@compiled
def run_program(s: Any, row: int, performer: int, card: int) -> None:
    """Put a card program on the stack; row 0 is the empty one."""
    if row > 0:
        push(s, RUN, row, 0, performer, card, 0)


@compiled
def run_card(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """Put the effect of a card on the stack; before it, whoever can change what it depends on is asked."""
    run_program(s, row, performer, card)
    if row > 0 and t.depends_on[row] != 0:
        push(s, OPEN_WINDOW, ON_CARD, 0, performer, card, int(t.depends_on[row]))
