"""The memory of a recurrent policy: a gated recurrent unit, and its states in games under way.

The unit reads what the trunk makes of an observation. What it remembers is added to the trunk's output before
the heads read it. Each seat of a game has a state of its own, so that a player knows only what it has seen.
Gradients go back through the steps of a rollout, whose first states are kept as they were (truncated
back-propagation through time). After Cho et al. 2014.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import torch
from torch import Tensor, nn


class Past(NamedTuple):
    """What a recurrent network needs to know of consecutive steps of some games.

    Attributes:
        seats: who acts, int64 (steps, games).
        ended: whether the episode ends with the step, bool (steps, games).
        states: those before the first step, float32 (games, slots, width); a slot for each seat, or more.
    """

    seats: Tensor
    ended: Tensor
    states: Tensor

    def of_games(self, which: Tensor) -> Past:
        """The same for some of the games."""
        return Past(self.seats[:, which], self.ended[:, which], self.states[which])

    def of_slot(self, slot: int, acts: Tensor) -> Past:
        """The same for one slot of all games, which takes part in some steps, bool (steps, games)."""
        return Past(torch.where(acts, 0, 1), self.ended, self.states[:, slot : slot + 1 or None])


class Recurrence(nn.Module):
    """A gated recurrent unit beside a trunk.

    Args:
        inputs: width of the trunk.
        width: of the unit.
        generator: of the first weights.
    """

    def __init__(self, inputs: int, width: int, generator: torch.Generator) -> None:
        super().__init__()

        def weights(rows: int, columns: int) -> Tensor:
            return nn.init.orthogonal_(torch.empty(rows, columns), 1.0, generator)

        self.width = width
        self.input_weight = nn.Parameter(torch.cat([weights(width, inputs) for _ in range(3)]))
        self.input_bias = nn.Parameter(torch.zeros(3 * width))
        self.hidden_weight = nn.Parameter(torch.cat([weights(width, width) for _ in range(3)]))
        self.hidden_bias = nn.Parameter(torch.zeros(3 * width))
        self.output_weight = nn.Parameter(weights(inputs, width) * sqrt(2))

    def forward(self, trunk: Tensor, hidden: Tensor) -> tuple[Tensor, Tensor]:
        """One step: the trunk's output with what is remembered, (n, inputs), and the new states (n, width).

        Args:
            trunk: its output before the last rectifier, float32 (n, inputs).
            hidden: the states, float32 (n, width).
        """
        hidden = self._next(self._gates(trunk), hidden)
        return torch.addmm(trunk, hidden, self.output_weight.T), hidden

    def unrolled(self, trunk: Tensor, past: Past) -> Tensor:
        """Consecutive steps: the trunk's output with what is remembered, float32 (steps * games, inputs).

        Args:
            trunk: float32 (steps * games, inputs), step after step.
            past: of these steps.
        """
        steps, games = past.seats.shape
        # indexing would fill a gradient of zeros for all steps in each step
        gates = self._gates(trunk).view(steps, games, -1).unbind()
        everyone = torch.arange(past.states.shape[1], device=trunk.device)
        hidden, found = past.states, []
        for step in range(steps):
            acts = (past.seats[step, :, None] == everyone)[..., None]
            new = self._next(gates[step], (hidden * acts).sum(dim=1))
            found.append(new)
            hidden = torch.where(acts, new[:, None], hidden) * ~past.ended[step, :, None, None]
        return torch.addmm(trunk, torch.cat(found), self.output_weight.T)

    def _gates(self, trunk: Tensor) -> Tensor:
        """What observations contribute to reset gate, update gate and proposal, float32 (n, 3 * width)."""
        return nn.functional.linear(trunk.relu(), self.input_weight, self.input_bias)

    def _next(self, gates: Tensor, hidden: Tensor) -> Tensor:
        """The states after a step."""
        reset, update, proposal = gates.chunk(3, dim=1)
        old_reset, old_update, old = nn.functional.linear(hidden, self.hidden_weight, self.hidden_bias).chunk(
            3, dim=1
        )
        proposal = torch.tanh(proposal + torch.sigmoid(reset + old_reset) * old)
        return torch.lerp(proposal, hidden, torch.sigmoid(update + old_update))
