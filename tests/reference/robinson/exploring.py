"""What a successful exploration brings (rulebook: Exploration)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import decks, people, scenarios, windows
from .decisions import Person, Play
from .effects import interpreter, sources

if TYPE_CHECKING:
    from .game import Game


def explore(game: Game, space: int, person: Person) -> Play[None]:
    """A new tile: its terrain, beast, totem and discovery tokens, in this order (72).

    Items of the scenario may have a say in which tile comes, the last of its sheet first.
    """
    for item in reversed(game.facts.scenario_inventions):
        if people.has_item(game, item):
            program = game.facts.inventions[item].explored
            yield from interpreter.run_card(game, program, person, f"item {item}")
    tile = decks.next_tile(game)
    if tile is None:
        return
    game.table.spaces[space].tile = tile
    facts = game.facts.tiles[tile]
    if facts.beast + facts.totem + (facts.discoveries > 0) > 1:
        game.by_decision(72)
    if facts.beast:
        decks.beast_for_hunting(game)
    game.look()
    yield from sources.cover_waiting(game, space, person)
    yield from windows.open(game, "explored", person)
    if facts.totem:
        yield from scenarios.find_totem(game, person)
        game.look()
    for _ in range(facts.discoveries):
        decks.gain_discovery(game, decks.next_discovery(game), person)
    game.look()
