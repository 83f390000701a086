"""The board: terrains covered, tiles turned down, the camp that must move, what an event did undone."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from .. import camp, island
from ..decisions import Play
from ..programs import Effect, effects_in
from ..table import Space
from .cards import event_of
from .places import choose_space, is_gone, remember, spaces_at, unfulfilled
from .registry import By, operation
from .sources import put_marker

if TYPE_CHECKING:
    from ..game import Game

MARKERS = ("wood", "food", "terrain", "totem")
"""What black markers on one tile cover, as the players choose among them."""
FOOD = {"bird", "fish"}


@operation("cover_terrain")
def cover_terrain(game: Game, effect: Effect, by: By) -> Play[None]:
    """A tile's terrain counts as unexplored."""

    def possible() -> list[int]:
        return [
            space
            for space in spaces_at(game, effect.where, by)
            if island.is_open(game, space)
            and "terrain" not in game.table.spaces[space].covered
            and effect.what in ("any", island.tile(game, space).terrain)
        ]

    if not possible():
        unfulfilled(game, effect, by, 1)
        return
    space = yield from choose_space(game, possible, by)
    assert space is not None
    put_marker(game, by, space, {"terrain"})


def is_only_terrain(game: Game, condition: Effect, by: By) -> bool:
    """Is a tile there the only open one with its terrain? A marker on another changes nothing."""
    terrains = [island.tile(game, space).terrain for space in island.open_spaces(game)]
    here = [space for space in spaces_at(game, condition.where, by) if island.is_open(game, space)]
    return any(terrains.count(island.tile(game, space).terrain) == 1 for space in here)


@operation("flip_tile")
def flip_tile(game: Game, effect: Effect, by: By) -> Play[None]:
    """A tile becomes inaccessible and loses what lies on it; with the camp on it the game is lost."""
    if is_gone(game, effect, by):
        game.by_decision(40)
        return

    def possible() -> list[int]:
        return [space for space in spaces_at(game, effect.where, by) if island.is_open(game, space)]

    if not possible():
        unfulfilled(game, effect, by, 1)
        return
    space = yield from choose_space(game, possible, by)
    assert space is not None
    island.turn_down(game, space)
    remember(game, by, space, set())


@operation("undo")
def undo(game: Game, effect: Effect, by: By) -> None:
    """What this card's event covered or turned down is open again."""
    space = game.table.card_space.pop(by.card or "", None)
    if space is None:
        return
    covered = game.table.card_mark.pop(by.card or "")
    assert isinstance(covered, set)
    if covered:
        game.table.spaces[space].covered -= covered
    else:
        game.table.spaces[space].face_down = False


@operation("move_camp")
def move_camp(game: Game, effect: Effect, by: By) -> Play[None]:
    """To an adjacent tile, with the usual losses; the card remembers which levels fell.

    What the scenario's book does is not the card's.
    """
    if not island.camp_moves(game):
        game.by_decision(30)
        unfulfilled(game, effect, by, 1)
        return
    space = yield from choose_space(game, lambda: island.camp_moves(game), by)
    assert space is not None
    before = {"roof": game.table.roof, "palisade": game.table.palisade}
    tokens = camp.move_camp(game, space)
    lowered = {level for level, height in before.items() if getattr(game.table, level) < height}
    if by.card in game.facts.events and any(own is effect for own in effects_in(event_of(game, by.card))):
        remember(game, by, space, lowered)
    yield from tokens


@operation("uncover")
def uncover(game: Game, effect: Effect, by: By) -> Play[None]:
    """Black markers leave the island: first from which space, then which one."""
    for left in range(effect.count, 0, -1):
        space = yield from choose_space(game, lambda: spaces_with_markers(game), by, left)
        if space is None:
            return
        here = game.table.spaces[space]
        if not here.covered & {"wood", "terrain", "totem", *FOOD}:
            if here.waiting_cover:
                here.waiting_cover.pop()
            continue
        which = yield from game.ask_branch(
            partial(_covered, here),
            asked=by.performer,
            card=by.card,
            left=left,
        )
        assert which is not None
        here.covered -= _covers(MARKERS[which])


def _covered(here: Space) -> list[int]:
    """Which of the markers lie on a tile."""
    return [i for i, name in enumerate(MARKERS) if here.covered & _covers(name)]


def _covers(marker: str) -> set[str]:
    return FOOD if marker == "food" else {marker}


def spaces_with_markers(game: Game) -> list[int]:
    """The spaces with a black marker, also one that waits for a tile."""
    return [i for i, space in enumerate(game.table.spaces) if space.covered or space.waiting_cover]
