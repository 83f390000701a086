"""The production phase (rulebook 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import island, keeping, marks, people, scenarios, windows
from .decisions import Play

if TYPE_CHECKING:
    from .game import Game

PRODUCED = ("wood", "food")


def play(game: Game) -> Play[None]:
    """Each source of the camp's tile gives one resource; Pit and Shortcut add theirs.

    Who can take away a mark that stops it is asked before.
    """
    table = game.table
    table.phase = "production"
    table.production.produced = dict.fromkeys(PRODUCED, 0)
    if anything_stopped(game):
        game.look()
        yield from windows.open(game, "before production", matters=frozenset({"tokens"}))
    if not table.production.skip:
        game.by_decision(71)
        begin(game)
        game.look()
        yield from shortcut(game)
        yield from collect(game)
        if table.production.keeping:
            yield from keeping.offer_produced(game)
    yield from scenarios.run_hook(game, "production")


def anything_stopped(game: Game) -> bool:
    """Does a mark stop the production of the camp's tile, or of that with the Shortcut?"""
    spaces = (game.table.camp, island.shortcut_space(game))
    return any(space is not None and marks.production_stopped(game, space) for space in spaces)


def begin(game: Game) -> None:
    """What the camp's tile gives, and the items that throw a die for it: the wound die of building."""
    table = game.table
    if not marks.production_stopped(game, table.camp):
        for resource in PRODUCED:
            table.future[resource] = island.yield_of(game, table.camp, resource)
            if island.is_token_alone(game, table.camp, resource):
                game.by_decision(13)
    for item in people.card_items(game):
        food = game.facts.inventions[item].wound_die_food
        if food > 0 and game.chance.die() <= game.facts.action_dice.wound[0]:
            game.by_decision(36)
            table.future["food"] += food


def shortcut(game: Game) -> Play[None]:
    """One resource of the tile with the Shortcut token, which the players choose.

    While a card forbids items it gives nothing in the first edition (54). Current: with the +1 token there.
    """
    table = game.table
    space = island.shortcut_space(game)
    forbidden = table.items_unavailable and not game.rule("shortcut_outlasts_items")
    if table.items_unavailable and space is not None:
        game.by_decision(54)
    if space is None or forbidden or marks.production_stopped(game, space):
        return
    there = {r: amount for r in PRODUCED if (amount := island.yield_of(game, space, r)) > 0}
    if not there:
        return
    which = yield from game.ask_branch(
        lambda: [i for i, r in enumerate(PRODUCED) if r in there], asked=table.first_player
    )
    assert which is not None
    resource = PRODUCED[which]
    table.future[resource] += there[resource] if game.rule("shortcut_gathers") else 1
    table.shortcut_used = (space, resource)
    game.look()


def collect(game: Game) -> Play[None]:
    """What was produced is available; more, less or none of a kind, or half of all, if a card says so."""
    table, limits = game.table, game.table.production
    for resource in PRODUCED:
        table.future[resource] = max(0, table.future[resource] + limits.extra[resource])
        if resource in limits.none:
            table.future[resource] = 0
    if limits.half:
        yield from keep_half(game)
        return
    for resource in PRODUCED:
        table.available[resource] += table.future[resource]
        limits.produced[resource] = table.future[resource]
        table.future[resource] = 0
    game.look()


def keep_half(game: Game) -> Play[None]:
    """One by one the players choose which of the produced resources they keep."""
    table = game.table
    kept = sum(table.future[resource] for resource in PRODUCED) // 2
    for left in range(kept, 0, -1):
        which = yield from game.ask_branch(
            lambda: [i for i, r in enumerate(PRODUCED) if table.future[r] > 0],
            asked=table.first_player,
            left=left,
        )
        assert which is not None
        resource = PRODUCED[which]
        table.future[resource] -= 1
        table.available[resource] += 1
        table.production.produced[resource] += 1
    for resource in PRODUCED:
        table.future[resource] = 0
    game.look()
