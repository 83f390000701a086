"""A game of another package has everything that the games of the suite have."""

from __future__ import annotations

import dataclasses
import pickle
import sys
import types

import gymnasium
import numpy as np
import pytest

import crusoe_env
from crusoe_env.engine.game import NoViewError
from crusoe_env.testing import check_game
from tests.own_game import pig
from tests.support import ROOT, output_of, run_python

GAME = pig.GAME
ENV_ID = "examples/Pig-v0"
pytestmark = pytest.mark.usefixtures("registered_pig")


def test_it_is_found_by_name_id_and_import_path():
    assert crusoe_env.game("pig") is GAME
    assert crusoe_env.game(ENV_ID) is GAME
    assert crusoe_env.game("examples.own_game.pig:GAME") is GAME


def test_gymnasium_makes_it_alone_and_as_a_vector():
    env = gymnasium.make(ENV_ID)
    _, info = env.reset(seed=1, options={"dice": [6, 5]})
    assert info["action_mask"].tolist() == [1, 0]
    env.step(0)
    observation, *_ = env.step(0)
    assert observation[1] * 50 == pytest.approx(11)
    envs = gymnasium.make_vec(ENV_ID, 5, vectorization_mode="vector_entry_point")
    assert envs.reset(seed=1)[0].shape == (5, 3)


def test_a_spawned_worker_makes_it_from_the_specification():
    code = "import pickle, sys, gymnasium; env = gymnasium.make(pickle.loads(bytes.fromhex(sys.argv[1])));"
    code += "env.reset(seed=1); print(env.unwrapped.game.title)"
    spec = pickle.dumps(gymnasium.spec(ENV_ID))
    assert output_of("-c", code, spec.hex()).strip() == "Pig"


def test_batches_planning_and_search_play_it():
    from agents.evaluation import play_games
    from agents.registry import make_agent

    simulator = crusoe_env.Simulator(GAME)
    won = {
        name: play_games(make_agent(name, simulator), simulator, 60, 0).victory.mean()
        for name in ("random", "mcts:100")
    }
    assert won["mcts:100"] > won["random"] + 0.2


def test_what_it_does_not_have_is_one_line():
    env = gymnasium.make(ENV_ID).unwrapped
    env.reset(seed=0)
    with pytest.raises(NoViewError, match=r"^Pig has no picture: its `view` does not define it$"):
        env.picture()
    with pytest.raises(ValueError, match=r"^data: my.toml cannot be used: the game has no data files$"):
        gymnasium.make(ENV_ID, data="my.toml")
    with pytest.raises(ValueError, match=r"^Pig is a game for one player; use gymnasium.make$"):
        crusoe_env.interfaces.pettingzoo.GameAEC(GAME)
    assert env.log() == []


def test_registering_again_changes_nothing():
    before = dict(gymnasium.registry)
    crusoe_env.register(GAME)
    assert dict(gymnasium.registry) == before
    assert crusoe_env.GAMES["pig"] == ENV_ID


def test_another_game_of_its_name_is_refused(monkeypatch):
    other = types.ModuleType("my_games")
    other.PIG = dataclasses.replace(GAME, module="my_games")
    monkeypatch.setitem(sys.modules, "my_games", other)
    with pytest.raises(ValueError, match=r"^there is another game named 'pig': examples.own_game.pig:GAME$"):
        crusoe_env.register(other.PIG)


def test_a_game_that_is_taken_back_is_gone_and_can_be_registered_again():
    crusoe_env.unregister("pig")
    assert "pig" not in crusoe_env.GAMES
    with pytest.raises(gymnasium.error.NamespaceNotFound):
        gymnasium.spec(ENV_ID)
    crusoe_env.register(GAME)
    assert gymnasium.spec(ENV_ID).id == ENV_ID


def test_what_cannot_be_registered_leaves_nothing(monkeypatch):
    before = dict(crusoe_env.GAMES)
    broken = types.SimpleNamespace(env_id=5, name=None, path=None, several_players=None)
    with pytest.raises(TypeError, match=r"^register: expected a Game, not "):
        crusoe_env.register(broken)
    other = types.ModuleType("my games")
    other.BAD = dataclasses.replace(GAME, module="my games", name="bad")
    monkeypatch.setitem(sys.modules, "my games", other)
    with pytest.raises(gymnasium.error.Error, match="Malformed environment ID: my games/"):
        crusoe_env.register(other.BAD)
    assert before == crusoe_env.GAMES
    assert other.BAD.env_id not in gymnasium.registry


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("examples.own_game.pgi:GAME", "there is no module 'examples.own_game.pgi'"),
        ("examples.own_game.pig:PIG", "the module examples.own_game.pig holds no game named PIG"),
        ("pgi", "unknown game 'pgi'; did you mean 'pig'?"),
    ],
)
def test_a_wrong_path_is_one_line(path, message):
    with pytest.raises(ValueError, match=message):
        crusoe_env.game(path)


def test_check_game_accepts_it():
    told = []
    check_game(GAME, told.append)
    assert len(told) > 10
    assert all(line.endswith(": ok") for line in told)


def test_the_command_checks_it():
    done = run_python("-m", "crusoe_env", "check", "examples.own_game.pig:GAME")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "masks are exact: ok" in done.stdout


def test_it_is_short():
    assert len((ROOT / "examples" / "own_game" / "pig.py").read_text().splitlines()) <= 150


@pytest.mark.slow
def test_dice_fall_as_they_should():
    assert "numba" in sys.modules
    batch = crusoe_env.Batch(GAME, 60_000)
    batch.seed(range(batch.count))
    batch.reset()
    batch.step(np.zeros(batch.count, np.int64))
    sums = np.bincount(batch.states.turn_sum, minlength=7)
    assert np.abs(sums[[0, 2, 3, 4, 5, 6]] - 10_000).max() < 500
