"""`train.py` and `evaluate.py` as a user meets them: small runs, damage, wrong input."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path

import pytest

from tests.agents.learning.programs import (
    arguments,
    curve_of,
    message_of,
    run_train,
    steps_of_checkpoint,
)
from tests.support import ROOT

pytest.importorskip("torch")
pytest.importorskip("pydantic")


import evaluate
import train
from agents.commands import train as train_command
from agents.config import ConfigError, EvaluationConfig, PPOConfig, TrainConfig, read_config
from agents.learning.numpy_policy import description_in
from agents.trainers import fast
from agents.trainers.run import curve_until
from crusoe_env import SB3VecEnv


@pytest.fixture(scope="module")
def finished(tmp_path_factory) -> Path:
    """A finished run; copy it before it is changed."""
    folder = tmp_path_factory.mktemp("runs") / "finished"
    done = run_train(*arguments(run_dir=folder))
    assert done.returncode == 0, done.stderr
    assert "all steps are done" in done.stdout
    return folder


@pytest.fixture
def run(finished, tmp_path) -> Path:
    return Path(shutil.copytree(finished, tmp_path / "run"))


# ---------------------------------------------------------------------- wrong configurations


def test_wrong_configuration_ends_the_program_with_one_line(tmp_path, refused):
    file = tmp_path / "wrong.yaml"
    file.write_text("ppo:\n  learning_rat: 1\n")
    done = run_train("--config", file)
    assert f"{file}: unknown field 'ppo.learning_rat'" in message_of(done.returncode, done.stderr)
    missing = refused(train, "--config", tmp_path / "nowhere.yaml")
    assert "nowhere.yaml: cannot be read: No such file" in missing


def test_wrong_command_line_is_answered_with_the_nearest_field(tmp_path, refused):
    done = run_train(*arguments(run_dir=tmp_path / "run"), "--ppo.learning-rat", "1e-3")
    assert done.returncode == 2
    assert "--ppo.learning-rate" in done.stderr.replace("_", "-")
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "run").exists()
    unknown = refused(train, "--game", "maroned")
    assert "command line: field 'game': unknown game 'maroned'; did you mean 'marooned'" in unknown


@pytest.mark.skipif(importlib.util.find_spec("ray") is not None, reason="Ray is installed")
def test_a_cluster_needs_ray(refused):
    assert "--engine ray needs ray: pip install" in refused(train, "--engine", "ray", "--trainer", "fast")


CONFIGS = sorted([*(ROOT / "configs").glob("*.yaml"), *(ROOT / "research" / "configs").glob("*.yaml")])


@pytest.mark.slow
def test_configurations_of_the_repository_are_valid():
    configs = [read_config(file) for file in CONFIGS]
    for config in {(config.game, repr(config.env)): config for config in configs}.values():
        SB3VecEnv(config.game, 1, **config.env)


# ---------------------------------------------------------------------- a run and its folder


@pytest.mark.slow
def test_its_configuration_is_the_whole_of_it(finished):

    config = read_config(finished / "config.yaml")
    assert (config.total_steps, config.num_envs, config.ppo.net) == (1024, 16, (16,))
    assert Path(config.run_dir) == finished


def test_an_existing_run_is_not_overwritten_unless_told(run, tmp_path, refused):
    before = {file: file.read_bytes() for file in run.glob("*.*")}
    assert f"{run}: holds a run already" in refused(train, *arguments(run_dir=run))
    # Not even when told, if the new run cannot begin.
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text("env:\n  colour: red\n")
    message = refused(train, "--config", wrong, *arguments(run_dir=run), "--overwrite")
    assert "unexpected keyword argument 'colour'" in message
    message = refused(train, *arguments(run_dir=run, imitation__teacher="nobody"), "--overwrite")
    assert "unknown agent 'nobody'; choose from random, scripted" in message
    assert {file: file.read_bytes() for file in run.glob("*.*")} == before


@pytest.mark.slow
def test_an_overwritten_run_begins_anew(run, trained):
    curves = {it.name for it in (run / "tensorboard").iterdir()}
    trained(*arguments(run_dir=run, total_steps=512), "--overwrite")
    assert steps_of_checkpoint(run) == 512
    assert curve_of(run) == [512]
    assert not curves & {it.name for it in (run / "tensorboard").iterdir()}


@pytest.mark.slow
def test_a_run_can_begin_with_a_teacher(run, trained):
    taught = arguments(run_dir=run, total_steps=512, imitation__teacher="scripted", imitation__steps=2048)
    done = trained(*taught, "--overwrite")
    assert "imitating" in done.err
    assert steps_of_checkpoint(run) == 512  # those of the teacher are not counted


@pytest.mark.slow
def test_a_caller_is_told_of_evaluations_and_can_end_the_run(tmp_path, capsys):
    told = []

    def watch(steps, figures):
        told.append((steps, figures["eval/goal_progress"]))
        return len(told) == 2

    sizes = {"total_steps": 1_000_000, "num_envs": 16, "ppo": PPOConfig(n_steps=16, batch_size=256)}
    often = EvaluationConfig(every=512, games=10)
    fast.train(TrainConfig(run_dir=str(tmp_path / "run"), threads=1, evaluation=often, **sizes), watch=watch)
    assert "the caller stopped it" in capsys.readouterr().out
    assert [steps for steps, _ in told[:2]] == curve_of(tmp_path / "run")[:2]
    assert told[-1][0] < 3_000
    assert all(0 <= progress <= 1 for _, progress in told)


@pytest.mark.slow
def test_the_minutes_of_a_run_are_those_of_its_teacher_as_well(tmp_path, trained):
    run = tmp_path / "run"
    a_moment = 0.001  # less than the teacher takes
    teacher = {"imitation__teacher": "scripted", "imitation__steps": 16_384}
    done = trained(*arguments(run_dir=run, minutes=a_moment, **teacher))
    assert "minutes was reached" in done.out
    assert max(curve_of(run)) == 0


def test_resume_needs_a_run(tmp_path, refused):
    assert "cannot be read: No such file" in refused(train, "--resume", tmp_path / "nowhere")


def test_a_run_folder_that_cannot_be_made_is_told_in_one_line(tmp_path, refused):
    (tmp_path / "file").write_text("")
    assert str(tmp_path / "file") in refused(train, *arguments(run_dir=tmp_path / "file" / "run"))


def test_resume_goes_on_with_clock_curve_and_new_settings(run, capsys):
    def seconds() -> float:
        return description_in(run / "checkpoint.safetensors")["seconds"]

    before, curve = seconds(), run / "curve.csv"
    curve.write_text(curve.read_text() + "1280,3,0.2")  # cut in the middle of a line
    settings = ["--ppo.n-steps", "8", "--ppo.gamma", "0.9", "--ppo.batch-size", "64"]
    assert train.main(["--resume", str(run), "--total-steps", "1536", *settings]) == 0
    assert f"{curve}: 2 whole lines until 1,024 steps are kept" in capsys.readouterr().err
    assert curve_of(run) == [512, 1024, 1536]
    assert seconds() > before > 0
    ppo = read_config(run / "config.yaml").ppo
    assert (ppo.n_steps, ppo.gamma, ppo.batch_size) == (8, 0.9, 64)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("--ppo.learning-rate", "-1"), "'ppo.learning_rate': Input should be greater than 0, found -1.0"),
        (("--ppo.final-learning-rate", "-1"), "field 'ppo.final_learning_rate': Input should be greater"),
        (("--imitation.learning-rate", "-1"), "field 'imitation.learning_rate': Input should be greater"),
        (("--total-steps", "0"), "field 'total_steps': Input should be greater"),
        (("--minutes", "-1"), "field 'minutes': Input should be greater"),
    ],
)  # fmt: skip
def test_values_that_a_field_does_not_take_are_told_in_one_line(given, message, refused):
    told = refused(train, *given)
    assert "command line: field" in told
    assert message in told


@pytest.mark.parametrize(
    ("content", "kept"),
    [("", 0), ("steps,sec", 0), ("steps,victory_rate\n", 0), ("steps,victory_rate\n5,0.5\n6,0.", 1),
     ("steps,victory_rate\n5,0.5\n\0\0\0", 1), ("steps,victory_rate\n5,0.5\n6\n7,0.7\n", 2)],
)  # fmt: skip
def test_of_a_damaged_curve_the_whole_lines_are_kept(tmp_path, capsys, content, kept):
    path = tmp_path / "curve.csv"
    path.write_text(content)
    assert len(curve_until(path, 9)) == kept
    capsys.readouterr()
    assert len(curve_until(path, 9)) == kept
    assert capsys.readouterr().err == ""  # it is whole now


def test_a_service_that_is_not_installed_is_one_line(refused, tmp_path, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    told = refused(train, "--run-dir", tmp_path / "run", "--trackers", "tensorboard", "wandb")
    assert "field 'trackers': 'tensorboard' is not installed: pip install tensorboard" in told
    assert not (tmp_path / "run").exists()


def test_a_first_argument_without_a_name_is_the_configuration():
    named, _ = train_command.command_line(["--config", "marooned_demo", "--seed", "7"], "train")
    assert train_command.command_line(["marooned_demo", "--seed", "7"], "train")[0] == named
    wrong = r"^--config maroned_demo: there is no such file or configuration; did you mean 'marooned_demo'\?"
    with pytest.raises(ConfigError, match=wrong):
        train_command.command_line(["maroned_demo"], "train")
    with pytest.raises(ConfigError, match=r"^elsewhere/nowhere.yaml: cannot be read: No such file"):
        train_command.command_line(["elsewhere/nowhere.yaml"], "train")


@pytest.mark.parametrize(
    ("words", "env"),
    [
        (["--env.max-steps", "30"], {"max_steps": 30}),
        (["--env.reward=score", "--env.illegal_penalty", "-1"], {"reward": "score", "illegal_penalty": -1}),
        (["--env.friday", "True", "--option", "players=2"], {"friday": True, "players": 2}),
        (["--config", "marooned_demo", "--env.reward", "sparse"], {"reward": "sparse"}),
    ],
)
def test_settings_of_the_environment_need_not_stand_in_the_file(words, env):
    given, _ = train_command.command_line(words, "train")
    assert given.env == env


@pytest.mark.parametrize("words", [["--env.max-steps"], ["--env.max-steps", "--seed", "1"], ["--env.=3"]])
def test_a_setting_without_name_or_value_is_one_line(words):
    with pytest.raises(ConfigError, match=r"^command line: --env\.\S* needs a name and a value"):
        train_command.command_line(words, "train")


def test_the_help_lists_settings_rewards_and_options(capsys):
    with pytest.raises(SystemExit):
        train_command.command_line(["--config", "castaways", "--help"], "train")
    shown = " ".join(capsys.readouterr().out.split())
    for words in (
        "--env.NAME VALUE",
        "sparse, shaped, progress, survival, score",
        "max_steps",
        "scenario (castaways)",
    ):
        assert words in shown


def test_options_of_the_environment_on_the_command_line(finished):
    given, _ = train_command.command_line(["--resume", str(finished), "--option", "max_steps=30"], "train")
    assert given.env["max_steps"] == 30


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_whole_curve_is_left_as_it_is(tmp_path, capsys, end):
    path = tmp_path / "curve.csv"
    content = f"steps,victory_rate{end}5,0.5{end}".encode()
    path.write_bytes(content)
    assert len(curve_until(path, 9)) == 1
    assert path.read_bytes() == content
    assert capsys.readouterr().err == ""


# ---------------------------------------------------------------------- evaluation


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["--agents", "mctz"], "unknown agent 'mctz'; choose from random, scripted"),
        (["--agents", "mcts:x"], "'x' is no budget"),
        (["--games", "5", "--option", "colour=red"], "got an unexpected keyword argument 'colour'"),
        (["runs/there_is_no_such_run"], "there is no run folder or file 'runs/there_is_no_such_run'"),
        (
            ["--agents", "random", "--json", "nowhere/x.json"],
            "nowhere/x.json: there is no folder",
        ),
    ],
)
def test_wrong_input_of_the_evaluation_is_told_in_one_line(given, message, refused):
    assert message in refused(evaluate, *given)


def test_a_run_is_not_evaluated_on_another_game(tmp_path, refused):
    (tmp_path / "config.yaml").write_text("game: dieson\n")
    message = refused(evaluate, tmp_path, "--game", "marooned")
    assert f"--game marooned: {tmp_path} plays dieson; leave --game out" in message
