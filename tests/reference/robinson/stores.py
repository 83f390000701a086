"""Resources, and the levels of weapon, roof and palisade (rulebook: Building, Unfulfilled demand)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import island, people
from .decisions import Person

if TYPE_CHECKING:
    from .game import Game


# --- resources


def gain(game: Game, resource: str, count: int, who: Person | None) -> None:
    """Resources gained: in the action phase they wait; outside the camp they are his who finds them."""
    table = game.table
    if table.fight.capturing and resource in ("food", "fur"):
        return
    if table.phase == "resolution":
        table.future[resource] += count
        if who is not None and people.keeps_finds(game, who):
            table.people[who].gained[resource] += count
    elif who is not None and people.is_outside_camp(game, who):
        table.people[who].own[resource] += count
    else:
        table.available[resource] += count


def gain_at_once(game: Game, resource: str, count: int) -> None:
    """Resources gained while actions are resolved that can be used immediately (31)."""
    game.by_decision(31)
    game.table.available[resource] += count


def stock(game: Game, resource: str) -> int:
    """How much there is to pay with; food that does not rot is food too."""
    available = game.table.available
    return available[resource] + (available["durable_food"] if resource == "food" else 0)


def pay(game: Game, resource: str, count: int) -> int:
    """Take up to `count`, food that rots first (15); how many were lacking."""
    if resource == "food" and count and min(game.table.available[kind] for kind in ("food", "durable_food")):
        game.by_decision(15)
    return count - take(game.table.available, resource, count)


def take(store: dict[str, int], resource: str, count: int) -> int:
    """Take up to `count` out of a store, food that rots first; how many were taken."""
    taken = 0
    for kind in ("food", "durable_food") if resource == "food" else (resource,):
        part = min(store[kind], count - taken)
        store[kind] -= part
        taken += part
    return taken


def discard_everything(game: Game) -> None:
    """All resources in the Available Resources space are lost."""
    for resource in game.table.available:
        game.table.available[resource] = 0


# --- levels


def level(game: Game, which: str) -> int:
    """The level of roof, palisade or weapon."""
    levels = {"roof": game.table.roof, "palisade": game.table.palisade, "weapon": game.table.weapon}
    return levels[which]


def set_level(game: Game, which: str, value: int) -> None:
    """Put the marker of roof, palisade or weapon on a level."""
    assert which in ("roof", "palisade", "weapon")
    setattr(game.table, which, value)


def has_shelter(game: Game) -> bool:
    """Is there a shelter at the camp, built or natural?"""
    return game.table.shelter or island.natural_shelter_here(game)


def raise_level(game: Game, which: str, count: int) -> None:
    """Raise a level; without a shelter there is neither roof nor palisade to raise (41)."""
    if which == "weapon" or has_shelter(game):
        set_level(game, which, level(game, which) + count)
    else:
        game.by_decision(41)


def lower_level(game: Game, which: str, count: int) -> int:
    """Lower a level as far as it goes; how many steps were lacking."""
    done = min(level(game, which), count)
    set_level(game, which, level(game, which) - done)
    return count - done


def halve_level(game: Game, which: str) -> None:
    """Lower it by half, rounded down: level 1 stays 1."""
    set_level(game, which, level(game, which) - level(game, which) // 2)


def lose_shelter(game: Game) -> None:
    """A built shelter is lost; without a natural one roof and palisade go with it."""
    game.table.shelter = False
    if not has_shelter(game):
        game.table.roof = game.table.palisade = 0


def weapon_for_requirements(game: Game) -> int:
    """The weapon level where a card, a token or a threat action requires one (32)."""
    bonus = game.table.fight.weapon_bonus if game.rule("weapon_bonus_meets_requirements") else 0
    return game.table.weapon + bonus
