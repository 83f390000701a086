"""A search that knows the future wins games, and its actions win them again."""

from __future__ import annotations

import json
from types import SimpleNamespace

import numpy as np
import pytest

import crusoe_env
from agents.search.planner import Rollouts
from crusoe_env import Simulator
from research.beam import Positions as Kept
from research.beam import actions_to, best, main, search
from tests.support import UNCOMPILED, new_env

pytestmark = pytest.mark.skipif(UNCOMPILED, reason="search is too slow uncompiled")


def replayed(actions: list[int], seed: int):
    env = new_env("marooned", on_illegal="raise")
    env.reset(seed=seed)
    for action in actions[:-1]:
        assert not env.step(action)[2]
    return env.step(actions[-1])


@pytest.mark.slow
def test_what_it_finds_are_victories_in_the_games_of_those_seeds():
    simulator = Simulator(crusoe_env.game("marooned"))
    won = 0
    for seed in range(1, 9):
        found = search(simulator, Rollouts(simulator), seed, kept=60, plans=10, rng=np.random.default_rng(0))
        if found.won:
            _, _, terminated, _, info = replayed(found.actions, seed)
            assert (terminated, info["victory"], info["rounds"]) == (True, 1, found.rounds)
        else:
            assert found.causes == ["died"]
        assert found.won == (found.progress == 1)
        won += found.won
    assert won >= 2


def test_from_the_command_line_the_actions_go_into_a_file(tmp_path, capsys, monkeypatch):
    file = tmp_path / "won.json"
    words = ["beam", "marooned", "--seed", "1", "--games", "9", "--kept", "60", "--plans", "10"]
    monkeypatch.setattr("sys.argv", [*words, "--out", str(file)])
    main()
    last = capsys.readouterr().out.splitlines()[-1]
    seed = int(last.split()[1].rstrip(":"))
    assert replayed(json.loads(file.read_text()), seed)[-1]["victory"] == 1
    assert last.endswith("rescued")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["chess"], "unknown game 'chess'"),
        (["dieson", "--option", "quest=9"], "quest: unknown value 9"),
        (["marooned", "--kept", "0"], "'0' is no whole number from 1"),
    ],
)
def test_wrong_words_are_one_line(words, message, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["beam", *words])
    try:
        status = main()
    except SystemExit as stopped:
        status = stopped.code
    assert status == 2
    assert message in capsys.readouterr().err.splitlines()[-1]


def test_a_way_leads_over_the_parents():
    first = Kept(np.zeros(2), np.array([[1, 2, -1], [3, -1, -1]]), np.array([0, 0]))
    second = Kept(np.zeros(1), np.array([[4, -1, -1]]), np.array([1]))
    assert actions_to([first, second], 0) == [3, 4]


def test_of_each_parent_a_few_different_positions_are_kept():
    """The five best have one parent, and two of them the same plan; three of each parent go on."""
    chances = np.array([0.99, 0.98, 0.97, 0.96, 0.95, 0.3, 0.2, 0.1, 0.05])
    plans = np.array([[1], [1], [2], [3], [4], [1], [2], [3], [4]])
    positions = Kept(np.zeros(9, np.void), plans, np.array([0, 0, 0, 0, 0, 1, 1, 1, 1]))
    rollouts = SimpleNamespace(values=lambda states: chances)
    no_noise = SimpleNamespace(normal=lambda size: np.zeros(size))
    progress = np.zeros(9)
    assert best(rollouts, positions, progress, 20, no_noise).tolist() == [0, 2, 3, 5, 6, 7]
    assert best(rollouts, positions, progress, 4, no_noise).tolist() == [0, 2, 3, 5]
    one_parent = positions._replace(parents=np.zeros(9, int))
    assert best(rollouts, one_parent, progress, 4, no_noise).tolist() == [0, 2, 3, 4]
