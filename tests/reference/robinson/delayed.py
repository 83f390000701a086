"""Parts of card programs that wait for the night, the next round or the end of the action phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .decisions import Play
from .effects import interpreter
from .table import Delayed

if TYPE_CHECKING:
    from .game import Game


def take(game: Game, time: str) -> list[Delayed]:
    """What has waited for this time, and waits no more; what comes every night stays."""
    parts = [part for part in game.table.delayed if part.time == time]
    if time != "every_night":
        game.table.delayed = [part for part in game.table.delayed if part.time != time]
    return parts


def run(game: Game, parts: list[Delayed]) -> Play[None]:
    """Parts of programs that have waited: what was kept last comes first."""
    for part in reversed(parts):
        if part.performer is not None and game.table.people[part.performer].outside and "night" in part.time:
            game.by_decision(44)
        yield from interpreter.run_card(game, part.clauses, part.performer, part.card)
