"""Inventions that come and go; items lost, marked, built."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .. import decks, items
from ..decisions import Play
from ..demand import lacking
from ..programs import Effect
from .registry import By, Carried, operation, payer

if TYPE_CHECKING:
    from ..game import Game


def at(game: Game, place: str) -> list[str]:
    """The invention cards at a place: deck, board, built, discarded."""
    return [name for name in game.facts.card_inventions if game.table.invention[name].place == place]


def discardable(game: Game) -> list[str]:
    """Inventions on the board that nobody is building; those on a sheet stay."""
    return [
        name
        for name in at(game, "board")
        if game.table.invention[name].owner is None and not is_being_built(game, name)
    ]


def is_being_built(game: Game, name: str) -> bool:
    """Do pawns stand on this invention? Plans stand as made, so it cannot leave the board now (23)."""
    if game.table.phase != "resolution":
        return False
    if not any(plan.kind == "build" and plan.target == name for plan in game.table.plans):
        return False
    game.by_decision(23)
    return True


def markable(game: Game) -> list[str]:
    """Items without a marker."""
    return [name for name in at(game, "built") if not game.table.invention[name].marked]


@operation("discard_inventions")
def discard_inventions(game: Game, effect: Effect, by: By) -> Play[None]:
    """Unbuilt inventions leave the board."""
    for left in range(effect.count, 0, -1):
        name = yield from _choose(game, discardable, by, left)
        if name is None:
            _unfulfilled(game, effect, by, left)
            return
        decks.discard_invention(game, name)


@operation("gain_invention")
def gain_invention(game: Game, effect: Effect, by: By) -> Carried:
    """A card of the deck comes to the board: the top one, or one of the players' choice."""
    if effect.what == "chosen":
        return _gain_chosen(game, by)
    name = decks.next_invention(game)
    if name is not None:
        game.table.invention[name].place = "board"
    return None


def _gain_chosen(game: Game, by: By) -> Play[None]:
    name = yield from _choose(game, lambda game: at(game, "deck"), by, 1)
    if name is not None:
        decks.take_invention(game, name)
        game.table.invention[name].place = "board"


@operation("pick_invention")
def pick_invention(game: Game, effect: Effect, by: By) -> Play[None]:
    """Draw that many, keep one on the board, the others lie aside (A new idea)."""
    drawn = [name for _ in range(effect.count) if (name := decks.next_invention(game)) is not None]
    drawn.sort(key=game.facts.card_inventions.index)
    kept = yield from _choose(game, lambda game: drawn, by, 0)
    for name in drawn:
        game.table.invention[name].place = "board" if name == kept else "discarded"


@operation("lose_items")
def lose_items(game: Game, effect: Effect, by: By) -> Play[None]:
    """Items are turned back and their effects end."""
    for left in range(effect.count, 0, -1):
        name = yield from _choose(game, lambda game: at(game, "built"), by, left)
        if name is None:
            _unfulfilled(game, effect, by, left)
            return
        yield from items.lose_item(game, name)


@operation("discard_items")
def discard_items(game: Game, effect: Effect, by: By) -> Play[None]:
    """Items leave the game and their effects end."""
    for left in range(effect.count, 0, -1):
        name = yield from _choose(game, lambda game: at(game, "built"), by, left)
        if name is None:
            if "if_possible" in effect.flags:
                game.by_decision(83)
            _unfulfilled(game, effect, by, left)
            return
        effects_end = items.lose_item(game, name)
        game.table.invention[name].lost = False
        decks.discard_invention(game, name)
        yield from effects_end


@operation("mark_items")
def mark_items(game: Game, effect: Effect, by: By) -> Play[None]:
    """That many items are marked, as far as there are so many (50)."""
    for left in range(effect.count, 0, -1):
        name = yield from _choose(game, markable, by, left)
        if name is None:
            game.by_decision(50)
            return
        game.table.invention[name].marked = True


@operation("lose_marked_items")
def lose_marked_items(game: Game, effect: Effect, by: By) -> Play[None]:
    """The marked items are turned back."""
    marked = [name for name in at(game, "built") if game.table.invention[name].marked]
    for name in game.facts.card_inventions:
        game.table.invention[name].marked = False
    for effects_end in reversed([items.lose_item(game, name) for name in marked]):
        yield from effects_end


@operation("build_one")
def build_one(game: Game, effect: Effect, by: By) -> Play[None]:
    """One of those inventions that are on the board becomes an item."""
    name = yield from _choose(game, lambda game: [i for i in at(game, "board") if i in effect.whats], by, 1)
    if name is not None:
        yield from items.become_item(game, name)


@operation("build")
def build(game: Game, effect: Effect, by: By) -> Carried:
    """That invention on the board becomes an item, without action, cost and terrain (79)."""
    place = game.table.invention[effect.what].place
    if place in ("deck", "discarded"):
        game.by_decision(79)
    return items.become_item(game, effect.what) if place == "board" else None


@operation("find_item")
def find_item(game: Game, effect: Effect, by: By) -> Carried:
    """That invention becomes an item, wherever its card lies (79)."""
    place = game.table.invention[effect.what].place
    if place in ("built", "future"):
        return None
    if place in ("deck", "discarded"):
        game.by_decision(79)
        decks.take_invention(game, effect.what)
    return items.become_item(game, effect.what)


def _choose(game: Game, possible: Callable[[Game], list[str]], by: By, left: int) -> Play[str | None]:
    """The players choose an invention; the only one is taken. None: there is none."""
    name = yield from game.ask_item(lambda: possible(game), asked=by.performer, card=by.card, left=left)
    return name


def _unfulfilled(game: Game, effect: Effect, by: By, missing: int) -> None:
    if "if_possible" not in effect.flags:
        lacking(game, payer(effect, by), missing)
