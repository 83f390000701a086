"""Which of the alternatives on a card may be chosen (current rulebook: Important terms, Decide)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import stores
from ..decisions import FRIDAY, Person
from ..programs import ALL, Choose, Clause, Effect, effects_in
from .inventions import at, discardable
from .registry import By, number, person_of

if TYPE_CHECKING:
    from ..game import Game


def choosable(game: Game, choice: Choose, by: By) -> list[int]:
    """First edition: all. Current: those whose demands can be met; if none can, all (53)."""
    every = list(range(len(choice.branches)))
    met = [i for i in every if can_meet(game, choice.branches[i], by)]
    if met != every:
        game.by_decision(53)
    return met or every if game.rule("alternatives_must_be_met") else every


def can_meet(game: Game, branch: tuple[Clause, ...], by: By) -> bool:
    """Can each demand of a branch be met, taken by itself?"""
    return all(demand_met(game, effect, by) for effect in effects_in(branch))


def demand_met(game: Game, effect: Effect, by: By) -> bool:
    """Is there what the demand of an operation takes? Other operations demand nothing."""
    if not effect.is_demand or effect.number == ALL or effect.what == "everything":
        return True
    match effect.operation:
        case "discard":
            return stores.stock(game, effect.what) >= number(game, effect)
        case "lower":
            there = int(game.table.shelter) if effect.what == "shelter" else stores.level(game, effect.what)
            return there >= number(game, effect)
        case "halve":
            return stores.level(game, effect.what) > 0
        case "lose_determination":
            return has_determination(game, person_of(game, effect.who, by), number(game, effect))
        case "lose_items" | "discard_items":
            return len(at(game, "built")) >= effect.count
        case "discard_inventions":
            return len(discardable(game)) >= effect.count
    return True


def has_determination(game: Game, person: Person | None, count: int) -> bool:
    """Has this person so many tokens (None: each castaway)?"""
    if person == FRIDAY and not game.rule("mysteries_take_from_friday"):
        return True
    people = game.table.castaways if person is None else [person]
    return all(game.table.people[one].determination >= count for one in people)
