"""Runs as one method: the table, and the files for rliable and marl-eval."""

import json

import numpy as np
import pytest

from agents.commands.evaluate import main
from agents.errors import ConfigError
from agents.suites.methods import methods_of


def test_runs_of_methods():
    assert methods_of(["mine=runs/a,runs/b", "other=zoo:marooned"]) == {
        "mine": ("runs/a", "runs/b"),
        "other": ("zoo:marooned",),
    }


@pytest.mark.parametrize("words", [["mine"], ["=a"], ["mine="], ["a=x", "a=y"], ["a=x,x"], ["a=x", "b=x"]])
def test_methods_without_name_or_runs_or_twice_are_refused(words):
    with pytest.raises(ConfigError, match="--method"):
        methods_of(words)


def evaluated(folder, *more):
    given = ["--agents", "random", "--method", "weak=scripted,mcts:4", "--games", "16", "--out", str(folder)]
    assert main(["random", *given[2:], *more]) == 0


def test_scores_are_shares_by_run_and_task(tmp_path, capsys):
    evaluated(tmp_path, "--scores", str(tmp_path / "scores.npz"), "--csv", str(tmp_path / "games.csv"))
    shown = capsys.readouterr().out
    assert "methods, games won" in shown
    assert "weak" in shown
    scores = np.load(tmp_path / "scores.npz")
    assert scores["weak"].shape == (2, 1)
    rows = [line.split(",") for line in (tmp_path / "games.csv").read_text().splitlines()]
    column = rows[0].index("victory")
    won = [int(row[column]) for row in rows[1:] if row[0] == "scripted"]
    assert scores["weak"][0, 0] == np.mean(won) > 0


@pytest.mark.slow
def test_a_suite_has_methods_a_figure_and_marl_evals_form(tmp_path):
    suite = ("--suite", "dieson", "--option", "quest=1,2", "--plot", str(tmp_path / "suite.svg"))
    evaluated(tmp_path, *suite, "--scores", str(tmp_path / "scores.json"))
    content = json.loads((tmp_path / "scores.json").read_text())
    (tasks,) = content.values()
    assert len(tasks) == 2
    for methods in tasks.values():
        assert list(methods["weak"]) == ["run_0", "run_1"]
        won = methods["weak"]["run_0"]["absolute_metrics"]["victory"]
        assert len(won) == 16
        assert methods["weak"]["run_0"]["step_0"]["victory"] == won
    figure = (tmp_path / "suite.svg").read_text()
    assert all(f">{word}<" in figure or word in figure for word in ("scripted", "quest"))


def test_another_kind_of_file_is_refused_before_games_are_played(tmp_path, capsys):
    assert main(["random", "--scores", str(tmp_path / "scores.csv"), "--games", "1000000"]) == 2
    assert ".npz or .json (rliable, marl-eval)" in capsys.readouterr().err
