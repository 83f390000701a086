"""Raft, the example with hidden hands: its rules, what players see of each other, its promises."""

import numpy as np
import pytest

import crusoe_env
from crusoe_env.interfaces.pettingzoo import GameAEC
from crusoe_env.testing import check_game
from tests.own_game import raft


def played(*actions, seed=1):
    """The table after some actions; "heaviest" loads the heaviest crate of who acts."""
    env = GameAEC(raft.GAME)
    env.reset(seed=seed)
    for action in actions:
        state = env.batch.states[0]
        env.step(int(state.hands[state.acting].argmax()) if action == "heaviest" else action)
    return env, env.batch.states[0]


def test_two_who_wait_in_a_row_cross():
    env, state = played("heaviest", raft.WAIT, raft.WAIT)
    assert state.brought == np.flatnonzero(state.loaded)[0] + 1
    assert (state.rounds, state.aboard, state.waited) == (2, 0, 0)
    assert env.observe("player_1")["action_mask"].sum() == raft.HAND + 1


def test_a_raft_with_too_much_sinks():
    _, state = played(*["heaviest"] * 4, raft.WAIT, raft.WAIT)
    assert state.aboard > raft.CARRIES
    assert (state.over, state.cause) == (1, raft.SANK)


@pytest.mark.parametrize("viewer", range(raft.PLAYERS))
def test_a_deal_keeps_what_the_viewer_sees_and_all_crates(viewer):
    simulator = crusoe_env.Simulator(raft.GAME)
    states = simulator.new_games(200, 0)
    dealt = simulator.determinize(states, np.random.default_rng(0), viewer)
    assert (simulator.observe(states, viewer) == simulator.observe(dealt, viewer)).all()
    assert (dealt.hands[:, viewer] == states.hands[:, viewer]).all()
    assert (dealt.hands[:, 1 - viewer] != states.hands[:, 1 - viewer]).any(axis=1).mean() > 0.9
    held = [np.concatenate([of.hands.reshape(200, -1), of.pile], axis=1) for of in (states, dealt)]
    assert (np.sort(held[0]) == np.sort(held[1])).all()


@pytest.mark.slow
def test_it_keeps_every_promise():
    told = []
    check_game(raft.GAME, told.append)
    assert any(line.startswith("pettingzoo") for line in told)
    assert all(line.endswith(": ok") for line in told)
