"""Marks and number tokens that a scenario lays on spaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import island
from .table import SPACES

if TYPE_CHECKING:
    from .game import Game

NUMBER_TOKENS = 6


def has_mark(game: Game, space: int, mark: str) -> bool:
    """Does this mark lie on a space?"""
    return mark in game.table.spaces[space].marks


def spaces_marked(game: Game, mark: str) -> int:
    """On how many spaces a mark lies."""
    return sum(mark in space.marks for space in game.table.spaces)


def marked_before(game: Game, mark: str) -> int:
    """On how many spaces a mark has lain since the round began."""
    return sum(mark in space.marks_before for space in game.table.spaces)


def may_lie(game: Game, mark: str, space: int) -> bool:
    """May this mark be laid on a space in play: one of a kind on each, few of them below a tile's back?"""
    if not island.neighbours(game, space) or has_mark(game, space, mark):
        return False
    if not game.table.spaces[space].face_down:
        return True
    laid = game.facts.sheet.scenario.island.tiles
    face_down_at_start = [tile.space for tile in laid if tile.face_down]
    return game.facts.sheet.marks[mark].on_face_down and space not in face_down_at_start


def left(game: Game, mark: str) -> int:
    """How many more marks of a kind may be laid on the island."""
    most = game.facts.sheet.marks[mark].most
    return len(SPACES) if not most else max(0, most - spaces_marked(game, mark))


def take(game: Game, mark: str, space: int) -> None:
    """A mark leaves a space."""
    game.table.spaces[space].marks.discard(mark)
    game.table.spaces[space].marks_before.discard(mark)


def extra_pawns(game: Game, kind: str, space: int) -> int:
    """How many more pawns an action of a kind takes on a space for the marks there."""
    lying = game.table.spaces[space].marks
    return sum(kind in game.facts.sheet.marks[mark].extra_pawn for mark in lying)


def production_stopped(game: Game, space: int) -> bool:
    """Does a mark keep the tile's sources and tokens from giving anything in the production phase?"""
    lying = game.table.spaces[space].marks
    return any(game.facts.sheet.marks[mark].stops_production for mark in lying)


def lay_next_number(game: Game, space: int) -> None:
    """The number token after the last one laid, as long as there are any."""
    if game.table.numbers_laid < NUMBER_TOKENS:
        game.table.numbers_laid += 1
        game.table.spaces[space].number = game.table.numbers_laid
