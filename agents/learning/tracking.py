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

from ..config import ConfigError, TrainConfig

PROJECT = "crusoe_env"
"""Default project of the runs at a service."""
TENSORBOARD = "tensorboard"
"""The folder of TensorBoard's files in a run folder."""
IDS = "trackers.json"
"""The run's ids by service, with which a resumed run continues."""


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
def tracking(config: TrainConfig, folder: Path) -> Iterator[Tracking]:
    """All trackers of a run, open while it lasts. Raises ConfigError for one that is not installed."""
    check_installed(config.trackers)
    with contextlib.ExitStack() as opened:
        trackers = []
        for name in config.trackers:
            trackers.append(TRACKERS[name](config, folder))
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
    """Event files in the run folder."""

    def __init__(self, config: TrainConfig, folder: Path) -> None:
        from torch.utils.tensorboard import SummaryWriter

        self.writer = SummaryWriter(str(folder / TENSORBOARD))

    def record(self, figures: Mapping[str, float], step: int) -> None:
        for name, value in figures.items():
            self.writer.add_scalar(name, value, step)

    def close(self) -> None:
        self.writer.close()


class WandB:
    """A run of Weights & Biases, named after the run folder."""

    def __init__(self, config: TrainConfig, folder: Path) -> None:
        import wandb

        self.run = wandb.init(
            project=None if _is_set("WANDB_PROJECT") else PROJECT,
            name=folder.name,
            id=known_id(folder, "wandb"),
            resume="allow",
            dir=str(folder),
            config=config.model_dump(mode="json"),
        )
        remember_id(folder, "wandb", self.run.id)

    def record(self, figures: Mapping[str, float], step: int) -> None:
        self.run.log({**figures, "steps": step}, step=step)

    def close(self) -> None:
        self.run.finish()


class MLflow:
    """A run of MLflow, named after the run folder."""

    def __init__(self, config: TrainConfig, folder: Path) -> None:
        import mlflow

        self.mlflow: Any = mlflow
        if not (_is_set("MLFLOW_EXPERIMENT_NAME") or _is_set("MLFLOW_EXPERIMENT_ID")):
            mlflow.set_experiment(PROJECT)
        known = known_id(folder, "mlflow")
        run = mlflow.start_run(run_id=known, run_name=folder.name)
        if known is None:
            mlflow.log_params(flat(config.model_dump(mode="json")))
        remember_id(folder, "mlflow", run.info.run_id)

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


def known_id(folder: Path, tracker: str) -> str | None:
    """The id of a folder's run at a service, or None."""
    path = folder / IDS
    known: str | None = json.loads(path.read_text()).get(tracker) if path.is_file() else None
    return known


def remember_id(folder: Path, tracker: str, known: str) -> None:
    """Store the id of a folder's run at a service."""
    path = folder / IDS
    ids = json.loads(path.read_text()) if path.is_file() else {}
    write_whole(path, f"{json.dumps({**ids, tracker: known})}\n".encode())


def _is_set(variable: str) -> bool:
    return bool(os.environ.get(variable))
