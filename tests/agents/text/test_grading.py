"""The judge: regrets of decisions."""

import json

import numpy as np
import pytest

from agents.commands import grade as command
from agents.text.grading import Judge, grade
from agents.text.players import make_player
from agents.text.playing import play_game
from crusoe_env.interfaces.env import GameEnv
from crusoe_env.text import TextEnv
from tests.support import new_env


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


def test_the_best_move_of_a_seed_does_not_depend_on_what_was_asked_before():
    env = new_env("marooned")
    env.reset(seed=3)
    states, judge = env.batch.states.repeat(64).view(np.recarray), Judge(env, "random", budget=4)
    first = judge.best(states, seed=1)
    judge.best(states, seed=2)
    assert np.array_equal(judge.best(states, seed=1), first)


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


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([], "transcript"),
        (["nowhere.jsonl"], "nowhere.jsonl"),
        (["x.jsonl", "--games", "0"], "--games"),
    ],
)
def test_wrong_input_is_one_line(given, said, capsys):
    try:
        status = command.main(given)
    except SystemExit as stopped:
        status = stopped.code
    assert status == 2
    assert said in capsys.readouterr().err.splitlines()[-1]
