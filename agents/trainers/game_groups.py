"""The games of the fast trainer: several batches, whose rows follow each other in all arrays."""

from __future__ import annotations

import contextlib
import weakref
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from crusoe_env import Batch, Game
from crusoe_env.engine import stepping

RECENT = 2_000
"""Recent episodes of a group that count for its share of victories."""


class Group:
    """Games of one task, stepped together.

    Attributes:
        batch: the games.
        data: the file with corrections of printed facts, if there is one.
        won: victories among the recent episodes that began at their beginning.
        columns: their place among all games.
        actions: int64 (count,), on the CPU: the next actions.
    """

    def __init__(self, batch: Batch, data: Any, start: int, device: torch.device) -> None:
        self.batch, self.data = batch, data
        self.won: deque[bool] = deque(maxlen=RECENT)
        self.columns = slice(start, start + batch.count)
        on_gpu = device.type == "cuda"
        self.actions = torch.zeros(batch.count, dtype=torch.int64, pin_memory=on_gpu)
        self._done = torch.cuda.Event() if on_gpu else None
        if on_gpu:
            pin(batch.observations)
            pin(batch.masks)

    def send(self, actions: Tensor) -> None:
        """Take the next actions, which a GPU may still be computing."""
        self.actions.copy_(actions, non_blocking=True)
        if self._done is not None:
            self._done.record()

    def play(self, whole: np.ndarray | None = None) -> np.ndarray:
        """Wait for the actions and play them; which episodes have ended, bool (count,).

        `whole`: the games that began at their beginning, bool (count,), whose victories count; None: all.
        """
        if self._done is not None:
            self._done.synchronize()
        self.batch.step(self.actions.numpy())
        ended = (self.batch.flags & stepping.ENDED) != 0
        counted = ended if whole is None else ended & whole
        self.won.extend((self.batch.results.victory[counted] == 1).tolist())
        return ended

    def joint_view(self) -> np.ndarray:
        """The view of the first seat, whoever acts, uint8 (count, size)."""
        return self.batch.simulator.observe(self.batch.states, 0, "uint8")

    @property
    def acting(self) -> np.ndarray:
        """The seats that act, int64 (count,)."""
        acting: np.ndarray = self.batch.states.acting.astype(np.int64)
        return acting

    @property
    def truncated(self) -> np.ndarray:
        """The numbers, within the group, of the games that the last step truncated."""
        return np.flatnonzero(self.batch.flags & stepping.TRUNCATED)


class Games:
    """All games of a training run, in groups.

    Args:
        game: the rules.
        tasks: for each task the environment's settings and the number of games.
        seed: of the first game; the others have the following ones.
        device: of the network. For a GPU there are at least two groups: one steps while the GPU evaluates
            the other.
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
        """The share of victories among recent episodes, 0 .. 1; 0 while there are few."""
        won = [victory for group in self.groups for victory in group.won]
        return sum(won) / len(won) if len(won) >= RECENT // 2 else 0.0

    @property
    def states(self) -> np.ndarray:
        """All games as bytes, uint8 (count, bytes of a record)."""
        return np.concatenate([rows_as_bytes(group.batch.states) for group in self.groups])

    @property
    def won(self) -> np.ndarray:
        """The recent episodes, uint8 (episodes, 2): number of the group, 1 for a victory."""
        pairs = [(number, victory) for number, group in enumerate(self.groups) for victory in group.won]
        return np.array(pairs, np.uint8).reshape(-1, 2)

    def restore(self, states: np.ndarray, won: np.ndarray) -> None:
        """Continue games from `states` and `won`, given the same tasks and number of games."""
        for number, group in enumerate(self.groups):
            rows_as_bytes(group.batch.states)[:] = states[group.columns]
            group.batch.refresh()
            group.won.extend((won[won[:, 0] == number, 1] == 1).tolist())


def rows_as_bytes(states: np.ndarray) -> np.ndarray:
    """The bytes of records, uint8 (n, bytes of a record), sharing their memory."""
    return states.view(np.ndarray).view(np.uint8).reshape(len(states), -1)


def pin(array: np.ndarray) -> None:
    """Pin an array's memory for as long as it lives, if the driver lets it; copies are then asynchronous.

    The driver must not keep what is freed: it would read there in place of what is later at that address.
    """
    address = array.ctypes.data
    if int(torch.cuda.cudart().cudaHostRegister(address, array.nbytes, 0)) == 0:
        weakref.finalize(array, _unpin, address).atexit = False
        return
    with contextlib.suppress(RuntimeError):  # the next call would report the error, and does so here
        torch.zeros(1, device="cuda")


def _unpin(address: int) -> None:
    torch.cuda.synchronize()
    torch.cuda.cudart().cudaHostUnregister(address)
