"""Trackers of a training run's figures: TensorBoard, Weights & Biases, MLflow, or several of them.

The services read their own environment variables: `WANDB_MODE=offline`, `WANDB_PROJECT`,
`MLFLOW_TRACKING_URI`, `MLFLOW_EXPERIMENT_NAME`.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from crusoe_env.support.files import write_whole
from crusoe_env.support.reading import read_json

from ..config import ConfigError, TrainConfig

PROJECT = "crusoe_env"
"""Default project of the runs at a service."""
TENSORBOARD = "tensorboard"
"""The folder of TensorBoard's files in a run folder."""
IDS = "trackers.json"
"""What a resumed run needs to continue at the services: the ids of the run, the address of MLflow's store."""


class Tracker(Protocol):
    """Takes the figures of one run."""

    def record(self, figures: Mapping[str, float], step: int) -> None:
        """Figures by name after so many steps."""

    def close(self) -> None:
        """The training has ended, or was interrupted."""


def check_installed(trackers: Sequence[str]) -> None:
    """Raise ConfigError for a tracker whose package is missing."""
    for name in trackers:
        if importlib.util.find_spec(name) is None:
            raise ConfigError(f"field 'trackers': {name!r} is not installed: pip install {name}")


@contextlib.contextmanager
def tracking(config: TrainConfig, folder: Path, steps: int = 0) -> Iterator[Tracking]:
    """All trackers of a run, open while it lasts.

    Args:
        config: of the run.
        folder: where it is kept.
        steps: from which a resumed run goes on; 0: a new run.

    Raises:
        ConfigError: a tracker is not installed.
    """
    check_installed(config.trackers)
    with contextlib.ExitStack() as opened:
        trackers = []
        for name in config.trackers:
            trackers.append(TRACKERS[name](config, folder, steps))
            opened.callback(trackers[-1].close)
        yield Tracking(trackers)


class Tracking:
    """Several trackers as one."""

    def __init__(self, trackers: Sequence[Tracker]) -> None:
        self.trackers = trackers

    def record(self, figures: Mapping[str, Any], step: int) -> None:
        """Figures by name after so many steps."""
        numbers = {name: float(value) for name, value in figures.items()}
        for tracker in self.trackers:
            tracker.record(numbers, step)


class TensorBoard:
    """Event files in the run folder. What a killed run wrote after its checkpoint is not shown again."""

    def __init__(self, config: TrainConfig, folder: Path, steps: int) -> None:
        from torch.utils.tensorboard import SummaryWriter

        self.writer = SummaryWriter(str(folder / TENSORBOARD), purge_step=steps + 1 if steps else None)

    def record(self, figures: Mapping[str, float], step: int) -> None:
        for name, value in figures.items():
            self.writer.add_scalar(name, value, step)

    def close(self) -> None:
        self.writer.close()


class WandB:
    """A run of Weights & Biases, named after the run folder.

    The axis of all figures is `steps`. The service's own counter would drop what a resumed run repeats, and
    its summary would lag one line behind (wandb 0.31.0).
    """

    def __init__(self, config: TrainConfig, folder: Path, steps: int) -> None:
        import wandb

        self.run = wandb.init(
            project=None if _is_set("WANDB_PROJECT") else PROJECT,
            name=folder.name,
            id=remembered(folder).get("wandb"),
            resume="allow",
            dir=str(folder),
            config=config.model_dump(mode="json"),
        )
        self.run.define_metric("*", step_metric="steps")
        remember(folder, wandb=self.run.id)

    def record(self, figures: Mapping[str, float], step: int) -> None:
        self.run.log({**figures, "steps": step})

    def close(self) -> None:
        self.run.finish()


class MLflow:
    """A run of MLflow, named after the run folder.

    A resumed run goes on in the store where it began: by default that is a database in the working folder
    of its first part (mlflow 3.17.2).
    """

    def __init__(self, config: TrainConfig, folder: Path, steps: int) -> None:
        import mlflow

        self.mlflow: Any = mlflow
        known = remembered(folder)
        if "mlflow_store" in known and not _is_set("MLFLOW_TRACKING_URI"):
            mlflow.set_tracking_uri(known["mlflow_store"])
        if not (_is_set("MLFLOW_EXPERIMENT_NAME") or _is_set("MLFLOW_EXPERIMENT_ID")):
            mlflow.set_experiment(PROJECT)
        run = mlflow.start_run(run_id=known.get("mlflow"), run_name=folder.name)
        if "mlflow" not in known:
            mlflow.log_params(flat(config.model_dump(mode="json")))
        remember(folder, mlflow=run.info.run_id, mlflow_store=mlflow.get_tracking_uri())

    def record(self, figures: Mapping[str, float], step: int) -> None:
        self.mlflow.log_metrics(dict(figures), step=step)

    def close(self) -> None:
        self.mlflow.end_run()


TRACKERS: dict[str, type[TensorBoard | WandB | MLflow]] = {
    "tensorboard": TensorBoard,
    "wandb": WandB,
    "mlflow": MLflow,
}


def flat(settings: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """Nested settings by names with dots."""
    found = {}
    for name, value in settings.items():
        if isinstance(value, Mapping) and value:
            found.update(flat(value, f"{before}{name}."))
        else:
            found[before + name] = value
    return found


def remembered(folder: Path) -> dict[str, str]:
    """What a run folder remembers of the services; empty in a new one."""
    path = folder / IDS
    known: dict[str, str] = read_json(path) if path.is_file() else {}
    return known


def remember(folder: Path, **facts: str) -> None:
    """Store facts about the services in a run folder."""
    write_whole(folder / IDS, f"{json.dumps({**remembered(folder), **facts})}\n")


def _is_set(variable: str) -> bool:
    return bool(os.environ.get(variable))
