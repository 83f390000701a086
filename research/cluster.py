"""The fast trainer in several processes: steps per second of all together.

`python -m research.cluster` prints a table; `--write research/results/cluster.json` keeps it. Each process
has one thread. The first iterations do not count.
"""

from __future__ import annotations

import multiprocessing
import tempfile
import time
from multiprocessing.connection import Connection
from typing import Any

import torch
import torch.distributed as dist
from crusoe_agents.config import PPOConfig, TrainConfig
from crusoe_agents.trainers import fast
from crusoe_agents.trainers.run import Schedules
from crusoe_agents.trainers.workers import Workers

from benchmarks.presenting import begin, parser_of, present
from crusoe_env.bench.report import Table

WARM_UP = 2
"""Iterations before time is taken."""


def work(rank: int, count: int, folder: str, config: TrainConfig, iterations: int, told: Connection) -> None:
    """Train as one of so many processes; the first one tells the steps per second of all."""
    torch.set_num_threads(1)
    dist.init_process_group("gloo", init_method=f"file://{folder}/store", rank=rank, world_size=count)
    with fast.fast_products():
        trainer = fast.Trainer(config, torch.device("cpu"), Workers(rank, count))
        schedules = Schedules(config, 0)
        for iteration in range(WARM_UP + iterations):
            if iteration == WARM_UP:
                dist.barrier()
                began, before = time.perf_counter(), trainer.steps
            trainer.iterate(schedules)
        dist.barrier()
    if rank == 0:
        told.send((trainer.steps - before) / (time.perf_counter() - began))
    dist.destroy_process_group()


def speed(config: TrainConfig, count: int, iterations: int) -> float:
    """Steps per second of so many processes together."""
    processes = multiprocessing.get_context("spawn")
    here, there = processes.Pipe(duplex=False)
    with tempfile.TemporaryDirectory() as folder:
        given = count, folder, config, iterations, there
        started = [processes.Process(target=work, args=(rank, *given)) for rank in range(count)]
        for process in started:
            process.start()
        for process in started:
            process.join()
    return float(here.recv())


def main() -> None:
    """Measure and print."""
    parser = parser_of(__doc__)
    parser.add_argument("--iterations", type=int, default=8)
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2])
    given = parser.parse_args()
    ppo = PPOConfig(n_steps=32, batch_size=8192, net=(256, 256))
    tasks: dict[str, dict[str, Any]] = {
        "Marooned!, 1,024 games": {"game": "marooned", "num_envs": 1024},
        "Robinson Crusoe for four, 512 games": {
            "game": "robinson",
            "num_envs": 512,
            "env": {"players": 4, "reward": "shaped"},
        },
    }
    rows = []
    for name, settings in tasks.items():
        config = TrainConfig(ppo=ppo, device="cpu", threads=1, **settings)
        rates = [speed(config, count, given.iterations) for count in given.processes]
        rows += [
            (name, str(count), f"{rate:,.0f}", f"{rate / rates[0]:.2f}")
            for count, rate in zip(given.processes, rates, strict=True)
        ]
    table = Table("The fast trainer", ("task", "processes", "steps/s", "times the first"), rows)
    present([table], given.write, "research.cluster")


if __name__ == "__main__":
    begin(main)
