"""What planners ask of an interface: saving a game and going back to it, copies, deals, playouts, its log.

`Plans` is the part of all interfaces, `PlansManyGames` that of a batch, `one_game.OneGame` that of one game.
Each says in `_restored` what it returns after its games were changed from outside.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, Self

import numpy as np

from crusoe_env.engine import stepping
from crusoe_env.engine.game import Game, ShowsTables
from crusoe_env.engine.snapshot import SnapshotError, pack, restored_record
from crusoe_env.engine.unpickling import OwnsArrays

if TYPE_CHECKING:
    from crusoe_env.engine.batch import Batch
    from crusoe_env.engine.simulator import Policy

SHOWN_IN_A_WINDOW = "human"


class _Plays(Protocol):
    @property
    def game(self) -> Game: ...

    @property
    def batch(self) -> Batch: ...

    def _restored(self, which: np.ndarray) -> Any: ...


def begun(batch: Batch) -> np.recarray:
    """The states of all games. Raises RuntimeError before they have begun."""
    if not batch.begun:
        raise RuntimeError("the game has not begun: call reset() first")
    return batch.states


def packed(batch: Batch, i: int) -> bytes:
    """Game `i` as a snapshot. Raises RuntimeError before it has begun."""
    begun(batch)
    return pack(batch.game, batch.states[i], batch.simulator.described)


def checked_states(batch: Batch, states: Any, count: int) -> np.ndarray:
    """States as (count,) records that this batch can play on. Raises ValueError for others."""
    records = np.asarray(states)
    if records.dtype != batch.game.dtype or records.size != count:
        what = "a state is one record" if count == 1 else f"states are {count} records"
        raise ValueError(f"{what} of {batch.game.title}, as determinize() gives them")
    batch.simulator.check_states(records.reshape(-1))
    return records.reshape(-1)


class Plans(OwnsArrays, ShowsTables):
    """What one game and many have in common."""

    def action_name(self: _Plays, action: int) -> str:
        """The name of an action. Raises ValueError for an index outside the game's own."""
        return self.game.actions.name(int(action))

    def action_index(self: _Plays, name: str) -> int:
        """The index of a named action. Raises ValueError with the nearest names."""
        return self.game.actions.index(name)

    def determinize(self: _Plays, seed: int | np.random.Generator | None = None) -> np.recarray:
        """Deal anew what players cannot know: states that a planner may see, recarray (1,), or (count,).

        All that the player knows who acts stays; hidden cards are dealt anew, and new chance lies ahead. The
        same seed gives the same deal.
        """
        return self.batch.simulator.determinize(begun(self.batch), np.random.default_rng(seed))

    def clone(self) -> Self:
        """Copy the interface at the same point of the same games, without its window.

        What is done with one does not change the other; the same actions give the same games, over later
        episodes too. Facts and tables are shared, so that a copy is cheap. `copy.deepcopy` does the same.
        """
        return copy.deepcopy(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        plays: Any = self
        game, simulator = plays.game, plays.batch.simulator
        memo |= {id(each): each for each in (game, game.actions, game.observations, simulator)}
        other: Any = type(self).__new__(type(self))
        memo[id(self)] = other
        vars(other).update(copy.deepcopy(vars(self), memo))
        if getattr(other, "render_mode", None) == SHOWN_IN_A_WINDOW:
            other.render_mode = None
        return other


class PlansManyGames(Plans):
    """The interface to a batch: the same, with an entry for each game."""

    def legal_actions(self: _Plays) -> list[list[int]]:
        """The legal actions of who decides in each game; none where the episode has ended."""
        return [self.batch.legal_actions(i) for i in range(self.batch.count)]

    def snapshots(self: _Plays) -> list[bytes]:
        """Each game as `snapshot` of the single environments gives it; they restore each other's."""
        return [packed(self.batch, i) for i in range(self.batch.count)]

    def restore(self: _Plays, snapshots: Sequence[bytes | None]) -> Any:
        """Go back to snapshots: the same actions then give the same games. Returns what `reset` returns.

        Args:
            snapshots: one for each game; None lets a game go on where it is.

        Raises:
            SnapshotError: not a whole snapshot of this game with these options, or one of an ended game where
                games are reset in the same step; all games stay as they are.
            ValueError: not one for each game.
        """
        batch = self.batch
        if len(snapshots) != batch.count:
            raise ValueError(f"{len(snapshots)} snapshots for {batch.count} games")
        rules = batch.simulator
        found = {i: restored_record(rules, it) for i, it in enumerate(snapshots) if it is not None}
        if batch.autoreset == stepping.SAME_STEP and any(state.over[0] for state in found.values()):
            raise SnapshotError("the game of the snapshot is over: it needs another autoreset_mode")
        for i, state in found.items():
            batch.states[i] = state[0]
        return self._restored(np.isin(np.arange(batch.count), list(found)))

    def set_state(self: _Plays, states: Any) -> Any:
        """Go on from (count,) records (of `determinize`, a `Simulator`). Returns what `reset` returns.

        Raises:
            ValueError: not one record for each game, of this game with these options and facts, or one of an
                ended game where games are reset in the same step; all games stay as they are.
        """
        batch = self.batch
        records = checked_states(batch, states, batch.count)
        if batch.autoreset == stepping.SAME_STEP and records["over"].any():
            raise ValueError("the game of a state is over: it needs another autoreset_mode")
        batch.states[:] = records
        return self._restored(np.ones(batch.count, np.bool_))

    def playouts(
        self: _Plays,
        count: int,
        seed: int | np.random.Generator | None = None,
        policy: Policy | None = None,
    ) -> dict[str, np.ndarray]:
        """Means of `count` playouts from each game, float64 (games,); else as of one game."""
        states, rng = begun(self.batch), np.random.default_rng(seed)
        return self.batch.simulator.playouts(states, count, rng, policy=policy)
