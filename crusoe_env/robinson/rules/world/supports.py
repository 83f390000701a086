"""Supporting pawns: those of people, and those that things lend (rulebook: Additional Pawns).

A support is a number: a place in things.SUPPORTERS, or BY_THING + thing.
"""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.bits import only_bit
from crusoe_env.robinson.rules.packed import special_of
from crusoe_env.robinson.rules.world.requirements import may_take
from crusoe_env.robinson.rules.world.things import can_use, spend, uses_left
from crusoe_env.robinson.things import (
    BY_DOG,
    BY_EXTRA,
    BY_FRIDAY,
    BY_GUEST,
    BY_NEXT,
    BY_OWN,
    BY_THING,
    BY_THIRD_NEXT,
    DOG,
)

SEVERAL = -2
"""More than one support is possible."""


@compiled
def people_to_support(s: State, t: Tables, i: int) -> int:
    """Bits of the supports, but for those of things, that this planned action can have now."""
    kind, target, person = int(s.plan_kind[i]), int(s.plan_target[i]), int(s.plan_person[i])
    bits = 0
    for support in range(BY_THING):
        if pawns_of(s, t, person, kind, target, support, int(s.free_pawns[person])) > 0:
            bits |= 1 << support
    return bits


@compiled
def seat_of(s: State, person: int, support: int) -> int:
    """The player whose pawn "the next player" and so on means, NONE if there is none."""
    k = support - BY_NEXT + 1
    if person >= c.FRIDAY or k >= s.players:
        return c.NONE
    return int((person + k) % s.players)


@compiled
def pawns_of(s: State, t: Tables, person: int, kind: int, target: int, support: int, own: int) -> int:
    """How many pawns of people, or given by cards, can support; `own`: free pawns of the person himself.

    While a card lets nobody share an action, the current edition makes an exception of the one that takes two
    players, which is that card's own.
    """
    two_players = kind == c.THREAT and t.threat_two_players[s.threat[target]] == 1
    excepted = two_players and t.argument_spares_agreement == 1
    if support == BY_OWN:
        return own if person < c.FRIDAY and not two_players else 0
    if support <= BY_THIRD_NEXT:
        seat = seat_of(s, person, support)
        if seat == c.NONE or (s.no_mixed_pawns == 1 and not excepted) or not may_take(s, seat, kind):
            return 0
        return int(s.free_pawns[seat])
    if support == BY_FRIDAY:
        barred = person >= c.FRIDAY or (s.no_pawn_of_friday == 1 and not excepted)
        return 0 if barred else int(s.free_pawns[c.FRIDAY])
    if support == BY_GUEST:
        barred = (
            person >= c.FRIDAY or (s.no_mixed_pawns == 1 and not excepted) or not may_take(s, c.GUEST, kind)
        )
        return 0 if barred or t.guest_supports == 0 else int(s.free_pawns[c.GUEST])
    return int(s.extra_pawns[kind])


@compiled
def pawns_lent(s: State, t: Tables, person: int, a: int, target: int) -> int:
    """How many pawns an ability can lend to this person's action at a target."""
    special = t.ability_special[a]
    if special != c.NONE and special_of(target) != special:
        return 0
    return uses_left(s, t, a) if can_use(s, t, person, a) else 0


@compiled
def supported_by(s: State, t: Tables, person: int, kind: int, target: int, own: int, needed: int) -> bool:
    """Could so many pawns support this person's action?"""
    for support in range(BY_THING):
        if needed <= 0:
            return True
        needed -= pawns_of(s, t, person, kind, target, support, own)
    for i in range(t.lender_count[kind]):
        if needed <= 0:
            return True
        needed -= pawns_lent(s, t, person, int(t.lenders[kind, i]), target)
    return needed <= 0


@compiled
def only_support(s: State, t: Tables, i: int) -> int:
    """The one support that this planned action can have now; NONE if there is none, or SEVERAL."""
    kind, target, person = int(s.plan_kind[i]), int(s.plan_target[i]), int(s.plan_person[i])
    people = people_to_support(s, t, i)
    if people & (people - 1):
        return SEVERAL
    found = only_bit(people)
    for k in range(t.lender_count[kind]):
        a = int(t.lenders[kind, k])
        if pawns_lent(s, t, person, a, target) > 0:
            if found != c.NONE:
                return SEVERAL
            found = BY_THING + int(t.ability_thing[a])
    return found


@compiled
def lender_of(s: State, t: Tables, i: int, thing: int) -> int:
    """The ability by which this thing lends a pawn to a planned action now."""
    kind, target, person = int(s.plan_kind[i]), int(s.plan_target[i]), int(s.plan_person[i])
    for k in range(t.lender_count[kind]):
        a = int(t.lenders[kind, k])
        if t.ability_thing[a] == thing and pawns_lent(s, t, person, a, target) > 0:
            return a
    return c.NONE


@compiled
def take_support(s: State, t: Tables, i: int, support: int) -> None:
    """One more pawn on a planned action; what gives only one pawn for one use is used up."""
    person, kind = int(s.plan_person[i]), int(s.plan_kind[i])
    s.plan_pawns[i] += 1
    s.plan_supports[i] |= 1 << min(support, BY_THING)
    if support == BY_OWN:
        s.free_pawns[person] -= 1
    elif support <= BY_THIRD_NEXT:
        s.free_pawns[seat_of(s, person, support)] -= 1
    elif support == BY_FRIDAY:
        s.free_pawns[c.FRIDAY] -= 1
    elif support == BY_GUEST:
        s.free_pawns[c.GUEST] -= 1
    elif support == BY_EXTRA:
        s.extra_pawns[kind] -= 1
    else:
        a = lender_of(s, t, i, support - BY_THING)
        if t.ability_source[a] == DOG:
            s.plan_supports[i] |= 1 << BY_DOG
        spend(s, t, person, a)
