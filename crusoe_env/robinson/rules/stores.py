"""Resources, and the levels of weapon, roof and palisade (rulebook: Building, Unfulfilled demand)."""

from __future__ import annotations

from typing import Any

from crusoe_env.core.compile import compiled
from crusoe_env.robinson.rules.island import natural_shelter_here
from crusoe_env.robinson.rules.notes import note_amount
from crusoe_env.robinson.rules.people import wound, wound_each, wound_each_in_camp
from crusoe_env.robinson.state import (
    DURABLE_FOOD,
    FOOD,
    FRIDAY,
    KINDS_OF_RESOURCE,
    MYSTERY_KEPT,
    NONE,
    NOTE_LEVEL,
    NOTE_STORES,
    PALISADE,
    PEOPLE,
    RESOLUTION,
    ROOF,
    WEAPON,
    WEATHER_PHASE,
)


@compiled
def gain(s: Any, resource: int, count: int, who: int) -> None:
    """Resources gained: during the action phase they wait in the Future Resources space."""
    note_amount(s, NOTE_STORES, count, resource)
    if s.phase == RESOLUTION:
        s.future[resource] += count
        if 0 <= who < PEOPLE:
            s.gained[who, resource] += count
    elif 0 <= who < s.players and is_apart(s, who):
        s.own[who, resource] += count
    else:
        s.available[resource] += count


@compiled
def gain_at_once(s: Any, resource: int, count: int) -> None:
    """Resources gained while actions are resolved that can be used immediately."""
    note_amount(s, NOTE_STORES, count, resource)
    s.available[resource] += count


@compiled
def is_apart(s: Any, person: int) -> bool:
    """Is this player outside the camp now, from the end of the action phase to the next morning?"""
    return s.phase >= WEATHER_PHASE and person != FRIDAY and s.outside[person] == 1


@compiled
def is_kept_apart(s: Any, mystery: int) -> bool:
    """Has somebody who is outside the camp now found this treasure today?"""
    finder = int(s.mystery_holder[mystery])
    return 0 <= finder < s.players and s.mystery_round[mystery] == s.rounds and is_apart(s, finder)


@compiled
def serves_camp(s: Any, mystery: int) -> bool:
    """Is this treasure kept, and not by somebody who found it today and sleeps elsewhere?"""
    return s.mystery_state[mystery] == MYSTERY_KEPT and not is_kept_apart(s, mystery)


@compiled
def stock_of(s: Any, person: int, resource: int) -> int:
    """How much a player has to pay with: the group's resources, or outside the camp his own."""
    if not is_apart(s, person):
        return stock(s, resource)
    durable = int(s.own[person, DURABLE_FOOD]) if resource == FOOD else 0
    return int(s.own[person, resource]) + durable


@compiled
def pay_by(s: Any, person: int, resource: int, count: int) -> None:
    """What a player spends who has enough."""
    if not is_apart(s, person):
        pay(s, resource, count)
        return
    taken = min(int(s.own[person, resource]), count)
    s.own[person, resource] -= taken
    if taken < count:
        s.own[person, DURABLE_FOOD] -= count - taken


@compiled
def stock(s: Any, resource: int) -> int:
    """How much there is to pay with; food that does not rot is food too."""
    if resource == FOOD:
        return int(s.available[FOOD]) + int(s.available[DURABLE_FOOD])
    return int(s.available[resource])


@compiled
def pay(s: Any, resource: int, count: int) -> int:
    """Take up to `count` from the Available Resources, food that rots first; how many were lacking."""
    left = count
    taken = min(int(s.available[resource]), left)
    s.available[resource] -= taken
    left -= taken
    if resource == FOOD and left > 0:
        taken = min(int(s.available[DURABLE_FOOD]), left)
        s.available[DURABLE_FOOD] -= taken
        left -= taken
    note_amount(s, NOTE_STORES, left - count, resource)
    return left


@compiled
def lacking(s: Any, t: Any, who: int, count: int) -> None:
    """Wounds for a demand not met: the person it was made to, or each player (Unfulfilled demand)."""
    if count <= 0:
        return
    if who == NONE:
        if s.phase == WEATHER_PHASE:
            wound_each_in_camp(s, t, count)
        else:
            wound_each(s, t, count)
    else:
        wound(s, t, who, count)


@compiled
def level(s: Any, which: int) -> int:
    """The level of roof, palisade or weapon."""
    if which == ROOF:
        return int(s.roof)
    if which == PALISADE:
        return int(s.palisade)
    return int(s.weapon)


@compiled
def set_level(s: Any, which: int, value: int) -> None:
    """Put the marker of roof, palisade or weapon on a level."""
    if which == ROOF:
        s.roof = value
    elif which == PALISADE:
        s.palisade = value
    elif which == WEAPON:
        s.weapon = value


@compiled
def has_shelter(s: Any, t: Any) -> bool:
    """Is there a shelter at the camp, built or found?"""
    return s.shelter == 1 or natural_shelter_here(s, t)


@compiled
def raise_level(s: Any, t: Any, which: int, count: int) -> None:
    """Raise a level; without a shelter there is neither roof nor palisade to raise."""
    if which == WEAPON or has_shelter(s, t):
        note_amount(s, NOTE_LEVEL, count, which)
        set_level(s, which, level(s, which) + count)


@compiled
def lower_level(s: Any, t: Any, which: int, count: int) -> int:
    """Lower a level as far as it goes; how many steps were lacking."""
    before = level(s, which)
    done = min(before, count)
    note_amount(s, NOTE_LEVEL, -done, which)
    set_level(s, which, before - done)
    return count - done


@compiled
def halve_level(s: Any, which: int) -> None:
    """Decrease by half, rounded down: level 1 stays 1."""
    before = level(s, which)
    note_amount(s, NOTE_LEVEL, -(before // 2), which)
    set_level(s, which, before - before // 2)


@compiled
def discard_everything(s: Any) -> None:
    """All resources in the Available Resources space are lost."""
    for resource in range(KINDS_OF_RESOURCE):
        s.available[resource] = 0
