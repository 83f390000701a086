"""Tokens: on fields, spaces, the weather and night space, cost fields, sheets."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from .. import island, items, outside
from ..decisions import Play
from ..programs import Effect
from ..table import KINDS, SPACES, STRUCTURES, TOKENS
from .places import choose_space, remember, spaces_at
from .registry import By, Carried, operation

if TYPE_CHECKING:
    from ..game import Game

CHANGES_PLANS = ("minus_pawn", "plus_wood")
"""On a field: tokens for which an action takes more pawns or wood."""


# ---------------------------------------------------------------- laid and taken by cards
@operation("place")
def place(game: Game, effect: Effect, by: By) -> Carried:
    """One token of each kind at a place, a second is left out without wounds; a card remembers the tile."""
    token, where = effect.what, effect.where
    if where in KINDS:
        lay_on_field(game, where, token)
    elif where == "weather":
        game.table.weather_tokens.add(token)
    elif where == "night":
        game.table.night_tokens.add(token)
    elif where == "character":
        curse(game, by)
    elif where.startswith("cost_"):
        game.table.cost_tokens[where.removeprefix("cost_")].add(token)
    else:
        return lay_on_space(game, effect, by)
    return None


def lay_on_field(game: Game, kind: str, token: str) -> None:
    """While actions are resolved: for the next action of the kind, or from the end of the phase on (11)."""
    waits = game.rule("field_tokens_wait") or token in CHANGES_PLANS
    if game.table.phase == "resolution":
        game.by_decision(11)
    if game.table.phase != "resolution" or not waits:
        game.table.field_tokens[kind].add(token)
    elif token not in game.table.field_tokens[kind]:
        game.table.new_field_tokens[kind].add(token)


def curse(game: Game, by: By) -> None:
    """The reroll token lies on the performer's sheet, from the round after the card was found."""
    if by.performer is None:
        return
    state = game.table.people[by.performer]
    state.cursed = outside.found_before(game, by.card)
    state.cursed_from_next_round = not state.cursed


def lay_on_space(game: Game, effect: Effect, by: By) -> Play[None]:
    """A token to a space; next to the camp the players choose which."""
    token, where = effect.what, effect.where

    def possible() -> list[int]:
        return [s for s in spaces_at(game, where, by) if where == "here" or island.is_open(game, s)]

    space = yield from choose_space(game, possible, by)
    if space is None:
        remember(game, by, None, set())
        return
    here = game.table.spaces[space]
    if game.table.phase == "resolution":
        if token not in here.tokens:
            here.new_tokens.add(token)
    else:
        if where == "camp" and token not in here.tokens:
            here.item_tokens.add(token)
        elif where == "camp" and several_on_camp(game, token):
            game.table.more_camp_food += 1
        here.tokens.add(token)
    remember(game, by, space, token)


def several_on_camp(game: Game, token: str) -> bool:
    """Does the scenario allow several of these on the camp's tile?"""
    return token in game.facts.sheet.scenario.rules.several_tokens_on_camp


@operation("remove")
def remove(game: Game, effect: Effect, by: By) -> None:
    """Take it away; nothing if there is none."""
    token, where = effect.what, effect.where
    if where in KINDS:
        if token not in staying(game, where):
            game.table.field_tokens[where].discard(token)
        game.table.new_field_tokens[where].discard(token)
    elif where == "weather":
        game.table.weather_tokens.discard(token)
    elif where == "night":
        game.table.night_tokens.discard(token)
    elif where == "character":
        for state in game.table.people.values():
            state.cursed = state.cursed_from_next_round = False
    elif where.startswith("cost_"):
        game.table.cost_tokens[where.removeprefix("cost_")].discard(token)
    else:
        remove_from_tiles(game, token, where)


def remove_from_tiles(game: Game, token: str, where: str) -> None:
    """Wherever it lies; one that an item has put on the camp's tile, unless another item gives it too."""
    if where != "camp":
        for here in game.table.spaces:
            for tokens in (here.tokens, here.new_tokens, here.item_tokens):
                tokens.discard(token)
        return
    if several_on_camp(game, token) and game.table.more_camp_food > 0:
        game.table.more_camp_food -= 1
        return
    if items.giver(game, token) is not None:
        return
    for here in game.table.spaces:
        if token in here.item_tokens:
            for tokens in (here.tokens, here.new_tokens, here.item_tokens):
                tokens.discard(token)


def staying(game: Game, kind: str) -> set[str]:
    """Tokens that the scenario leaves on a field all game."""
    return {laid.token for laid in game.facts.sheet.scenario.start.field_tokens if laid.kind == kind}


# ---------------------------------------------------------------- taken by the players
PLACES = (
    *(f"from the {kind.replace('_', ' ')} field" for kind in KINDS),
    "from the weather space",
    "from the night space",
    *(f"from the cost of {name}" for name in STRUCTURES),
    *(f"from space {space}" for space in SPACES),
)
"""All places with tokens, as the actions name them."""


def tokens_at(game: Game, name: str) -> list[str]:
    """The tokens at a place that can be taken; a black marker is none, nor is one that stays all game."""
    lying = lying_at(game, name)
    if "marker" in lying:
        game.by_decision(64)
    takeable = lying - {"marker"}
    for kind in KINDS:
        if name == f"from the {kind.replace('_', ' ')} field":
            takeable = takeable - staying(game, kind)
    return [token for token in TOKENS if token in takeable]


def takeable_at(game: Game, name: str) -> list[str]:
    """The same, as actions name them."""
    return [f"take {token}" for token in tokens_at(game, name)]


def lying_at(game: Game, name: str) -> set[str]:
    """All that lies at a place."""
    i = PLACES.index(name)
    piles = [
        *game.table.field_tokens.values(),
        game.table.weather_tokens,
        game.table.night_tokens,
        *game.table.cost_tokens.values(),
        *(space.tokens for space in game.table.spaces),
    ]
    return piles[i]


def places_with_tokens(game: Game) -> list[str]:
    """Places from which a token can be taken."""
    return [name for name in PLACES if tokens_at(game, name)]


@operation("remove_any_token")
def remove_any_token(game: Game, effect: Effect, by: By) -> Play[None]:
    """Take that many tokens off the board: first from which place, then which one."""
    for left in range(effect.count, 0, -1):
        if not places_with_tokens(game):
            return
        name = yield from game.ask(
            "place", lambda: places_with_tokens(game), asked=by.performer, card=by.card, left=left
        )
        answer = yield from game.ask(
            "token",
            partial(takeable_at, game, name),
            asked=by.performer,
            card=by.card,
            left=left,
        )
        take_token(game, name, answer.removeprefix("take "))


def take_token(game: Game, name: str, token: str) -> None:
    """Take a token away; of several +1 food tokens on the camp's tile one."""
    here = game.table.spaces[game.table.camp]
    if name == f"from space {game.table.camp}" and token == "plus_food" and game.table.more_camp_food > 0:
        game.table.more_camp_food -= 1
        return
    lying_at(game, name).discard(token)
    for here in game.table.spaces:
        here.item_tokens &= here.tokens
