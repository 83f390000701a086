"""Nights outside the camp: who sleeps there, what he has, how he eats and sleeps (rulebook: Night phase)."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.components import DISCOVERIES, FIRST_MYSTERY, MYSTERY_CARDS, STARTING_ITEMS
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.world.guest import is_castaway
from crusoe_env.robinson.rules.world.island import is_open, shows_shelter
from crusoe_env.robinson.rules.world.people import is_outside_camp, wound
from crusoe_env.robinson.rules.world.stores import pay, stock


@compiled
def eat_outside(s: State, t: Tables) -> int:
    """Outside the camp everybody eats what he found himself; bits of those who go hungry."""
    hungry = 0
    for person in range(c.PEOPLE):
        if is_castaway(s, person) and s.outside[person] == 1:
            if stock_of(s, person, c.FOOD) > 0:
                pay_by(s, person, c.FOOD, 1)
            else:
                hungry |= 1 << person
                wound(s, t, person, int(t.hunger_wounds))
    return hungry


@compiled
def sheltered(s: State, t: Tables, player: int) -> bool:
    """Does the tile show a shelter on which this player sleeps outside the camp?"""
    space = s.outside_space[player]
    return space != c.NONE and is_open(s, space) and shows_shelter(s, t, space)


@compiled
def leave_finds(s: State, t: Tables, person: int) -> None:
    """An action of this person begins: what he has found before goes to the group in the current edition.

    Not if he is to sleep outside the camp already: then it is his.
    """
    s.outside_now = 0
    if t.outside_keeps_one_action == 0 or s.outside[person] == 1:
        return
    for resource in range(c.KINDS_OF_RESOURCE):
        s.gained[person, resource] = 0
    for token in range(DISCOVERIES):
        s.found[person, token] = 0
    for item in range(STARTING_ITEMS):
        if s.starting_finder[item] == person:
            s.starting_finder[item] = c.NONE
    for mystery in range(MYSTERY_CARDS):
        if s.mystery_holder[mystery] == person:
            s.outside_treasures &= ~(1 << mystery)


@compiled
def in_camp(s: State) -> int:
    """Bits of all who spend the night in the camp."""
    bits = 0
    for person in range(c.PEOPLE):
        if is_castaway(s, person) and s.outside[person] == 0:
            bits |= 1 << person
    return bits


@compiled
def is_kept_outside(s: State, mystery: int) -> bool:
    """Has somebody who is outside the camp now found this treasure today, and keeps it?"""
    return (s.outside_treasures >> mystery) & 1 == 1 and is_outside_camp(s, int(s.mystery_holder[mystery]))


@compiled
def serves_camp(s: State, mystery: int) -> bool:
    """Is this treasure kept, and not by somebody who found it today and sleeps elsewhere?"""
    return s.mystery_state[mystery] == c.MYSTERY_KEPT and not is_kept_outside(s, mystery)


@compiled
def serves_outside(s: State, mystery: int, player: int) -> bool:
    """Is this treasure kept by a player who found it today and sleeps outside the camp?"""
    kept = s.mystery_state[mystery] == c.MYSTERY_KEPT and is_kept_outside(s, mystery)
    return kept and s.mystery_holder[mystery] == player


@compiled
def found_before(s: State, card: int) -> bool:
    """Is this a treasure found in an earlier round, which has waited for its finder?"""
    return card >= FIRST_MYSTERY and s.mystery_round[card - FIRST_MYSTERY] < s.rounds


@compiled
def stock_of(s: State, person: int, resource: int) -> int:
    """How much a player has to pay with: the group's resources, or outside the camp his own."""
    if not is_outside_camp(s, person):
        return stock(s, resource)
    durable = int(s.own[person, c.DURABLE_FOOD]) if resource == c.FOOD else 0
    return int(s.own[person, resource]) + durable


@compiled
def pay_by(s: State, person: int, resource: int, count: int) -> None:
    """What a player spends who has enough."""
    if not is_outside_camp(s, person):
        pay(s, resource, count)
        return
    taken = min(int(s.own[person, resource]), count)
    s.own[person, resource] -= taken
    if taken < count:
        s.own[person, c.DURABLE_FOOD] -= count - taken
