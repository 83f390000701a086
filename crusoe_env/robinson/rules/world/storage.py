"""Food that rots, and where it can be stored."""

from __future__ import annotations

from typing import Any

from crusoe_env.core.compile import compiled
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.components import CARD_INVENTIONS, DISCOVERIES, MYSTERY_CARDS
from crusoe_env.robinson.rules.world.outside import serves_camp
from crusoe_env.robinson.rules.world.people import has_item
from crusoe_env.robinson.state import FOOD


@compiled
def storage(s: Any, t: Any) -> int:
    """How much food can be stored."""
    room = 0
    for item in range(CARD_INVENTIONS):
        if has_item(s, item):
            room += t.invention_stores[item]
    for mystery in range(MYSTERY_CARDS):
        if serves_camp(s, mystery):
            room += t.mystery_stores[mystery]
            if s.mystery_uses[mystery] == 0:
                room += t.mystery_stores_when_used[mystery]
    return int(room)


@compiled
def rot(s: Any, t: Any) -> None:
    """Food that is not stored rots, tokens of food too."""
    room = storage(s, t)
    s.available[FOOD] = min(int(s.available[FOOD]), room)
    for player in range(s.players):
        s.own[player, FOOD] = 0
    for token in range(DISCOVERIES):
        if t.discovery_rots[token] == 1:
            s.discovery_future[token] = 0
            if room < v.ALL:
                s.discovery[token] = 0
