"""Pickles of others are not loaded unless they are trusted; arrays beside them are enough for playing."""

from __future__ import annotations

import io
import os
import shutil
import stat
import zipfile
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("tyro")

import evaluate
import train
from agents.config import TrainConfig
from agents.learning.checkpoint import CheckpointError
from agents.learning.policies import policy_from
from agents.learning.ppo import PPOAgent, load_model
from agents.learning.sb3_policy import SB3Policy
from agents.learning.training import new_model, save_model
from crusoe_env import SB3VecEnv, Simulator, game, trust

MAROONED = game("marooned")
CONFIG = {"num_envs": 16, "ppo": {"n_steps": 8, "batch_size": 64, "n_epochs": 1, "net": (16, 8)}}


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch) -> Path:
    """The configuration folder of a user who has no key yet."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def another_user(tmp_path, monkeypatch):
    """From now on somebody else, or the same user on another machine."""
    return lambda: monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "another"))


@pytest.fixture
def run(tmp_path) -> Path:
    """A run folder as Stable-Baselines3's trainer leaves it."""
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "config.yaml").write_text("num_envs: 16\nppo: {n_steps: 8, batch_size: 64, net: [16, 8]}\n")
    config = TrainConfig.model_validate(CONFIG)
    model = new_model(config, SB3VecEnv("marooned", 16, seed=0))
    for name in ("best.zip", "checkpoint.zip"):
        save_model(model, folder / name, MAROONED)
    return folder


def refused(capsys, program, *given) -> str:
    capsys.readouterr()
    assert program.main([str(argument) for argument in given]) == 2
    (line,) = capsys.readouterr().err.strip().splitlines()
    return line


def test_the_key_is_made_once_and_only_its_owner_can_read_it(home):
    assert trust.key() == trust.key()
    assert len(trust.key()) == 32
    assert stat.S_IMODE(os.stat(home / "crusoe_env" / "checkpoint.key").st_mode) == 0o600


@pytest.mark.skipif(os.name != "posix", reason="files have no modes")
def test_a_key_that_others_could_read_is_replaced(home):
    before = trust.key()
    (home / "crusoe_env" / "checkpoint.key").chmod(0o644)
    assert trust.key() != before


def test_own_checkpoints_are_loaded_and_those_of_others_are_not(run, another_user):
    assert load_model(run / "best.zip", MAROONED).num_timesteps == 0
    another_user()
    with pytest.raises(CheckpointError, match=r"best\.zip: .* pickle, which can run any code, and no run of"):
        load_model(run / "best.zip", MAROONED)
    with trust.trusting(True):
        load_model(run / "best.zip", MAROONED)
    with pytest.raises(CheckpointError):  # the context is over
        load_model(run / "best.zip", MAROONED)


def test_a_changed_checkpoint_is_no_longer_ones_own(run):
    content = (run / "best.zip").read_bytes()
    archive = io.BytesIO(content)
    with zipfile.ZipFile(archive, "a") as opened:
        opened.writestr("more", "pickles")
    (run / "best.zip").write_bytes(archive.getvalue())
    with pytest.raises(CheckpointError, match="can run any code"):
        load_model(run / "best.zip", MAROONED)


def test_no_code_of_a_foreign_archive_is_run(tmp_path, capsys):
    class Trap:
        def __reduce__(self):
            return Path.touch, (tmp_path / "sprung",)

    model = new_model(TrainConfig.model_validate(CONFIG), SB3VecEnv("marooned", 16, seed=0))
    model.trap = Trap()
    model.save(tmp_path / "foreign.zip")
    for given in ([evaluate, tmp_path / "foreign.zip"], [train, "--start-from", tmp_path / "foreign.zip"]):
        assert "foreign.zip" in refused(
            capsys, *given, *(["--run-dir", tmp_path / "new"] * (given[0] is train))
        )
    assert not (tmp_path / "sprung").exists()


def test_a_run_of_others_is_resumed_only_with_trust(run, another_user, capsys):
    another_user()
    resume = [
        "--resume",
        str(run),
        "--total-steps",
        "128",
        "--evaluation.games",
        "5",
        "--trackers",
        "tensorboard",
    ]
    message = refused(capsys, train, *resume)
    assert f"{run / 'checkpoint.zip'}: " in message
    assert "--trust" in message
    assert train.main([*resume, "--trust"]) == 0
    load_model(run / "checkpoint.zip", MAROONED)  # it is one's own now


def test_a_run_of_others_is_evaluated_and_trained_further_without_unpickling(
    run, another_user, tmp_path, monkeypatch, capsys
):
    another_user()
    assert evaluate.main([str(run), "--games", "10"]) == 0
    assert "ppo" in capsys.readouterr().out
    for file in run.glob("*.zip"):
        file.unlink()
    assert evaluate.main([str(run), "--games", "10"]) == 0
    begun = ["--run-dir", str(tmp_path / "new"), "--start-from", str(run), "--total-steps", "128"]
    settings = ["--num-envs", "16", "--ppo.n-steps", "8", "--ppo.net", "16", "8", "--evaluation.games", "5"]
    assert train.main([*begun, *settings]) == 0


def test_an_archive_without_arrays_is_evaluated_with_trust(run, another_user, capsys):
    shutil.copy(run / "best.zip", run.parent / "alone.zip")
    another_user()
    assert "--trust" in refused(capsys, evaluate, run.parent / "alone.zip", "--games", 5)
    assert evaluate.main([str(run.parent / "alone.zip"), "--games", "5", "--trust"]) == 0


def test_arrays_play_as_the_model_that_they_come_from(run):
    simulator = Simulator(MAROONED)
    views = simulator.views(simulator.new_games(100, seed=3))
    played, expected = SB3Policy.from_run(run, MAROONED), PPOAgent(load_model(run / "best.zip"))
    np.testing.assert_allclose(played.probabilities(*views), expected.probabilities(*views), atol=1e-5)
    np.testing.assert_allclose(played.value(views[0]), expected.value(views[0]), atol=1e-4)
    assert (played.act(*views) == expected.act(*views)).mean() > 0.99


def test_policies_of_one_trainer_are_not_taken_for_those_of_the_other(run):
    with pytest.raises(CheckpointError, match="is a policy of 'trainer: sb3', not of 'trainer: fast'"):
        policy_from(run, MAROONED)


def test_without_a_place_for_the_key_training_goes_on(tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "file"))
    assert trust.seal(b"content") == "0" * 64
    assert "no key can be kept" in capsys.readouterr().err
    assert not trust.is_sealed(b"content", "0" * 64)
