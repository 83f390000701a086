"""Windows: the windows at which skills, items, tokens and treasures can be used."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.engine.state import amount
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language.vocabulary import ALL_ASPECTS, MORALE_ASPECT
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import stack, steps
from crusoe_env.robinson.rules.abilities import anything_usable, missing_for_skills, things_in_play
from crusoe_env.robinson.rules.phases.dice import aspects_of_throw, lacks_reroll
from crusoe_env.robinson.rules.phases.morale import aspects_of_morale
from crusoe_env.robinson.rules.steps import A_STEP, CARD, PERSON, number, step


@step(
    "window",
    detail=A_STEP,
    window=number((1, len(c.WINDOWS) - 1)),
    turn=number(amount(c.PLAYERS)),
    who=PERSON,
    card=CARD,
    relevant=number((0, ALL_ASPECTS)),
)
@compiled
def open_window(s: State, t: Tables, window: int, turn: int, who: int, card: int, relevant: int) -> None:
    """Whoever can use something that matters is asked: the performer, or mostly all players in turn."""
    group = window not in (c.TRAP_DRAWN, c.EXPLORED, c.ARRANGING, c.IN_RESOLUTION)
    if s.answer != c.NONE:
        s.answer = c.NONE
        if group:
            push_window(s, window, turn + 1, who, card, relevant)
        return
    matters = relevant
    if window == c.AFTER_THROW:
        matters = aspects_of_throw(s, t)
    elif window == c.BEFORE_MORALE and relevant == MORALE_ASPECT:
        matters = aspects_of_morale(s)
    if matters == 0 and window not in (c.ON_CARD, c.BEFORE_ACT, c.AFTER_THROW):
        matters = ALL_ASPECTS
    if not asks_now(s, t, window):
        return
    s.window = window
    s.question_card = card
    things = things_in_play(s, t)
    for i in range(turn, s.players if group else turn + 1):
        person = (s.first_player + i) % s.players if group else who
        if not 0 <= person < s.players:
            person = int(s.first_player)
        s.relevant = matters
        s.relevant |= missing_for_skills(s, t, person)
        if anything_usable(s, t, person, things):
            push_window(s, window, i, who, card, relevant)
            ask_at_window(s, person, who, card)
            return
    s.window = c.NO_WINDOW


@compiled
def ask_at_window(s: State, person: int, who: int, card: int) -> None:
    """Ask what a player uses before the step that lies below the window, or the program that does."""
    below = s.stack_size - 2
    comes = row = 0
    if below >= 0:
        comes = int(s.stack[below, 0])
        if comes == steps.RUN:
            row = int(s.stack[below, 1])
    stack.ask(s, c.WINDOW, steps.WINDOW, person, 0, 0, comes, 1)
    s.question_person = who
    s.question_card = card
    s.question_row = row


@compiled
def asks_now(s: State, t: Tables, window: int) -> bool:
    """Is there a reason to ask: does the weapon not suffice, is there a die to be thrown again?"""
    if window == c.IN_FIGHT:
        spared = 0 if s.fighter == c.NONE else s.ignored_wounds
        return s.weapon + s.weapon_bonus + spared < s.fight_strength
    if window == c.IN_RESOLUTION:
        return lacks_reroll(s, t)
    return True


@compiled
def push_window(s: State, window: int, turn: int, who: int, card: int, relevant: int) -> None:
    """Put a window back on the stack."""
    stack.push(s, steps.WINDOW, window, turn, who, card, relevant)
