"""Drawing mystery cards of wanted kinds (rulebook: Drawing Mystery Cards)."""

from __future__ import annotations

from typing import Any

from crusoe_env.core.compile import compiled
from crusoe_env.robinson.card_language import operations as op
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.rules.stack import (
    DRAW_MYSTERY,
    MORE_MYSTERY,
    OPEN_WINDOW,
    PASS,
    RESOLVE_MYSTERY,
    ask,
    push,
    run_card,
    take_answer,
)
from crusoe_env.robinson.rules.world.decks import pass_over, shuffle_passed_over
from crusoe_env.robinson.rules.world.log import log_event
from crusoe_env.robinson.rules.world.people import is_apart
from crusoe_env.robinson.state import (
    BRANCH,
    FIRST_MYSTERY,
    LOG_CARD,
    MYSTERY_CARDS,
    MYSTERY_FUTURE,
    MYSTERY_GONE,
    NONE,
    RESOLUTION,
    TRAP_DRAWN,
    TRAP_TYPE,
    TREASURE_TYPE,
)


@compiled
def any_wanted(s: Any) -> bool:
    """Is any kind of mystery still wanted?"""
    for kind in range(len(s.wanted)):
        if s.wanted[kind] > 0:
            return True
    return False


@compiled
def draw_mystery(s: Any, t: Any, performer: int) -> None:
    """Draw until a wanted card comes; others are laid aside and shuffled back at the end."""
    while any_wanted(s) and s.mystery_stopped == 0 and s.mysteries_left > 0:
        s.mysteries_left -= 1
        mystery = int(s.mysteries[s.mysteries_left])
        kind = int(t.mystery_type[mystery])
        wanted = kind if s.wanted[kind] > 0 else v.CREATURE_OR_TRAP
        if s.wanted[wanted] > 0 and (wanted == kind or kind != TREASURE_TYPE):
            s.wanted[wanted] -= 1
            push(s, MORE_MYSTERY, 0, 0, performer, NONE, 0)
            push(s, RESOLVE_MYSTERY, mystery, 0, performer, NONE, 0)
            if kind == TRAP_TYPE:
                s.trap_ignored = 0
                push(s, OPEN_WINDOW, TRAP_DRAWN, 0, performer, FIRST_MYSTERY + mystery, 0)
            return
        pass_over(s, mystery)
    end_mystery(s)


@compiled
def end_mystery(s: Any) -> None:
    """The draw is over: nothing is wanted any more, cards passed over go back."""
    for kind in range(len(s.wanted)):
        s.wanted[kind] = 0
    shuffle_passed_over(s)


@compiled
def more_mystery(s: Any, performer: int) -> None:
    """After each card resolved the players may stop, or draw for what is still wanted."""
    if not any_wanted(s) or s.mystery_stopped == 1 or s.mysteries_left == 0:
        s.answer = NONE
        end_mystery(s)
        return
    if s.answer == NONE:
        push(s, MORE_MYSTERY, 0, 0, performer, NONE, 0)
        ask(s, BRANCH, performer, 1, NONE, MORE_MYSTERY, 1)
        return
    if take_answer(s) == PASS:
        end_mystery(s)
    else:
        push(s, DRAW_MYSTERY, 0, 0, performer, NONE, 0)


@compiled
def resolve_mystery(s: Any, t: Any, mystery: int, performer: int) -> None:
    """Creatures and traps act at once; treasures at the end of the action phase, or at once outside it."""
    s.mystery_holder[mystery] = performer
    s.mystery_round[mystery] = s.rounds
    log_event(s, LOG_CARD, FIRST_MYSTERY + mystery, performer)
    if t.mystery_type[mystery] == TREASURE_TYPE and s.phase == RESOLUTION:
        s.mystery_state[mystery] = MYSTERY_FUTURE
        for i in range(len(s.treasures_of_draw)):
            if s.treasures_of_draw[i] == NONE:
                s.treasures_of_draw[i] = mystery
                return
        return
    s.mystery_state[mystery] = MYSTERY_GONE
    if s.trap_ignored == 1:
        s.trap_ignored = 0
        return
    card = FIRST_MYSTERY + mystery
    run_card(s, t, int(t.resolve_program[card]), performer, card)


@compiled
def treasures_arrive(s: Any, t: Any) -> None:
    """End of the action phase: treasures take effect; outside the camp only those that the finder keeps."""
    for mystery in range(MYSTERY_CARDS - 1, -1, -1):
        if s.mystery_state[mystery] == MYSTERY_FUTURE:
            card = FIRST_MYSTERY + mystery
            row = int(t.resolve_program[card])
            if t.rows[row, 0] != op.KEEP and is_apart(s, int(s.mystery_holder[mystery])):
                continue
            s.mystery_state[mystery] = MYSTERY_GONE
            run_card(s, t, row, int(s.mystery_holder[mystery]), card)
