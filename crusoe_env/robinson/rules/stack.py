"""The stack of what is still to be done, so that play can stop for a decision anywhere.

An entry is (step, x, y, who, card, n). `turn.advance` takes the top entry and carries it out; a step that
needs a decision puts itself back, asks, and is carried out again with the answer in `s.answer`. Whatever
a player does before answering (skills, items) lies above it and is done first; then it asks anew.

To add a step: declare it below in its family, with the bounds of its numbers; write its function; and give
the function of the family in `turn.py` a branch that calls it. To let it ask, see `ask`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from crusoe_env.engine.compile import compiled
from crusoe_env.engine.state import FLAG, Bounds, amount, bits, index, index_or_none
from crusoe_env.robinson.card_language import operations as op
from crusoe_env.robinson.card_language.declaration import Question
from crusoe_env.robinson.card_language.vocabulary import ALL_ASPECTS
from crusoe_env.robinson.components import BEASTS, CARD_INVENTIONS, FIRST_ADVENTURE, MYSTERY_CARDS, TILES
from crusoe_env.robinson.rules.bits import first_bit
from crusoe_env.robinson.rules.world.ending import fail
from crusoe_env.robinson.state import (
    BRANCH,
    CHOOSE_PERSON,
    CHOOSE_SOURCE,
    CHOOSE_SPACE,
    COUNTERS,
    ENTRY,
    FIRST_USE,
    NO_DECISION,
    NO_WINDOW,
    NONE,
    ON_CARD,
    PEOPLE,
    PLANNED_KINDS,
    PLANS,
    PLAYERS,
    PLUS_FOOD,
    PLUS_WOOD,
    PROGRAM_ROWS,
    REROLL,
    SPACES,
    STACK_FULL,
    STACK_ROOM,
    TOKEN_PLACES,
    WINDOW,
    WINDOWS,
)
from crusoe_env.robinson.things import THINGS

# Families: steps that one function of `turn.py` carries out.
FIRST_PHASES, ACTIONS, LATE, PROGRAMS, FIGHTS, MYSTERIES, ON_BOARD, CHOICES = range(8)
# What the number `detail` of a step's questions names; NONE there: nothing yet. A token is a bit of
# state.TOKENS, a place one of effects/tokens.py.
AMOUNT, A_KIND, A_PLAN, AN_ITEM, A_COUNTER, A_BEAST, A_SPACE, A_PLACE, A_TOKEN = range(9)


# What may stand in an entry of the stack: bounds of its numbers, checked where a state comes from outside.
NOTHING, NOBODY = (0, 0), (NONE, NONE)
ANYBODY, ANY_CARD = index_or_none(PEOPLE), index_or_none(FIRST_USE + len(THINGS))
ONE_PLAN, ONE_SPACE, COUNT = index(PLANS), index(SPACES), (0, 99)
ITEM_BITS = 15
"""Of a set of inventions in two numbers: how many stand in the first."""
A_ROW = index(PROGRAM_ROWS)
ANY_OPERATION = tuple(range(len(op.OPERATIONS)))


@dataclass(frozen=True)
class Step:
    """One step of play."""

    family: int
    name: str
    asks: tuple[Question, ...] = ()
    """What it asks of itself; what a row of a program asks, its operation says."""
    detail: int = AMOUNT
    """What tells its questions apart."""
    x: Bounds = NOTHING
    y: Bounds = NOTHING
    who: Bounds = NOBODY
    card: Bounds = NOBODY
    n: Bounds = NOTHING
    runs: tuple[int, ...] = ()
    """The operations whose row it carries out; the number with the bounds A_ROW is that row."""


_steps: list[Step] = []


def _declare(family: int, name: str, **particulars: Any) -> int:
    """Declare a step, with the other fields of `Step`; its number."""
    _steps.append(Step(family, name, **particulars))
    return len(_steps) - 1


# ------------------------------------------------------------------ the first three phases
early = partial(_declare, FIRST_PHASES)
BEGIN_ROUND = early("begin round")
REVEAL_EVENT = early("reveal event")
PLACE_EVENT = early("place event", who=ANYBODY, card=index(FIRST_ADVENTURE[0]))
MORALE = early("morale")
GIVE_MORALE = early("give morale")
PRODUCTION = early("production", x=FLAG)
PRODUCE_SHORTCUT = early(
    "produce shortcut",
    asks=(Question(BRANCH, "Production", "What does the Shortcut bring?", ("wood", "food")),),
)
END_PRODUCTION = early("end production")
KEEP_PRODUCED = early("keep produced", asks=op.OPERATIONS[op.PRODUCE_HALF].asks, x=COUNT)
KEEP_YIELD = early(
    "keep yield",
    asks=(Question(BRANCH, "{counter}", "Keep one for it, or pass and use it.", ("keep",)),),
    detail=A_COUNTER,
    x=index(COUNTERS),
    y=FLAG,
    who=ANYBODY,
    n=COUNT,
)
OFFER_PRODUCED = early("offer produced")
BEFORE_ACTION_PHASE = early("before action phase")
FEED_STEP = early("feed", detail=A_COUNTER, x=index(COUNTERS))
BEGIN_PLANNING = early("begin planning")

# ------------------------------------------------------------------ the action phase
action = partial(_declare, ACTIONS)
PLAN_STEP = action("plan", x=FLAG)
PAY_STEP = action("pay", detail=A_PLAN, x=ONE_PLAN, n=FLAG)
SUPPORT_STEP = action("support", detail=A_PLAN, x=ONE_PLAN)
RESOLUTION_STEP = action("resolution")
NEXT_ACTION = action("next action", detail=A_KIND)
ACT = action("act", x=ONE_PLAN)
ROLL = action("roll")
REROLL_STEP = action(
    "reroll",
    asks=(Question(REROLL, "The dice are thrown", "Throw one of them again for determination, or pass."),),
    x=FLAG,
)
FAILURE_STEP = action("failure")
WOUND_DIE = action("wound die")
SUCCESS_DIE = action("success die")
ADVENTURE_DIE = action("adventure die")
OUTCOME = action("outcome")
FINISH_ACTION = action("finish action")
EXTRA_ACTION = action(
    "extra action",
    detail=A_KIND,
    x=index(PLANNED_KINDS),
    y=A_ROW,
    who=index(PEOPLE),
    card=ANY_CARD,
    runs=(op.EXTRA_ACTION,),
)
ARRANGE = action("arrange camp", who=ANYBODY)
GATHER_BONUS = action(
    "gather bonus",
    asks=(Question(BRANCH, "{item}", "One more of what was gathered: now, or pass and keep it.", ("now",)),),
    detail=AN_ITEM,
)
LAY_TILE = action("lay tile", x=ONE_SPACE, who=ANYBODY)
TILE_FOUND = action("tile found", x=index(TILES), who=ANYBODY)

# ------------------------------------------------------------------ from there to the end of the round
late = partial(_declare, LATE)
END_OF_ACTION_PHASE = late("end of action phase")
WEATHER = late("weather")
ROLL_WEATHER = late("roll weather")
FACE_WEATHER = late("face weather")
HUNGRY_STEP = late("hungry animals")
STORM_STEP = late("storm")
NIGHT = late("night")
FEED_FIRST = late("feed first")
EAT = late(
    "eat",
    asks=(Question(CHOOSE_PERSON, "Night", "There is too little food: who goes hungry?"),),
    x=bits(PEOPLE),
)
EAT_MORE = late(
    "eat more",
    asks=(Question(BRANCH, "Night", "Eat one food more, or take a wound.", ("eat", "1 wound")),),
    x=amount(PEOPLE),
)
MOVE_CAMP = late(
    "move camp",
    asks=(Question(CHOOSE_SPACE, "Night", "Move the camp to a tile beside it, or pass and stay."),),
)
MOVE_TOKEN = late(
    "move token",
    asks=(
        Question(
            BRANCH,
            "Moving the camp",
            "Its {token} token: take it along, or pass and leave it.",
            ("take it along",),
        ),
    ),
    detail=A_TOKEN,
    x=ONE_SPACE,
    y=(PLUS_WOOD, PLUS_FOOD),
)
OPEN_AIR = late("open air", x=FLAG)
ROT = late("rot")
NIGHT_WOUNDS = late("night wounds", x=amount(2))
END_OF_ROUND = late("end of round")

# ------------------------------------------------------------------ programs of cards, windows
program = partial(_declare, PROGRAMS)
RUN = program("run", x=A_ROW, who=ANYBODY, card=ANY_CARD, runs=ANY_OPERATION)
OPEN_WINDOW = program(
    "window", x=(1, len(WINDOWS) - 1), y=amount(PLAYERS), who=ANYBODY, card=ANY_CARD, n=(0, ALL_ASPECTS)
)
BRANCH_STEP = program("branch", x=A_ROW, who=ANYBODY, card=ANY_CARD, runs=(op.CHOOSE,))

# ------------------------------------------------------------------ fights
in_fight = partial(_declare, FIGHTS)
FIGHT = in_fight("fight", x=COUNT, who=ANYBODY, card=ANY_CARD)
COMBAT_STEP = in_fight("combat", x=COUNT, who=ANYBODY, card=ANY_CARD)
AFTER_FIGHT = in_fight("after fight", x=index(BEASTS), who=ANYBODY, card=ANY_CARD)
BEAST = in_fight("beast", x=index(BEASTS), y=bits(5), who=ANYBODY, card=ANY_CARD)
KEEP_BEAST = in_fight(
    "keep beast",
    asks=(
        Question(BRANCH, "The beast", "Keep it, or take its food and furs.", ("keep it", "food and furs")),
    ),
    detail=A_BEAST,
    x=index(BEASTS),
    who=ANYBODY,
    card=ANY_CARD,
)

# ------------------------------------------------------------------ drawing mystery cards
mystery = partial(_declare, MYSTERIES)
DRAW_MYSTERY = mystery("draw mystery", who=ANYBODY)
MORE_MYSTERY = mystery("more mysteries", asks=op.OPERATIONS[op.DRAW_MYSTERIES].asks, who=ANYBODY)
RESOLVE_MYSTERY = mystery("resolve mystery", x=index(MYSTERY_CARDS), who=ANYBODY)

# ------------------------------------------------------------------ choices on the board
on_board = partial(_declare, ON_BOARD)
COVER_SOURCE = on_board("cover source", x=A_ROW, y=COUNT, who=ANYBODY, card=ANY_CARD, runs=(op.COVER,))
COVER_WAITING = on_board(
    "cover of a waiting marker",
    asks=(Question(CHOOSE_SOURCE, "A marker has waited for this tile", "Which source does it cover?"),),
    detail=A_SPACE,
    x=ONE_SPACE,
    who=ANYBODY,
)
COVER_TERRAIN = on_board("cover terrain", x=A_ROW, who=ANYBODY, card=ANY_CARD, runs=(op.COVER_TERRAIN,))
PLACE_TOKEN = on_board("place token", x=A_ROW, who=ANYBODY, card=ANY_CARD, runs=(op.PLACE,))
FLIP_TILE = on_board("flip tile", x=A_ROW, who=ANYBODY, card=ANY_CARD, runs=(op.FLIP_TILE,))
FORCED_MOVE = on_board("forced move", x=A_ROW, who=ANYBODY, card=ANY_CARD, runs=(op.MOVE_CAMP,))
REMOVE_TOKEN = on_board(
    "remove token",
    detail=A_PLACE,
    x=COUNT,
    y=amount(TOKEN_PLACES),
    who=ANYBODY,
    card=ANY_CARD,
    n=A_ROW,
    runs=(op.REMOVE_ANY_TOKEN,),
)
MARK_SPACE = on_board("mark space", x=A_ROW, y=COUNT, who=ANYBODY, card=ANY_CARD, runs=(op.MARK,))
UNMARK_SPACE = on_board("unmark space", x=A_ROW, y=COUNT, who=ANYBODY, card=ANY_CARD, runs=(op.UNMARK,))
UNCOVER = on_board(
    "uncover",
    detail=A_SPACE,
    x=COUNT,
    y=amount(SPACES),
    who=ANYBODY,
    card=ANY_CARD,
    n=A_ROW,
    runs=(op.UNCOVER,),
)

# ------------------------------------------------------------------ other choices for cards
choice = partial(_declare, CHOICES)
ITEM_STEP = choice(
    "choose item",
    x=A_ROW,
    y=COUNT,
    who=ANYBODY,
    card=ANY_CARD,
    runs=(
        op.GAIN_INVENTION,
        op.DISCARD_INVENTIONS,
        op.LOSE_ITEMS,
        op.DISCARD_ITEMS,
        op.MARK_ITEMS,
        op.BUILD_ONE,
    ),
)
HEAL = choice("heal", x=COUNT, y=A_ROW, who=ANYBODY, card=ANY_CARD, runs=(op.HEAL,))
SHARE = choice(
    "share",
    x=A_ROW,
    y=COUNT,
    who=ANYBODY,
    card=ANY_CARD,
    runs=(op.SHARE_NIGHT_WOUNDS, op.SHARE_DETERMINATION),
)
PICK_DISCOVERY = choice(
    "pick discovery", x=COUNT, y=amount(5), who=ANYBODY, card=ANY_CARD, n=A_ROW, runs=(op.PICK_DISCOVERY,)
)
PICK_INVENTION = choice(
    "pick invention",
    x=bits(ITEM_BITS),
    y=bits(CARD_INVENTIONS - ITEM_BITS),
    who=ANYBODY,
    card=ANY_CARD,
    n=A_ROW,
    runs=(op.PICK_INVENTION,),
)
PICK_TILE = choice("pick tile", x=COUNT, y=A_ROW, who=ANYBODY, card=ANY_CARD, runs=(op.PICK_TILE,))
ORDER_TILES = choice(
    "order tiles", x=amount(5), y=amount(5), who=ANYBODY, card=ANY_CARD, n=A_ROW, runs=(op.REORDER_TILES,)
)
COVER_ARROW = choice(
    "cover morale mark",
    x=COUNT,
    y=amount(PEOPLE),
    who=ANYBODY,
    card=ANY_CARD,
    n=A_ROW,
    runs=(op.COVER_MORALE_ARROWS,),
)

STEPS = tuple(_steps)
FAMILY_OF = np.array([step.family for step in STEPS], np.int64)
"""The family of each step, for `turn.advance`."""
DETAIL_OF = np.array([step.detail for step in STEPS], np.int64)
"""What the details of each step name, for the observation."""

STEP, X, Y, WHO, CARD, N = range(ENTRY)
"""The numbers of an entry."""
PASS = 9999
"""The answer that nothing (more) is wanted."""


@compiled
def push(s: Any, step: int, x: int, y: int, who: int, card: int, n: int) -> None:
    """Put an entry on top of the stack; a full one is a fault."""
    at = s.stack_size
    if at < STACK_ROOM:
        s.stack[at, STEP] = step
        s.stack[at, X] = x
        s.stack[at, Y] = y
        s.stack[at, WHO] = who
        s.stack[at, CARD] = card
        s.stack[at, N] = n
        s.stack_size = at + 1
    else:
        fail(s, STACK_FULL)


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
    give `options` as bits of that block, and declare the words of the question: with the step, or, if a row
    of a program asks, with its operation. Mask and observation follow from what is given here.

    Args:
        s: the record.
        decision: the kind of answer, one of state.DECISIONS.
        step: the step of the stack that asks.
        person: whom it is about. A player answers himself; for Friday, or NONE, the First Player does.
        options: bits of the possible answers; 0 where the mask finds them itself (planning, windows).
        left: how many such answers there are to come, this one included, where the step counts them; else 0.
        detail: what tells this question from others of the same step, of the kind that the step declares
            (which token, which plan); NONE: nothing.
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
