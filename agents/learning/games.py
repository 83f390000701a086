"""The games of the fast trainer: some batches side by side, whose rows lie one after the other."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from crusoe_env import Batch, Game
from crusoe_env.engine import stepping

RECENT = 2_000
"""Episodes of a group over which its share of victories is taken."""


class Group:
    """Games of one task that are played together.

    Attributes:
        batch: the games.
        data: the file with corrections of printed facts, if there is one.
        won: whether the last episodes were won.
        columns: where they stand among all games.
        actions: int64 (count,), on the CPU: what is to be played next.
    """

    def __init__(self, batch: Batch, data: Any, start: int, device: torch.device) -> None:
        self.batch, self.data = batch, data
        self.won: deque[bool] = deque(maxlen=RECENT)
        self.columns = slice(start, start + batch.count)
        on_gpu = device.type == "cuda"
        self.actions = torch.zeros(batch.count, dtype=torch.int64, pin_memory=on_gpu)
        self._done = torch.cuda.Event() if on_gpu else None
        self._pinned = [it for it in (batch.observations, batch.masks) if on_gpu and pin(it)]

    def send(self, actions: Tensor) -> None:
        """Actions have been chosen, perhaps on a GPU that has yet to compute them."""
        self.actions.copy_(actions, non_blocking=True)
        if self._done is not None:
            self._done.record()

    def play(self) -> np.ndarray:
        """Play the actions when they are there; which episodes have ended, bool (count,)."""
        if self._done is not None:
            self._done.synchronize()
        self.batch.step(self.actions.numpy())
        ended = (self.batch.flags & stepping.ENDED) != 0
        self.won.extend((self.batch.results.victory[ended] == 1).tolist())
        return ended

    def close(self) -> None:
        """Give the memory back that a GPU's driver holds."""
        for array in self._pinned:
            torch.cuda.synchronize()
            torch.cuda.cudart().cudaHostUnregister(array.ctypes.data)
        self._pinned.clear()

    @property
    def truncated(self) -> np.ndarray:
        """Which games the last step has cut off: their numbers within the group."""
        return np.flatnonzero(self.batch.flags & stepping.TRUNCATED)


class Games:
    """All games of a training, in groups.

    Args:
        game: which game.
        tasks: for each task the environment's settings and how many games play it.
        seed: of the first game; the others have the following ones.
        device: where the network is. Before a GPU there are at least two groups: while it thinks about one,
            the other is played.
        threads: of the rules.
    """

    def __init__(
        self,
        game: Game,
        tasks: Sequence[tuple[Mapping[str, Any], int]],
        seed: int,
        device: torch.device,
        threads: int | None,
    ) -> None:
        if device.type == "cuda" and len(tasks) == 1:
            settings, count = tasks[0]
            tasks = [(settings, part) for part in (count - count // 2, count // 2) if part > 0]
        self.groups: list[Group] = []
        self.count = 0
        for settings, count in tasks:
            batch = Batch(
                game,
                count,
                autoreset=stepping.SAME_STEP,
                observation_dtype="uint8",
                threads=threads,
                **settings,
            )
            batch.seed([seed + self.count + i for i in range(count)])
            self.groups.append(Group(batch, settings.get("data"), self.count, device))
            self.count += count

    def reset(self) -> None:
        """Begin new episodes everywhere."""
        for group in self.groups:
            group.batch.reset()

    @property
    def victories(self) -> float:
        """The share of the last episodes that were won, 0 .. 1; 0 as long as there are few."""
        won = [victory for group in self.groups for victory in group.won]
        return sum(won) / len(won) if len(won) >= RECENT // 2 else 0.0

    def close(self) -> None:
        """Give the memory back that a GPU's driver holds."""
        for group in self.groups:
            group.close()

    @property
    def states(self) -> np.ndarray:
        """All games as bytes, uint8 (count, bytes of a record)."""
        return np.concatenate([rows_as_bytes(group.batch.states) for group in self.groups])

    @property
    def won(self) -> np.ndarray:
        """Which of the last episodes were won, uint8 (episodes, 2): number of the group, 1 for a victory."""
        pairs = [(number, victory) for number, group in enumerate(self.groups) for victory in group.won]
        return np.array(pairs, np.uint8).reshape(-1, 2)

    def restore(self, states: np.ndarray, won: np.ndarray) -> None:
        """Go on with games that `states` and `won` gave; they must be as many, of the same tasks."""
        for number, group in enumerate(self.groups):
            rows_as_bytes(group.batch.states)[:] = states[group.columns]
            group.batch.refresh()
            group.won.extend((won[won[:, 0] == number, 1] == 1).tolist())


def rows_as_bytes(states: np.ndarray) -> np.ndarray:
    """The bytes of records, uint8 (n, bytes of a record), sharing their memory."""
    return states.view(np.ndarray).view(np.uint8).reshape(len(states), -1)


def pin(array: np.ndarray) -> bool:
    """Tell the GPU's driver that this memory stays in its place: copies need not wait. Has it agreed?"""
    if int(torch.cuda.cudart().cudaHostRegister(array.ctypes.data, array.nbytes, 0)) == 0:
        return True
    with contextlib.suppress(RuntimeError):  # the next call would report the error, and does so here
        torch.zeros(1, device="cuda")
    return False
