"""`crusoe evaluate --challenge NAME`: regret beside partners that a candidate was not trained with."""

from __future__ import annotations

import json

import numpy as np
import pytest

pytest.importorskip("pydantic")

import evaluate
from agents.challenges.challenge import read_challenge
from agents.partners import partners
from agents.registry import make_agent
from agents.shipped import challenge_names
from crusoe_env import Simulator, game
from crusoe_env.agent import Agent
from crusoe_env.bench.results import read_result
from tests.support import words_of

LEFT, RIGHT, ROLES, LATE = (f"{__name__}:{name}" for name in ("Left", "Right", "Roles", "Late"))
CHALLENGE = f"""
title: Roles
game: roles
seed: 300
games: 40
train: []
validation: []
held_out:
  {LEFT}: {RIGHT}
  {RIGHT}: {LEFT}
agents: [{LEFT}, {ROLES}]
"""


class Left(Agent):
    """Names the left side, which is right for the first seat."""

    name = "left"
    side = 0

    def act(self, observation, mask):
        return np.full(len(mask), self.side)


class Right(Left):
    """Names the right side, which is right for the second seat."""

    name = "right"
    side = 1


class Roles(Agent):
    """Names the side of its seat: the best response to anybody."""

    name = "roles"
    uses_states = True

    def act_state(self, states, mask):
        return states.acting.astype(np.int64)


class Late(Agent):
    """Names the side of its seat once it remembers a game, and the other side before."""

    name = "late"
    remembers = True

    def act_turn(self, turn):
        return np.where(turn.begins, 1 - turn.seats, turn.seats)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "roles.yaml"
    path.write_text(CHALLENGE)
    return path


@pytest.fixture
def run(tmp_path, file, capsys):
    """Call `evaluate.main` for the challenge: status, what was printed on both streams."""

    def call(*given, name=file):
        trusted = ["--trust"]  # the file names agents of this module
        status = evaluate.main(["--challenge", str(name), "--out", str(tmp_path / "out"), *trusted, *given])
        said = capsys.readouterr()
        return status, said.out, said.err

    return call


def scores(tmp_path) -> dict:
    found = json.loads((tmp_path / "out" / "scores.json").read_text())
    return {score["agent"]: score for score in found["scores"]}


def test_regret_is_what_is_missing_to_the_best_response(run, tmp_path):
    status, out, _ = run()
    assert status == 0
    found = scores(tmp_path)
    left, best = found[LEFT], found[ROLES]
    assert best["regret"]["victory"][0] == 0, "it plays as the best responses do in half of the seats"
    assert left["victory_regret_by_partner"][RIGHT] == [0, 0, 0], "it is the best response there"
    mean, low, high = left["victory_regret_by_partner"][LEFT]
    assert low < mean < high, "two who say left never win; one on each side wins half of the lucky games"
    assert left["regret"]["victory"][0] == pytest.approx(mean / 2)
    assert left["reached"]["victory"][0] + left["regret"]["victory"][0] == pytest.approx(
        best["reached"]["victory"][0]
    )
    assert "Roles: 2 held-out partners, 40 games from seed 300 in each seat beside each partner" in out


def test_normalised_random_play_scores_0_and_the_best_response_1(run, tmp_path):
    """Random play names the right side half of the time, two who say left never."""
    _, out, _ = run("--agents", LEFT, ROLES, "random", "--games", "400")
    found = {agent: score["normalised"]["victory"] for agent, score in scores(tmp_path).items()}
    assert found["random"] == [0, 0, 0]
    assert found[ROLES] == [1, 1, 1]
    mean, low, high = found[LEFT]
    assert low < mean < high, "beside left -1, beside right 1: the best response itself"
    assert low < 0 < high
    assert "normalised victories" in out


def test_the_same_command_goes_on_with_what_is_there(run):
    run()
    _, out, err = run("--agents", LEFT, RIGHT)
    assert "7 of 8 results are there" in err
    assert RIGHT in out


def test_all_candidates_play_the_same_seeds_in_both_seats(run, tmp_path):
    run("--games", "7")
    files = [json.loads(file.read_text()) for file in (tmp_path / "out").glob("*left*.json")]
    assert {tuple(each["games"]["seeds"]) for each in files} == {tuple(range(300, 307))}
    assert {"left + roles", "roles + left"} <= {each["agent"] for each in files}


def test_in_a_series_games_with_a_partner_are_remembered(run, tmp_path):
    _, out, _ = run(
        "--agents", LATE, ROLES, "--episodes", "3", "--write", str(file := tmp_path / "found.json")
    )
    assert "40 series of 3 games from seed 300" in out
    table = read_result(file).tables[-1]
    assert list(table.headings) == ["candidate", "game 1", "game 2", "game 3"]
    late, roles = ([float(cell.split("%")[0]) for cell in line[1:]] for line in table.rows)
    assert late[0] == 0
    assert late[1:] == roles[1:] != [0, 0]
    kept = [json.loads(file.read_text()) for file in (tmp_path / "out").glob("*late*.json")]
    assert {tuple(each["games"]["seeds"]) for each in kept} == {tuple(range(300, 420))}


def test_an_agent_without_memory_plays_a_series_as_single_games(run, tmp_path):
    run("--games", "20", "--episodes", "2")
    series = scores(tmp_path)
    run("--games", "40", "--anew")
    for agent, single in scores(tmp_path).items():
        for measure, (mean, _, _) in single["reached"].items():
            assert mean == pytest.approx(series[agent]["reached"][measure][0])


def test_tables_are_written_as_data(run, tmp_path):
    assert run("--write", str(file := tmp_path / "found.json"))[0] == 0
    assert read_result(file).tables[0].headings[0] == "candidate"


def test_regret_is_drawn_beside_all_partners_and_each(run, tmp_path):
    pytest.importorskip("matplotlib")
    figure = tmp_path / "regret.svg"
    assert run("--plot", str(figure))[0] == 0
    words = words_of(figure)
    assert {"all partners", LEFT, RIGHT, ROLES} <= set(words)
    found = scores(tmp_path)[LEFT]["victory_regret_by_partner"][LEFT]
    mean, low, high = (f"{100 * number:.0f}" for number in found)
    assert mean in words
    assert f"{low} – {high}" in words


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (("train: []", f"train: [{LEFT}]"), "is named twice among train, validation and held_out"),
        (("games: 40", "games: 1"), "field 'games': Input should be greater than or equal to 2"),
        (("game: roles", "game: marooned"), "is no game of one number of players above one"),
        (("train:", "trian:"), "field 'train': Field required"),
    ],
)
def test_a_wrong_challenge_is_refused_in_one_line(run, file, change, problem):
    file.write_text(file.read_text().replace(*change))
    status, _, err = run()
    assert (status, len(err.splitlines())) == (2, 1)
    assert problem in err


def test_episodes_belong_to_challenges(capsys):
    with pytest.raises(SystemExit):
        evaluate.main(["random", "--episodes", "2"])
    assert "--episodes needs --challenge" in capsys.readouterr().err


def test_an_unknown_challenge_is_refused(run):
    status, _, err = run(name="partners-3")
    assert (status, "unknown challenge 'partners-3'" in err) == (2, True)


@pytest.mark.parametrize("name", challenge_names())
def test_published_challenges_name_agents_that_exist_and_each_partner_once(name):
    challenge = read_challenge(name)
    simulator = Simulator(game(challenge.game), **challenge.options)
    listed = [*challenge.train, *challenge.validation, *challenge.held_out]
    assert {agent.removeprefix("sampled:") for agent in listed} <= set(partners())
    for agent in (*challenge.held_out.values(), *challenge.agents):
        make_agent(agent, simulator)
