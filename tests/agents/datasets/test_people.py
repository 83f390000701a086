"""Data sets of studies: what people saw and did, as episodes, and a policy that learns from them."""

import json

import numpy as np
import pytest

from agents.commands import dataset
from agents.datasets.formats import read
from crusoe_env import game
from crusoe_env.play.program import new_env
from crusoe_env.play.seats import HUMAN, SeatedSession
from crusoe_env.play.study import Study

pytestmark = pytest.mark.slow

TASK = {"players": 3, "table": "secret_plans"}
SEATS = (HUMAN, "random", HUMAN)


def play(folder, seed, options=TASK, seats=SEATS, most=10_000):
    """A game of a study in which people take their first legal action; the decisions of each person."""
    env = new_env("robinson", options)
    env.reset(seed=seed)
    session = SeatedSession(env, seats, options=options, seed=seed)
    Study(folder, session)
    made = {seat: [] for seat in session.people}
    while session.deciders() and len(session.history) < most:
        if (turn := session.agent_turn()) is not None:
            session.carry_out(turn, session.think(turn))
            continue
        seat = session.viewer()
        legal = session.legal(seat)
        made[seat].append((env.batch.observe(seat)[0].copy(), legal, legal[0]))
        session.move_as(seat, legal[0])
    return made


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs") / "study"
    made = [play(folder, seed) for seed in (1, 2)]
    play(folder, 3, most=5)
    return folder, made


def written(study, out, *more):
    return dataset.main(["people", str(study), "--out", str(out), *more])


def test_each_person_of_a_game_has_an_episode_of_the_own_decisions(study, tmp_path, capsys):
    folder, made = study
    assert written(folder, tmp_path) == 0
    assert "2 games, 4 episodes of people, 1 unfinished game left out: " in capsys.readouterr().out
    episodes = list(read(tmp_path / "people-study"))
    expected = [decisions for played in made for decisions in played.values()]
    assert len(episodes) == len(expected) == 4
    scale = game("robinson").observations.scale
    for episode, decisions in zip(episodes, expected, strict=True):
        observations, legal, actions = zip(*decisions, strict=True)
        assert np.array_equal(episode.observations[:-1] * scale, np.array(observations))
        assert [row.nonzero()[0].tolist() for row in episode.masks[:-1]] == list(legal)
        assert episode.actions.tolist() == list(actions)
        assert len(set(episode.seats.tolist())) == 1
    about = json.loads((tmp_path / "people-study" / "dataset.json").read_text())
    assert (about["agent"], about["options"], len(about["participants"])) == ("people", TASK, 4)


@pytest.mark.parametrize("form", ["minari", "hf"])
def test_other_formats_are_written(study, tmp_path, monkeypatch, form):
    pytest.importorskip({"minari": "minari", "hf": "pyarrow"}[form])
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    assert written(study[0], tmp_path, "--to", form) == 0


def test_games_of_several_tasks_are_chosen_by_an_option(tmp_path, capsys):
    play(tmp_path / "study", 1, {"players": 1}, [HUMAN])
    play(tmp_path / "study", 1, {"players": 2}, [HUMAN, "random"])
    assert written(tmp_path / "study", tmp_path) == 2
    assert "games of several tasks" in capsys.readouterr().err
    assert written(tmp_path / "study", tmp_path, "--option", "players=2") == 0
    assert written(tmp_path / "study", tmp_path, "--option", "players=4") == 2


@pytest.mark.parametrize(
    ("name", "change", "answer"),
    [
        ("games", lambda text: text.replace("{", "", 1).replace("\n{", "\n"), "line 1: a line is no JSON"),
        (
            "games",
            lambda text: text.replace('"format": 1', '"format": 2'),
            "line 1: the line is not of format 1",
        ),
        ("games", lambda text: text.replace('"codes"', '"kodes"'), "line 1: a line lacks 'codes'"),
        (
            "games",
            lambda text: text.replace('"options": {', '"options": 5, "_": {'),
            "line 1: field 'options'",
        ),
        ("games", lambda text: text.partition("\n")[0], "no game of people that has ended"),
        (
            "decisions",
            lambda text: text.replace('"legal": [', '"legal": [0, '),
            "the rules allow other moves",
        ),
        ("decisions", lambda text: text.replace('"state": "e', '"state": "f'), "seat 0: "),
    ],
)
def test_a_damaged_study_is_refused_in_one_line(study, tmp_path, capsys, name, change, answer):
    for kept in ("games", "decisions"):
        text = (study[0] / f"{kept}.jsonl").read_text()
        (tmp_path / f"{kept}.jsonl").write_text(change(text) if kept == name else text)
    assert written(tmp_path, tmp_path / "out") == 2
    said = capsys.readouterr().err
    assert answer in said
    assert said.count("\n") == 1


def test_no_study_is_refused_in_one_line(tmp_path, capsys):
    assert written(tmp_path / "none", tmp_path) == 2
    assert "games.jsonl cannot be read: No such file" in capsys.readouterr().err
