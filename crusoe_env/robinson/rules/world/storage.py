"""Food that rots, and where it can be stored."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.components import CARD_INVENTIONS, DISCOVERIES, MYSTERY_CARDS
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.steps import step
from crusoe_env.robinson.rules.world.outside import serves_camp, serves_outside
from crusoe_env.robinson.rules.world.people import has_item, is_outside_camp


@compiled
def storage(s: State, t: Tables) -> int:
    """How much food can be stored in the camp."""
    room = 0
    for item in range(CARD_INVENTIONS):
        if has_item(s, item):
            room += t.invention_stores[item]
    for mystery in range(MYSTERY_CARDS):
        if serves_camp(s, mystery):
            room += stored_in(s, t, mystery)
    return int(room)


@compiled
def storage_outside(s: State, t: Tables, player: int) -> int:
    """How much food a player outside the camp can store in treasures that he has found today."""
    room = 0
    for mystery in range(MYSTERY_CARDS):
        if serves_outside(s, mystery, player):
            room += stored_in(s, t, mystery)
    return int(room)


@compiled
def stored_in(s: State, t: Tables, mystery: int) -> int:
    """How much food a treasure stores now; some only once their uses are gone."""
    used = s.mystery_uses[mystery] == 0
    return int(t.mystery_stores[mystery]) + (int(t.mystery_stores_when_used[mystery]) if used else 0)


@step()
@compiled
def rot(s: State, t: Tables) -> None:
    """Food of the camp that is not stored rots, and tokens of food where nothing stores food."""
    room = storage(s, t)
    s.available[c.FOOD] = min(int(s.available[c.FOOD]), room)
    for token in range(DISCOVERIES):
        if t.discovery_rots[token] == 1 and room == 0:
            s.discovery[token] = 0
    for person in range(c.PEOPLE):
        if is_outside_camp(s, person):
            rot_outside(s, t, person)


@compiled
def rot_outside(s: State, t: Tables, player: int) -> None:
    """What a player outside the camp has of food is not in the camp's store; his tokens of food do rot."""
    room = storage_outside(s, t, player)
    if t.food_rots_outside == 1:
        s.own[player, c.FOOD] = min(int(s.own[player, c.FOOD]), room)
    for token in range(DISCOVERIES):
        if t.discovery_rots[token] == 1 and room == 0:
            s.discovery_future[token] -= s.found[player, token]
            s.found[player, token] = 0
