"""Training on Ray beside the fast trainer: steps per second with one process, and with one and two runners.

`python -m benchmarks.cluster` prints a table; `--write docs/cluster.md` puts it into a page. Needs
`crusoe_env[ray]`. The first iterations, in which processes start, do not count.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import torch
from crusoe_agents.config import PPOConfig, RayConfig, TrainConfig
from crusoe_agents.distributed import rllib
from crusoe_agents.distributed.cluster import cluster
from crusoe_agents.learning import fast

from crusoe_env.bench.report import Table, write_between
from crusoe_env.support.origin import machine

WARM_UP = 2
"""Iterations before time is taken."""


def config_of(game: str, games: int, runners: int) -> TrainConfig:
    """The same training for all."""
    ppo = PPOConfig(n_steps=32, batch_size=4096, net=(128, 128))
    return TrainConfig(game=game, num_envs=games, ppo=ppo, device="cpu", ray=RayConfig(runners=runners))


def speed(iterate: Callable[[], int], iterations: int) -> float:
    """Steps per second; `iterate` plays and learns once and says how many steps were made until now."""
    for _ in range(WARM_UP):
        before = iterate()
    began = time.perf_counter()
    for _ in range(iterations):
        made = iterate()
    return (made - before) / (time.perf_counter() - began)


def fast_trainer(config: TrainConfig, iterations: int) -> float:
    """The fast trainer in this process."""
    trainer = fast.Trainer(config, torch.device("cpu"))

    def iterate() -> int:
        trainer.play(lambda victories, scores: None)
        trainer.update(config.ppo.learning_rate, config.ppo.ent_coef)
        trainer.advance()
        return trainer.steps

    return speed(iterate, iterations)


def on_rllib(config: TrainConfig, iterations: int) -> float:
    """RLlib with the runners of the configuration."""
    trainer = rllib.Trainer(config)

    def iterate() -> int:
        trainer.play_and_learn()
        return trainer.steps

    try:
        return speed(iterate, iterations)
    finally:
        trainer.algorithm.stop()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="marooned")
    parser.add_argument("--games", type=int, default=256, help="side by side, in all")
    parser.add_argument("--iterations", type=int, default=5)
    parser.add_argument("--runners", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--write", type=Path, help="a Markdown file to put the table into")
    given = parser.parse_args()
    found = {"fast trainer": fast_trainer(config_of(given.game, given.games, 0), given.iterations)}
    with cluster():
        for runners in given.runners:
            name = f"RLlib, {runners} runners" if runners else "RLlib, one process"
            found[name] = on_rllib(config_of(given.game, given.games, runners), given.iterations)
    rows = [
        (name, f"{rate:,.0f}", f"{rate / max(1, runners):,.0f}")
        for (name, rate), runners in zip(found.items(), [1, *given.runners], strict=True)
    ]
    table = Table(
        f"Training {given.game}, {given.games} games", ("trainer", "steps/s", "per process that plays"), rows
    )
    table.show()
    if given.write is not None:
        write_between(given.write, "cluster", f"{machine()}.\n\n{table.markdown()}")


if __name__ == "__main__":
    main()
