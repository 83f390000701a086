"""A run that never stopped beside one that was resumed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch

from agents.config import TrainConfig
from agents.learning import safetensors
from agents.trainers import fast
from agents.trainers.fast_ppo import Trainer


def ended_whole_and_resumed(
    config: Callable[[Path], TrainConfig], folder: Path
) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
    """The arrays of the last checkpoints of both; the second stops after two rollouts."""
    whole, parts = folder / "whole", folder / "parts"
    fast.train(config(whole))
    run = config(parts)
    fast.train(run, watch=lambda steps, figures: steps == 0)
    half = Trainer(run, torch.device("cpu"))
    schedules = fast.Schedules(run, 0)
    for _ in range(2):
        half.iterate(schedules)
        schedules.steps = half.steps
    half.save(parts / "checkpoint.safetensors", 1.0)
    fast.train(run, resume=True)
    one, two = (safetensors.read(each / "checkpoint.safetensors")[0] for each in (whole, parts))
    return one, two
