"""Several processes that train one policy together, by torch.distributed.

Each plays its share of the games and learns from its own rollout; gradients are averaged before each step of
the optimiser, so all have the same network. The first process leads: it keeps the run folder, evaluates and
says when to stop. Ray Train starts the processes (`distributed`); without it there is one, alone.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator

import torch
import torch.distributed as dist
from torch import Tensor

from crusoe_env.support.threads import processors

from ..config import ConfigError, TrainConfig
from .interruption import Interrupted

SEEDS_APART = 1_000_003
"""Between the seeds of two processes."""


class WorkerLost(Interrupted):
    """Another process has ended; what was saved before goes on without it."""


class Workers:
    """This process among those that train together.

    Args:
        rank: its number; 0 leads.
        count: how many there are.
    """

    def __init__(self, rank: int = 0, count: int = 1) -> None:
        self.rank, self.count = rank, count

    @property
    def leads(self) -> bool:
        """Does this process keep the run folder?"""
        return self.rank == 0

    def share(self, config: TrainConfig) -> TrainConfig:
        """The configuration of what this process plays: its games, its part of each batch, its seed.

        Raises:
            ConfigError: games or batches cannot be shared equally, or the run does what one process must do.
        """
        if self.count == 1:
            return config
        if config.imitation.teacher is not None:
            raise ConfigError("field 'imitation.teacher': imitate in one process, then --start-from its run")
        for field, number in (("num_envs", config.num_envs), ("ppo.batch_size", config.ppo.batch_size)):
            if number % self.count:
                raise ConfigError(f"field {field!r}: {number} cannot be shared by {self.count} processes")
        ppo = config.ppo.model_copy(update={"batch_size": config.ppo.batch_size // self.count})
        seed = config.seed + self.rank * SEEDS_APART
        here = int(os.environ.get("LOCAL_WORLD_SIZE", self.count))
        threads = config.threads or max(1, processors() // here)
        share = {"num_envs": config.num_envs // self.count, "ppo": ppo, "seed": seed, "threads": threads}
        return config.model_copy(update=share)

    def average(self, parameters: Iterable[Tensor]) -> None:
        """Replace the gradients of parameters by their means over all processes. Raises WorkerLost."""
        if self.count == 1:
            return
        gradients = [it.grad for it in parameters if it.grad is not None]
        together = torch.cat([it.flatten() for it in gradients])
        with _lost():
            dist.all_reduce(together)
        together /= self.count
        start = 0
        for gradient in gradients:
            gradient.copy_(together[start : start + gradient.numel()].view_as(gradient))
            start += gradient.numel()

    def mean(self, value: float) -> float:
        """The mean of a number over all processes. Raises WorkerLost."""
        if self.count == 1:
            return value
        number = torch.tensor([value], dtype=torch.float64, device=_device())
        with _lost():
            dist.all_reduce(number)
        return float(number) / self.count

    def agreed(self, answer: bool) -> bool:
        """What the first process answers. Raises WorkerLost."""
        if self.count == 1:
            return answer
        number = torch.tensor([int(answer)], device=_device())
        with _lost():
            dist.broadcast(number, src=0)
        return bool(number)


@contextlib.contextmanager
def _lost() -> Iterator[None]:
    try:
        yield
    except RuntimeError as error:
        raise WorkerLost("another process of the training has ended") from error


def _device() -> torch.device:
    on_gpu = dist.get_backend() == "nccl"
    return torch.device("cuda", torch.cuda.current_device()) if on_gpu else torch.device("cpu")


def working_together() -> Workers:
    """This process among those that Ray Train, or a caller, has started; alone if there are none."""
    if dist.is_available() and dist.is_initialized():
        return Workers(dist.get_rank(), dist.get_world_size())
    return Workers()
