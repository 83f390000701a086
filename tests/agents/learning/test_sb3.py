"""Runs of `trainer: sb3`: its archives are trained further, played from, and run no code."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from tests.agents.learning.programs import arguments, curve_of, steps_of_checkpoint

pytest.importorskip("sb3_contrib")

import torch
from sb3_contrib import MaskablePPO

import evaluate
import train
from agents.config import ConfigError, TrainConfig
from agents.learning.checkpoint import CheckpointError
from agents.runs import load_policy
from agents.trainers import sb3
from agents.trainers.interruption import Interruption
from crusoe_env import Simulator, game

MAROONED = game("marooned")
PPO = {"n_steps": 8, "batch_size": 64, "n_epochs": 1, "net": (16, 8)}
CONFIG = {
    **{"trainer": "sb3", "num_envs": 16, "threads": 1, "total_steps": 256, "ppo": PPO},
    "evaluation": {"games": 20, "every": 128},
}


pytestmark = pytest.mark.usefixtures("torch_settings")


def small(folder: Path, **changes) -> TrainConfig:
    return TrainConfig.model_validate({**CONFIG, "run_dir": str(folder), **changes})


@pytest.fixture(scope="module")
def finished(tmp_path_factory) -> Path:
    """A finished run; copy it before it is changed."""
    return sb3.train(small(tmp_path_factory.mktemp("runs") / "finished"))


@pytest.fixture
def run(finished, tmp_path) -> Path:
    return Path(shutil.copytree(finished, tmp_path / "run"))


def test_a_run_is_evaluated_and_plays_as_its_model(finished, capsys):
    assert curve_of(finished) == [128, 256]
    assert evaluate.main([str(finished), "--games", "10"]) == 0
    assert "ppo" in capsys.readouterr().out
    simulator = Simulator(MAROONED)
    observations, masks = simulator.views(simulator.new_games(100, seed=3))
    agent, model = load_policy(str(finished), MAROONED), MaskablePPO.load(finished / "best.zip")
    expected, _ = model.predict(observations, action_masks=masks, deterministic=True)
    assert (agent.act(observations, masks) == expected).mean() > 0.99
    values = model.policy.predict_values(torch.from_numpy(observations)).detach().numpy()[:, 0]
    np.testing.assert_allclose(agent.value(observations), values, atol=1e-4)


def test_a_resumed_run_goes_on_with_networks_optimiser_and_steps(run):
    def of_optimiser() -> set[int]:
        model = MaskablePPO.load(run / "checkpoint.zip")
        return {int(state["step"]) for state in model.policy.optimizer.state.values()}

    assert of_optimiser() == {4}  # two batches for each of two rollouts
    sb3.train(small(run, total_steps=384, ppo={**PPO, "learning_rate": 0.002}), resume=True)
    assert steps_of_checkpoint(run) == 384
    assert of_optimiser() == {6}
    assert curve_of(run) == [128, 256, 384]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"ppo": {**PPO, "net": (24,)}}, "its networks are of another size than the game and ppo.net say"),
        ({"game": "dieson"}, "its networks are of another size than the game and ppo.net say"),
    ],
)
def test_networks_of_another_size_are_not_resumed(run, changes, message):
    with pytest.raises(CheckpointError, match=f"checkpoint.zip: {message}"):
        sb3.train(small(run, **changes), resume=True)


@pytest.mark.parametrize("content", [b"", b"x" * 999, "cut"])
def test_a_damaged_archive_is_told_in_one_line(run, content):
    whole = (run / "checkpoint.zip").read_bytes()
    for name in ("best.zip", "checkpoint.zip"):
        (run / name).write_bytes(whole[: len(whole) // 2] if content == "cut" else content)
    with pytest.raises(CheckpointError, match=r"^\S+checkpoint\.zip: is no whole checkpoint: [^\n]+$"):
        sb3.train(small(run, total_steps=384), resume=True)
    with pytest.raises(CheckpointError, match=r"^\S+best\.zip: is no whole checkpoint: [^\n]+$"):
        load_policy(str(run), MAROONED)


def test_a_policy_of_another_game_is_refused(finished):
    with pytest.raises(CheckpointError, match=r"best\.zip: was trained on another game or version"):
        load_policy(str(finished), game("dieson"))


def test_no_code_of_an_archive_is_run(run, tmp_path):
    class Trap:
        def __reduce__(self):
            return Path.touch, (tmp_path / "sprung",)

    model = MaskablePPO.load(run / "checkpoint.zip")
    model.trap = Trap()
    model.save(tmp_path / "trap.zip")
    for name in ("best.zip", "checkpoint.zip"):
        model.save(run / name)
    load_policy(str(run), MAROONED)
    sb3.train(small(run, total_steps=384), resume=True)
    assert not (tmp_path / "sprung").exists()
    MaskablePPO.load(tmp_path / "trap.zip")
    assert (tmp_path / "sprung").exists()  # the trap works


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("begin_like", {"say": "pass"}),
        ("curriculum", [{"until": 0.5}]),
        ("imitation", {"teacher": "scripted"}),
        ("network", {"memory": "gru"}),
        ("partners", {"agents": ("random",)}),
        ("start_from", "zoo:marooned"),
        ("starts", {"agent": "scripted"}),
    ],
)
def test_settings_of_the_fast_trainer_are_refused(tmp_path, field, value):
    with pytest.raises(ConfigError, match=f"field '{field}.*': only 'trainer: fast' has it"):
        sb3.train(small(tmp_path / "run", **{field: value}))
    assert not (tmp_path / "run").exists()


class Impatient(Interruption):
    """Is asked for at the tenth step of a rollout."""

    def __init__(self) -> None:
        super().__init__()
        self.steps = 0

    def check(self) -> None:
        self.steps += 1
        self.asked = self.asked or self.steps == 10
        super().check()


def test_an_interruption_within_a_rollout_saves_and_ends_the_run(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(sb3, "Interruption", Impatient)
    sb3.train(small(tmp_path, evaluation={"every": 10**6}))
    assert "interrupted; not evaluated" in capsys.readouterr().out
    assert steps_of_checkpoint(tmp_path) == 160
    monkeypatch.undo()
    assert train.main(["--resume", str(tmp_path), "--evaluation.games", "5"]) == 0
    assert steps_of_checkpoint(tmp_path) == 288  # whole rollouts from there


def test_a_run_is_trained_by_the_shipped_configuration(tmp_path):
    changes = {"total_steps": 128, "num_envs": 16, "ppo.n_steps": 8, "evaluation.games": 5}
    given = arguments(run_dir=tmp_path, **changes)
    assert train.main(["--config", "marooned_sb3", *given]) == 0
    assert (tmp_path / "best.zip").is_file()
