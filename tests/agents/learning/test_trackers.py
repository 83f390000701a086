"""Where the figures of a training go: TensorBoard, Weights & Biases and MLflow, with the real packages."""

import json
import os

import pytest

pytest.importorskip("pydantic")

from agents.config import TrainConfig
from agents.trainers.tracking import tracking


@pytest.fixture
def run_dir(tmp_path, monkeypatch):
    """A run folder; the working folder is another one, and no service outside is asked."""
    for name in ("MLFLOW_TRACKING_URI", "MLFLOW_EXPERIMENT_NAME", "WANDB_PROJECT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("WANDB_MODE", "offline")
    in_folder(monkeypatch, tmp_path / "first")
    (tmp_path / "run").mkdir()
    return tmp_path / "run"


def in_folder(monkeypatch, folder):
    folder.mkdir(exist_ok=True)
    monkeypatch.chdir(folder)


def tracked(run_dir, service, points, steps=0):
    """Record a figure by steps, in a run that goes on after `steps`."""
    config = TrainConfig.model_validate({"trackers": [service]})
    with tracking(config, run_dir, steps) as trackers:
        for step, value in points.items():
            trackers.record({"eval/victory_rate": value}, step)


# A run is killed after step 30, its last checkpoint is of step 20: a resumed run repeats step 30.
FIRST, RESUMED = {10: 0.1, 20: 0.2, 30: 0.9}, {30: 0.3, 40: 0.4}


def test_tensorboard_shows_each_step_of_a_resumed_run_once(run_dir):
    pytest.importorskip("torch")
    pytest.importorskip("tensorboard")
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    tracked(run_dir, "tensorboard", FIRST)
    tracked(run_dir, "tensorboard", RESUMED, steps=20)
    shown = EventAccumulator(str(run_dir / "tensorboard"))
    shown.Reload()
    points = {event.step: round(event.value, 3) for event in shown.Scalars("eval/victory_rate")}
    assert len(shown.Scalars("eval/victory_rate")) == 4
    assert points == {10: 0.1, 20: 0.2, **RESUMED}


def test_mlflow_goes_on_in_the_store_where_the_run_began(run_dir, monkeypatch):
    mlflow = pytest.importorskip("mlflow")
    tracked(run_dir, "mlflow", FIRST)
    store = mlflow.get_tracking_uri()
    mlflow.set_tracking_uri(None)  # as in a new process
    in_folder(monkeypatch, run_dir.parent / "second")
    tracked(run_dir, "mlflow", RESUMED, steps=20)
    known = json.loads((run_dir / "trackers.json").read_text())
    history = mlflow.MlflowClient(store).get_metric_history(known["mlflow"], "eval/victory_rate")
    assert [(point.step, point.value) for point in history] == [*FIRST.items(), *RESUMED.items()]
    assert os.listdir(run_dir.parent / "second") == []


def test_wandb_keeps_what_a_resumed_run_repeats(run_dir):
    wandb = pytest.importorskip("wandb")
    tracked(run_dir, "wandb", FIRST)
    known = json.loads((run_dir / "trackers.json").read_text())["wandb"]
    tracked(run_dir, "wandb", RESUMED, steps=20)
    assert json.loads((run_dir / "trackers.json").read_text())["wandb"] == known
    assert wandb.run is None  # both parts are finished
    assert list((run_dir / "wandb").glob(f"offline-run-*-{known}"))  # one for each part, or for each second
