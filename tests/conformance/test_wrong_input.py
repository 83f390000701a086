"""Wrong input is answered with one line for people, in every game, and changes nothing."""

from __future__ import annotations

import numpy as np
import pytest

import crusoe_env
from tests.support import NAMES, new_env, new_vector_env, play_on, refused

games = pytest.mark.parametrize("name", NAMES)
one_game = pytest.mark.parametrize("name", ["marooned"])
"""What all games have in common is tried in one of them."""


@pytest.fixture
def running(name):
    env = new_env(name)
    env.reset(seed=0)
    play_on(env, np.random.default_rng(0), steps=2)
    return env


@games
@pytest.mark.parametrize("value", [None, 5, "first"])
def test_chance_that_is_no_list(name, running, value):
    option, before = running.game.chance.option, running.snapshot()
    with pytest.raises(ValueError, match=f"^{option}: .* is not a list") as caught:
        running.reset(seed=1, options={option: value})
    assert "\n" not in str(caught.value)
    assert running.snapshot() == before


@games
def test_chance_from_no_such_source(name, running):
    option, before = running.game.chance.option, running.snapshot()
    with pytest.raises(ValueError, match=f"^unknown source of chance 'a'; choose from .*{option}") as caught:
        running.reset(seed=1, options={option: {"a": [1]}})
    assert "\n" not in str(caught.value)
    assert running.snapshot() == before


@games
@pytest.mark.parametrize("value", [None, 5.5, [], "no such thing", 10**30])
def test_chance_that_cannot_come(name, running, value):
    before = running.snapshot()
    with pytest.raises(ValueError, match=r"^(deck|chance|dice)"):
        running.reset(seed=1, options={running.game.chance.option: [value]})
    assert running.snapshot() == before


@one_game
@pytest.mark.parametrize("options", [5, "deck", ["deck"]])
def test_options_that_are_no_dict(name, running, options):
    before = running.snapshot()
    with pytest.raises(TypeError, match="options must be a dict, not"):
        running.reset(seed=1, options=options)
    assert running.snapshot() == before


@one_game
def test_numbers_beyond_all_bounds_are_illegal_actions(name, running):
    for number in (10**30, -(10**30)):
        before = running.state
        *_, info = running.step(number)
        assert info["illegal_action"]
        assert running.state.steps == before.steps + 1


@one_game
@pytest.mark.parametrize("action", [None, "stay", 1.0, np.array([1, 2]), [0]])
def test_what_is_no_whole_number_is_no_action(name, running, action):
    before = running.snapshot()
    with pytest.raises(TypeError, match="an action must be a whole number, not"):
        running.step(action)
    assert running.snapshot() == before


@one_game
@pytest.mark.parametrize("actions", [[0.0, 1.0], ["a", "b"], [0, 10**30], [None, None]])
def test_what_are_no_whole_numbers_are_no_actions(name, actions):
    envs = new_vector_env(name, 2)
    envs.reset(seed=0)
    before = envs.batch.states.tobytes()
    with pytest.raises(TypeError, match="actions must be whole numbers of at most 64 bits, not"):
        envs.step(actions)
    assert envs.batch.states.tobytes() == before


@games
@pytest.mark.parametrize("state", [None, 5, "state", np.zeros(3), np.zeros(2, [("a", int)])])
def test_what_is_no_state(name, running, state):
    before = running.snapshot()
    with pytest.raises(ValueError, match="a state is one record of"):
        running.set_state(state)
    with pytest.raises(ValueError, match="a state is one record of"):
        running.set_state(np.repeat(running.determinize(0), 2))
    assert running.snapshot() == before


NO_SEEDS = [-1, True, 1.5, "7", "9" * 5000, 10**5000, -(10**5000), [1], np.float64(3)]


@one_game
@pytest.mark.parametrize("seed", NO_SEEDS, ids=range(len(NO_SEEDS)))
def test_what_is_no_seed(name, running, seed):
    before = running.snapshot()
    with refused((TypeError, ValueError), start="a seed must be ", most=200):
        running.reset(seed=seed)
    assert running.snapshot() == before


@one_game
@pytest.mark.parametrize("seed", [-1, True, 1.5, "7", 10**5000, [1, -1], [1, "7"], [False, 1]], ids=range(8))
def test_what_is_no_seed_of_many_games(name, seed):
    envs = new_vector_env(name, 2)
    envs.reset(seed=0)
    before = envs.batch.states.tobytes()
    with pytest.raises((TypeError, ValueError), match=r"^a seed must be "):
        envs.reset(seed=seed)
    assert envs.batch.states.tobytes() == before


@one_game
@pytest.mark.parametrize("seed", [0, 2**64, 2**128 - 1, np.int64(5), np.uint8(5)])
def test_seeds(name, running, seed):
    running.reset(seed=seed)
    before = running.snapshot()
    running.reset(seed=int(seed))
    assert running.snapshot() == before


@one_game
@pytest.mark.parametrize(
    ("setting", "value", "message"),
    [
        ("max_steps", 2**31, "max_steps must be at most 2147483647, not 2147483648"),
        ("max_steps", 10**5000, "max_steps must be at most 2147483647, not a number of 16610 bits"),
        ("max_steps", 0, "max_steps must be at least 1, not 0"),
        ("threads", 10**9, "threads must be at most 4096, not 1000000000"),
        ("illegal_penalty", 10**5000, "illegal_penalty must be finite, not a number of 16610 bits"),
        ("discount", 10**400, "discount must be finite, not 1000000000"),
        ("reward", "x" * 5000, "unknown reward 'xxxx"),
    ],
    ids=range(7),
)
def test_settings_beyond_all_bounds(name, setting, value, message):
    with refused(ValueError, start=message, most=300):
        new_env(name, **{setting: value})


@one_game
def test_the_largest_limit_of_steps(name):
    assert new_env(name, max_steps=2**31 - 1).batch.settings.max_steps == 2**31 - 1


@pytest.mark.parametrize("name", NAMES)
def test_an_option_without_end(name):
    with pytest.raises(TypeError, match="got an unexpected keyword argument") as error:
        crusoe_env.Batch(crusoe_env.game(name), 1, **{"x" * 2_000: 1})
    assert len(str(error.value)) < 400


@one_game
def test_what_is_no_game_no_generator_or_no_player(name, running):
    simulator, states = running.batch.simulator, running.batch.states
    wrong = {
        "game: expected one, as crusoe_env.game(name) gives it": lambda: crusoe_env.Simulator(name),
        "rng must be a generator": lambda: simulator.determinize(states, 0),
        "rng must be a generator, such as np.random": lambda: simulator.playouts(states, 1, 0),
        "policy: expected a function, or an agent": lambda: running.playouts(1, policy="scripted"),
        "agent: expected an Agent, as make_agent gives it": lambda: crusoe_env.record(running, "scripted"),
        "register: expected a Game, not": lambda: crusoe_env.register(name),
    }
    for message, call in wrong.items():
        with pytest.raises(TypeError) as caught:
            call()
        assert str(caught.value).startswith(message)


@one_game
def test_what_needs_a_game_that_has_begun(name):
    env = new_env(name)
    for call in (env.snapshot, env.determinize, lambda: env.playouts(1, seed=0)):
        with pytest.raises(RuntimeError, match="the game has not begun: call reset"):
            call()


def test_a_value_of_another_type_is_told_from_the_right_one():
    with pytest.raises(ValueError, match="quest: unknown value '7'; write 7"):
        new_env("dieson", quest="7")
