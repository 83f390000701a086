"""`crusoe evaluate` with a suite whose games are played in text."""

import json

import pytest

from agents.commands import evaluate
from agents.suites.suite import read_suite, tasks_of
from crusoe_env.text.transcript import read_transcript, replayed

SUITE = """
title: Small
seed: 40
games: 3
agents: [random, scripted]
text: {illegal_in_a_row: 2}
tasks:
  - game: marooned
  - {game: dieson, vary: {quest: [1]}}
"""


@pytest.fixture
def run(tmp_path, capsys):
    suite = tmp_path / "small.yaml"
    suite.write_text(SUITE)

    def call(*given):
        status = evaluate.main(["--suite", str(suite), "--out", str(tmp_path / "out"), *given])
        shown = capsys.readouterr()
        return status, shown.out, shown.err

    return call


def test_the_published_suite_has_every_task_with_ten_games():
    tasks = tasks_of(read_suite("text"), {})
    assert len(tasks) == 32 + 7 + 1
    assert {(task.games, task.seed) for task in tasks} == {(10, 5_000_000)}


@pytest.mark.slow
def test_a_suite_in_text_is_played_kept_and_goes_on(run, tmp_path):
    status, out, _ = run()
    assert status == 0
    assert "Small: victories over all tasks" in out
    assert "Small: cost" in out
    files = sorted((tmp_path / "out").glob("*/*.jsonl"))
    assert len(files) == 12
    for file in files:
        assert replayed(read_transcript(file)).jsonl() == file.read_text(encoding="utf-8")
    before = {file: file.stat().st_mtime_ns for file in files}
    files[0].unlink()
    assert run()[0] == 0
    after = {file: file.stat().st_mtime_ns for file in sorted((tmp_path / "out").glob("*/*.jsonl"))}
    assert [file for file in after if after[file] != before[file]] == [files[0]]
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert {task["agent"] for task in summary["tasks"]} == {"random", "scripted"}


def test_games_ended_by_a_limit_count_as_lost(run, tmp_path):
    assert run("--agents", "erring:1:scripted")[0] == 0
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert {task["victories"] for task in summary["tasks"]} == {0}
    assert summary["tasks"][0]["causes"] == {"limit: illegal answers in a row": 3}


@pytest.mark.parametrize("option", [["--workers", "2"], ["--submit", "mine"], ["--anew"]])
def test_options_of_arrays_are_refused_in_one_line(option, run):
    status, _, err = run(*option)
    assert status == 2
    assert len(err.splitlines()) == 1
