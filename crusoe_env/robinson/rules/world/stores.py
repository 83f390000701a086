"""Resources, and the levels of weapon, roof and palisade (rulebook: Building, Unfulfilled demand)."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.world.island import natural_shelter_here
from crusoe_env.robinson.rules.world.log import log_amount
from crusoe_env.robinson.rules.world.people import is_outside_camp, keeps_finds


@compiled
def gain(s: State, t: Tables, resource: int, count: int, who: int) -> None:
    """Resources gained: during the action phase they wait in the Future Resources space."""
    if s.capturing > 0 and resource in (c.FOOD, c.FUR):
        return
    log_amount(s, c.LOG_STORES, count, resource)
    if s.phase == c.RESOLUTION:
        s.future[resource] += count
        if keeps_finds(s, t, who):
            s.gained[who, resource] += count
    elif is_outside_camp(s, who):
        s.own[who, resource] += count
    else:
        s.available[resource] += count


@compiled
def gain_at_once(s: State, resource: int, count: int) -> None:
    """Resources gained while actions are resolved that can be used immediately."""
    log_amount(s, c.LOG_STORES, count, resource)
    s.available[resource] += count


@compiled
def stock(s: State, resource: int) -> int:
    """How much there is to pay with; food that does not rot is food too."""
    if resource == c.FOOD:
        return int(s.available[c.FOOD]) + int(s.available[c.DURABLE_FOOD])
    return int(s.available[resource])


@compiled
def pay(s: State, resource: int, count: int) -> int:
    """Take up to `count` from the Available Resources, food that rots first; how many were lacking."""
    left = count
    taken = min(int(s.available[resource]), left)
    s.available[resource] -= taken
    left -= taken
    if resource == c.FOOD and left > 0:
        taken = min(int(s.available[c.DURABLE_FOOD]), left)
        s.available[c.DURABLE_FOOD] -= taken
        left -= taken
    log_amount(s, c.LOG_STORES, left - count, resource)
    return left


@compiled
def level(s: State, which: int) -> int:
    """The level of roof, palisade or weapon."""
    if which == c.ROOF:
        return int(s.roof)
    if which == c.PALISADE:
        return int(s.palisade)
    return int(s.weapon)


@compiled
def set_level(s: State, which: int, value: int) -> None:
    """Put the marker of roof, palisade or weapon on a level."""
    if which == c.ROOF:
        s.roof = value
    elif which == c.PALISADE:
        s.palisade = value
    elif which == c.WEAPON:
        s.weapon = value


@compiled
def has_shelter(s: State, t: Tables) -> bool:
    """Is there a shelter at the camp, built or found?"""
    return s.shelter == 1 or natural_shelter_here(s, t)


@compiled
def raise_level(s: State, t: Tables, which: int, count: int) -> None:
    """Raise a level; without a shelter there is neither roof nor palisade to raise."""
    if which == c.WEAPON or has_shelter(s, t):
        log_amount(s, c.LOG_LEVEL, count, which)
        set_level(s, which, level(s, which) + count)


@compiled
def lose_shelter(s: State, t: Tables) -> None:
    """A built shelter is lost; without a natural one roof and palisade go with it."""
    if s.shelter == 1:
        log_amount(s, c.LOG_LEVEL, -1, c.SHELTER)
        s.shelter = 0
    if not has_shelter(s, t):
        s.roof = s.palisade = 0


@compiled
def weapon_for_requirements(s: State, t: Tables) -> int:
    """The weapon level where a card, a token or a threat action requires one."""
    return int(s.weapon) + (int(s.weapon_bonus) if t.weapon_bonus_meets_requirements == 1 else 0)


@compiled
def lower_level(s: State, t: Tables, which: int, count: int) -> int:
    """Lower a level as far as it goes; how many steps were lacking."""
    before = level(s, which)
    done = min(before, count)
    log_amount(s, c.LOG_LEVEL, -done, which)
    set_level(s, which, before - done)
    return count - done


@compiled
def halve_level(s: State, which: int) -> None:
    """Decrease by half, rounded down: level 1 stays 1."""
    before = level(s, which)
    log_amount(s, c.LOG_LEVEL, -(before // 2), which)
    set_level(s, which, before - before // 2)


@compiled
def discard_everything(s: State) -> None:
    """All resources in the Available Resources space are lost."""
    for resource in range(c.KINDS_OF_RESOURCE):
        s.available[resource] = 0
