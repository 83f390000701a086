"""The interpreter of card programs (see effects.py): heads here, the other operations by group."""

from __future__ import annotations

from typing import Any

from crusoe_env.core.compile import compiled
from crusoe_env.robinson import operations as op
from crusoe_env.robinson import vocabulary as v
from crusoe_env.robinson.rules.agenda import (
    BRANCH_STEP,
    FIGHT,
    HEAL,
    ROLL_WEATHER,
    RUN,
    SHARE,
    ask,
    later,
    push,
    run_card,
    take_answer,
)
from crusoe_env.robinson.rules.board_effects import board_effect, source_at
from crusoe_env.robinson.rules.card_effects import card_effect
from crusoe_env.robinson.rules.people import (
    alive,
    change_morale,
    gain_determination,
    has_item,
    heal,
    lose_determination,
    people_to_heal,
    wound,
    wound_each,
)
from crusoe_env.robinson.rules.stores import (
    discard_everything,
    gain,
    gain_at_once,
    halve_level,
    lacking,
    lower_level,
    pay,
    raise_level,
    stock,
)
from crusoe_env.robinson.rules.woodpile import add_to_pile
from crusoe_env.robinson.state import (
    BRANCH,
    CHOOSE_PERSON,
    DECKS,
    DELAYED,
    EXPLORE,
    FOOD,
    FRIDAY,
    GATHER,
    NONE,
    REROLL_TOKEN,
    RESOLUTION,
    USED,
    WOOD,
)


@compiled
def run(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """Carry out one row of a program; what follows it is put on the agenda first."""
    what = t.rows[row, 0]
    if what == op.END:
        return
    jump = int(t.rows[row, 6])
    if what == op.JUMP:
        push(s, RUN, row + jump, 0, performer, card, 0)
    elif what == op.CHOOSE:
        push(s, BRANCH_STEP, row, 0, performer, card, 0)
    elif what == op.AT:
        delay(s, int(t.rows[row, 2]), row + 1, performer, card)
        push(s, RUN, row + jump, 0, performer, card, 0)
    elif what <= op.IF_SOURCE:
        push(s, RUN, row + 1 if holds(s, t, row, performer, card) else row + jump, 0, performer, card, 0)
    else:
        push(s, RUN, row + 1, 0, performer, card, 0)
        if what <= op.SHARE_DETERMINATION:
            life_effect(s, t, row, performer, card)
        elif what <= op.FIGHT:
            store_effect(s, t, row, performer, card)
        elif what <= op.STRONGEST_BEAST or what >= op.DISCARD_INVENTIONS:
            if op.LIMIT_PAWNS <= what <= op.PRODUCE_HALF or what >= op.WEAPON_BONUS:
                round_effect(s, t, row, performer, card)
            else:
                card_effect(s, t, row, performer, card)
        else:
            board_effect(s, t, row, performer, card)


@compiled
def branch_step(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """The players pick one branch."""
    if s.answer == NONE:
        push(s, BRANCH_STEP, row, 0, performer, card, 0)
        ask(s, BRANCH, performer, (1 << int(t.rows[row, 4])) - 1, card, row, 0)
        return
    push(s, RUN, row + 1 + take_answer(s), 0, performer, card, 0)


@compiled
def holds(s: Any, t: Any, row: int, performer: int, card: int) -> bool:
    """Is the condition of a row true?"""
    what = t.rows[row, 0]
    if what == op.IF_ITEM:
        return has_item(s, t.rows[row, 2])
    if what == op.IF_NO_ITEM:
        return not has_item(s, t.rows[row, 2])
    if what == op.IF_WEAPON_BELOW:
        return s.weapon + (s.weapon_bonus if s.edition == 1 else 0) < t.rows[row, 4]
    if what == op.IF_CURRENT:
        return s.edition == 1
    return source_at(s, t, row, card)


@compiled
def delay(s: Any, time: int, row: int, performer: int, card: int) -> None:
    """Keep a part of a program for later."""
    at = s.delayed_count
    if at < DELAYED:
        s.delayed[at, 0] = time
        s.delayed[at, 1] = row
        s.delayed[at, 2] = card
        s.delayed[at, 3] = performer
        s.delayed_count = at + 1


@compiled
def run_delayed(s: Any, t: Any, time: int) -> None:
    """What waited for this time is done; what comes every night stays."""
    kept = 0
    count = s.delayed_count
    for i in range(count):
        if s.delayed[i, 0] == time:
            run_card(s, t, int(s.delayed[i, 1]), int(s.delayed[i, 3]), int(s.delayed[i, 2]))
        if s.delayed[i, 0] != time or time == v.AT_EVERY_NIGHT:
            for k in range(4):
                s.delayed[kept, k] = s.delayed[i, k]
            kept += 1
    s.delayed_count = kept


@compiled
def person_of(s: Any, who: int, performer: int) -> int:
    """The one person that a row means; NONE for each, chosen, or if nobody bears the wound."""
    if who == v.PERFORMER:
        return performer
    if who == v.FIRST:
        return int(s.first_player)
    if who == v.FRIDAY_HIMSELF:
        return FRIDAY
    if who >= v.BEARER:
        deck = (who - v.BEARER) >> 2
        part = (who - v.BEARER) & 3
        for player in range(s.players):
            if (s.special_wounds[player, part] >> deck) & 1:
                return player
    return NONE


@compiled
def payer_of(who: int, performer: int) -> int:
    """Who is wounded for an unfulfilled demand: the performer, or each player (NONE)."""
    return performer if who == v.PERFORMER else NONE


# ------------------------------------------------------------------ wounds, healing, determination


@compiled
def life_effect(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """Operations on wounds and determination."""
    what = t.rows[row, 0]
    who = int(t.rows[row, 1])
    number = int(t.rows[row, 4])
    person = person_of(s, who, performer)
    if what == op.WOUND:
        if who == v.EACH:
            wound_each(s, t, number)
        else:
            wound(s, t, person, number)
    elif what == op.HEAL:
        if who == v.CHOSEN:
            push(s, HEAL, number, 0, performer, card, 0)
        elif who == v.EACH:
            for player in range(s.players):
                heal(s, t, player, number)
        else:
            heal(s, t, person, number)
    elif what == op.SPECIAL_WOUND:
        if person != FRIDAY and person != NONE:
            s.special_wounds[person, t.rows[row, 2]] |= 1 << int(t.rows[row, 3])
    elif what == op.REMOVE_SPECIAL_WOUND:
        for player in range(s.players):
            s.special_wounds[player, t.rows[row, 2]] &= ~(1 << int(t.rows[row, 3]))
    elif what == op.SHARE_NIGHT_WOUNDS or what == op.SHARE_DETERMINATION:
        if t.rows[row, 5] & v.PER_PLAYER:
            number *= s.players
        push(s, SHARE, number, 1 if what == op.SHARE_NIGHT_WOUNDS else 0, performer, card, 0)
    elif who == v.EACH:
        for player in range(s.players):
            determination_effect(s, t, what, player, number, int(t.rows[row, 5]))
    elif person != NONE:
        determination_effect(s, t, what, person, number, int(t.rows[row, 5]))


@compiled
def determination_effect(s: Any, t: Any, what: int, person: int, number: int, flags: int) -> None:
    """Tokens gained or given up by one person."""
    if what == op.DETERMINATION:
        gain_determination(s, t, person, number)
    elif person != FRIDAY and number == v.ALL:
        s.determination[person] = 0
    elif flags & v.IF_POSSIBLE:
        lose_determination(s, t, person, min(number, int(s.determination[person])))
    else:
        lose_determination(s, t, person, number)


@compiled
def only_bit(bits: int) -> int:
    """The place of the only bit that is set, NONE if there is another number of them."""
    if bits == 0 or bits & (bits - 1):
        return NONE
    place = 0
    while not (bits >> place) & 1:
        place += 1
    return place


@compiled
def heal_step(s: Any, t: Any, count: int, performer: int, card: int) -> None:
    """For each wound healed the players choose whose."""
    bits = people_to_heal(s, t)
    if bits == 0:
        s.answer = NONE
        return
    if s.answer != NONE or only_bit(bits) != NONE:
        person = take_answer(s)
        heal(s, t, only_bit(bits) if person == NONE else person, 1)
        if count > 1:
            push(s, HEAL, count - 1, 0, performer, card, 0)
        return
    push(s, HEAL, count, 0, performer, card, 0)
    ask(s, CHOOSE_PERSON, performer, bits, card, 0, 0)


@compiled
def share_step(s: Any, t: Any, count: int, wounds: int, performer: int, card: int) -> None:
    """Tokens, or markers that will wound at night, one by one to whom the players choose."""
    bits = (1 << int(s.players)) - 1
    if wounds == 1 and s.edition == 1 and alive(s, t, FRIDAY):
        bits |= 1 << FRIDAY
    if bits & (bits - 1) and s.answer == NONE:
        push(s, SHARE, count, wounds, performer, card, 0)
        ask(s, CHOOSE_PERSON, performer, bits, card, 1 + wounds, 0)
        return
    person = take_answer(s)
    if person == NONE:
        person = 0
    if wounds == 1:
        s.markers[person] += 1
    else:
        gain_determination(s, t, person, 1)
    if count > 1:
        push(s, SHARE, count - 1, wounds, performer, card, 0)


# ------------------------------------------------------------------ resources, levels, fights


@compiled
def gathered_resource(s: Any) -> int:
    """What the action under way gathers, or gathered: wood or food."""
    if s.now != NONE and s.plan_kind[s.now] == GATHER and s.plan_target[s.now] & 1 == 0:
        return WOOD
    return FOOD


@compiled
def store_effect(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """Operations on resources and levels; fights by strength."""
    what = t.rows[row, 0]
    which = int(t.rows[row, 2])
    number = int(t.rows[row, 4])
    flags = int(t.rows[row, 5])
    payer = payer_of(t.rows[row, 1], performer)
    if flags & v.PER_PLAYER:
        number *= s.players
    if what == op.GAIN and card == USED and s.edition == 0 and s.phase == RESOLUTION:
        gain_at_once(s, which, number)
    elif what == op.GAIN:
        gain(s, gathered_resource(s) if which == v.GATHERED else which, number, performer)
    elif what == op.DISCARD:
        if which == v.EVERYTHING:
            discard_everything(s)
        elif number == v.ALL:
            pay(s, which, stock(s, which))
        else:
            left = pay(s, which, number)
            if not flags & v.IF_POSSIBLE:
                lacking(s, t, payer, left)
    elif which == v.MORALE:
        change_morale(s, number if what == op.RAISE else -number)
    elif what == op.RAISE:
        raise_level(s, t, which, number)
    elif what == op.LOWER:
        left = lower_level(s, t, which, number)
        if not flags & v.IF_POSSIBLE and number != v.ALL:
            lacking(s, t, payer, left)
    elif what == op.HALVE:
        halve_level(s, which)
    elif what == op.REGAIN:
        if (s.card_mark[card] >> which) & 1:
            raise_level(s, t, which, number)
    elif what == op.FIGHT:
        who = int(t.rows[row, 1])
        push(s, FIGHT, number, 0, person_of(s, who, performer), card, 0)


# ------------------------------------------------------------------ this round, and uses of items and skills


@compiled
def round_effect(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """Operations that hold for a round, a phase or an action."""
    what = t.rows[row, 0]
    if what <= op.CONFUSE:
        who = int(t.rows[row, 1])
        if what == op.FORBID and t.rows[row, 2] == v.FORBID_SHARED_ACTIONS:
            s.no_mixed_pawns = 1
        elif what == op.FORBID and t.rows[row, 2] == v.FORBID_ITEMS:
            s.items_unavailable = 1
        elif who == v.EACH:
            for player in range(s.players):
                limit(s, t, row, player)
        else:
            limit(s, t, row, person_of(s, who, performer))
    elif what <= op.PRODUCE_HALF:
        production_effect(s, t, row)
    else:
        use_effect(s, t, row, performer, card)


@compiled
def limit(s: Any, t: Any, row: int, person: int) -> None:
    """What one person may do this round; Friday is not concerned, except that he can be confused."""
    what = t.rows[row, 0]
    if person == NONE:
        return
    if what == op.CONFUSE:
        s.confused[person] = 1
    elif person == FRIDAY:
        return
    elif what == op.LIMIT_PAWNS:
        s.pawn_limit[person] = min(s.pawn_limit[person], t.rows[row, 4])
    elif what == op.LIMIT_ACTIONS:
        s.allowed_kinds[person] &= t.rows[row, 2]
    elif what == op.FORBID:
        s.skills_barred[person] = 1
    elif what == op.NIGHT_OUTSIDE:
        s.outside[person] = 1
        s.outside_space[person] = NONE
        if s.now != NONE and s.plan_kind[s.now] == EXPLORE and s.plan_target[s.now] < len(s.tile):
            s.outside_space[person] = s.plan_target[s.now]
        elif s.now != NONE and s.plan_kind[s.now] == GATHER:
            s.outside_space[person] = s.plan_target[s.now] >> 1


@compiled
def production_effect(s: Any, t: Any, row: int) -> None:
    """Changes of this round's production."""
    what = t.rows[row, 0]
    resource = int(t.rows[row, 2])
    number = int(t.rows[row, 4])
    if what == op.PRODUCE_HALF:
        s.production_half = 1
    elif what == op.PRODUCE_MORE:
        s.production_extra[resource] += number
    elif resource == v.EVERYTHING:
        s.production_skip = 1
    elif number == v.ALL:
        s.production_none |= 1 << resource
    else:
        s.production_extra[resource] -= number


@compiled
def use_effect(s: Any, t: Any, row: int, performer: int, card: int) -> None:
    """What items, treasures, tokens and skills do at the moment of their use."""
    what = t.rows[row, 0]
    number = int(t.rows[row, 4])
    which = int(t.rows[row, 2])
    if what == op.WEAPON_BONUS:
        s.weapon_bonus += number
    elif what == op.EXTRA_PAWN:
        s.extra_pawns[which] += 1
    elif what == op.IGNORE:
        if which == v.IGNORE_WOUND:
            s.ignored_wounds += number
        elif which == v.IGNORE_TRAP:
            s.trap_ignored = 1
        elif which == v.IGNORE_RAIN:
            s.ignored_rain += number
        elif which == v.IGNORE_SNOW:
            s.ignored_snow += number
    elif what == op.SNOW_TO_RAIN:
        s.snow_to_rain += number
    elif what == op.SPEND_LESS:
        s.economy = 1
    elif what == op.ROLL_WEATHER:
        later(s, ROLL_WEATHER)
    elif what == op.ADD_TO_PILE:
        add_to_pile(s, t, number)
    else:
        card_effect(s, t, row, performer, card)


@compiled
def rerolls_success(s: Any, person: int, kind: int) -> bool:
    """Must the success die be rolled once more if it shows success?"""
    return s.field_tokens[kind] & REROLL_TOKEN != 0 or s.confused[person] == 1 or s.cursed[person] == 1


@compiled
def deck_of(kind: int) -> int:
    """The adventure deck of a kind of action."""
    return kind - DECKS[0]
