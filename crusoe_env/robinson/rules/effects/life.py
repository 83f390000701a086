"""Operations on wounds and determination."""

from __future__ import annotations

from typing import Any

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson.card_language import columns as col
from crusoe_env.robinson.card_language import operations as op
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.rules.bits import only_bit
from crusoe_env.robinson.rules.effects.who import person_of
from crusoe_env.robinson.rules.stack import HEAL, SHARE, answer_or_only, ask_for_card, push
from crusoe_env.robinson.rules.world.guest import is_castaway
from crusoe_env.robinson.rules.world.people import (
    alive,
    gain_determination,
    heal,
    lose_determination,
    people_to_heal,
    together,
    wound,
    wound_each,
    wound_each_in_camp,
)
from crusoe_env.robinson.state import CHOOSE_PERSON, FRIDAY, GUEST, NONE, PEOPLE, WEATHER_PHASE


@compiled
def life_effect(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """Operations on wounds and determination."""
    what = t.rows[row, col.OP]
    who = int(t.rows[row, col.WHO])
    number = int(t.rows[row, col.NUMBER])
    person = person_of(s, who, performer)
    if what == op.WOUND:
        if who == v.EACH and s.phase == WEATHER_PHASE:  # it does not meet who is outside the camp
            wound_each_in_camp(s, t, number)
        elif who == v.EACH:
            wound_each(s, t, number)
        else:
            wound(s, t, person, number)
    elif what == op.HEAL:
        if who == v.CHOSEN:
            push(s, HEAL, number, row, performer, card, 0)
        elif who == v.EACH:
            for castaway in range(PEOPLE):
                if is_castaway(s, castaway) and together(s, performer, castaway):
                    heal(s, t, castaway, number)
        else:
            heal(s, t, person, number)
    elif what == op.SPECIAL_WOUND:
        if person != FRIDAY and person != NONE:
            s.special_wounds[person, t.rows[row, col.WHAT]] |= 1 << int(t.rows[row, col.WHERE])
    elif what == op.REMOVE_SPECIAL_WOUND:
        for bearer in range(PEOPLE):
            s.special_wounds[bearer, t.rows[row, col.WHAT]] &= ~(1 << int(t.rows[row, col.WHERE]))
    elif what == op.SHARE_NIGHT_WOUNDS or what == op.SHARE_DETERMINATION:
        if t.rows[row, col.FLAGS] & v.PER_PLAYER:
            number *= s.players
        push(s, SHARE, row, number, performer, card, 0)
    elif what == op.BEAR_NIGHT_WOUNDS:
        for anybody in range(PEOPLE):
            s.markers[anybody] = number if anybody == person else 0
    elif what == op.DETERMINATION or what == op.LOSE_DETERMINATION:
        flags = int(t.rows[row, col.FLAGS])
        if who == v.EACH:
            for castaway in range(PEOPLE):
                if is_castaway(s, castaway):
                    change_determination(s, t, what, castaway, number, flags)
        elif person != NONE:
            change_determination(s, t, what, person, number, flags)


@compiled
def change_determination(s: Any, t: Any, what: int, person: int, number: int, flags: int) -> None:
    """Tokens gained or given up by one person."""
    if what == op.DETERMINATION:
        gain_determination(s, t, person, number)
    elif person == FRIDAY and t.mysteries_take_from_friday == 0:
        return
    elif number == v.ALL:
        s.determination[person] = 0
    elif flags & v.IF_POSSIBLE:
        lose_determination(s, t, person, min(number, int(s.determination[person])))
    else:
        lose_determination(s, t, person, number)


@compiled
def heal_step(s: Any, t: Any, count: int, row: int, performer: int, card: int) -> None:
    """For each wound healed the players choose whose."""
    bits = people_to_heal(s, t, performer)
    if bits == 0:
        s.answer = NONE
        return
    if s.answer != NONE or only_bit(bits) != NONE:
        heal(s, t, answer_or_only(s, bits), 1)
        if count > 1:
            push(s, HEAL, count - 1, row, performer, card, 0)
        return
    push(s, HEAL, count, row, performer, card, 0)
    ask_for_card(s, CHOOSE_PERSON, HEAL, performer, bits, card, row, count, 0)


@compiled
def share_step(s: Any, t: Any, row: int, count: int, performer: int, card: int) -> None:
    """Tokens, or markers that will wound at night, one by one to whom the players choose."""
    markers = t.rows[row, col.OP] == op.SHARE_NIGHT_WOUNDS
    bits = (1 << int(s.players)) - 1
    if markers and t.rows[row, col.WHO] == v.CHOSEN:
        for other in (FRIDAY, GUEST):
            bits |= int(alive(s, t, other)) << other
    if bits & (bits - 1) and s.answer == NONE:
        push(s, SHARE, row, count, performer, card, 0)
        ask_for_card(s, CHOOSE_PERSON, SHARE, performer, bits, card, row, count, int(markers))
        return
    person = answer_or_only(s, bits)
    if markers:
        s.markers[person] += 1
    else:
        gain_determination(s, t, person, 1)
    if count > 1:
        push(s, SHARE, row, count - 1, performer, card, 0)
