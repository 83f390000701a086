"""Inventions of which the players keep one."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import Question, operation
from crusoe_env.robinson.components import CARD_INVENTIONS
from crusoe_env.robinson.fields import State
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.bits import only_bit
from crusoe_env.robinson.rules.stack import answer_or_only, ask_for_card, push
from crusoe_env.robinson.rules.steps import CARD, PERSON, ROW, step
from crusoe_env.robinson.rules.world.decks import next_invention


@compiled
def inventions_to_draw(s: State) -> bool:
    """Is there a card in the invention deck, or can a new one be made?"""
    if s.inventions_left > 0:
        return True
    for item in range(CARD_INVENTIONS):
        if s.invention_state[item] == c.DISCARDED:
            return True
    return False


@operation(
    "pick_invention number",
    "Draw that many, keep one on the board, the others aside.",
    affects=v.INVENTIONS_ASPECT,
    matters=inventions_to_draw,
    asks=(Question(c.CHOOSE_ITEM, "Inventions", "Keep one of those drawn."),),
    phrase="draw {0} invention(s), keep 1",
)
@compiled
def draw_inventions(s: State, row: int, number: int, performer: int, card: int) -> None:
    """Inventions are drawn; the players keep one."""
    s.inventions_drawn = 0
    for _ in range(number):
        item = next_invention(s)
        if item != c.NONE:
            s.inventions_drawn |= 1 << item
    push(s, steps.PICK_INVENTION, row, performer, card)


@step(runs=("pick_invention",), row=ROW, performer=PERSON, card=CARD)
@compiled
def pick_invention(s: State, row: int, performer: int, card: int) -> None:
    """Keep one of the inventions drawn on the board, the others are discarded (A new idea)."""
    bits = int(s.inventions_drawn)
    if bits == 0:
        return
    if s.answer == c.NONE and only_bit(bits) == c.NONE:
        push(s, steps.PICK_INVENTION, row, performer, card)
        ask_for_card(s, c.CHOOSE_ITEM, steps.PICK_INVENTION, performer, bits, card, row, 0, 0)
        return
    chosen = answer_or_only(s, bits)
    for item in range(CARD_INVENTIONS):
        if (bits >> item) & 1:
            s.invention_state[item] = c.ON_BOARD if item == chosen else c.DISCARDED
    s.inventions_drawn = 0
