"""Free moments that pass by themselves: `auto_pass="same"` or `"round"`.

At a window a player may use something, or pass. A window sometimes asks again what was just answered. Those
are passed for the player, by the very action that would do it, and counted as steps.

- `"same"`: nothing has changed since this player passed, neither on the table nor in what can be used, and no
  chance has been drawn. No choice that could matter is lost.
- `"round"`: the player passed in this round with the same actions legal. What has happened since may be a
  reason to decide otherwise; that choice is lost until the next round, or until something else can be used.

Here is what compiled code needs for it (`engine.passing`, `engine.stepping.play_and_pass`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from crusoe_env.engine.game import Game
from crusoe_env.engine.passing import BITS, FIRST_WINDOW, NOT_PASSED, NUMBER, WORD
from crusoe_env.engine.simulator import Simulator
from crusoe_env.engine.state import rows_of, words_of
from crusoe_env.engine.unpickling import OwnsArrays

NEVER, SAME, ROUND = "never", "same", "round"
AUTO_PASS = (NEVER, SAME, ROUND)
ALL = 0xFF


def marks_of(game: Game, auto_pass: str) -> np.ndarray:
    """What distinguishes positions: the legal actions, and fields of the record; see `engine.passing`.

    Args:
        game: one with windows.
        auto_pass: "same": all fields but the transient ones; "round": the round alone.
    """
    windows = game.windows
    assert windows is not None
    same, left_out = auto_pass == SAME, (*windows.transient, "steps", "acting")
    counted = [
        name for name in game.dtype.names or () if (name not in left_out if same else name == "rounds")
    ]
    at_window = np.zeros(1, game.dtype)
    at_window[windows.field] = windows.value
    where, where_bits = _words_with(game, [windows.field])
    what, what_bits = _words_with(game, counted)
    first = FIRST_WINDOW + len(where)
    marks = np.zeros((3, first + len(what) + game.actions.n), np.uint64)
    marks[WORD, 0] = first
    marks[:, FIRST_WINDOW:first] = where, where_bits, words_of(at_window)[0, where]
    marks[: BITS + 1, first : first + len(what)] = what, what_bits
    factors = np.random.default_rng(0).integers(2**64, size=marks.shape[1] - first, dtype=np.uint64)
    marks[NUMBER, first:] = factors | np.uint64(1)
    return marks


def _words_with(game: Game, names: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """In which words of a record these fields lie, and in which of their bits."""
    record = np.zeros(1, game.dtype)
    for name in names:
        kind, start = game.dtype.fields[name][:2]  # type: ignore[index]
        rows_of(record)[0, start : start + kind.itemsize] = ALL
    bits = words_of(record)[0]
    return np.flatnonzero(bits), bits[bits != 0]


class FreeMoments(OwnsArrays):
    """What the players of some games passed last, and how compiled code tells that they are asked again.

    Attributes:
        passed: uint64 (count, seats), the mark of the position in which a player passed last, or
            `NOT_PASSED`; no rows if nothing passes by itself. It belongs to the state of the games: copies
            and snapshots hold it.
        marks: uint64 (3, m), see `engine.passing`.
        pass_action: the action that passes, in games that have free moments.

    Args:
        simulator: the rules.
        count: how many games.
        auto_pass: "never", "same" or "round".
    """

    def __init__(self, simulator: Simulator, count: int, auto_pass: str = NEVER) -> None:
        game = simulator.game
        passes = auto_pass != NEVER and game.windows is not None
        seats = 1 if game.seats is None else max(len(game.seats(record)) for record in simulator.templates)
        self.passed = np.full((count if passes else 0, seats), NOT_PASSED, np.uint64)
        self.marks = marks_of(game, auto_pass) if passes else np.zeros((3, 0), np.uint64)
        self.pass_action = game.windows.pass_action if game.windows is not None else 0

    def arrays(self, states: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """`words`, `passed` and `marks` of these games, as `stepping.step_range` takes them."""
        return words_of(states), self.passed, self.marks

    def forget(self, games: np.ndarray) -> None:
        """These games begin anew, or were changed from outside."""
        if len(self.passed):
            self.passed[games] = NOT_PASSED

    def passed_in(self, i: int) -> list[int]:
        """Marks of what the players of game `i` passed last, by seat; none if nothing passes by itself."""
        return [int(mark) for mark in self.passed[i]] if len(self.passed) else []

    def go_on(self, i: int, marks: Sequence[int]) -> None:
        """Go on in game `i` from such marks, which a snapshot may hold."""
        if len(self.passed) and len(marks) == self.passed.shape[1]:
            self.passed[i] = marks
