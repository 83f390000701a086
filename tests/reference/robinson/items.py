"""Inventions that become items, and items that are lost (rulebook: Building, Turning Items)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .decisions import Play
from .effects import interpreter
from .programs import effects_in

if TYPE_CHECKING:
    from .game import Game


def become_item(game: Game, name: str) -> Play[None]:
    """An invention becomes an item: in the action phase at its end, else at once with all its effects."""
    if game.table.phase == "resolution":
        game.table.invention[name].place = "future"
    else:
        _turn_over(game, name)
        yield from take_effect(game, [name])


def arriving(game: Game) -> list[str]:
    """The end of the action phase: what was built becomes items, all at once; which ones."""
    built = [name for name, invention in game.table.invention.items() if invention.place == "future"]
    for name in built:
        _turn_over(game, name)
    return built


def take_effect(game: Game, built: list[str]) -> Play[None]:
    """The effects of items just built, one after the other."""
    for name in built:
        if name in game.facts.scenario_inventions:
            game.by_scenario(f"{name} built")
        yield from interpreter.run_card(game, game.facts.inventions[name].built, None, f"item {name}")


def _turn_over(game: Game, name: str) -> None:
    game.table.invention[name].place = "built"
    game.table.invention[name].lost = False


def lose_item(game: Game, name: str) -> Play[None]:
    """An item is turned back at once; what is given back undoes its effect, as far as possible.

    Current edition: it serves to the end of the round.
    """
    invention = game.table.invention[name]
    invention.place = "board"
    if game.rule("lost_items_serve_the_round") and name in game.facts.card_inventions:
        invention.lost = True
    if name == "shortcut":
        for space in game.table.spaces:
            space.tokens.discard("shortcut")
    return interpreter.run(game, game.facts.inventions[name].lost, None, f"item {name}")


def giver(game: Game, token: str) -> str | None:
    """A built item that puts this token on the camp's tile."""
    for name, invention in game.facts.inventions.items():
        if game.table.invention[name].place != "built":
            continue
        laid = [effect for effect in effects_in(invention.built) if effect.operation == "place"]
        if any((c.what, c.where) == (token, "camp") for c in laid):
            return name
    return None
