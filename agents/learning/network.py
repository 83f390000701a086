"""A network of the fast trainer: one trunk, with a head for the policy and one for the value.

`players` has one or several of them, and draws and judges actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt

import torch
from torch import Tensor, nn

from .memory import Heads, Memory
from .recurrence import Past, Recurrence

POLICY_GAIN = 0.01
"""Gain of the policy's first weights; small, so that at first all actions are about equally likely."""


class PolicyNetwork(nn.Module):
    """Layers of rectified units, then a logit for each action and the value of the position.

    Args:
        size: entries of an observation.
        actions: their number; 0: there is no policy, as for a critic.
        hidden: widths of the trunk's layers.
        seed: of the first weights.
        memory: width of the recurrent unit; 0: there is none.

    Attributes:
        recurrence: the recurrent unit, or None.
    """

    def __init__(self, size: int, actions: int, hidden: Sequence[int], seed: int, memory: int = 0) -> None:
        super().__init__()
        generator = torch.Generator().manual_seed(seed)

        def weights(rows: int, columns: int, gain: float) -> nn.Parameter:
            return nn.Parameter(nn.init.orthogonal_(torch.empty(rows, columns), gain, generator))

        widths = list(hidden)
        self.first_weight = weights(size, widths[0], sqrt(2))
        self.first_bias = nn.Parameter(torch.zeros(widths[0]))
        self.trunk_weights = nn.ParameterList(
            [weights(after, before, sqrt(2)) for before, after in pairwise(widths)]
        )
        self.trunk_biases = nn.ParameterList([nn.Parameter(torch.zeros(after)) for after in widths[1:]])
        if actions:
            self.policy_weight = weights(actions, widths[-1], POLICY_GAIN)
            self.policy_bias = nn.Parameter(torch.zeros(actions))
        self.value_weight = weights(1, widths[-1], 1.0)
        self.value_bias = nn.Parameter(torch.zeros(1))
        self.recurrence = Recurrence(widths[-1], memory, generator) if memory else None

    @property
    def heads(self) -> Heads:
        """The last layers."""
        return Heads(self.policy_weight, self.policy_bias, self.value_weight, self.value_bias)

    def trunk(self, memory: Memory, which: Tensor) -> Tensor:
        """The trunk's output for rows of a memory, float32 (n, width), before the last rectifier."""
        x = memory.first_layer(which, self.first_weight, self.first_bias)
        for i, (weight, bias) in enumerate(zip(self.trunk_weights, self.trunk_biases, strict=True)):
            x = nn.functional.linear(x if i == 0 else x.relu_(), weight, bias)
        return x

    def unrolled(self, trunk: Tensor, past: Past) -> Tensor:
        """The trunk's output for consecutive steps, with what a recurrent unit remembers."""
        return trunk if self.recurrence is None else self.recurrence.unrolled(trunk, past)

    def step(self, memory: Memory, which: Tensor, states: Tensor) -> tuple[Tensor, Tensor]:
        """One step: the trunk's output with what is remembered, and the new states, (n, unit's width)."""
        trunk = self.trunk(memory, which)
        return (trunk, states) if self.recurrence is None else self.recurrence(trunk, states)

    def value(self, trunk: Tensor) -> Tensor:
        """The expected discounted returns, float32 (n,)."""
        return torch.mv(trunk.relu(), self.value_weight[0]) + self.value_bias
