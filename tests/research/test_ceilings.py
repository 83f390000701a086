"""`python -m research.ceilings`: which games of rarely won tasks can be won."""

from __future__ import annotations

import json
import sys

import numpy as np
import pytest

from research import ceilings
from research.clairvoyant import SEED, won_by_planner


@pytest.fixture
def run(monkeypatch, tmp_path, capsys):
    """Call the command for 40 games and two numbers of plans; the lines of its table."""

    def call(*given):
        kept = ("--kept", str(tmp_path / "kept.json"))
        words = ["ceilings", "--games", "40", "--plans", "8", "16", *kept, *given]
        monkeypatch.setattr(sys, "argv", words)
        ceilings.main()
        return capsys.readouterr().out.splitlines()

    return call


@pytest.fixture
def parts_played(monkeypatch):
    """The parts that are played: 8 plans win every fourth game, 16 plans the one after."""
    parts = []

    def play(game, task, games, plans, first):
        if len(parts) == play.most:
            raise KeyboardInterrupt
        parts.append((task["scenario"], task["players"], plans, first))
        return np.arange(games) % 4 == (plans == 16)

    play.most = None
    monkeypatch.setattr(ceilings, "won_by_planner", play)
    return parts, play


def test_a_game_that_any_number_of_plans_wins_can_be_won(run, parts_played):
    line = next(line for line in run() if "Volcano Island, 4 players" in line)
    assert line.count("25.0") == 2
    assert "50.0" in line


def test_what_was_interrupted_goes_on_where_it_stopped(run, parts_played):
    parts, play = parts_played
    play.most = 3
    with pytest.raises(KeyboardInterrupt):
        run()
    play.most = None
    run()
    assert len(parts) == len(set(parts)) == 2 * 2 * len(ceilings.TASKS)
    run()
    assert len(parts) == 2 * 2 * len(ceilings.TASKS)


def test_won_games_are_kept_by_their_seeds(run, parts_played, tmp_path):
    run()
    kept = json.loads((tmp_path / "kept.json").read_text())
    won = kept[ceilings.key_of("Volcano Island, 4 players", 8, SEED + ceilings.PART)]
    assert won == [SEED + ceilings.PART + game for game in range(0, ceilings.PART, 4)]


def test_the_planner_says_of_each_game_whether_it_is_won():
    won = won_by_planner("robinson", {"scenario": "naturalist", "players": 1}, 3, 1, SEED)
    assert won.shape == (3,)
    assert won.dtype == np.bool_
