"""The judge: regrets of decisions, and graded positions."""

import json

import numpy as np
import pytest

from agents.commands import grade as command
from agents.text import positions as positions_module
from agents.text.grading import Judge, grade
from agents.text.players import make_player
from agents.text.playing import play_game
from agents.text.positions import PositionsError, read_positions
from crusoe_env.interfaces.env import GameEnv
from crusoe_env.text import TextEnv

SUITE = """
title: Small
agents: [random]
text: {}
tasks: [{game: marooned}, {game: dieson, vary: {quest: [2]}}]
"""


def transcript_of(player, seed=5):
    return play_game(TextEnv("marooned"), make_player(player), seed).transcript


def test_each_decision_has_a_regret_with_an_interval():
    transcript = transcript_of("random")
    judge, graded = grade(transcript, "zoo:marooned", budget=8, games=32)
    assert judge.policy == "zoo:marooned"
    assert 0 < len(graded) <= len(transcript.turns)
    for each in graded:
        turn = transcript.turns[each.turn - 1]
        assert each.move == turn.move
        assert each.regret.low <= each.regret.mean <= each.regret.high
        assert each.regret.mean == pytest.approx(each.chance_of_best.mean - each.chance.mean)
        assert each.regret.mean >= 0  # no best move is worth less than the one that was played
        if each.move == each.best:
            assert each.regret == (0, 0, 0)
        else:
            assert each.regret.low < each.regret.high


def test_grades_are_the_same_again():
    transcript = transcript_of("random")
    assert grade(transcript, budget=4, games=16)[1] == grade(transcript, budget=4, games=16)[1]


@pytest.mark.slow
def test_a_weak_player_has_larger_regrets_than_a_strong_one():
    def regret(player):
        found = [grade(transcript_of(player, seed), budget=8, games=48)[1] for seed in (1, 2, 3)]
        return np.mean([each.regret.mean for graded in found for each in graded])

    assert regret("random") > regret("zoo:marooned") + 0.02


def test_chances_agree_with_playing_on():
    env = GameEnv(game="marooned")
    env.reset(seed=1)
    judge = Judge(env, "random", budget=4, games=400)
    action = env.legal_actions()[0]
    chance = judge.won(env.batch.states, np.array([action])).mean()
    env.step(action)
    assert chance == pytest.approx(env.playouts(2_000, seed=0)["victory"], abs=0.06)


def test_the_command_grades_a_transcript(tmp_path, capsys):
    path, out = tmp_path / "game.jsonl", tmp_path / "graded.json"
    transcript_of("random").write(path)
    assert command.main([str(path), "--budget", "4", "--games", "16", "--json", str(out)]) == 0
    assert "mean regret" in capsys.readouterr().out
    content = json.loads(out.read_text())
    assert len(content["curve"]) == len(content["decisions"])


@pytest.mark.slow
def test_the_command_writes_positions_that_are_a_quiz(tmp_path):
    suite, path = tmp_path / "small.yaml", tmp_path / "positions.jsonl.gz"
    suite.write_text(SUITE)
    given = ["--positions", "9", "--suite", str(suite), "--budget", "4", "--games", "8", "--write", str(path)]
    assert command.main(given) == 0
    about, positions = read_positions(path)
    assert (about["games"], len(positions)) == (8, 9)
    assert {each.game for each in positions} == {"marooned", "dieson"}
    for position in positions:
        env, message = position.env(disguise=1)
        assert len(env.moves()) >= 3
        assert message.strip()
        legal = env.env.legal_actions()
        assert {move["action"] for move in position.moves} <= set(legal)
        assert position.score(position.moves[0]["action"]) == 0
        assert position.score(position.moves[-1]["action"]) >= 0


@pytest.mark.slow
def test_positions_are_kept_as_they_come(tmp_path, monkeypatch, capsys):
    suite, path = tmp_path / "small.yaml", tmp_path / "positions.jsonl.gz"
    suite.write_text(SUITE)
    given = ["--suite", str(suite), "--budget", "4", "--games", "8", "--write", str(path), "--positions"]
    made, of_task = [], positions_module._of_task

    def stopped_at_the_third(task, player, *rest):
        made.append(player)
        if len(made) == 3:
            raise OSError("no space left")
        return of_task(task, player, *rest)

    monkeypatch.setattr(positions_module, "_of_task", stopped_at_the_third)
    assert command.main([*given, "6"]) == 2
    assert not path.exists()
    assert command.main([*given, "7"]) == 2
    assert "made with other settings" in capsys.readouterr().err
    assert command.main([*given, "6"]) == 0
    assert len(made) == 3 + 4
    monkeypatch.undo()
    whole = tmp_path / "whole.jsonl.gz"
    assert command.main([*given[:-2], str(whole), "--positions", "6"]) == 0
    assert path.read_bytes() == whole.read_bytes()
    assert list(tmp_path.glob("*.partial")) == []


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([], "name a transcript, or give --positions"),
        (["--positions", "3"], "--positions and --write go together"),
        (["nowhere.jsonl"], "nowhere.jsonl"),
        (["x.jsonl", "--games", "0"], "--games must be at least 1"),
        (["x.jsonl", "--suite", "text"], "--suite goes with --positions"),
        (["--positions", "3", "--write", "x.jsonl.gz", "--json", "x.json"], "--json goes with a transcript"),
    ],
)
def test_wrong_input_is_one_line(given, said, capsys):
    try:
        status = command.main(given)
    except SystemExit as stopped:
        status = stopped.code
    assert status == 2
    assert said in capsys.readouterr().err.splitlines()[-1]


def test_a_thousand_positions_come_with_the_package():
    about, positions = read_positions()
    assert len(positions) == about["positions"] == 1_000
    assert len({(each.game, str(each.options)) for each in positions}) == 40
    for position in positions[::100]:
        env, _ = position.env()
        assert set(env.env.legal_actions()) >= {move["action"] for move in position.moves}
        assert [env.answer_for(move["action"]) for move in position.moves] == [
            it["move"] for it in position.moves
        ]
        chances = [move["chance"] for move in position.moves]
        assert chances == sorted(chances, reverse=True)


def test_other_files_are_no_positions(tmp_path):
    path = tmp_path / "x.gz"
    path.write_bytes(b"no")
    with pytest.raises(PositionsError, match="holds no graded positions"):
        read_positions(path)
