"""Morning: roll, rerolls for stone, event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import afternoon, friends
from .dice import changed, forward
from .names import REROLLS, last_word

if TYPE_CHECKING:
    from .game import ReferenceDieson

EVENTS = 7
FRIEND_EVENT = 5


def begin_morning(game: ReferenceDieson) -> None:
    """Roll the three hand dice, in the order of the hand."""
    game.hand = sorted(die._replace(value=game.roll_die()) for die in game.hand)
    game.phase = "roll"


def roll_actions(game: ReferenceDieson) -> list[str]:
    """Reroll for a stone, or keep the dice."""
    return [*(REROLLS if game.stone >= 1 else ()), "go on"]


def do_roll(game: ReferenceDieson, name: str) -> None:
    """Reroll some dice in ascending order, or go on to the event."""
    if name == "go on":
        event(game)
        return
    game.lose("stone")
    for i in REROLLS[name]:
        game.hand[i] = game.hand[i]._replace(value=game.roll_die())
    game.hand.sort()


def next_event_box(game: ReferenceDieson) -> int:
    """The event box to which the smallest die leads."""
    return forward(game.event_box, game.hand[0].value, EVENTS)


def event(game: ReferenceDieson) -> None:
    """Move the event disc; the box that it reaches happens."""
    game.event_box = next_event_box(game)
    if game.event_box == 2:
        game.phase = "event"
        return
    if game.event_box == 1:
        game.gain("food")
    elif game.event_box == 3:
        game.raid = changed(game.raid, +2)
    elif game.event_box == 4:
        game.lose("food", 2)
    elif game.event_box == FRIEND_EVENT:
        friends.advance_friend_disc(game)
    elif game.event_box == 6:
        game.lose("fence")
        game.lose("roof")
    elif game.event_box == 7:
        game.weather = changed(game.weather, +2)
    afternoon.begin_afternoon(game)


def event_actions(game: ReferenceDieson) -> list[str]:
    """Event box 2."""
    return ["take wood", "take stone"]


def do_event(game: ReferenceDieson, name: str) -> None:
    """Event box 2."""
    game.gain(last_word(name))
    afternoon.begin_afternoon(game)
