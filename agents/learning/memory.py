"""Observations and masks that were met in play, kept so that a network can read them quickly.

On a CPU rows are packed: of an observation only the entries that are not zero, of a mask only the legal
actions; the first layer and the softmax touch nothing else. On a GPU rows are dense bytes, which its matrix
units read faster than anything clever. Both do the same and are chosen by `memory_for`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
import torch
from torch import Tensor

from agents.learning import kernels

ROWS_PER_THREAD = 256
COLUMNS_PER_THREAD = 32
FIRST_ROOM = 16
"""Entries of a packed row at first; it doubles when a row is fuller."""

Run = Callable[..., None]
"""As `crusoe_env.Simulator.run`: calls a kernel on slices, in several threads."""


class Memory(Protocol):
    """Rows of observations with their legal actions. `which` are the numbers of rows, int64 (n,)."""

    def write(self, first: int, observations: np.ndarray, masks: np.ndarray) -> None:
        """Put uint8 (n, size) and int8 (n, actions) into the rows from `first` on."""

    def all_rows(self, first: int, stop: int) -> Tensor:
        """The numbers first .. stop - 1."""

    def first_layer(self, which: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        """Observations (as floats) times `weight` (size, width), plus `bias`: float32 (n, width)."""

    def sample(
        self, which: Tensor, hidden: Tensor, weight: Tensor, bias: Tensor, generator: torch.Generator
    ) -> tuple[Tensor, Tensor]:
        """Draw legal actions: int64 (n,), and the logarithms of their probabilities."""

    def judge(
        self, which: Tensor, hidden: Tensor, weight: Tensor, bias: Tensor, actions: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Of given actions the logarithms of their probabilities, and the entropies, float32 (n,)."""


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


class PackedRows:
    """Rows of bytes of which only those that are not zero are kept.

    Attributes:
        indices, values: uint16, uint8 (rows, room): where each entry stands, and its byte.
        counts: int32 (rows,): how many there are.
    """

    def __init__(self, rows: int, run: Run) -> None:
        self.indices = np.zeros((rows, FIRST_ROOM), np.uint16)
        self.values = np.zeros((rows, FIRST_ROOM), np.uint8)
        self.counts = np.zeros(rows, np.int32)
        self._run = run

    def write(self, first: int, dense: np.ndarray) -> None:
        """Pack uint8 (n, size) into the rows from `first` on."""
        words = dense.reshape(-1)[: dense.size // kernels.WORD * kernels.WORD].view(np.uint64)
        written = slice(first, first + len(dense))
        while True:
            self._run(
                kernels.pack_range,
                len(dense),
                dense,
                words,
                self.indices,
                self.values,
                self.counts,
                first,
                games_per_thread=ROWS_PER_THREAD,
            )
            if self.counts[written].max(initial=0) <= self.indices.shape[1]:
                return
            self.indices = np.concatenate([self.indices, np.zeros_like(self.indices)], axis=1)
            self.values = np.concatenate([self.values, np.zeros_like(self.values)], axis=1)


class PackedMemory:
    """Packed rows, read by compiled loops over what is not zero."""

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
        """Observations times `weight`, plus `bias`."""
        result: Tensor = FirstLayer.apply(weight, bias, self, which.numpy())
        return result

    def sample(
        self, which: Tensor, hidden: Tensor, weight: Tensor, bias: Tensor, generator: torch.Generator
    ) -> tuple[Tensor, Tensor]:
        """Draw legal actions, with the logarithms of their probabilities."""
        count = len(which)
        actions, found = torch.empty(count, dtype=torch.int64), torch.empty(count)
        drawn = torch.rand(count, generator=generator)
        arrays = (which, hidden, weight, bias, drawn, actions, found)
        self.run(
            kernels.sample_range,
            count,
            self.legal.indices,
            self.legal.counts,
            *(each.detach().numpy() for each in arrays),
            games_per_thread=ROWS_PER_THREAD,
        )
        return actions, found

    def judge(
        self, which: Tensor, hidden: Tensor, weight: Tensor, bias: Tensor, actions: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Of given actions the logarithms of their probabilities, and the policy's entropies."""
        result: tuple[Tensor, Tensor] = LegalPolicy.apply(
            hidden, weight, bias, self, which.numpy(), actions.numpy()
        )
        return result


class FirstLayer(torch.autograd.Function):
    """Packed observations times a matrix, plus a bias; the work grows with the entries that are not zero."""

    @staticmethod
    def forward(ctx: Any, weight: Tensor, bias: Tensor, memory: PackedMemory, which: np.ndarray) -> Tensor:
        """float32 (n, width)."""
        ctx.memory, ctx.which, ctx.shape = memory, which, weight.shape
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
            weight.detach().numpy(),
            bias.detach().numpy(),
            out.numpy(),
            games_per_thread=ROWS_PER_THREAD,
        )
        return out

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        """The gradients of weight and bias."""
        (gradient,) = gradients
        memory, rows = ctx.memory, ctx.memory.observations
        of_weight = torch.zeros(ctx.shape)
        memory.run(
            kernels.backward_range,
            ctx.shape[1],
            rows.indices,
            rows.values,
            rows.counts,
            ctx.which,
            memory.scale,
            gradient.contiguous().numpy(),
            of_weight.numpy(),
            games_per_thread=COLUMNS_PER_THREAD,
        )
        return of_weight, gradient.sum(dim=0), None, None


class LegalPolicy(torch.autograd.Function):
    """A linear layer and a softmax over the legal actions alone, and what a policy gradient needs of it."""

    @staticmethod
    def forward(
        ctx: Any,
        hidden: Tensor,
        weight: Tensor,
        bias: Tensor,
        memory: PackedMemory,
        which: np.ndarray,
        actions: np.ndarray,
    ) -> tuple[Tensor, Tensor]:
        """Logarithms of the probabilities of `actions`, and entropies, float32 (n,)."""
        count, legal = len(which), memory.legal
        probabilities = np.empty((count, legal.indices.shape[1]), np.float32)
        found, entropies = torch.empty(count), torch.empty(count)
        memory.run(
            kernels.policy_range,
            count,
            legal.indices,
            legal.counts,
            which,
            *(each.detach().numpy() for each in (hidden, weight, bias)),
            actions,
            probabilities,
            found.numpy(),
            entropies.numpy(),
            games_per_thread=ROWS_PER_THREAD,
        )
        ctx.save_for_backward(hidden, weight, entropies)
        ctx.memory, ctx.which, ctx.actions, ctx.probabilities = memory, which, actions, probabilities
        return found, entropies

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        """The gradients of hidden, weight and bias."""
        of_found, of_entropies = (each.contiguous().numpy() for each in gradients)
        hidden, weight, entropies = (each.detach().numpy() for each in ctx.saved_tensors)
        memory, legal = ctx.memory, ctx.memory.legal
        rows = (legal.indices, legal.counts, ctx.which)
        of_logits = np.empty_like(ctx.probabilities)
        of_hidden, of_weight = torch.zeros(hidden.shape), torch.zeros(weight.shape)
        of_bias = torch.zeros(len(weight))
        memory.run(
            kernels.policy_gradient_range,
            len(hidden),
            *rows,
            weight,
            ctx.actions,
            ctx.probabilities,
            entropies,
            of_found,
            of_entropies,
            of_logits,
            of_hidden.numpy(),
            games_per_thread=ROWS_PER_THREAD,
        )
        memory.run(
            kernels.head_gradient_range,
            hidden.shape[1],
            *rows,
            of_logits,
            hidden,
            of_weight.numpy(),
            of_bias.numpy(),
            games_per_thread=COLUMNS_PER_THREAD,
        )
        return of_hidden, of_weight, of_bias, None, None, None


# ---------------------------------------------------------------------- on a GPU


class DenseMemory:
    """Rows of bytes on a GPU."""

    def __init__(self, rows: int, scale: np.ndarray, actions: int, device: torch.device) -> None:
        self.device = device
        self.observations = torch.zeros((rows, len(scale)), dtype=torch.uint8, device=device)
        self.masks = torch.zeros((rows, actions), dtype=torch.bool, device=device)
        self.scale = torch.as_tensor(scale, device=device)[:, None]

    def write(self, first: int, observations: np.ndarray, masks: np.ndarray) -> None:
        """Put observations and masks into the rows from `first` on; pinned ones are copied meanwhile."""
        rows = slice(first, first + len(observations))
        self.observations[rows].copy_(torch.from_numpy(observations), non_blocking=True)
        self.masks[rows].copy_(torch.from_numpy(masks.view(np.bool_)), non_blocking=True)

    def all_rows(self, first: int, stop: int) -> Tensor:
        """The numbers first .. stop - 1."""
        return torch.arange(first, stop, device=self.device)

    def first_layer(self, which: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        """Observations times `weight`, plus `bias`.

        Bytes are exact in bfloat16, so they stay as they are and the weights are scaled.
        """
        rows = self.observations[which].to(torch.bfloat16)
        return (rows @ (weight * self.scale).to(torch.bfloat16)).float() + bias

    def sample(
        self, which: Tensor, hidden: Tensor, weight: Tensor, bias: Tensor, generator: torch.Generator
    ) -> tuple[Tensor, Tensor]:
        """Draw legal actions (by Gumbel noise), with the logarithms of their probabilities."""
        logits = self._logits(which, hidden, weight, bias)
        noise = torch.empty_like(logits).exponential_(generator=generator)
        actions = (logits - noise.log()).argmax(dim=1)
        return actions, logits.gather(1, actions[:, None])[:, 0]

    def judge(
        self, which: Tensor, hidden: Tensor, weight: Tensor, bias: Tensor, actions: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Of given actions the logarithms of their probabilities, and the policy's entropies."""
        logits = self._logits(which, hidden, weight, bias)
        entropies = -(logits.exp() * logits.masked_fill(~self.masks[which], 0.0)).sum(dim=1)
        return logits.gather(1, actions[:, None])[:, 0], entropies

    def _logits(self, which: Tensor, hidden: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        """Logarithms of the probabilities of all actions, those of illegal ones -inf."""
        logits = torch.addmm(bias, hidden, weight.T)
        return logits.masked_fill(~self.masks[which], -torch.inf).log_softmax(dim=1)
