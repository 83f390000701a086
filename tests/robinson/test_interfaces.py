"""Gymnasium and PettingZoo, options and errors."""

import os
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import crusoe_env.robinson
from crusoe_env.core import stepping
from crusoe_env.core.batch import Batch
from crusoe_env.robinson.env import GAME
from crusoe_env.robinson.state import AGENDA

ENV_ID = "crusoe_env/RobinsonCrusoe-v0"


def test_gymnasium_checker():
    check_env(gymnasium.make(ENV_ID).unwrapped, skip_render_check=True)


@pytest.mark.parametrize("players", [2, 4])
def test_aec(players):
    api_test(crusoe_env.robinson.env(players=players), num_cycles=200)


def test_aec_seeds():
    seed_test(lambda: crusoe_env.robinson.env(players=3), num_cycles=100)


def test_parallel():
    parallel_api_test(crusoe_env.robinson.parallel_env(players=3), num_cycles=100)


def test_parallel_seeds():
    parallel_seed_test(lambda: crusoe_env.robinson.parallel_env(players=2), num_cycles=100)


def test_agents_are_named_by_character():
    env = crusoe_env.robinson.env(players=2, characters=["cook", "explorer"])
    env.reset(seed=1)
    assert env.agents == ["cook", "explorer"]
    assert env.possible_agents == ["cook", "explorer"]
    assert env.state().shape == (GAME.observations.size,)


def test_who_waits_in_the_parallel_form_has_one_action():
    env = crusoe_env.robinson.parallel_env(players=4)
    observations, _ = env.reset(seed=3)
    deciding = [a for a in env.agents if observations[a]["action_mask"][-1] == 0]
    assert len(deciding) == 1
    waiting = [observations[a]["action_mask"].sum() for a in env.agents if a not in deciding]
    assert waiting == [1, 1, 1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 5}, "players: 5 is not a whole number from 1 to 4"),
        ({"scenario": "volcano"}, "scenario: unknown 'volcano'"),
        ({"characters": ["cok"]}, "did you mean 'cook'"),
        ({"characters": ["cook", "cook"], "players": 2}, "named twice"),
        ({"edition": "third"}, "choose from first, current"),
        ({"wreckage": "boat"}, "wreckage: unknown 'boat'"),
        ({"friday": 1}, "friday: 1 is not True, False or None"),
        ({"starting_items": 9}, "starting_items: 9 is not a whole number from 0 to 8"),
    ],
)
def test_bad_options_are_named(options, message):
    with pytest.raises(ValueError, match=message):
        gymnasium.make(ENV_ID, **options)


def test_an_illegal_action_changes_nothing():
    env = gymnasium.make(ENV_ID, on_illegal="ignore").unwrapped
    _, info = env.reset(seed=0)
    before = env.state.tobytes()
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    *_, info = env.step(illegal)
    assert "illegal_action" in info
    after = env.state.copy()
    after["steps"] -= 1
    assert after.tobytes() == before


def test_determinize_keeps_what_is_known():
    env = gymnasium.make(ENV_ID, players=3, starting_items=4).unwrapped
    _, info = env.reset(seed=5)
    rng = np.random.default_rng(0)
    for _ in range(80):
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        observation, _, ended, _, info = env.step(action)
        if ended:
            break
        other = gymnasium.make(ENV_ID, players=3, starting_items=4).unwrapped
        seen, dealt = other.set_state(env.determinize(1))
        assert (seen == observation).all()
        assert (dealt["action_mask"] == info["action_mask"]).all()


def test_the_docs_show_the_layouts():
    page = (Path(__file__).parents[2] / "docs" / "robinson.md").read_text()
    assert GAME.actions.markdown() in page
    assert GAME.observations.markdown() in page


@pytest.mark.skipif(
    bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="thousands of games need compiled rules"
)
@pytest.mark.parametrize("edition", ["first", "current"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_thousands_of_random_games_end(players, edition):
    batch = Batch(GAME, 2500, players=players, edition=edition, wreckage="random", starting_items=2 * players)
    batch.seed(range(2500))
    batch.reset()
    play = batch.sampler(0)
    for _ in range(400):
        live = (batch.flags & stepping.ENDED) == 0
        if not live.any():
            break
        assert batch.masks.any(axis=1).all()
        assert (batch.states.agenda_size[live] < AGENDA // 2).all()
        batch.step(play())
    assert not live.any()
    assert (batch.results.cause > 0).all()
