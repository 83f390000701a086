"""Runs of the fast trainer from the command line: what they leave, how they go on, what they refuse."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("pydantic")

import torch

import evaluate
import train
from agents import zoo
from agents.learning import safetensors
from agents.learning.checkpoint import CheckpointError
from agents.learning.numpy_policy import network_in, read_checkpoint, weights_of
from agents.registry import make_agent
from crusoe_env import Simulator, game

ON_COMMAND_LINE = [
    "--trainer",
    "fast",
    "--num-envs",
    "32",
    "--total-steps",
    "1024",
    "--checkpoint-every",
    "256",
]
ON_COMMAND_LINE += ["--ppo.n-steps", "8", "--ppo.batch-size", "64", "--ppo.net", "16", "8", "--threads", "1"]
ON_COMMAND_LINE += ["--evaluation.games", "50", "--evaluation.every", "512"]

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.fixture(scope="module")
def finished(tmp_path_factory) -> Path:
    """A finished run; copy it before it is changed."""
    folder = tmp_path_factory.mktemp("runs") / "finished"
    assert train.main([*ON_COMMAND_LINE, "--run-dir", str(folder)]) == 0
    return folder


@pytest.fixture
def run(finished, tmp_path) -> Path:
    return Path(shutil.copytree(finished, tmp_path / "run"))


@pytest.fixture
def refused(capsys):
    """Call a program's `main` in this process: its message, one line."""

    def call(program, *given) -> str:
        capsys.readouterr()
        assert program.main([str(argument) for argument in given]) == 2
        (line,) = capsys.readouterr().err.strip().splitlines()
        return line

    return call


def run_of(file: Path) -> dict:
    return json.loads(safetensors.read(file)[1]["run"])


def test_a_finished_run_leaves_its_files(finished):
    files = {file.name for file in finished.iterdir()}
    policies = {"checkpoint.safetensors", "best.safetensors"}
    assert files == {"config.yaml", "curve.csv", "ending.json", "origin.json", "tensorboard"} | policies
    assert run_of(finished / "checkpoint.safetensors")["steps"] == 1024
    steps = [line.split(",")[0] for line in (finished / "curve.csv").read_text().splitlines()]
    assert steps == ["steps", "512", "1024"]
    assert (finished / "best.safetensors").stat().st_size < (
        finished / "checkpoint.safetensors"
    ).stat().st_size


def test_a_training_leaves_the_settings_of_torch_as_they_were(finished):
    assert torch.get_float32_matmul_precision() == "highest"


def test_resume_takes_new_settings_and_keeps_the_rhythm_of_evaluations(run):
    settings = ["--ppo.n-steps", "4", "--ppo.learning-rate", "1e-4", "--evaluation.every", "300"]
    assert train.main(["--resume", str(run), "--total-steps", "1536", *settings]) == 0
    steps = [int(line.split(",")[0]) for line in (run / "curve.csv").read_text().splitlines()[1:]]
    assert steps == [512, 1024, 1408, 1536]


def test_a_run_can_begin_with_the_policy_of_another(run, tmp_path, refused):
    still = ["--ppo.learning-rate", "1e-30", "--ppo.final-learning-rate", "0"]
    further = tmp_path / "further"
    assert train.main([*ON_COMMAND_LINE, "--run-dir", str(further), "--start-from", str(run), *still]) == 0
    first, second = (safetensors.read(folder / "best.safetensors")[0] for folder in (run, further))
    assert all(np.array_equal(array, second[name]) for name, array in first.items())
    wider = [*ON_COMMAND_LINE, "--ppo.net", "24", "--run-dir", tmp_path / "wider", "--start-from", run]
    assert "its network is of another size than ppo.net and network say" in refused(train, *wider)
    nothing = [
        *ON_COMMAND_LINE,
        "--run-dir",
        tmp_path / "none",
        "--start-from",
        tmp_path / "nothing.safetensors",
    ]
    assert "nothing.safetensors: there is no such checkpoint" in refused(train, *nothing)


def test_a_run_can_begin_with_a_shipped_policy(tmp_path, refused):
    further, shipped = tmp_path / "further", zoo.weights_file("marooned")
    still = ["--ppo.learning-rate", "1e-30", "--ppo.final-learning-rate", "0", "--ppo.net", "256", "256"]
    begun = [*ON_COMMAND_LINE, "--run-dir", str(further), "--start-from", "zoo:marooned", *still]
    assert train.main(begun) == 0
    checkpoint = read_checkpoint(shipped, game("marooned"))
    expected = network_in(shipped, checkpoint, explores=True)  # as a training begins with it
    found = weights_of(safetensors.read(further / "best.safetensors")[0])
    assert found.keys() == expected.keys()
    assert all(np.allclose(array, expected[name], atol=1e-6) for name, array in found.items())
    other = [*ON_COMMAND_LINE, "--run-dir", tmp_path / "other", "--start-from"]
    assert "plays robinson, not marooned" in refused(train, *other, "zoo:castaways-solo")
    assert "there is no policy 'none' in the zoo" in refused(train, *other, "zoo:none")


@pytest.mark.parametrize("damage", ["cut off", "empty", "noise", "no run", "another game"])
def test_a_damaged_checkpoint_is_told_in_one_line_and_left_as_it_is(run, damage, refused):
    file = run / "checkpoint.safetensors"
    whole = file.read_bytes()
    if damage == "another game":
        config = run / "config.yaml"
        config.write_text(config.read_text().replace("game: marooned", "game: dieson"))
    elif damage == "no run":
        safetensors.write(file, {"x": np.zeros(3, np.float32)}, {})
    else:
        file.write_bytes({"cut off": whole[: len(whole) // 2], "empty": b"", "noise": b"x" * 999}[damage])
    before = file.read_bytes()
    message = refused(train, "--resume", run, "--total-steps", 2048)
    assert str(file) in message
    told = {"another game": "another game", "no run": "is no checkpoint of this trainer"}
    assert told.get(damage, "is no whole checkpoint") in message
    assert file.read_bytes() == before


def test_a_damaged_run_is_not_evaluated(run, refused):
    (run / "best.safetensors").write_bytes(b"nothing")
    message = refused(evaluate, run, "--games", 5)
    assert f"{run / 'best.safetensors'}: is no whole checkpoint" in message
    arrays, texts = safetensors.read(run / "checkpoint.safetensors")
    del arrays["network.first_bias"]
    safetensors.write(run / "best.safetensors", arrays, texts)
    with pytest.raises(CheckpointError, match="tensor 'first_bias' is missing"):
        make_agent(str(run), Simulator(game("marooned")))


def test_wrong_settings_are_told_in_one_line(tmp_path, refused):
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text("trainer: fast\nenv:\n  colour: red\n")
    start = ["--run-dir", tmp_path / "run"]
    message = refused(train, "--config", wrong, *start)
    assert "field 'env': Marooned! got an unexpected keyword argument 'colour'" in message
    wrong.write_text("trainer: fastest\n")
    message = refused(train, "--config", wrong)
    assert f"{wrong}: field 'trainer': Input should be 'sb3' or 'fast'" in message
    wrong.write_text("curriculum:\n- until: 2\n")
    assert "field 'curriculum.0.until': Input should be less than" in refused(train, "--config", wrong)
    wrong.write_text("trainer: sb3\ncurriculum:\n- until: 0.5\n")
    message = refused(train, "--config", wrong, *start)
    assert "field 'curriculum': only 'trainer: fast' has it" in message
    wrong.write_text("trainer: fast\ndevice: teapot\n")
    assert "device 'teapot' cannot be used" in refused(train, "--config", wrong, *start)
    assert not (tmp_path / "run").exists()
