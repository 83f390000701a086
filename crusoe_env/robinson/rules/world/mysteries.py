"""Drawing mystery cards of wanted kinds (rulebook: Drawing Mystery Cards).

The token Treasure may be used while a card of another draw waits to take effect, so draws nest: `s.draws` are
under way, and what a card says of "this draw" means the innermost one.
"""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language import operations as op
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import Question
from crusoe_env.robinson.components import FIRST_MYSTERY, MYSTERY_CARDS
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.stack import PASS, ask, push, run_card, take_answer
from crusoe_env.robinson.rules.steps import MYSTERY, PERSON, step
from crusoe_env.robinson.rules.world.decks import (
    can_renew_mysteries,
    pass_over,
    renew_mysteries,
    shuffle_passed_over,
)
from crusoe_env.robinson.rules.world.finds import hides_finds
from crusoe_env.robinson.rules.world.log import log_event
from crusoe_env.robinson.rules.world.outside import is_kept_outside
from crusoe_env.robinson.rules.world.people import is_outside_camp, keeps_finds


@compiled
def seek(s: State, kind: int, count: int) -> None:
    """So many cards of a kind are wanted in the draw that comes next."""
    s.wanted[s.draws, kind] = min(MYSTERY_CARDS, s.wanted[s.draws, kind] + count)


@compiled
def begin_draw(s: State, performer: int, whole: int = 0) -> None:
    """Draw for what is wanted, perhaps while another draw is under way: each has its own cards.

    `whole` = 1: nobody may stop before all that is wanted has been drawn; things may make that less before.
    """
    s.passed_before[s.draws] = s.mysteries_passed
    s.whole_draws &= ~(1 << int(s.draws))
    s.whole_draws |= whole << int(s.draws)
    s.draws += 1
    push(s, steps.DRAW_MYSTERY, performer)
    if whole == 1:
        push(s, steps.WINDOW, c.BEFORE_MYSTERIES, 0, performer, c.NONE, 0)


@compiled
def draw_fewer(s: State, count: int) -> None:
    """The draw that begins is for so many cards of any kind less."""
    wanted = int(s.wanted[s.draws - 1, v.ANY_MYSTERY])
    s.wanted[s.draws - 1, v.ANY_MYSTERY] = max(0, wanted - count)


@compiled
def stop_draw(s: State) -> None:
    """Nothing more is wanted in this draw."""
    for kind in range(len(v.MYSTERY_KINDS)):
        s.wanted[s.draws - 1, kind] = 0


@compiled
def end_draw(s: State) -> None:
    """The draw is over: nothing is wanted any more, the cards that it passed over go back."""
    stop_draw(s)
    for mystery in range(MYSTERY_CARDS):
        if s.mystery_draw[mystery] == s.draws:
            s.mystery_draw[mystery] = 0
    s.draws -= 1
    shuffle_passed_over(s, int(s.passed_before[s.draws]))


@compiled
def lose_treasures(s: State) -> None:
    """The treasures of this draw are discarded."""
    for mystery in range(MYSTERY_CARDS):
        if s.mystery_draw[mystery] == s.draws:
            s.mystery_state[mystery] = c.MYSTERY_GONE


@compiled
def any_wanted(s: State, t: Tables) -> bool:
    """Is any kind of mystery still wanted in this draw, and a card left, or a new deck to be made?"""
    for kind in range(len(v.MYSTERY_KINDS)):
        if s.wanted[s.draws - 1, kind] > 0:
            return s.mysteries_left > 0 or can_renew_mysteries(s, t)
    return False


@compiled
def take_wanted(s: State, kind: int) -> bool:
    """Is a card of this kind wanted in this draw? Then one less is from now on."""
    draw = s.draws - 1
    if s.wanted[draw, kind] == 0 and kind != c.TREASURE_TYPE and s.wanted[draw, v.CREATURE_OR_TRAP] > 0:
        kind = v.CREATURE_OR_TRAP
    if s.wanted[draw, kind] == 0:
        kind = v.ANY_MYSTERY
    if s.wanted[draw, kind] == 0:
        return False
    s.wanted[draw, kind] -= 1
    return True


@step(performer=PERSON)
@compiled
def draw_mystery(s: State, t: Tables, performer: int) -> None:
    """Draw until a wanted card comes; others are laid aside and shuffled back at the end."""
    while any_wanted(s, t):
        if s.mysteries_left == 0:
            renew_mysteries(s)
        s.mysteries_left -= 1
        mystery = int(s.mysteries[s.mysteries_left])
        kind = int(t.mystery_type[mystery])
        if take_wanted(s, kind):
            push(s, steps.MORE_MYSTERIES, performer)
            push(s, steps.RESOLVE_MYSTERY, mystery, performer)
            if kind != c.TREASURE_TYPE:
                s.mystery_ignored = 0
                push(s, steps.WINDOW, c.TRAP_DRAWN, 0, performer, FIRST_MYSTERY + mystery, 0)
            return
        pass_over(s, mystery)
    end_draw(s)


@step(
    "more mysteries",
    asks=(Question(c.BRANCH, "Mysteries", "Draw for what is still sought, or pass and stop.", ("draw",)),),
    performer=PERSON,
)
@compiled
def more_mystery(s: State, t: Tables, performer: int) -> None:
    """After each card resolved the players mostly may stop, or draw for what is still wanted."""
    if not any_wanted(s, t):
        s.answer = c.NONE
        end_draw(s)
        return
    if (s.whole_draws >> (int(s.draws) - 1)) & 1:
        push(s, steps.DRAW_MYSTERY, performer)
        return
    if s.answer == c.NONE:
        push(s, steps.MORE_MYSTERIES, performer)
        ask(s, c.BRANCH, steps.MORE_MYSTERIES, performer, 1, 0, 0, 1)
        return
    if take_answer(s) == PASS:
        end_draw(s)
    else:
        push(s, steps.DRAW_MYSTERY, performer)


@step(mystery=MYSTERY, performer=PERSON)
@compiled
def resolve_mystery(s: State, t: Tables, mystery: int, performer: int) -> None:
    """Creatures and traps act at once; treasures at the end of the action phase, or at once outside it.

    What a treasure brings the camp waits until a finder who is outside is back.
    """
    s.mystery_holder[mystery] = performer
    s.mystery_round[mystery] = s.rounds
    if is_outside_camp(s, performer) or (s.phase == c.RESOLUTION and keeps_finds(s, t, performer)):
        s.outside_treasures |= 1 << mystery
    is_treasure = t.mystery_type[mystery] == c.TREASURE_TYPE
    hidden = is_treasure and hides_finds(s, performer)
    log_event(s, c.LOG_CARD, c.NONE if hidden else FIRST_MYSTERY + mystery, performer)
    waits = s.phase == c.RESOLUTION or waits_for_finder(s, t, mystery)
    if is_treasure and waits:
        s.mystery_state[mystery] = c.MYSTERY_FUTURE
        s.mystery_draw[mystery] = s.draws
        return
    s.mystery_state[mystery] = c.MYSTERY_GONE
    if s.mystery_ignored == 1:
        s.mystery_ignored = 0
        return
    card = FIRST_MYSTERY + mystery
    run_card(s, t, int(t.resolve_program[card]), performer, card)


@compiled
def waits_for_finder(s: State, t: Tables, mystery: int) -> bool:
    """Is its finder outside the camp now, and does the treasure do more than stay with him?"""
    row = int(t.resolve_program[FIRST_MYSTERY + mystery])
    only_kept = t.rows[row, col.OP] == op.KEEP and t.rows[row + 1, col.OP] == op.END
    return not only_kept and is_kept_outside(s, mystery)


@compiled
def treasures_arrive(s: State, t: Tables) -> None:
    """End of the action phase: treasures take effect, but for those that wait for their finder."""
    for mystery in range(MYSTERY_CARDS - 1, -1, -1):
        if s.mystery_state[mystery] == c.MYSTERY_FUTURE and not waits_for_finder(s, t, mystery):
            card = FIRST_MYSTERY + mystery
            s.mystery_state[mystery] = c.MYSTERY_GONE
            run_card(s, t, int(t.resolve_program[card]), int(s.mystery_holder[mystery]), card)
