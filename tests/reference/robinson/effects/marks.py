"""Marks, number tokens and totems on spaces; spaces that a scenario turns down or up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from .. import island, marks
from ..decisions import Play
from ..programs import Effect
from ..table import Space
from .places import choose_space, spaces_at, spot, unfulfilled
from .registry import By, operation

if TYPE_CHECKING:
    from ..game import Game


@operation("mark")
def mark(game: Game, effect: Effect, by: By) -> Play[None]:
    """That many marks, each on a space that has none; what has no room is missing."""

    def possible() -> list[int]:
        anywhere = effect.where in ("any_space", "here")
        spaces = [n for n in spaces_at(game, effect.where, by) if anywhere or island.is_open(game, n)]
        if marks.left(game, effect.what) == 0:
            return []
        return [space for space in spaces if marks.may_lie(game, effect.what, space)]

    for left in range(effect.count, 0, -1):
        if not possible():
            unfulfilled(game, effect, by, left)
            return
        space = yield from any_or_chosen(game, possible, by, left)
        game.table.spaces[space].marks.add(effect.what)
        game.look()


@operation("unmark")
def unmark(game: Game, effect: Effect, by: By) -> Play[None]:
    """So many marks are taken away, as far as there are any."""

    def possible() -> list[int]:
        return [n for n in spaces_at(game, effect.where, by) if marks.has_mark(game, n, effect.what)]

    for left in range(effect.count, 0, -1):
        if not possible():
            return
        space = yield from any_or_chosen(game, possible, by, left)
        marks.take(game, effect.what, space)
        game.look()


def any_or_chosen(game: Game, possible: Callable[[], Sequence[int]], by: By, left: int) -> Play[int]:
    """One of the spaces for `left` marks: the players choose if there are more spaces than marks."""
    if len(possible()) <= left:
        return possible()[0]
    space = yield from choose_space(game, possible, by, left)
    assert space is not None
    return space


def at_spot(game: Game, effect: Effect) -> Space | None:
    """The one space that the operation means; None if there is none."""
    space = spot(game, effect.where)
    return None if space is None else game.table.spaces[space]


@operation("next_number")
def next_number(game: Game, effect: Effect, by: By) -> None:
    """The number token after the last one laid."""
    space = spot(game, effect.where)
    if space is not None:
        marks.lay_next_number(game, space)


@operation("set_number")
def set_number(game: Game, effect: Effect, by: By) -> None:
    """This number token."""
    here = at_spot(game, effect)
    if here is not None:
        here.number = effect.count


@operation("take_number")
def take_number(game: Game, effect: Effect, by: By) -> None:
    """The number token there goes."""
    here = at_spot(game, effect)
    if here is not None:
        here.number = 0


@operation("cover_totem")
def cover_totem(game: Game, effect: Effect, by: By) -> None:
    """A marker on the totem there."""
    here = at_spot(game, effect)
    if here is not None:
        here.covered.add("totem")


@operation("cover_shelter")
def cover_shelter(game: Game, effect: Effect, by: By) -> None:
    """A marker on the natural shelter there."""
    here = at_spot(game, effect)
    if here is not None:
        here.covered.add("shelter")


@operation("flip_space")
def flip_space(game: Game, effect: Effect, by: By) -> None:
    """It cannot be entered any more, explored or not, and no card turns it up again."""
    space = spot(game, effect.where)
    if space is not None:
        island.turn_down_for_good(game, space)


@operation("open_space")
def open_space(game: Game, effect: Effect, by: By) -> None:
    """The tile that lies face down there is turned up."""
    here = at_spot(game, effect)
    if here is not None:
        here.face_down = False
