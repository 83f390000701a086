"""Keeping what sources give: on counters of a scenario, in rounds in which it lets the players do so.

Only the source itself counts and what items add to gathering; from +1 tokens, cards, discovery tokens and
hunting come the usual resources. What is kept goes onto the counter at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import counters, island, measures
from .decisions import PASS, Person, Play

if TYPE_CHECKING:
    from .game import Game


def offer_produced(game: Game) -> Play[None]:
    """After production: one of each source of the camp's tile, and what the Shortcut brought."""
    for resource in ("food", "wood"):
        yield from offer_yield(game, game.table.camp, resource, None, 1)
    if game.table.shortcut_used is not None:
        yield from offer_yield(game, *game.table.shortcut_used, None, 1)


def offer_yield(game: Game, space: int, resource: str, person: Person | None, count: int) -> Play[None]:
    """So much of what a source has just given may be kept, if there is a counter for it."""
    source = island.source_kind(game, space, resource)
    if not game.table.production.keeping or source not in island.open_sources(game, space):
        return
    offered = [name for name in game.facts.sheet.counters if may_keep(game, name, source)]
    for counter in reversed(offered):
        yield from keep(game, counter, resource, person, count)


def may_keep(game: Game, counter: str, source: str) -> bool:
    """Is this counter for that source, with room, and does its condition hold?"""
    facts = game.facts.sheet.counters[counter]
    if facts.from_source != source or facts.kept_if is None:
        return False
    return measures.holds(game, facts.kept_if) and counters.missing_in_stage(game, counter) > 0


def keep(game: Game, counter: str, resource: str, person: Person | None, count: int) -> Play[None]:
    """One by one the players keep what has come, or pass and have it as usual."""
    for left in range(count, 0, -1):
        if not has_come(game, resource):
            return
        answer = yield from game.ask("branch", lambda: ["choose A"], asked=person, may_pass=True, left=left)
        if answer == PASS:
            return
        take_back(game, resource, person)
        counters.advance(game, counter, 1)
        game.by_scenario(f"{counter} kept")
        game.look()


def has_come(game: Game, resource: str) -> bool:
    """Is there still some of what this action, or the production, has given?"""
    if game.table.phase == "resolution":
        return game.table.future[resource] > 0
    return game.table.production.produced[resource] > 0 and game.table.available[resource] > 0


def take_back(game: Game, resource: str, person: Person | None) -> None:
    """One of what has come is not for the stores."""
    table = game.table
    if table.phase != "resolution":
        table.production.produced[resource] -= 1
        table.available[resource] -= 1
        return
    table.future[resource] -= 1
    if person is not None and table.people[person].gained[resource] > 0:
        table.people[person].gained[resource] -= 1
