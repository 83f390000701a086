"""Sources that are used up: black markers."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from .. import action_phase, island
from ..decisions import Person, Play
from ..demand import lacking
from ..programs import ALL, Effect
from ..table import Source
from .places import choose_space, is_gone, remember, spaces_at, unfulfilled
from .registry import By, operation

if TYPE_CHECKING:
    from ..game import Game

FOOD = frozenset({"bird", "fish"})
NAMED = {"food": FOOD, "any": FOOD | {"wood"}}
"""Words for several kinds of sources."""


def kinds_of_source(game: Game, word: str) -> frozenset[str]:
    """The kinds of sources that a word means; `gathered`: the source of the action under way."""
    if word == "gathered":
        if not action_phase.gathers_source(game):
            return frozenset()
        word = action_phase.gathered_resource(game)
    return NAMED.get(word, frozenset({word}))


def source_at(game: Game, condition: Effect, by: By) -> bool:
    """Is an uncovered source of this kind at such a place?"""
    kinds = kinds_of_source(game, condition.what)
    return any(island.open_sources(game, space) & kinds for space in spaces_at(game, condition.where, by))


def coverable(game: Game, kinds: frozenset[str], where: str, by: By) -> list[Source]:
    """The sources that may be covered, of the nearest place only the nearest ones."""
    sources: list[Source] = []
    for space in spaces_at(game, where, by):
        there = island.open_sources(game, space) & kinds
        if "wood" in there:
            sources.append((space, "wood"))
        if there & FOOD or (kinds >= FOOD and island.token_is_source(game, space)):
            sources.append((space, "food"))
    if where != "nearest_camp" or not sources:
        return sources
    nearest = min(island.distance(game, space) for space, _ in sources)
    return [source for source in sources if island.distance(game, source[0]) == nearest]


@operation("cover")
def cover(game: Game, effect: Effect, by: By) -> Play[None]:
    """A marker on that many sources, which the players choose; `all`: every one on one tile."""
    if is_gone(game, effect, by):
        game.by_decision(40)
        return
    kinds = kinds_of_source(game, effect.what)
    if effect.where == "here" and _waits_for_tile(game, kinds):
        return
    if not kinds and _terrain_is_used_up(game):
        return
    if effect.number == ALL:
        yield from _cover_tile(game, effect, kinds, by)
        return
    for left in range(effect.count, 0, -1):
        if not coverable(game, kinds, effect.where, by):
            unfulfilled(game, effect, by, left)
            return
        source = yield from game.ask_source(
            lambda: coverable(game, kinds, effect.where, by), asked=by.performer, card=by.card, left=left
        )
        assert source is not None
        space, resource = source
        put_marker(game, by, space, {island.source_kind(game, space, resource)})


def _waits_for_tile(game: Game, kinds: frozenset[str]) -> bool:
    """After a failed exploration the marker waits on the empty space; without a place it is nothing."""
    space = action_phase.here(game)
    if space is None:
        return True
    if game.table.spaces[space].tile is not None:
        return False
    game.table.spaces[space].waiting_cover.append(kinds)
    return True


def _terrain_is_used_up(game: Game) -> bool:
    """What a special action gathers may be used up with the terrain of its tile."""
    plan = game.table.now
    if plan is None or plan.special is None:
        return False
    if game.facts.sheet.special_actions[plan.special[0]].uses_up != "terrain":
        return False
    space = action_phase.here(game)
    assert space is not None
    game.table.spaces[space].covered.add("terrain")
    return True


def _cover_tile(game: Game, effect: Effect, kinds: frozenset[str], by: By) -> Play[None]:
    """Every source of one tile."""

    def tiles() -> list[int]:
        return sorted({space for space, _ in coverable(game, kinds, effect.where, by)})

    if not tiles():
        unfulfilled(game, effect, by, 1)
        return
    space = yield from choose_space(game, tiles, by)
    assert space is not None
    of_token = {island.source_kind(game, space, "food")} if island.token_is_source(game, space) else set()
    put_marker(game, by, space, island.open_sources(game, space) | of_token)


def put_marker(game: Game, by: By, space: int, what: set[str]) -> None:
    """Black markers; the card remembers those on one tile."""
    game.table.spaces[space].covered |= what
    before = game.table.card_mark.get(by.card or "", set())
    if game.table.card_space.get(by.card or "") == space and isinstance(before, set):
        what = what | before
    remember(game, by, space, what)


def cover_waiting(game: Game, space: int, performer: Person | None) -> Play[None]:
    """The tile has come: each marker that waited covers a source, or is an unfulfilled demand (24)."""
    nobody = By(performer, None)
    waiting = game.table.spaces[space].waiting_cover
    if len(waiting) > 1:
        game.by_decision(69)
    while waiting:
        game.by_decision(24)
        kinds = waiting[-1]
        if not coverable(game, kinds, f"space_{space}", nobody):
            waiting.pop()
            lacking(game, performer, 1)
            continue
        source = yield from game.ask_source(
            partial(coverable, game, kinds, f"space_{space}", nobody),
            asked=performer,
            left=len(waiting),
        )
        assert source is not None
        waiting.pop()
        put_marker(game, nobody, space, {island.source_kind(game, *source)})
