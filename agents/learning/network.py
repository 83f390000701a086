"""The network of the fast trainer: one trunk, with a head for the policy and one for the value."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt

import numpy as np
import torch
from torch import Tensor, nn

from .memory import Heads, Memory

POLICY_GAIN = 0.01
"""Gain of the policy's first weights; small, so that at first all actions are about equally likely."""


class PolicyNetwork(nn.Module):
    """Layers of rectified units, then a logit for each action and the value of the position.

    Args:
        size: entries of an observation.
        actions: their number.
        hidden: widths of the trunk's layers.
        seed: of the first weights.
    """

    def __init__(self, size: int, actions: int, hidden: Sequence[int], seed: int) -> None:
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
        self.policy_weight = weights(actions, widths[-1], POLICY_GAIN)
        self.policy_bias = nn.Parameter(torch.zeros(actions))
        self.value_weight = weights(1, widths[-1], 1.0)
        self.value_bias = nn.Parameter(torch.zeros(1))

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

    def act(self, memory: Memory, which: Tensor, generator: torch.Generator) -> tuple[Tensor, Tensor, Tensor]:
        """Draw actions: (actions int64, their log probabilities, values), each (n,)."""
        with torch.no_grad():
            return memory.sample(which, self.trunk(memory, which), self.heads, generator)

    def judge(self, memory: Memory, which: Tensor, actions: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """(Log probabilities of given actions, entropies, values), each float32 (n,)."""
        return memory.judge(which, self.trunk(memory, which), self.heads, actions)

    def values(self, memory: Memory, which: Tensor) -> Tensor:
        """The expected discounted returns, float32 (n,), without gradients."""
        with torch.no_grad():
            hidden = self.trunk(memory, which).relu_()
            return torch.mv(hidden, self.value_weight[0]) + self.value_bias

    def arrays(self) -> dict[str, np.ndarray]:
        """The weights by name, float32 copies on the CPU."""
        return {name: value.detach().cpu().numpy().copy() for name, value in self.state_dict().items()}

    def load_arrays(self, arrays: dict[str, np.ndarray]) -> None:
        """Load weights. Raises RuntimeError for other names or shapes."""
        self.load_state_dict({name: torch.tensor(array) for name, array in arrays.items()})
