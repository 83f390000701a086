"""Training runs that a script needs."""

from __future__ import annotations

from pathlib import Path

from agents.config import TrainConfig
from agents.trainers import fast
from agents.trainers.run import CHECKPOINT, ENDING


def train(config: TrainConfig) -> bool:
    """Train a run, or the rest of it, unless it is finished; whether it is."""
    folder = Path(config.run_dir)
    if not (folder / ENDING).is_file():
        fast.train(config, resume=(folder / CHECKPOINT).is_file(), overwrite=True)
    return (folder / ENDING).is_file()
