"""`python -m research.ceilings`: which games of rarely won tasks can be won."""

from __future__ import annotations

import sys

import pytest

from research import ceilings


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

    def play(task, plans, first):
        if len(parts) == play.most:
            raise KeyboardInterrupt
        parts.append((task["scenario"], task["players"], plans, first))
        return [first + game for game in range(ceilings.PART) if game % 4 == (plans == 16)]

    play.most = None
    monkeypatch.setattr(ceilings, "play", play)
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


def test_a_game_of_a_part_is_that_of_its_seed():
    task = {"scenario": "family_robinson", "players": 4}
    won = ceilings.play(task, 2, ceilings.SEED)
    assert set(won) <= set(range(ceilings.SEED, ceilings.SEED + ceilings.PART))
