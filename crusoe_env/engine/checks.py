"""Checks of states that come from outside: of another simulator, of a saved game, of another program.

Compiled rules trust the records that they are given. Two checks stand before them. `check_origin` costs
microseconds and stands before every method that takes states: do they belong to these tables at all?
`check_whole` stands where a game goes on from bytes or records that anybody may have changed: is every field
within its bounds, and do the fields fit together as the rules rely on?
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from crusoe_env.engine.game import Game
from crusoe_env.engine.state import kernel_input, plain
from crusoe_env.support.words import shown


class Rules(Protocol):
    """What is asked of a `Simulator`."""

    game: Game
    options: dict[str, Any]
    tasks: list[dict[str, Any]]
    templates: np.recarray
    table_rows: np.ndarray

    @property
    def seats_by_task(self) -> np.ndarray:
        """How many seats the games of each task have, (tasks,)."""

    def masks(self, states: np.recarray) -> np.ndarray:
        """Legal actions, (n, actions) int8."""

    def ensure_compiled(self, wait: bool = True) -> None:
        """Compile the rules if the cache does not hold them; without `wait` in another process."""


def check_origin(simulator: Rules, states: Any) -> None:
    """Are these records of this simulator's game, options and facts? Raises ValueError if not."""
    game = simulator.game
    if not isinstance(states, np.ndarray) or states.dtype != game.dtype or states.ndim != 1:
        raise ValueError(
            f"states are (n,) records of {game.title}, as new_games() and determinize() give them"
        )
    records = plain(states)
    first, tasks = plain(simulator.templates)[0], len(simulator.tasks)
    table = records["task"]
    own = (records["tables_hash"] == first["tables_hash"]) & (records["mixed"] == first["mixed"])
    if not (own & (table >= 0) & (table < tasks)).all():
        here = [f"{name}={value!r}" for name, value in simulator.options.items() if value is not None]
        raise ValueError(
            f"the state is of a game of {game.title} with other options or facts; "
            f"here are {', '.join(here) or 'no options'}"
        )


def check_viewers(simulator: Rules, states: np.ndarray, viewers: Any) -> np.ndarray:
    """Viewers as int64 (n,): seats, -1, or seats whose view is open. Raises ValueError for others."""
    who = np.asarray(viewers)
    if who.dtype.kind not in "iu" or who.shape not in ((), (len(states),)):
        raise ValueError(f"viewers are a seat, or one for each of {len(states)} states, not {viewers!r}")
    most = simulator.seats_by_task[plain(states)["task"]] - 1
    open_view = simulator.game.seats.open_view
    seat = np.where((open_view > 0) & (who >= open_view), who - open_view, who)
    wrong = (who < -1) | (seat > most)
    if wrong.any():
        at = int(wrong.argmax())
        raise ValueError(
            f"viewer {np.broadcast_to(who, len(states))[at]} does not play; seats are 0 .. {most[at]}"
        )
    return kernel_input(np.broadcast_to(who, len(states)), np.int64)


def check_whole(simulator: Rules, states: np.ndarray) -> None:
    """Can these records be played on? Raises ValueError with what is wrong with the first that cannot."""
    check_origin(simulator, states)
    records = kernel_input(plain(states))
    record = simulator.game.record
    within = record.within_bounds(records)
    if not within.all():
        at = int(within.argmin())
        _refuse(records, at, record.out_of_bounds(records[at]))
    for name in record.options:
        here = plain(simulator.templates)[name][records["task"]]
        differs = (records[name] != here).reshape(len(records), -1).any(axis=1)
        _refuse_any(records, differs, f"its {name} is not that of the options")
    for words, wrong in common_flaws(records):
        _refuse_any(records, wrong, words)
    if simulator.game.check is not None:
        for words, wrong in simulator.game.check(records, simulator.table_rows):
            _refuse_any(records, wrong, words)
    simulator.ensure_compiled(wait=False)
    stuck = ~simulator.masks(records.view(np.recarray)).any(axis=1)
    _refuse_any(records, stuck, "no action is legal")


def common_flaws(s: np.ndarray) -> Any:
    """What may be wrong with the fields that all games have; see `Game.check`."""
    live = s["over"] == 0
    yield "it goes on, but has a result", live & ((s["victory"] != 0) | (s["cause"] != 0))
    yield "it is over without a cause", ~live & (s["cause"] == 0)
    yield "its generator was never seeded", np.all(s["rng"] == 0, axis=1)


def _refuse_any(records: np.ndarray, wrong: Any, words: str) -> None:
    if wrong.any():
        _refuse(records, int(wrong.argmax()), words)


def _refuse(records: np.ndarray, at: int, words: str) -> None:
    which = f"state {at}" if len(records) > 1 else "the state"
    raise ValueError(f"{which} cannot be played on: {words}")


def check_actions(actions: Any, shape: tuple[int, ...], owners: str) -> np.ndarray:
    """Actions as int64 of this shape, for the games or states (`owners`) that are counted first.

    Raises:
        TypeError: they are no whole numbers, or have more than 64 bits.
        ValueError: they have another shape.
    """
    given = np.asarray(actions)
    if given.shape != shape:
        raise ValueError(f"{shape[0]} {owners} need actions of shape {shape}, not {given.shape}")
    if given.dtype.kind not in "iu":
        raise TypeError(f"actions must be whole numbers of at most 64 bits, not {shown(actions)}")
    return kernel_input(given, np.int64)


class IllegalActionError(ValueError):
    """An illegal action, where illegal actions are refused; names the action and the legal ones."""


def check_legal(simulator: Rules, states: np.recarray, actions: np.ndarray) -> None:
    """Is each of (n,) actions legal in its state, whose game goes on? Raises IllegalActionError if not."""
    masks, count = simulator.masks(states), simulator.game.actions.n
    inside = (actions >= 0) & (actions < count)
    legal = inside & (masks[np.arange(len(actions)), np.where(inside, actions, 0)] > 0) & (states.over == 0)
    if not legal.all():
        i = int(np.flatnonzero(~legal)[0])
        which = f"game {i}: " if len(states) > 1 else ""
        if states.over[i]:
            raise IllegalActionError(f"{which}the game is over")
        raise IllegalActionError(which + illegal_message(simulator.game, masks[i], int(actions[i])))


def illegal_message(game: Game, mask: np.ndarray, action: int) -> str:
    """One line that names an illegal action and the legal ones."""
    names = game.actions.names
    name = f"{names[action]!r}" if 0 <= action < len(names) else f"{action} (not in 0 .. {len(names) - 1})"
    return f"illegal action {name}; legal now: {', '.join(names[a] for a in np.flatnonzero(mask))}"
