"""Measures: what can be counted on the table, by name, and conditions on it.

Scenarios are written with them: their goals, losses, points, conditions. `item.fire` is 1 if it is built,
`woodpile` a counter, `marks.fog` the spaces in fog, `option.harder` a choice, and so on; see the functions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from . import counters, island, marks, people, stores
from .decisions import GUEST
from .table import SPACES

if TYPE_CHECKING:
    from .game import Game


def holds(game: Game, condition: str) -> bool:
    """Is a measure at least, or below, a number or another measure: "woodpile >= 15"?"""
    word, comparison, bound = condition.split()
    value, limit = measure(game, word), number(game, bound)
    return value >= limit if comparison == ">=" else value < limit


def number(game: Game, word: str | int) -> float:
    """A number, or the value of a measure."""
    if isinstance(word, int) or word.lstrip("-").isdecimal():
        return float(word)
    return measure(game, word)


def measure(game: Game, word: str) -> float:
    """The value of a measure now."""
    if word in game.facts.sheet.counters:
        return float(game.table.counters[word])
    if word in PLAIN:
        return float(PLAIN[word](game))
    kind, _, name = word.rpartition(".")
    return float(BY_KIND[kind](game, name))


# ---------------------------------------------------------------- of every scenario
def _hearts(game: Game) -> int:
    """Undamaged hearts of the players' characters."""
    seats = game.table.seats
    return sum(max(0, people.hearts(game, seat) - game.table.people[seat].wounds) for seat in seats)


def _life(game: Game) -> float:
    """The share of life that the worst wounded player still has; the wound that kills counts."""
    return max(0.0, min(1.0, *(1.0 - _share_lost(game, seat) for seat in game.table.seats)))


def _share_lost(game: Game, person: int | str) -> float:
    return game.table.people[person].wounds / (people.hearts(game, person) + 1)


def _guest_life(game: Game) -> float:
    """The same of the guest; 1 without one."""
    return 1.0 if game.facts.sheet.guest is None else max(0.0, 1.0 - _share_lost(game, GUEST))


def _meals(game: Game) -> float:
    """Food in store and coming, per player."""
    coming = game.table.future["food"] + game.table.future["durable_food"]
    return (stores.stock(game, "food") + coming) / game.table.players


def _there(game: Game, resource: str) -> int:
    """A resource in store and coming."""
    return game.table.available[resource] + game.table.future[resource]


def _built(game: Game) -> list[str]:
    return [item for item, invention in game.table.invention.items() if invention.place == "built"]


PLAIN: dict[str, Callable[[Game], float]] = {
    "round": lambda game: game.table.round,
    "weapon": lambda game: game.table.weapon,
    "roof": lambda game: game.table.roof,
    "palisade": lambda game: game.table.palisade,
    "shelter": lambda game: stores.has_shelter(game),
    "built_shelter": lambda game: game.table.shelter,
    "morale": lambda game: game.table.morale,
    "players": lambda game: game.table.players,
    "hearts": _hearts,
    "life": _life,
    "meals": _meals,
    "tiles": island.tiles_explored,
    "before.tiles": lambda game: game.table.tiles_before,
    "totems": lambda game: game.table.totems_found,
    "numbers": lambda game: sum(space.number > 0 for space in game.table.spaces),
    "totems_uncovered": lambda game: sum(island.has_totem(game, space) for space in SPACES),
    "camp.totem": lambda game: island.has_totem(game, game.table.camp),
    "wood": lambda game: _there(game, "wood"),
    "fur": lambda game: _there(game, "fur"),
    "hunting": lambda game: len(game.table.hunting),
    "keeping": lambda game: game.table.production.keeping,
    "guest": lambda game: game.table.guest_here,
    "guest_life": _guest_life,
    "camp_moves": lambda game: len(island.camp_moves(game)),
    "goal_inventions": lambda game: sum(game.table.invention[item].dealt for item in _built(game)),
    "items": lambda game: len(_built(game)),
    "hungry": lambda game: sum(sheet.hungry for sheet in game.table.people.values()),
}
"""Measures that every scenario has."""


# ---------------------------------------------------------------- of one item, counter, mark, ...
def _item(game: Game, item: str) -> bool:
    return game.table.invention[item].place == "built"


def _coming(game: Game, item: str) -> bool:
    """Built, or an item from the end of this action phase on."""
    return game.table.invention[item].place in ("built", "future")


def _amount(game: Game, name: str) -> int:
    """A number of the scenario for this number of players."""
    return game.facts.sheet.amounts[name].by_players[game.table.players - 1]


def _least(game: Game, name: str) -> float:
    return min(measure(game, word) for word in game.facts.sheet.leasts[name].of)


def _sum(game: Game, name: str) -> float:
    return sum(term.each * measure(game, term.of) for term in game.facts.sheet.sums[name].terms)


BY_KIND: dict[str, Callable[[Game, str], float]] = {
    "item": _item,
    "coming": _coming,
    "stages": counters.stages_complete,
    "supply": counters.supply,
    "before": lambda game, counter: game.table.counters_before[counter],
    "marks": marks.spaces_marked,
    "before.marks": marks.marked_before,
    "camp.mark": lambda game, mark: marks.has_mark(game, game.table.camp, mark),
    "stock": stores.stock,
    "option": lambda game, choice: int(game.facts.sheet.options[choice]),
    "amount": _amount,
    "least": _least,
    "sum": _sum,
}
"""Measures of something that is named behind the last dot."""
