"""Self-imitation: the decisions of won games are stored and learned again, while wins are rare.

A game is logged as its first record and its actions, which is cheap; victories are replayed to get their
observations. After Oh et al. 2018, but every decision of a won game counts, not by its advantage.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from crusoe_env import Simulator

from ..config import SelfImitationConfig
from .games import Group
from .memory import Memory
from .players import Players, Views

MOST = 64
"""Most victories of a rollout that are replayed."""


@dataclass(frozen=True, eq=False)
class WonGame:
    """A won game: the rules, its first record, and its actions, int16 (decisions,)."""

    simulator: Simulator
    start: np.ndarray
    actions: np.ndarray


class GameLog:
    """The logs of a group's games under way.

    Args:
        group: the games; they have just begun.
    """

    def __init__(self, group: Group) -> None:
        batch = group.batch
        self._batch = batch
        self._starts = batch.states.copy()
        self._actions = np.zeros((batch.count, int(batch.settings.max_steps)), np.int16)
        self._lengths = np.zeros(batch.count, np.int64)
        self._rows = np.arange(batch.count)

    def write(self, group: Group, ended: np.ndarray) -> list[WonGame]:
        """Log a step after which some episodes have ended, bool (count,); the games won."""
        self._actions[self._rows, self._lengths] = group.actions.numpy()
        self._lengths += 1
        won = [
            WonGame(
                self._batch.simulator,
                self._starts[i : i + 1].copy(),
                self._actions[i, : self._lengths[i]].copy(),
            )
            for i in np.flatnonzero(ended & (self._batch.results.victory == 1))
        ]
        self._starts[ended] = self._batch.states[ended]
        self._lengths[ended] = 0
        return won


class Victories:
    """The decisions of the most recent won games.

    Args:
        settings: of self-imitation.
        memory: with `settings.memory` rows.
        device: of the network.
        generator: draws the decisions of a batch.
    """

    def __init__(
        self,
        settings: SelfImitationConfig,
        memory: Memory,
        device: torch.device,
        generator: torch.Generator,
    ) -> None:
        self.settings, self.memory, self.device, self.generator = settings, memory, device, generator
        self.actions = torch.zeros(settings.memory, dtype=torch.int64, device=device)
        self.known = 0
        self._next = 0

    def add(self, games: Sequence[WonGame]) -> None:
        """Replay won games, at most `MOST` of them, and store their decisions."""
        by_rules: dict[Simulator, list[WonGame]] = {}
        for game in games[:MOST]:
            by_rules.setdefault(game.simulator, []).append(game)
        for simulator, of_these in by_rules.items():
            states = np.concatenate([game.start for game in of_these]).view(np.recarray)
            lengths = np.array([len(game.actions) for game in of_these])
            for step in range(lengths.max()):
                live = np.flatnonzero(lengths > step)
                now = states[live].view(np.recarray)
                actions = np.array([of_these[i].actions[step] for i in live], np.int64)
                self._keep(*simulator.views(now, "uint8"), actions)
                states[live] = simulator.step(now, actions)

    def _keep(self, observations: np.ndarray, masks: np.ndarray, actions: np.ndarray) -> None:
        count = len(actions)
        first = self._next if self._next + count <= self.settings.memory else 0
        self.memory.write(first, observations, masks)
        self.actions[first : first + count] = torch.from_numpy(actions)
        self._next = first + count
        self.known = max(self.known, self._next)

    def loss(self, network: Players) -> Tensor:
        """The loss to be added to the policy's; 0 while no game was won."""
        if self.known == 0:
            return torch.zeros((), device=self.device)
        size = (self.settings.batch_size,)
        which = torch.randint(self.known, size, generator=self.generator, device=self.device)
        views, actions = Views(self.memory, None), self.actions[which]
        found, _, _ = network.judge(views, which, actions, torch.zeros_like(actions))
        return -self.settings.weight * found.mean()
