"""The morale phase (rulebook 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import people
from .decisions import Play
from .effects import interpreter

if TYPE_CHECKING:
    from .game import Game


def play(game: Game) -> Play[None]:
    """The First Player gets or gives determination; alone, morale first rises.

    What items add is one sum with the number of the level; on the highest one that number is replaced by the
    choice between two tokens and healing.
    """
    table, track = game.table, game.facts.morale
    table.phase = "morale"
    table.fight.weapon_bonus = 0
    if table.players == 1:
        people.change_morale(game, 1)
    game.look()
    amount = sum(game.facts.inventions[i].first_player_determination for i in people.card_items(game))
    highest = table.morale == track.highest and bool(track.at_highest)
    if not highest:
        amount += track.determination[table.morale - track.lowest]
    if amount >= 0:
        people.gain_determination(game, table.first_player, amount)
    else:
        people.lose_determination(game, table.first_player, -amount)
    game.look()
    if highest:
        yield from interpreter.run(game, track.at_highest, table.first_player)


def matters(game: Game) -> frozenset[str]:
    """What matters before the morale phase: the level, and up to zero what the First Player has."""
    return frozenset({"morale"} | ({"determination", "life"} if game.table.morale <= 0 else set()))
