"""Free moments that pass by themselves: `auto_pass="same"` or `"round"`.

At a window a player may use something, or pass. A window sometimes asks again what was just answered. Those
are passed for the player, by the very action that would do it, and counted as steps.

- `"same"`: nothing has changed since this player passed, neither on the table nor in what can be used, and no
  chance has been drawn. No choice that could matter is lost.
- `"round"`: the player passed in this round with the same actions legal. What has happened since may be a
  reason to decide otherwise; that choice is lost until the next round, or until something else can be used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from crusoe_env.core import stepping
from crusoe_env.core.game import Game, rows_of

if TYPE_CHECKING:
    from crusoe_env.core.batch import Batch

NEVER, SAME, ROUND = "never", "same", "round"
AUTO_PASS = (NEVER, SAME, ROUND)
NOT_PASSED = 0
WORD = 8
"""Bytes that are mixed at a time."""


class Marks:
    """Numbers of 64 bits that tell positions apart: by the legal actions, and by fields of the record.

    Args:
        game: one with windows.
        auto_pass: "same": all fields but the course of play; "round": the round alone.
    """

    def __init__(self, game: Game, auto_pass: str = SAME) -> None:
        assert game.windows is not None
        same = auto_pass == SAME
        counts = np.full(game.dtype.itemsize, same)
        fields: Any = game.dtype.fields
        for name in (*game.windows.course, "steps", "acting") if same else ("rounds",):
            dtype, start = fields[name][:2]
            counts[start : start + dtype.itemsize] = not same
        self._columns = np.flatnonzero(counts)
        words = -(-(len(self._columns) + game.actions.n) // WORD)
        factors = np.random.default_rng(0).integers(2**64, size=words, dtype=np.uint64)
        self._factors = factors | np.uint64(1)

    def __call__(self, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """uint64 (n,), never `NOT_PASSED`, of (n,) records and int8 (n, actions)."""
        packed = np.zeros((len(states), len(self._factors) * WORD), np.uint8)
        packed[:, : len(self._columns)] = rows_of(states)[:, self._columns]
        packed[:, len(self._columns) : len(self._columns) + masks.shape[1]] = masks
        mixed = (packed.view(np.uint64) * self._factors).sum(axis=1, dtype=np.uint64)
        return mixed | np.uint64(1)


class AutoPass:
    """What the players of a batch passed last, and passing for them.

    Attributes:
        passed: uint64 (count, seats), the mark of the position in which a player passed last, or
            `NOT_PASSED`. It belongs to the state of the games: copies and snapshots hold it.

    Args:
        batch: the games.
        auto_pass: "same" or "round".
    """

    def __init__(self, batch: Batch, auto_pass: str = SAME) -> None:
        game, templates = batch.game, batch.simulator.templates
        seats = 1 if game.seats is None else max(len(game.seats(record)) for record in templates)
        self.passed = np.zeros((batch.count, seats), np.uint64)
        self._marks = Marks(game, auto_pass)

    def note(self, batch: Batch, actions: np.ndarray) -> None:
        """Write down who passes now. To be called before the actions are carried out."""
        games = _at_windows(batch, ~batch.waiting)
        games = games[actions[games] == batch.windows.pass_action]
        if len(games):
            acting, marks = self._positions(batch, games)
            self.passed[games, acting] = marks

    def pass_by(self, batch: Batch) -> None:
        """Pass for everybody who is asked again, as often as it takes; rewards are summed up."""
        self.passed[(batch.flags & stepping.ENDED) != 0] = NOT_PASSED
        moved = batch.flags == 0
        while len(games := _at_windows(batch, moved)):
            acting, marks = self._positions(batch, games)
            games = games[self.passed[games, acting] == marks]
            for i in games:
                batch.pass_for(int(i))
            moved[:] = False
            moved[games] = batch.flags[games] == 0
            self.passed[games[~moved[games]]] = NOT_PASSED

    def _positions(self, batch: Batch, games: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Who acts in these games, and the marks of their positions."""
        states = batch.games[0][games]
        return states["acting"].astype(np.int64), self._marks(states, batch.masks[games])

    def forget(self, games: np.ndarray) -> None:
        """These games begin anew, or were changed from outside."""
        self.passed[games] = NOT_PASSED


def _at_windows(batch: Batch, among: np.ndarray) -> np.ndarray:
    """Those of some games, bool (count,), in which a player is asked at a window."""
    return np.flatnonzero(batch.windows.at(batch.games[0]) & among)
