"""Moving the camp, and what that costs (rulebook: Night phase, Moving the Camp)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import island, items, people, stores
from .decisions import PASS, Play

if TYPE_CHECKING:
    from .game import Game

PLUS_TOKENS = ("plus_wood", "plus_food")
"""In the order in which the players are asked about them."""


def may_move(game: Game) -> Play[None]:
    """At night the camp may move to an adjacent tile, also when nobody sleeps in it (39)."""
    if not people.in_camp(game):
        game.by_decision(39)
    space = yield from game.ask_space(
        lambda: island.camp_moves(game), asked=game.table.first_player, may_pass=True
    )
    if space is not None:
        yield from move_camp(game, space)


def move_camp(game: Game, space: int) -> Play[None]:
    """A built shelter: roof and palisade drop by half, rounded down; without one both are lost.

    What comes back are the questions about tokens; all else is done at once.
    """
    table = game.table
    if table.shelter:
        stores.halve_level(game, "roof")
        stores.halve_level(game, "palisade")
    else:
        table.roof = table.palisade = 0
    lose_shortcut(game)
    old, table.camp = table.camp, space
    here = table.spaces[space]
    if table.more_camp_food > 0 and "plus_food" not in here.tokens:  # one of those that come along
        table.more_camp_food -= 1
        here.tokens.add("plus_food")
        here.item_tokens.add("plus_food")
    return move_tokens(game, old)


def lose_shortcut(game: Game) -> None:
    """The Shortcut's token leaves its tile, and the card is turned back."""
    space = island.shortcut_space(game)
    if space is not None:
        game.table.spaces[space].tokens.discard("shortcut")
    if game.table.invention["shortcut"].place == "built":
        game.table.invention["shortcut"].place = "board"


def move_tokens(game: Game, old: int) -> Play[None]:
    """The +1 tokens of items: first edition, may go along where none lies; current, they do (16)."""
    new = game.table.spaces[game.table.camp]
    asked, given_back = [], []
    for token in reversed(PLUS_TOKENS):
        if token not in game.table.spaces[old].item_tokens:
            continue
        game.by_decision(16)
        several = token in game.facts.sheet.scenario.rules.several_tokens_on_camp
        lies_there = token in new.tokens and not several
        if not game.rule("item_tokens_always_move"):
            if not lies_there:
                asked.append(token)
        elif not lies_there:
            carry(game, old, token)
        else:
            take_off(game, old, token)
            giver = items.giver(game, token)
            given_back += [giver] if giver is not None else lose_treasure(game)
    game.look()
    for item in reversed(given_back):
        yield from items.lose_item(game, item)
    if len(asked) > 1:
        game.by_decision(74)
    for token in reversed(asked):
        choice = yield from game.ask(
            "branch", lambda: ["choose A"], asked=game.table.first_player, may_pass=True
        )
        if choice != PASS:
            carry(game, old, token)


def take_off(game: Game, old: int, token: str) -> None:
    """A token of an item leaves the old tile."""
    game.table.spaces[old].tokens.discard(token)
    game.table.spaces[old].item_tokens.discard(token)


def carry(game: Game, old: int, token: str) -> None:
    """A +1 token of an item lies on the new camp's tile from now on."""
    take_off(game, old, token)
    new = game.table.spaces[game.table.camp]
    if token in new.tokens:
        game.by_scenario("several_tokens_on_camp")
        game.table.more_camp_food += 1
        return
    new.tokens.add(token)
    new.item_tokens.add(token)


def lose_treasure(game: Game) -> list[str]:
    """The treasure that gave the wood token leaves the game; no item is turned back."""
    for name, card in game.facts.mysteries.items():
        if card.wood_without_source and game.table.mystery[name].place == "kept":
            game.table.mystery[name].place = "gone"
    return []
