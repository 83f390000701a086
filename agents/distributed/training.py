"""Training on a Ray cluster: Ray Train starts the processes, which train together (`trainers.workers`).

Each runs the fast trainer on its share of the games; the first one keeps the run folder, which all must see.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ray.train import FailureConfig, RunConfig, ScalingConfig
from ray.train.torch import TorchConfig, TorchTrainer

from crusoe_env.support.locks import only_writer_in

from ..config import ConfigError, TrainConfig
from ..trainers import fast
from ..trainers.run import ANOTHER_FOLDER, CHECKPOINT, check_folder
from .cluster import cluster

RESTARTS = 3
"""How often all processes begin anew from the last checkpoint after one of them has died."""
PATIENCE = 7_200
"""Seconds for which the others wait for the first process, which may be evaluating."""


def train(config: TrainConfig, resume: bool = False, overwrite: bool = False) -> Path:
    """Train until the steps or minutes are used up; the run folder.

    Args:
        config: the run; its section `ray` says how many processes there are.
        resume: go on from the run folder's checkpoint.
        overwrite: begin anew even if the run folder holds a run; its files are replaced.

    Raises:
        RunError: the folder holds another run, or nothing to resume.
        ConfigError: the trainer is not the fast one.
    """
    if config.trainer != "fast":
        raise ConfigError(f"field 'trainer': --engine ray trains with 'fast', not with {config.trainer!r}")
    folder, spread = Path(config.run_dir).resolve(), config.ray
    with only_writer_in(folder, ANOTHER_FOLDER):  # then the process that leads is
        check_folder(folder, CHECKPOINT, resume, overwrite)
        if not resume:
            (folder / CHECKPOINT).unlink(missing_ok=True)
    content = config.model_copy(update={"run_dir": str(folder)}).model_dump(mode="json")
    resources = {"CPU": spread.cpus_per_worker, "GPU": spread.gpus_per_worker}
    with cluster(log=True):
        TorchTrainer(
            work_on,
            train_loop_config={"config": content, "overwrite": overwrite},
            torch_config=TorchConfig(timeout_s=PATIENCE),
            scaling_config=ScalingConfig(
                num_workers=spread.workers, use_gpu=spread.gpus_per_worker > 0, resources_per_worker=resources
            ),
            run_config=RunConfig(
                storage_path=str(folder / "ray"), failure_config=FailureConfig(max_failures=RESTARTS)
            ),
        ).fit()
    return folder


def work_on(given: dict[str, Any]) -> None:
    """One of the processes; it goes on from the last checkpoint if there is one."""
    config = TrainConfig.model_validate(given["config"])
    is_begun = (Path(config.run_dir) / CHECKPOINT).is_file()
    fast.train(config, resume=is_begun, overwrite=given["overwrite"])
