"""Training on all tasks at once and on a scenario of one's own: small runs of `train.py`, `evaluate.py`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from tests.robinson.small_scenarios import scenario_file
from tests.support import content_of_page

pytest.importorskip("torch")
pytest.importorskip("pydantic")

import evaluate
import train

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_thread")]

SMALL = {
    "total_steps": 256,
    "num_envs": 8,
    "ppo": {"n_steps": 16, "batch_size": 64, "n_epochs": 1, "net": [16]},
    "evaluation": {"every": 256, "games": 3},
}


def trained(folder: Path, config: dict) -> Path:
    """Train as the configuration says; the folder of the run."""
    file = folder / "small.yaml"
    file.write_text(yaml.safe_dump({**config, "run_dir": str(folder / "run")}))
    assert train.main(["--config", str(file)]) == 0
    return folder / "run"


def evaluated(run_folder: Path, games: int, *more: object) -> dict:
    """The summary of the run's policy beside random play."""
    summary = run_folder / "summary.json"
    given = [run_folder, "--agents", "random", "--games", games, "--json", summary, *more]
    assert evaluate.main([str(argument) for argument in given]) == 0
    return json.loads(summary.read_text())


def test_one_policy_trains_and_is_evaluated_on_all_tasks(tmp_path, capsys):
    env = {"scenario": "mixed", "players": "mixed", "reward": "shaped"}
    found = evaluated(trained(tmp_path, {"game": "robinson", "env": env, **SMALL}), 4)
    assert "all steps are done" in capsys.readouterr().out
    assert found["options"] == {"scenario": "mixed", "players": "mixed"}
    assert [row["games"] for row in found["agents"]] == [4, 4]


def test_a_scenario_of_ones_own_trains_evaluates_and_renders(tmp_path):
    own = scenario_file(tmp_path)
    config = {"game": "robinson", "env": {"scenario": own, "players": 2, "reward": "shaped"}, **SMALL}
    page = tmp_path / "replay.html"
    found = evaluated(trained(tmp_path, config), 3, "--replay", page)
    assert found["options"] == {"scenario": own, "players": 2}
    trained_policy, random_play = found["agents"]
    assert random_play["agent"] == "random"
    for row in (trained_policy, random_play):
        assert row["games"] == 3
        assert 0 < row["mean_goal_progress"] <= 1
        assert 1 <= row["mean_rounds"] <= 6
    frames = content_of_page(page.read_text(encoding="utf-8"))["frames"]
    assert all("Lonely Rock" in frame["text"] for frame in frames)
