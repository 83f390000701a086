"""Counters of a scenario: numbers that its sheet keeps, some in stages, some fed from the stores.

A counter with stages takes no more at a time than its current stage still lacks; what is beyond that is lost.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .game import Game

MOST_FED = 8
"""How much can be laid onto a counter at a time."""


def stage_ends(game: Game, counter: str) -> list[int]:
    """The values at which the stages of a counter are complete."""
    return list(accumulate(game.facts.sheet.counters[counter].stages))


def most(game: Game, counter: str) -> int:
    """The highest value that a counter can have."""
    ends = stage_ends(game, counter)
    return ends[-1] if ends else game.facts.sheet.counters[counter].most or 0


def stages_complete(game: Game, counter: str) -> int:
    """How many stages of a counter are complete."""
    return sum(game.table.counters[counter] >= end for end in stage_ends(game, counter))


def missing_in_stage(game: Game, counter: str) -> int:
    """How much the current stage of a counter still takes; without stages, how much the counter does."""
    ends, value = stage_ends(game, counter), game.table.counters[counter]
    if not ends:
        return most(game, counter) - value
    return next((end - value for end in ends if value < end), 0)


def advance(game: Game, counter: str, count: int) -> None:
    """A counter rises, or falls with a negative count, not below 0."""
    value, room = game.table.counters[counter], missing_in_stage(game, counter)
    if stage_ends(game, counter):
        game.by_decision(28)
    game.table.counters[counter] = max(0, value + min(count, room))


def supply(game: Game, counter: str) -> int:
    """What lies in store, or comes, that could still go onto a counter that is fed."""
    resource = game.facts.sheet.counters[counter].fed_with
    if resource is None:
        return 0
    there = game.table.available[resource] + game.table.future[resource]
    return min(there, most(game, counter) - game.table.counters[counter])


def may_be_fed(game: Game, counter: str) -> bool:
    """Does this counter take a resource, and not yet as many stages as one round allows?"""
    facts = game.facts.sheet.counters[counter]
    allowed = facts.stages_each_round
    return facts.fed_with is not None and (not allowed or game.table.stages_fed[counter] < allowed)


def can_feed(game: Game, counter: str) -> int:
    """How much may be laid onto a counter now."""
    resource = game.facts.sheet.counters[counter].fed_with
    if resource is None or not may_be_fed(game, counter):
        return 0
    return min(MOST_FED, missing_in_stage(game, counter), game.table.available[resource])


def feed(game: Game, counter: str, count: int) -> None:
    """Resources onto the current stage of a counter, before the action phase."""
    resource = game.facts.sheet.counters[counter].fed_with
    assert resource is not None
    game.by_scenario(f"{counter} fed")
    if count == missing_in_stage(game, counter):
        game.table.stages_fed[counter] += 1
    game.table.available[resource] -= count
    game.table.counters[counter] += count
