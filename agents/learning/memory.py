"""Stored observations and masks, in the form that a network reads fastest.

On a CPU rows are sparse: the nonzero entries of an observation, the legal actions of a mask; the first layer
and the softmax touch nothing else. On a GPU rows are dense bytes. `memory_for` chooses.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np
import torch
from torch import Tensor

from . import kernels
from .packed import ROWS_PER_THREAD, PackedRows, Run

COLUMNS_PER_THREAD = 32


class Heads(NamedTuple):
    """The last layers of a network: weights (actions, width) and (1, width), biases (actions,) and (1,)."""

    policy_weight: Tensor
    policy_bias: Tensor
    value_weight: Tensor
    value_bias: Tensor


class Memory(Protocol):
    """Rows of observations with their legal actions. `which` are the numbers of rows, int64 (n,)."""

    def write(self, first: int, observations: np.ndarray, masks: np.ndarray) -> None:
        """Put uint8 (n, size) and int8 (n, actions) into the rows from `first` on."""

    def all_rows(self, first: int, stop: int) -> Tensor:
        """The numbers first .. stop - 1."""

    def first_layer(self, which: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        """Observations as floats times `weight` (size, width), plus `bias`, rectified: float32 (n, width)."""

    def sample(
        self, which: Tensor, trunk: Tensor, heads: Heads, generator: torch.Generator
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Draw legal actions, without gradients.

        Args:
            which: the rows.
            trunk: float32 (n, width), not yet rectified.
            heads: what comes after it.
            generator: of chance.

        Returns:
            actions, int64 (n,); the logarithms of their probabilities, and values, float32 (n,).
        """

    def judge(
        self, which: Tensor, trunk: Tensor, heads: Heads, actions: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Of given actions the logarithms of their probabilities; entropies and values; float32 (n,)."""


def memory_for(device: torch.device, rows: int, scale: np.ndarray, actions: int, run: Run) -> Memory:
    """Room for `rows` rows on a device.

    Args:
        device: where the network is.
        rows: how many.
        scale: float32 (size,): bytes times this are floats.
        actions: how many there are.
        run: shares work among threads.
    """
    if device.type == "cpu":
        return PackedMemory(rows, scale, run)
    return DenseMemory(rows, scale, actions, device)


# ---------------------------------------------------------------------- on a CPU


class PackedMemory:
    """Sparse rows on the CPU, read by compiled loops."""

    def __init__(self, rows: int, scale: np.ndarray, run: Run) -> None:
        self.observations = PackedRows(rows, run)
        self.legal = PackedRows(rows, run)
        self.scale = scale
        self.run = run

    def write(self, first: int, observations: np.ndarray, masks: np.ndarray) -> None:
        """Put observations and masks into the rows from `first` on."""
        self.observations.write(first, observations)
        self.legal.write(first, masks.view(np.uint8))

    def all_rows(self, first: int, stop: int) -> Tensor:
        """The numbers first .. stop - 1."""
        return torch.arange(first, stop)

    def first_layer(self, which: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        """Observations times `weight`, plus `bias`, rectified."""
        result: Tensor = FirstLayer.apply(weight, bias, self, which.numpy())
        return result

    def sample(
        self, which: Tensor, trunk: Tensor, heads: Heads, generator: torch.Generator
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Draw legal actions, with the logarithms of their probabilities, and values."""
        count = len(which)
        actions, found, values = torch.empty(count, dtype=torch.int64), torch.empty(count), torch.empty(count)
        drawn = torch.rand(count, generator=generator)
        self.run(
            kernels.sample_range,
            count,
            self.legal.indices,
            self.legal.counts,
            *arrays_of(which, trunk, *heads, drawn, actions, found, values),
            games_per_thread=ROWS_PER_THREAD,
        )
        return actions, found, values

    def judge(
        self, which: Tensor, trunk: Tensor, heads: Heads, actions: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Of given actions the logarithms of their probabilities; entropies and values."""
        result: tuple[Tensor, Tensor, Tensor] = LastLayer.apply(
            trunk, *heads, self, which.numpy(), actions.numpy()
        )
        return result


def arrays_of(*tensors: Tensor) -> tuple[np.ndarray, ...]:
    """The memory of tensors on the CPU, for compiled loops."""
    return tuple(tensor.detach().numpy() for tensor in tensors)


class FirstLayer(torch.autograd.Function):
    """Sparse observations times a matrix, plus a bias, rectified."""

    @staticmethod
    def forward(ctx: Any, weight: Tensor, bias: Tensor, memory: PackedMemory, which: np.ndarray) -> Tensor:
        """float32 (n, width)."""
        out = torch.empty(len(which), weight.shape[1])
        rows = memory.observations
        memory.run(
            kernels.forward_range,
            len(which),
            rows.indices,
            rows.values,
            rows.counts,
            which,
            memory.scale,
            *arrays_of(weight, bias, out),
            games_per_thread=ROWS_PER_THREAD,
        )
        ctx.memory, ctx.which, ctx.shape = memory, which, weight.shape
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        """The gradients of weight and bias."""
        (result,) = ctx.saved_tensors
        rows = ctx.memory.observations
        of_weight, of_bias = torch.zeros(ctx.shape), torch.zeros(ctx.shape[1])
        ctx.memory.run(
            kernels.backward_range,
            ctx.shape[1],
            rows.indices,
            rows.values,
            rows.counts,
            ctx.which,
            ctx.memory.scale,
            *arrays_of(result, gradients[0].contiguous(), of_weight, of_bias),
            games_per_thread=COLUMNS_PER_THREAD,
        )
        return of_weight, of_bias, None, None


class LastLayer(torch.autograd.Function):
    """The heads: log probabilities and entropies of a softmax over legal actions, and values."""

    @staticmethod
    def forward(
        ctx: Any,
        trunk: Tensor,
        policy_weight: Tensor,
        policy_bias: Tensor,
        value_weight: Tensor,
        value_bias: Tensor,
        memory: PackedMemory,
        which: np.ndarray,
        actions: np.ndarray,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Logarithms of the probabilities of `actions`, entropies, values: float32 (n,)."""
        count, legal = len(which), memory.legal
        probabilities = torch.empty(count, legal.indices.shape[1])
        hidden = torch.empty_like(trunk)
        found, entropies, values = torch.empty(count), torch.empty(count), torch.empty(count)
        heads = (policy_weight, policy_bias, value_weight, value_bias)
        memory.run(
            kernels.judge_range,
            count,
            legal.indices,
            legal.counts,
            which,
            *arrays_of(trunk, *heads),
            actions,
            *arrays_of(hidden, probabilities, found, entropies, values),
            games_per_thread=ROWS_PER_THREAD,
        )
        ctx.save_for_backward(policy_weight, value_weight, entropies, hidden, probabilities)
        ctx.memory, ctx.which, ctx.actions = memory, which, actions
        return found, entropies, values

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        """The gradients of trunk and heads."""
        of_found, of_entropies, of_values = (each.contiguous() for each in gradients)
        policy_weight, value_weight, entropies, hidden, probabilities = ctx.saved_tensors
        legal, run = ctx.memory.legal, ctx.memory.run
        rows = (legal.indices, legal.counts, ctx.which)
        of_logits, of_trunk = torch.empty_like(probabilities), torch.zeros_like(hidden)
        of_weight, of_bias = torch.zeros_like(policy_weight), torch.zeros(len(policy_weight))
        of_value_weight = torch.zeros_like(value_weight)
        run(
            kernels.trunk_gradient_range,
            len(hidden),
            *rows,
            *arrays_of(policy_weight, value_weight),
            ctx.actions,
            *arrays_of(hidden, probabilities, entropies, of_found, of_entropies, of_values),
            *arrays_of(of_logits, of_trunk),
            games_per_thread=ROWS_PER_THREAD,
        )
        run(
            kernels.heads_gradient_range,
            hidden.shape[1],
            *rows,
            *arrays_of(hidden, of_logits, of_values, of_weight, of_bias, of_value_weight),
            games_per_thread=COLUMNS_PER_THREAD,
        )
        of_heads = (of_weight, of_bias, of_value_weight, of_values.sum(dim=0, keepdim=True))
        return of_trunk, *of_heads, None, None, None


# ---------------------------------------------------------------------- on a GPU


class DenseMemory:
    """Dense rows of bytes on a GPU."""

    def __init__(self, rows: int, scale: np.ndarray, actions: int, device: torch.device) -> None:
        self.device = device
        self.observations = torch.zeros((rows, len(scale)), dtype=torch.uint8, device=device)
        self.masks = torch.zeros((rows, actions), dtype=torch.bool, device=device)
        self.scale = torch.tensor(scale, device=device)[:, None]

    def write(self, first: int, observations: np.ndarray, masks: np.ndarray) -> None:
        """Put observations and masks into the rows from `first` on; pinned ones are copied meanwhile."""
        rows = slice(first, first + len(observations))
        self.observations[rows].copy_(torch.from_numpy(observations), non_blocking=True)
        self.masks[rows].copy_(torch.from_numpy(masks.view(np.bool_)), non_blocking=True)

    def all_rows(self, first: int, stop: int) -> Tensor:
        """The numbers first .. stop - 1."""
        return torch.arange(first, stop, device=self.device)

    def first_layer(self, which: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        """Observations times `weight`, plus `bias`, rectified.

        Bytes are exact in bfloat16, so they stay as they are and the weights are scaled.
        """
        rows = self.observations[which].to(torch.bfloat16)
        return ((rows @ (weight * self.scale).to(torch.bfloat16)).float() + bias).relu_()

    def sample(
        self, which: Tensor, trunk: Tensor, heads: Heads, generator: torch.Generator
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Draw legal actions (by Gumbel noise), with the logarithms of their probabilities, and values."""
        logits, values = self._read(which, trunk, heads)
        noise = torch.empty_like(logits).exponential_(generator=generator)
        actions = (logits - noise.log()).argmax(dim=1)
        return actions, logits.gather(1, actions[:, None])[:, 0], values

    def judge(
        self, which: Tensor, trunk: Tensor, heads: Heads, actions: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Of given actions the logarithms of their probabilities; entropies and values."""
        logits, values = self._read(which, trunk, heads)
        entropies = -(logits.exp() * logits.masked_fill(~self.masks[which], 0.0)).sum(dim=1)
        return logits.gather(1, actions[:, None])[:, 0], entropies, values

    def _read(self, which: Tensor, trunk: Tensor, heads: Heads) -> tuple[Tensor, Tensor]:
        """Logarithms of the probabilities of all actions, those of illegal ones -inf, and values."""
        hidden = trunk.relu()
        logits = torch.addmm(heads.policy_bias, hidden, heads.policy_weight.T)
        masked = logits.masked_fill(~self.masks[which], -torch.inf).log_softmax(dim=1)
        return masked, torch.mv(hidden, heads.value_weight[0]) + heads.value_bias
