"""Commands take a game of another package by its import path."""

from __future__ import annotations

import json

import pytest

import evaluate
import train
from agents.registry import rollouts_for
from agents.runs import game_of_run
from agents.search.planner import Rollouts
from crusoe_env import Simulator
from crusoe_env.__main__ import main
from tests.own_game import pig
from tests.support import run_python

pytestmark = pytest.mark.usefixtures("registered_pig")

PATH = "examples.own_game.pig:GAME"
SMALL = (
    *("--trainer", "fast", "--num-envs", "32", "--ppo.n-steps", "16", "--ppo.batch-size", "128"),
    *("--ppo.net", "16", "--evaluation.every", "2048", "--evaluation.games", "50", "--threads", "1"),
)


def output_of(*arguments):
    done = run_python(*arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    pytest.importorskip("torch")
    folder = tmp_path_factory.mktemp("pig") / "run"
    arguments = ["--game", PATH, "--run-dir", str(folder), "--total-steps", "4096", *SMALL]
    assert train.main(arguments) == 0
    return folder


def test_the_fast_trainer_trains_it(run):
    assert (run / "best.safetensors").is_file()
    assert f"game: {PATH}" in (run / "config.yaml").read_text()
    assert game_of_run(run) == ("pig", {})


def test_its_run_is_evaluated_in_a_process_that_has_not_registered_it(run, tmp_path):
    result = tmp_path / "result.json"
    kept = ("--out", tmp_path / "kept", "--json", result)
    output_of("evaluate.py", run, "random", "--games", "30", *kept)
    found = json.loads(result.read_text())
    assert found["game"] == "pig"
    assert [agent["agent"] for agent in found["agents"]] == [f"ppo {run}", "random"]


@pytest.mark.slow
def test_its_run_is_resumed(run):
    output_of("train.py", "--resume", run, "--total-steps", "6144")
    lines = (run / "curve.csv").read_text().splitlines()
    assert int(lines[-1].split(",")[0]) == 6144


def test_agents_are_evaluated_on_it(tmp_path, capsys):
    arguments = ["random", "mcts:50", "--game", PATH, "--games", "40", "--out", str(tmp_path / "kept")]
    assert evaluate.main(arguments) == 0
    shown = capsys.readouterr().out
    assert "Pig: 40 games" in shown
    assert "mcts-50 – random" in shown


@pytest.mark.slow
def test_a_suite_has_it(tmp_path):
    pytest.importorskip("pydantic")
    suite = tmp_path / "suite.yaml"
    suite.write_text(f"title: Pig\nagents: [random]\ntasks:\n- game: {PATH}\n")
    arguments = ("--suite", suite, "--games", "10", "--workers", "2", "--out", tmp_path / "kept", "--trust")
    assert "Pig: victories" in output_of("evaluate.py", *arguments)


@pytest.mark.parametrize(
    ("command", "what"),
    [(("play", PATH), "text"), (("play", PATH, "--web"), "picture"), (("replay", PATH), "describe")],
)
def test_without_a_view_it_is_not_shown(command, what, capsys):
    assert main(command) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    said = [line for line in shown.err.splitlines() if "compiling" not in line]
    assert said == [f"crusoe_env {command[0]}: Pig has no {what}: its `view` does not define it"]


def test_a_wrong_import_path_is_one_line(tmp_path, capsys):
    path = "examples.own_game.pgi:GAME"
    assert train.main(["--game", path, "--run-dir", str(tmp_path / "run")]) == 2
    message = capsys.readouterr().err
    assert f"command line: field 'game': game '{path}': there is no module" in message


@pytest.mark.slow
def test_its_speed_is_measured():
    shown = output_of("-m", "crusoe_env", "bench", "--game", PATH, "--seconds", "0.01")
    assert "Pig: batch, steps/s" in shown
    assert "Pig: start, seconds" in shown


def test_rollouts_are_those_of_the_game():
    assert type(rollouts_for(Simulator(pig.GAME))) is Rollouts
