"""Tokens and markers that the players share out one by one."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language import operations as op
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import Question, operation
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.stack import answer_or_only, ask_for_card, push
from crusoe_env.robinson.rules.steps import CARD, COUNT, PERSON, ROW, step
from crusoe_env.robinson.rules.world.people import alive, gain_determination


@operation(
    "share_determination number",
    "That many tokens.",
    affects=v.DETERMINATION_ASPECT,
    phrase="+{0} determination, shared",
    asks=(Question(c.CHOOSE_PERSON, "People", "Who gets the next token?"),),
)
@compiled
def share_determination(s: State, row: int, number: int, performer: int, card: int) -> None:
    """Determination tokens to whom the players choose."""
    push(s, steps.SHARE, row, number, performer, card)


@operation(
    "share_night_wounds who number",
    "That many markers are shared by the players, or by whom they choose, Friday too; this night each takes "
    "a wound per marker, then they go.",
    phrase="{1} wound(s) tonight, shared",
    asks=(Question(c.CHOOSE_PERSON, "People", "Who takes the next wound tonight?"),),
)
@compiled
def share_night_wounds(s: State, row: int, number: int, performer: int, card: int) -> None:
    """Markers that wound at night."""
    push(s, steps.SHARE, row, number, performer, card)


@operation(
    "bear_night_wounds who number",
    "All those markers go, and he alone has that many.",
    phrase="{0}{1} wound(s) tonight, alone",
)
@compiled
def bear_night_wounds(s: State, person: int, number: int) -> None:
    """One person has all markers that wound at night."""
    for anybody in range(c.PEOPLE):
        s.markers[anybody] = number if anybody == person else 0


@step(runs=("share_determination", "share_night_wounds"), row=ROW, count=COUNT, performer=PERSON, card=CARD)
@compiled
def share(s: State, t: Tables, row: int, count: int, performer: int, card: int) -> None:
    """Tokens, or markers that will wound at night, one by one to whom the players choose."""
    markers = t.rows[row, col.OP] == op.SHARE_NIGHT_WOUNDS
    bits = (1 << int(s.players)) - 1
    if markers and t.rows[row, col.WHO] == v.CHOSEN:
        for other in (c.FRIDAY, c.GUEST):
            bits |= int(alive(s, t, other)) << other
    if bits & (bits - 1) and s.answer == c.NONE:
        push(s, steps.SHARE, row, count, performer, card)
        ask_for_card(s, c.CHOOSE_PERSON, steps.SHARE, performer, bits, card, row, count, int(markers))
        return
    person = answer_or_only(s, bits)
    if markers:
        s.markers[person] += 1
    else:
        gain_determination(s, t, person, 1)
    if count > 1:
        push(s, steps.SHARE, row, count - 1, performer, card)
