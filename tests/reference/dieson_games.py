"""Games of the slow engine of Dieson Crusoe, set up for tests."""

import itertools
from collections.abc import Callable, Iterable
from typing import Any

from .dieson.boxes import BOX_ACTION, BOXES
from .dieson.dice import Die
from .dieson.facts import FACTS
from .dieson.game import ReferenceDieson
from .dieson.names import ACTIONS

ALL_TOOLS = tuple(FACTS.tools)


BOX = {action: box for box, action in BOX_ACTION.items()}


REROLLS = [name for name in ACTIONS if name.startswith("reroll")]


def rolls(values: Iterable[int]) -> Callable[[], int]:
    """Dice that show these values, and then 1, 2, 3, 1, 2, 3 ..."""
    upcoming = itertools.chain(values, itertools.cycle((1, 2, 3)))
    return lambda: next(upcoming)


def new_game(*values: int, **options: Any) -> ReferenceDieson:
    """A game of quest 7 with no friend, unless the options say otherwise."""
    chosen: dict[str, Any] = {
        "quest": 7,
        "character": "strategist",
        "hearts": 5,
        "friend": None,
        "tools": ALL_TOOLS,
        "blue_die": False,
    }
    return ReferenceDieson(**(chosen | options), dice=rolls(values))


def put(game: ReferenceDieson, **state: Any) -> ReferenceDieson:
    """Set attributes; whole numbers for dice and plain lists for the hand will do."""
    for name, value in state.items():
        if name in ("hourglass", "weather", "raid"):
            value = Die(value)
        if name in ("hand", "used"):
            value = [die if isinstance(die, Die) else Die(die) for die in value]
        if name == "tools":
            value = set(value)
        assert hasattr(game, name)
        setattr(game, name, value)
    return game


PLAIN: dict[str, Any] = {
    "character": "craftsman",  # changes nothing outside crafting
    "food": 0,
    "health": 4,
    "event_box": 4,  # the next event is the friend's, which does nothing by default
}


def afternoon(options: dict[str, Any] | None = None, **state: Any) -> ReferenceDieson:
    """A game before the first action, with the hand 1, 2, 3 and nothing in store."""
    game = new_game(**({"character": "craftsman"} | (options or {})))
    return put(game, **(PLAIN | {"character": game.character, "phase": "die"} | state))


def at_box(box: str, value: int, options: dict[str, Any] | None = None, **state: Any) -> ReferenceDieson:
    """A game in which a die of this value has just led to this box."""
    start = (BOX[box] - 1 - value) % BOXES + 1
    others = [other for other in (1, 2, 3) if other != value][:2]
    hand = sorted([value, *others])  # two unlike dice stay, so nothing goes on by itself
    game = afternoon(options, hand=hand, action_box=start, **state)
    game.step(f"use die {hand.index(value) + 1}")
    return game


def start_of_afternoon(options: dict[str, Any] | None = None, **state: Any) -> ReferenceDieson:
    """A game at the start of the afternoon."""
    return afternoon(options, phase="start", **state)


def evening(options: dict[str, Any] | None = None, **state: Any) -> ReferenceDieson:
    """A game whose evening has just begun, after Fishing Rod and Trap."""
    game = afternoon(options, **({"hand": [], "used": [1, 1, 1]} | state))
    game.step("go on")
    return game


def event(box: int, options: dict[str, Any] | None = None, **state: Any) -> ReferenceDieson:
    """A game in which the event of this box has just happened."""
    before = (box - 2) % 7 + 1
    game = afternoon(options, phase="roll", **({"event_box": before} | state))
    game.step("go on")
    return game
