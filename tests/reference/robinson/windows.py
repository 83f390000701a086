"""Windows: moments at which people are asked what they use, if they have something that can matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import aspects, dice, morale_phase, timing, uses
from .aspects import EVERYTHING, NOTHING, Aspects
from .decisions import PASS, Decision, Person, Play
from .programs import Program
from .timing import Moment

if TYPE_CHECKING:
    from .game import Game

OF_ONE = ("trap", "explored", "arrange camp", "resolution")
"""Windows of one step of an action: who acts is asked alone."""
MAY_BE_EMPTY = ("card", "before action", "after throw")
"""Windows at which nothing may matter; at the others, if nothing is named, everything does."""


def open(
    game: Game,
    window: str,
    who: Person | None = None,
    card: str | None = None,
    matters: Aspects = NOTHING,
) -> Play[None]:
    """Whoever can use something that matters is asked: the performer, or all players from the First Player.

    Who has used something is asked again, until he passes.
    """
    seats = [performer_or_first(game, who)] if window in OF_ONE else game.table.in_turn()
    for seat in seats:
        while (yield from ask(game, window, seat, who, card, matters)):
            pass


def performer_or_first(game: Game, who: Person | None) -> int:
    """A player himself; for Friday, the guest and nobody the First Player."""
    return who if isinstance(who, int) else game.table.first_player


def ask(
    game: Game, window: str, seat: int, who: Person | None, card: str | None, matters: Aspects
) -> Play[bool]:
    """Ask one player if there is something for him to use; True if he has used it."""
    game.look()
    if not has_reason(game, window):
        return False
    at_stake = what_matters(game, window, matters)
    moment = Moment(window, at_stake, card)
    moment = Moment(window, at_stake | uses.missing_for_skills(game, seat, moment), card)
    if not uses.actions_offered(game, seat, moment):
        return False
    decision = Decision("window", [], True, who, seat, window, moment.matters, card)
    if who is None and seat != game.table.first_player:
        game.by_decision(21)
    answer = yield from game.put(decision)
    return answer != PASS


def has_reason(game: Game, window: str) -> bool:
    """Is there a reason to ask: does the weapon not suffice, is there a die to be thrown again?"""
    fight = game.table.fight
    if window == "fight":
        spared = 0 if fight.fighter is None else fight.ignored_wounds
        return timing.weapon_now(game) + spared < fight.strength
    return window != "resolution" or dice.lacks_reroll(game)


def what_matters(game: Game, window: str, matters: Aspects) -> Aspects:
    """What the next step depends on; at some windows it changes as things are used."""
    if window == "after throw":
        return dice.matters_after_throw(game)
    if window == "before morale":
        return morale_phase.matters(game)
    return matters if matters or window in MAY_BE_EMPTY else EVERYTHING


def before_card(game: Game, program: Program, performer: Person | None, card: str | None) -> Play[None]:
    """Before the effect of a card: whoever can change something that it depends on is asked."""
    matters = aspects.depends(program)
    if matters:
        yield from open(game, "card", who=performer, card=card, matters=matters)
