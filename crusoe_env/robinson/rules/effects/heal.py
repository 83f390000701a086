"""Healing."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import Question, operation
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.bits import only_bit
from crusoe_env.robinson.rules.stack import answer_or_only, ask_for_card, push
from crusoe_env.robinson.rules.steps import CARD, COUNT, PERSON, ROW, step
from crusoe_env.robinson.rules.world.guest import is_castaway
from crusoe_env.robinson.rules.world.people import heal, people_to_heal, together


@compiled
def heals_anybody(s: State, t: Tables, who: int, performer: int) -> bool:
    """Is anybody wounded whom this would heal?"""
    healed = people_to_heal(s, t, performer)
    return (healed & ~(1 << c.FRIDAY) if who == v.EACH else healed) != 0


@operation(
    "heal who number",
    "That many wounds healed.",
    affects=v.LIFE_ASPECT,
    matters=heals_anybody,
    phrase="{0}heal {1} wound(s)",
    asks=(Question(c.CHOOSE_PERSON, "Healing", "Who is healed?"),),
)
@compiled
def heal_wounds(
    s: State, t: Tables, row: int, performer: int, card: int, who: int, person: int, number: int
) -> None:
    """Wounds are healed, of one person, of each, or of whom the players choose."""
    if who == v.CHOSEN:
        push(s, steps.HEAL, number, row, performer, card)
    elif who == v.EACH:
        for castaway in range(c.PEOPLE):
            if is_castaway(s, castaway) and together(s, performer, castaway):
                heal(s, t, castaway, number)
    else:
        heal(s, t, person, number)


@step("heal", runs=("heal",), count=COUNT, row=ROW, performer=PERSON, card=CARD)
@compiled
def choose_whom_to_heal(s: State, t: Tables, count: int, row: int, performer: int, card: int) -> None:
    """For each wound healed the players choose whose."""
    bits = people_to_heal(s, t, performer)
    if bits == 0:
        s.answer = c.NONE
        return
    if s.answer != c.NONE or only_bit(bits) != c.NONE:
        heal(s, t, answer_or_only(s, bits), 1)
        if count > 1:
            push(s, steps.HEAL, count - 1, row, performer, card)
        return
    push(s, steps.HEAL, count, row, performer, card)
    ask_for_card(s, c.CHOOSE_PERSON, steps.HEAL, performer, bits, card, row, count, 0)
