"""Queries: people, the camp and its stores."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.queries.names import FRIDAY, GUEST
from crusoe_env.robinson.rules.world import guest, people, stores
from crusoe_env.robinson.scenarios import measures

# ------------------------------------------------------------------ people


@compiled
def players(s: State) -> int:
    """How many players there are."""
    return int(s.players)


@compiled
def character_of(s: State, player: int) -> int:
    """Whom a player plays, one of CHARACTERS."""
    return int(s.character[player])


@compiled
def is_alive(s: State, t: Tables, person: int) -> bool:
    """Is this person in play and alive? Friday and the guest may be missing."""
    return people.alive(s, t, person)


@compiled
def wounds(s: State, person: int) -> int:
    """Wounds taken."""
    return int(s.wounds[person])


@compiled
def hearts_left(s: State, t: Tables, person: int) -> int:
    """How many more wounds are death."""
    if person == FRIDAY:
        return int(t.friday_dies_at - s.wounds[FRIDAY])
    return int(t.dies_at[guest.sheet_of(s, person)] - s.wounds[person])


@compiled
def special_wounds(s: State, player: int) -> int:
    """On how many parts of the body an adventure token lies."""
    count = 0
    for part in range(len(c.BODY_PARTS)):
        count += s.special_wounds[player, part] > 0
    return count


@compiled
def determination(s: State, person: int) -> int:
    """Determination tokens of a person."""
    return int(s.determination[person])


@compiled
def pawns_of(s: State, player: int) -> int:
    """How many pawns a player may place this round."""
    return int(s.pawn_limit[player])


@compiled
def morale(s: State) -> int:
    """The morale level, -3 .. 3."""
    return int(s.morale)


# ------------------------------------------------------------------ camp and stores


@compiled
def is_sheltered(s: State, t: Tables) -> bool:
    """Is there a shelter, built or natural?"""
    return stores.has_shelter(s, t)


@compiled
def is_shelter_built(s: State) -> bool:
    """Is there a built shelter?"""
    return s.shelter == 1


@compiled
def roof(s: State) -> int:
    """The roof level."""
    return int(s.roof)


@compiled
def palisade(s: State) -> int:
    """The palisade level."""
    return int(s.palisade)


@compiled
def weapon(s: State) -> int:
    """The weapon level."""
    return int(s.weapon)


@compiled
def wood_in_store(s: State) -> int:
    """Wood among the Available Resources."""
    return int(s.available[c.WOOD])


@compiled
def furs_in_store(s: State) -> int:
    """Furs among the Available Resources."""
    return int(s.available[c.FUR])


@compiled
def durable_food_in_store(s: State) -> int:
    """Durable food among the Available Resources."""
    return int(s.available[c.DURABLE_FOOD])


@compiled
def food_in_store(s: State) -> int:
    """Food among the Available Resources, durable or not."""
    return int(s.available[c.FOOD]) + int(s.available[c.DURABLE_FOOD])


@compiled
def mouths(s: State, t: Tables) -> int:
    """How much food a night takes: each player, a guest who has joined, and whoever is fed before them."""
    count = int(s.players) + (1 if guest.is_castaway(s, GUEST) else 0)
    if t.fed_first != c.NONE:
        count += int(measures.measure(s, t, int(t.fed_first)))
    return count


@compiled
def wood_for_a_structure(s: State, t: Tables) -> int:
    """The printed cost of a shelter, a roof or a palisade for this number of players."""
    return int(t.build_wood[s.players])
