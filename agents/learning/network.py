"""The network of the fast trainer: one trunk, with a head for the policy and one for the value.

With a memory (`recurrence`) a step also needs the hidden states of its games, and many steps their `Past`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt

import numpy as np
import torch
from torch import Tensor, nn

from .memory import Heads, Memory
from .recurrence import Past, Recurrence
from .tensors import RECURRENCE

POLICY_GAIN = 0.01
"""Gain of the policy's first weights; small, so that at first all actions are about equally likely."""


class PolicyNetwork(nn.Module):
    """Layers of rectified units, then a logit for each action and the value of the position.

    Args:
        size: entries of an observation.
        actions: their number.
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
        self.policy_weight = weights(actions, widths[-1], POLICY_GAIN)
        self.policy_bias = nn.Parameter(torch.zeros(actions))
        self.value_weight = weights(1, widths[-1], 1.0)
        self.value_bias = nn.Parameter(torch.zeros(1))
        self.recurrence = Recurrence(widths[-1], memory, generator) if memory else None

    @property
    def heads(self) -> Heads:
        """The last layers."""
        return Heads(self.policy_weight, self.policy_bias, self.value_weight, self.value_bias)

    def trunk(self, memory: Memory, which: Tensor, past: Past | None = None) -> Tensor:
        """The trunk's output for rows of a memory, float32 (n, width), before the last rectifier.

        With `past`, what is remembered is added; the rows are those of its steps, one step after the other.
        """
        x = memory.first_layer(which, self.first_weight, self.first_bias)
        for i, (weight, bias) in enumerate(zip(self.trunk_weights, self.trunk_biases, strict=True)):
            x = nn.functional.linear(x if i == 0 else x.relu_(), weight, bias)
        return x if self.recurrence is None or past is None else self.recurrence.unrolled(x, past)

    def step(self, memory: Memory, which: Tensor, hidden: Tensor) -> tuple[Tensor, Tensor]:
        """One step of the games in some rows, without gradients.

        Args:
            memory, which: the rows.
            hidden: the states of those who act, float32 (n, width), of width 0 without a recurrent unit.

        Returns:
            the trunk's output, with what is remembered; and the new states.
        """
        with torch.no_grad():
            trunk = self.trunk(memory, which)
            return (trunk, hidden) if self.recurrence is None else self.recurrence(trunk, hidden)

    def act(
        self, memory: Memory, which: Tensor, generator: torch.Generator, hidden: Tensor
    ) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Draw actions, see `step`: (actions int64, log probabilities, values), each (n,), and new states."""
        with torch.no_grad():
            trunk, hidden = self.step(memory, which, hidden)
            return *memory.sample(which, trunk, self.heads, generator), hidden

    def judge(
        self, memory: Memory, which: Tensor, actions: Tensor, past: Past | None = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """(Log probabilities of given actions, entropies, values), each float32 (n,); see `trunk`."""
        return memory.judge(which, self.trunk(memory, which, past), self.heads, actions)

    def values(self, memory: Memory, which: Tensor, hidden: Tensor) -> Tensor:
        """The expected discounted returns, float32 (n,), see `step`."""
        with torch.no_grad():
            seen = self.step(memory, which, hidden)[0].relu_()
            return torch.mv(seen, self.value_weight[0]) + self.value_bias

    def arrays(self) -> dict[str, np.ndarray]:
        """The weights by name, float32 copies on the CPU."""
        return {name: value.detach().cpu().numpy().copy() for name, value in self.state_dict().items()}

    def load_arrays(self, arrays: dict[str, np.ndarray]) -> None:
        """Load weights. Raises RuntimeError for other names or shapes.

        A recurrent unit for which there are none begins without influence on the policy.
        """
        given = {name: torch.tensor(array) for name, array in arrays.items()}
        if self.recurrence is not None and not any(name.startswith(RECURRENCE) for name in given):
            own = {f"{RECURRENCE}{name}": it for name, it in self.recurrence.state_dict().items()}
            own[f"{RECURRENCE}output_weight"].zero_()
            given |= own
        self.load_state_dict(given)
