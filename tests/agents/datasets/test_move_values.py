"""Values of moves: the same games as those of agents, files that hide the answers of the test."""

import json

import numpy as np
import pytest

from agents.commands import dataset, quiz
from agents.datasets.move_values import MoveValues, split_of, values_of
from agents.datasets.values_files import read_rows
from agents.text.players import AgentPlayer
from agents.text.quiz import Answer, ask, questions, scored
from crusoe_env import Simulator, game
from crusoe_env.text import TextEnv


@pytest.mark.slow
def test_the_compiled_loop_plays_the_games_of_the_agent():
    simulator = Simulator(game("marooned"))
    values = MoveValues(simulator, "zoo:marooned", deals=16)
    states = np.concatenate([simulator.new_games(1, seed) for seed in range(4)]).view(np.recarray)
    compiled = values.won(states, np.random.default_rng(5))
    values._rollouts = None
    for one, other in zip(compiled, values.won(states, np.random.default_rng(5)), strict=True):
        assert all(np.array_equal(*pair) for pair in zip(one, other, strict=True))
    assert 0 < np.mean([won.mean() for _, won, _ in compiled]) < 1


def test_equal_moves_are_told_apart_by_progress_and_regret_is_paired():
    won = np.array([[1, 0, 1, 0], [1, 0, 1, 1], [1, 1, 1, 0]], bool)
    found = values_of(won, np.array([0.9, 0.2, 0.3]))
    assert found["best"] == 2
    assert (found["wins"], found["deals"]) == ([2, 3, 3], 4)
    assert found["regret_low"][1] < 0 < found["regret_high"][1]  # each wins a deal that the other loses


def test_a_position_is_reached_without_saying_each_move():
    slow, fast = (TextEnv("marooned", view="full") for _ in range(2))
    slow.reset(seed=3)
    actions = []
    for _ in range(3):
        actions.append(slow.env.legal_actions()[0])
        slow.step(slow.answer_for(actions[-1]))
    message, info = fast.reset_to(3, actions)
    assert np.array_equal(fast.env.batch.states, slow.env.batch.states)
    assert info["moves"] == slow.moves()
    assert slow.table.text() in message
    assert fast.step("1")[:4] == slow.step("1")[:4]


@pytest.mark.slow
def test_the_command_goes_on_and_keeps_the_test_apart(tmp_path, capsys):
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    given = ["values", "marooned", "--deals", "4", "--out"]
    assert dataset.main([*given, str(whole), "--positions", "200"]) == 0
    assert dataset.main([*given, str(stopped), "--positions", "60"]) == 0
    assert dataset.main([*given, str(stopped), "--positions", "200"]) == 0
    for file in whole.rglob("*.jsonl*"):
        assert file.read_bytes() == (stopped / file.relative_to(whole)).read_bytes()
    seeds = {}
    for split in ("train", "validation", "test"):
        folder = "answers" if split == "test" else "data"
        rows = read_rows(whole / folder / f"marooned/{split}.jsonl.gz")
        seeds[split] = {row["seed"] for row in rows}
        assert rows
        assert all(split_of(row["seed"]) == split for row in rows)
    answers = rows
    assert all(len(row["moves"]) == len(row["wins"]) for row in answers)
    described = json.loads((whole / "croissant.json").read_text())
    assert {each["contentUrl"] for each in described["distribution"]} == {
        str(file.relative_to(whole)) for file in whole.rglob("*.jsonl.gz")
    }
    assert dataset.main([*given[:2], "--deals", "5", "--out", str(whole)]) == 2
    assert "other settings" in capsys.readouterr().err
    result = tmp_path / "result.json"
    file = tmp_path / "quiz.jsonl.gz"
    assert dataset.main([*given, str(whole), "--finish", "--quiz", str(file)]) == 0
    out = ["--json", str(result), "--out", str(tmp_path)]
    assert quiz.main(["scripted", "random", "--data", str(file), *out]) == 0
    scripted, by_chance = json.loads(result.read_text())["players"]
    assert scripted["positions"] == by_chance["positions"] == len(answers)
    assert 0 < by_chance["best"][0] < 1
    asked = list(questions(whole))
    assert asked == list(questions(file))
    good = scored([Answer(it, it.best, 1.0) for it in asked])
    worst = scored([Answer(it, min(it.values, key=it.values.get)) for it in asked])
    assert (good["best"][0], good["regret"][0]) == (1.0, 0.0)
    mean_best = np.mean([max(row["wins"]) / row["deals"] for row in answers])
    assert good["calibration_error"] == pytest.approx(1 - mean_best)
    assert worst["regret"][0] == pytest.approx(mean_best - np.mean([min(row["wins"]) / 4 for row in answers]))
    refused = scored([Answer(it, None) for it in asked])
    assert refused["regret"] == worst["regret"]
    assert refused["best"][0] == 0


def test_the_quiz_refuses_what_it_cannot_read(tmp_path, capsys):
    assert quiz.main(["scripted", "--data", str(tmp_path)]) == 2
    assert "crusoe dataset values" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        quiz.main(["scripted", "--most", "0"])


def test_a_stopped_quiz_goes_on(tmp_path):
    asked = list(questions())[:4]
    whole = [(it.action, it.said) for it in ask(AgentPlayer("random"), asked, tmp_path)]
    (file,) = tmp_path.glob("*.jsonl")
    first, second, *_ = file.read_text().splitlines(keepends=True)
    file.write_text(first + second[:9])  # stopped while it wrote
    begun = []

    class Counted(AgentPlayer):
        def begin(self, env, seed):
            begun.append(seed)
            super().begin(env, seed)

    assert [(it.action, it.said) for it in ask(Counted("random"), asked, tmp_path)] == whole
    assert begun == [1, 2, 3]
    assert len(file.read_text().splitlines()) == 4


def test_a_quiz_comes_with_the_package():
    asked = list(questions())
    assert {it.game for it in asked} == {"marooned", "dieson", "robinson"}
    for question in asked[::100]:
        env, message = question.env(disguise=1)
        assert set(env.env.legal_actions()) == set(question.values)
        assert message.strip()
        assert question.regret(question.best) == 0
