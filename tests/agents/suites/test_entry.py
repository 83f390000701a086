"""Entries of the scoreboard: written with a suite, and checked by playing again."""

from __future__ import annotations

import json

import pytest

from agents.commands import evaluate, verify
from agents.config import ConfigError
from agents.suites import entry, suite
from crusoe_env.agent import Agent

SUITE = """
title: Little
seed: 300
games: 6
agents: [random]
tasks:
  - game: marooned
  - game: dieson
    vary: {quest: [1, 4]}
"""
AGENT = """
from crusoe_env.agent import Agent


class First(Agent):
    name = "first"

    def act(self, observation, mask):
        return mask.argmax(axis=1)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """An empty folder with an agent and a published suite."""
    (tmp_path / "suites").mkdir()
    (tmp_path / "suites" / "little.yaml").write_text(SUITE)
    (tmp_path / "entered.py").write_text(AGENT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(suite, "FOLDER", tmp_path / "suites")
    monkeypatch.setattr(evaluate, "suite_names", lambda: ["little"])
    return tmp_path


@pytest.fixture
def call(capsys):
    """Call a command: its status, and what it has printed."""

    def call(command, *arguments):
        status = command.main([str(it) for it in arguments])
        captured = capsys.readouterr()
        return status, captured.out + captured.err

    return call


@pytest.fixture
def submitted(call, folder):
    """The content of an entry, and its file."""
    status, words = call(
        evaluate, "--suite", "little", "--agents", "entered:First", "zoo:none", "--submit", "mine"
    )
    assert status == 2, words
    status, words = call(evaluate, "--suite", "little", "--agents", "entered:First", "--submit", "mine")
    assert status == 0, words
    assert "entry: mine.json; check it: crusoe verify mine.json" in words
    return json.loads((folder / "mine.json").read_text()), folder / "mine.json"


def test_an_entry_says_what_it_is_of(submitted):
    content, _ = submitted
    assert content["agents"] == ["entered:First"]
    assert [task["task"] for task in content["tasks"]] == ["marooned", "dieson quest=1", "dieson quest=4"]
    for task in content["tasks"]:
        assert {"rules", "facts", "agent_sources", "environment"} <= set(task["versions"])
        assert task["runs"][0]["policy"]
        assert len(task["runs"][0]["victories"]) == 6
    assert content["training_steps"] == [None]
    assert content["milliseconds"] >= 0
    assert not content["cheats"]


def test_it_is_verified_by_playing_again(submitted, call):
    status, words = call(verify, submitted[1], "--trust")
    assert status == 0, words
    assert "played 18 games of 3 of 3 tasks again, each as in the entry" in words
    assert "mine: verified" in words
    assert "6 games of 1 of 3 tasks" in call(verify, submitted[1], "--tasks", 1, "--trust")[1]


def change_policy(content):
    content["tasks"][0]["runs"][0]["policy"] = "0123"


def change_rules(content):
    content["tasks"][1]["versions"]["rules"] = "0123"


def change_steps(content):
    content["training_steps"] = [5]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (change_policy, "policy was 0123, now"),
        (change_rules, "dieson quest=1: rules was 0123, now"),
        (change_steps, "entered:First: None training steps, where the entry says 5"),
    ],
)
def test_what_does_not_agree_is_named(submitted, call, change, message):
    content, file = submitted
    change(content)
    file.write_text(json.dumps(content))
    status, words = call(verify, file, "--trust")
    assert status == 1
    assert message in words
    assert "mine: does not agree" in words


def test_games_that_were_not_won_are_found(submitted, call):
    content, file = submitted
    for task in content["tasks"]:
        task["runs"][0]["victories"] = "1" * 6
    found = entry.figures_of([[entry.RunEntry(**task["runs"][0]).won] for task in content["tasks"]])
    file.write_text(json.dumps({**content, **found}))
    status, words = call(verify, file, "--trust")
    assert status == 1
    assert "games won, where the entry says 18: not by chance" in words


class Careless(Agent):
    """Plays at random, without a seed."""

    name = "first"

    def act(self, observation, mask):
        import numpy as np

        return np.argmax(np.random.default_rng().random(mask.shape) * mask, axis=1)


def test_other_games_may_differ_by_chance_alone(submitted, call, monkeypatch):
    from agents.suites import results

    monkeypatch.setattr(results, "make_agent", lambda name, simulator: Careless())
    status, words = call(verify, submitted[1], "--trust")
    assert status == 0
    assert "won, " in words


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": 2}, "field 'format'"),
        ({"name": "../mine"}, "field 'name'"),
        ({"mean": [1.0, 1.0, 1.0]}, "field 'mean': the games give"),
        ({"agents": ["a", "b"]}, "2 agents and the training steps of 1"),
        ({"more": 1}, "unknown field 'more'"),
    ],
)
def test_a_wrong_file_is_one_line(submitted, call, change, message):
    content, file = submitted
    file.write_text(json.dumps({**content, **change}))
    status, words = call(verify, file, "--trust")
    assert status == 2
    assert message in words
    assert words.count("\n") == 1


def test_an_entry_of_another_protocol_is_refused(submitted, call):
    content, file = submitted
    content["tasks"][0]["seed"] = 1
    file.write_text(json.dumps(content))
    assert (
        "suite 'little' was another one: ('marooned', 6, 1), now ('marooned', 6, 300)"
        in call(verify, file, "--trust")[1]
    )


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("--games", "3", "--agents", "random"), "--games does not go with --submit"),
        ((), "--submit needs --agents"),
        (("--agents", "random", "--submit", "no/name"), "field 'name'"),
    ],
)
def test_what_cannot_be_submitted_is_one_line(call, given, message):
    status, words = call(evaluate, "--suite", "little", "--submit", "mine", *given)
    assert status == 2
    assert message in words


def test_an_entry_is_of_a_suite(capsys):
    with pytest.raises(SystemExit):
        evaluate.main(["random", "--submit", "mine"])
    assert "--submit needs --suite" in capsys.readouterr().err


def test_a_damaged_file_is_one_line(tmp_path):
    file = tmp_path / "mine.json"
    for content in ("", "[]", "{", '{"name": "x"}'):
        file.write_text(content)
        with pytest.raises(ConfigError, match=r"mine.json: "):
            entry.read_entry(file)


def test_a_module_in_an_entry_is_named_by_who_checks_it(submitted, call):
    _, file = submitted
    status, words = call(verify, file)
    assert status == 2
    assert "mine.json: field 'agents': 'entered:First' runs a module or asks a server" in words
    assert call(verify, file, "--agents", "entered:First")[0] == 0
