"""Special actions: those that a scenario adds to the usual ones, with their places, prices and effects.

Special actions are numbered as in the scenario's file. One that has places is planned for a space; the tables
say what the space must show. It belongs to a kind of action and is subject to all that holds for the kind:
tokens on its field, who may take it, pawns that support it, the order of resolution. `SPECIAL` is the
kind of those that belong to no other.
"""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.packed import is_special, space_of_special, special_of
from crusoe_env.robinson.rules.world.island import FAR, explored_terrains, in_reach, is_open, shows_terrain
from crusoe_env.robinson.rules.world.marks import has_mark, has_totem
from crusoe_env.robinson.rules.world.people import built_items
from crusoe_env.robinson.scenarios.measures import condition_holds, measure, number_of


@compiled
def special_possible(s: State, t: Tables, target: int, person: int) -> bool:
    """May this person plan this special action there, pawns and payment apart?"""
    special, space = special_of(target), space_of_special(target)
    place = c.NO_PLACE if space == c.NONE else space
    return special_open(s, t, special, person) and place_suits(s, t, special, place)


@compiled
def special_open(s: State, t: Tables, special: int, person: int) -> bool:
    """May this person plan it at all, wherever it is?"""
    if special >= t.specials or (person == c.FRIDAY and t.special_friday[special] == 0):
        return False
    most = number_of(s, t, t.special_most[special])
    if most > 0 and times_planned(s, int(t.special_most_of[special])) >= most:
        return False
    if t.special_hunts[special] == 1 and hunts_planned(s, t) >= s.hunting_left:
        return False
    return requirements_met(s, t, special)


@compiled
def hunts_planned(s: State, t: Tables) -> int:
    """How many beasts of the hunting deck are planned to be hunted, in whatever way."""
    count = 0
    for i in range(s.plans):
        target = int(s.plan_target[i])
        count += t.special_hunts[special_of(target)] if is_special(target) else s.plan_kind[i] == c.HUNT
    return count


@compiled
def special_still_possible(s: State, t: Tables, target: int) -> bool:
    """Can a special action that has been planned still be carried out?"""
    special, space = special_of(target), space_of_special(target)
    if not requirements_met(s, t, special):
        return False
    if space != c.NONE and not space_suits(s, t, special, space):
        return False
    return t.lost_terrain_serves_the_round == 1 or terrain_is_there(s, t, special, space)


@compiled
def requirements_met(s: State, t: Tables, special: int) -> bool:
    """Do its conditions hold, and are its items built?"""
    for i in range(t.special_conditions[special]):
        need = t.special_needs[special, i]
        if not condition_holds(s, t, int(need[0]), int(need[1]), int(need[2])):
            return False
    items = int(t.special_items[special])
    return items == 0 or items & built_items(s) == items


@compiled
def terrain_is_there(s: State, t: Tables, special: int, space: int) -> bool:
    """Are its terrains explored, and does its space (or NONE) show one of those that it takes place on?"""
    explored, terrains = int(t.special_explored[special]), int(t.special_terrain[special])
    if explored != 0 and explored & explored_terrains(s, t) != explored:
        return False
    if space == c.NONE or terrains == 0:
        return True
    return shows_terrain(s, t, space) and (terrains >> t.tile_terrain[s.tile[space]]) & 1 == 1


@compiled
def times_planned(s: State, specials: int) -> int:
    """How often special actions (bits) are planned, together."""
    count = 0
    for i in range(s.plans):
        target = int(s.plan_target[i])
        if is_special(target):
            count += (specials >> special_of(target)) & 1
    return count


@compiled
def place_suits(s: State, t: Tables, special: int, place: int) -> bool:
    """Can a special action be planned at a place (a space or NO_PLACE), which no other plan of it takes?"""
    if (place == c.NO_PLACE) == (t.special_placed[special] == 1):
        return False
    if t.special_many[special] == 0:
        for i in range(s.plans):
            planned = int(s.plan_target[i])
            if special_of(planned) == special and (place == c.NO_PLACE or space_of_special(planned) == place):
                return False
    if place == c.NO_PLACE:
        return terrain_is_there(s, t, special, c.NONE)
    if not (is_near(s, t, special, place) and space_suits(s, t, special, place)):
        return False
    return terrain_is_there(s, t, special, place)


@compiled
def is_near(s: State, t: Tables, special: int, space: int) -> bool:
    """Is a space near enough, by the way from the camp as planning began?"""
    if space == s.camp:
        return t.special_camp[special] == 1
    if t.special_distance[special] == 1 and not in_reach(s, t, space):
        return False
    reach = t.special_reach[special]
    return reach == 0 or s.way[space] <= min(int(reach), FAR - 1)


@compiled
def space_suits(s: State, t: Tables, special: int, space: int) -> bool:
    """Does a space show what a special action needs, terrain apart: an open tile, with marks and icons?"""
    if not is_open(s, space):
        return False
    tile = s.tile[space]
    mark, without, number = t.special_mark[special], t.special_without[special], t.special_number[special]
    marks = s.marks_before[space] if t.special_earlier[special] == 1 else s.marks[space]
    if (mark != c.NONE and (marks >> mark) & 1 == 0) or (without != c.NONE and has_mark(s, space, without)):
        return False
    if number > 0 and (number >> s.number[space]) & 1 == 0:
        return False
    if t.special_beast[special] == 1 and t.tile_beast[tile] == 0:
        return False
    return t.special_totem[special] == 0 or has_totem(s, t, space)


@compiled
def special_surcharge(s: State, t: Tables, target: int) -> int:
    """How many more pawns a special action takes, by a measure, and as the first, the second, ... of them."""
    special = special_of(target)
    measured, counted = int(t.special_more_pawns[special]), int(t.special_counted[special])
    more = 0 if measured == c.NONE else int(measure(s, t, measured))
    if counted != c.NONE:
        turn = int(measure(s, t, counted)) + times_planned(s, 1 << special)
        more += t.special_pawns_in_turn[special, min(turn, len(t.special_pawns_in_turn[special]) - 1)]
    return more


@compiled
def special_spaces(s: State, t: Tables, special: int, person: int) -> int:
    """Bits of the places (spaces, then NO_PLACE) where this person may plan it, pawns and payment apart."""
    bits = 0
    if special_open(s, t, special, person):
        for place in range(c.SPECIAL_PLACES):
            if place_suits(s, t, special, place):
                bits |= 1 << place
    return bits
