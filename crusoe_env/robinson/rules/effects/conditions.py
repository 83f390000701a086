"""Conditions: what follows one in its clause happens only if it holds."""

from __future__ import annotations

from crusoe_env.engine.compile import compiled
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.card_language import vocabulary as v
from crusoe_env.robinson.card_language.declaration import condition
from crusoe_env.robinson.fields import State, Tables
from crusoe_env.robinson.rules.effects.cover import source_at
from crusoe_env.robinson.rules.effects.places import is_at, space_of
from crusoe_env.robinson.rules.world.island import is_open
from crusoe_env.robinson.rules.world.people import alive, has_item
from crusoe_env.robinson.rules.world.stores import weapon_for_requirements
from crusoe_env.robinson.scenarios.measures import condition_holds


@condition(
    "if_item item",
    "Go on if the item is built (and items may be used), else jump.",
    depends=v.ITEMS_ASPECT,
    phrase="with the {0}",
)
@compiled
def if_item(s: State, item: int) -> bool:
    """Is the item built?"""
    return has_item(s, item)


@condition(
    "if_no_item item",
    "Go on if the item is not built (or items may not be used), else jump.",
    depends=v.ITEMS_ASPECT,
    phrase="without the {0}",
)
@compiled
def if_no_item(s: State, item: int) -> bool:
    """Is the item not built?"""
    return not has_item(s, item)


@condition(
    "if_weapon_below number",
    "Go on if the weapon level is less than number, else jump.",
    depends=v.WEAPON_ASPECT,
    phrase="with a weapon level below {0}",
)
@compiled
def if_weapon_below(s: State, t: Tables, number: int) -> bool:
    """Is the weapon level lower?"""
    return weapon_for_requirements(s, t) < number


@condition(
    "if measure comparison number",
    "Go on if the measure is at least, or below, the number, else jump.",
    phrase="if {0} {1} {2}",
)
@compiled
def if_measure(s: State, t: Tables, measure: int, comparison: int, number: int) -> bool:
    """Does what is counted compare so with the number?"""
    return condition_holds(s, t, measure, comparison, number)


@condition(
    "if_source source place",
    "Go on if such an uncovered source is at such a place, else jump.",
    phrase="with a {0} source {1}",
)
@compiled
def if_source(s: State, t: Tables, row: int, card: int) -> bool:
    """Is there such a source?"""
    return source_at(s, t, row, card)


@condition(
    "if_number number spot", "Go on if this number token lies there, else jump.", phrase="on number {0}"
)
@compiled
def if_number(s: State, number: int, spot: int) -> bool:
    """Does the number token lie there?"""
    space = space_of(s, spot)
    return space != c.NONE and s.number[space] == number


@condition(
    "if_only_terrain place",
    "Go on if a tile there is the only open one with its terrain, else jump.",
    phrase="if it is the only such terrain",
)
@compiled
def if_only_terrain(s: State, t: Tables, place: int, card: int) -> bool:
    """Is a tile at such a place the only open one with its terrain? A marker on another changes nothing."""
    for space in range(c.SPACES):
        if is_open(s, space) and is_at(s, t, space, place, card):
            alike = 0
            for other in range(c.SPACES):
                alike += is_open(s, other) and t.tile_terrain[s.tile[other]] == t.tile_terrain[s.tile[space]]
            if alike == 1:
                return True
    return False


@condition(
    "if_in_camp",
    "Go on if the performer spends this round's night in the camp, else jump.",
    phrase="in the camp",
)
@compiled
def if_in_camp(s: State, performer: int) -> bool:
    """Does the performer sleep in the camp?"""
    return performer == c.NONE or s.outside[performer] == 0


@condition("if_alive", "Go on if the performer is alive, else jump.", phrase="if alive")
@compiled
def if_alive(s: State, t: Tables, performer: int) -> bool:
    """Is the performer alive?"""
    return performer == c.NONE or alive(s, t, performer)


@condition(
    "if_outside",
    "Go on if the performer spends this round's night outside the camp, else jump.",
    phrase="outside the camp",
)
@compiled
def if_outside(s: State, performer: int) -> bool:
    """Does the performer sleep outside the camp?"""
    return performer != c.NONE and s.outside[performer] == 1
