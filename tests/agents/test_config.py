"""Configurations that no file should hold are refused in one line, with file and field."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

pytest.importorskip("pydantic")
pytest.importorskip("yaml")

from agents.commands import train
from agents.config import ConfigError, read_config
from tests.support import refused

MANY = "9" * 5000
DOUBLED = "a0: &a0 [x]\n" + "".join(f"a{i + 1}: &a{i + 1} [*a{i}, *a{i}, *a{i}]\n" for i in range(40))
MERGED = "a0: &a0 {x: 1}\n" + "".join(
    f"a{i + 1}: &a{i + 1} {{<<: [*a{i}, *a{i}, *a{i}]}}\n" for i in range(40)
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected fields and values, found NoneType"),
        (f"seed: {MANY}\n", "is no valid YAML: a number has too many digits"),
        (f"seed: {'9' * 4000}\n", "field 'seed': Input should be less than 4294967296, found 99999"),
        ("seed: 4294967296\n", "field 'seed': Input should be less than 4294967296, found 4294967296"),
        ("seed: -1\n", "field 'seed': Input should be greater than or equal to 0, found -1"),
        ("seed: true\n", "field 'seed': Input should be a valid integer, found True"),
        ("seed: 3.0\n", "field 'seed': Input should be a valid integer, found 3.0"),
        ("seed: '3'\n", "field 'seed': Input should be a valid integer, found '3'"),
        (
            "evaluation: {seed: true}\n",
            "field 'evaluation.seed': Input should be a valid integer, found True",
        ),
        (f"env: {'[' * 3000}\n", "more than 16 fields and lists lie within each other"),
        (f"env: {'{a: ' * 30}{'}' * 30}\n", "more than 16 fields and lists lie within each other"),
        ("env: &a\n  again: *a\n", "more than 16 fields and lists lie within each other"),
        (DOUBLED, "holds more than 100,000 values"),
        (MERGED, "holds more than 100,000 values"),
        ("seed: 2026-13-01\n", "is no valid YAML: month must be in 1..12"),
        ("1: 2\n", "field '1': Keys should be strings"),
        (f"{'s' * 1000}: 2\n", "unknown field 'ssss"),
        ("ppo:\n  learning_rat: 1\n", "unknown field 'ppo.learning_rat'; did you mean 'learning_rate'?"),
        ("game: maroned\n", "field 'game': unknown game 'maroned'; did you mean 'marooned'?"),
        ("a: [\n", "is no valid YAML"),
    ],
    ids=range(20),
)
def test_a_wrong_configuration(tmp_path, text, message):
    file = tmp_path / "mine.yaml"
    file.write_text(text)
    with pytest.raises(ConfigError) as caught:
        read_config(file)
    said = str(caught.value)
    assert said.startswith(f"{file}: {message}")
    assert "\n" not in said
    assert len(said) < len(str(file)) + 300


@pytest.mark.parametrize("seed", ["-1", "1.5", "x", "True", MANY, "4294967296"], ids=range(6))
def test_what_is_no_seed_of_training(seed, capsys):
    with pytest.raises((ConfigError, SystemExit)) as caught:
        train.command_line([f"--seed={seed}"], "crusoe train")
    if isinstance(caught.value, ConfigError):
        assert "field 'seed': " in str(caught.value)
        assert "\n" not in str(caught.value)
    else:
        assert caught.value.code == 2
        assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("names", [("--run-dir", "--ppo.n-steps"), ("--run_dir", "--ppo.n_steps")])
def test_fields_are_written_with_hyphens_or_underscores(names):
    run_dir, n_steps = names
    config, _ = train.command_line([run_dir, "runs/x", n_steps, "8"], "train.py")
    assert (config.run_dir, config.ppo.n_steps) == ("runs/x", 8)


def test_values_on_the_command_line_have_the_types_of_their_fields(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text(
        "minutes: 3\nppo:\n  net: [8]\n  gamma: 0.5\nbegin_like:\n  say: pass\nenv:\n  reward: shaped\n"
    )
    given = [
        "--minutes",
        "None",
        "--ppo.net",
        "16",
        "4",
        "--begin-like",
        "a",
        "b",
        "--trackers",
        "wandb",
        "mlflow",
    ]
    config, _ = train.command_line([str(file), *given, "--env.max-steps", "7", "--option", "players=2"], "x")
    assert (config.minutes, config.ppo.net, config.ppo.gamma) == (None, (16, 4), 0.5)
    assert config.begin_like == {"a": "b"}
    assert config.trackers == ("wandb", "mlflow")
    assert config.env == {"reward": "shaped", "max_steps": 7, "players": 2}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            ["--ppo.learning-rat", "1"],
            "unknown argument '--ppo.learning-rat'; did you mean '--ppo.learning-rate'?",
        ),
        (["--trainer", "fst"], "field 'trainer': Input should be 'sb3' or 'fast', found 'fst'"),
        (["--num-envs", "1.5"], "field 'num_envs': Input should be a valid integer"),
        (["--begin-like", "say"], "--begin-like needs pairs: BLOCK ACTION"),
        (["--env.reward"], "--env.reward needs a name and a value"),
    ],
)
def test_what_is_wrong_on_the_command_line_is_one_line(given, message):
    with refused(ConfigError, message):
        train.command_line(given, "crusoe train")


@pytest.mark.parametrize(
    ("name", "shipped"),
    [("marooned_sb3", True), ("marooned_sb3.yaml", True), ("configs/marooned_sb3.yaml", True),
     ("mine/marooned_sb3.yaml", False)],
)  # fmt: skip
def test_a_configuration_is_named_with_or_without_its_folder(tmp_path, monkeypatch, name, shipped):
    monkeypatch.chdir(tmp_path)
    file = train.config_file(Path(name))
    assert file.is_file() == shipped
    assert file == (train.shipped("configs") / "marooned_sb3.yaml" if shipped else Path(name))


def test_a_file_of_ones_own_comes_before_one_of_the_package(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("marooned_sb3").touch()
    assert train.config_file(Path("marooned_sb3")) == Path("marooned_sb3")


def test_threads_of_training_wait_without_spinning(monkeypatch):
    monkeypatch.setenv("OMP_WAIT_POLICY", "")
    monkeypatch.delenv("OMP_WAIT_POLICY")
    assert train.main(["--config", "none_such.yaml"]) == 2
    assert os.environ["OMP_WAIT_POLICY"] == "PASSIVE"


def test_a_run_from_before_may_hold_what_is_gone_if_it_is_off(tmp_path):
    file = tmp_path / "config.yaml"
    file.write_text("seed: 3\nself_imitation:\n  weight: 0.0\n  memory: 200000\n")
    assert read_config(file).seed == 3
    file.write_text("self_imitation:\n  weight: 0.5\n")
    with pytest.raises(ConfigError, match="unknown field 'self_imitation'"):
        read_config(file)
