"""What should never happen in the rules is an error for who called them, never a game that goes on."""

from __future__ import annotations

import re

import numpy as np
import pytest

from crusoe_env.engine import stepping
from crusoe_env.engine.batch import Batch
from crusoe_env.engine.faults import RulesError
from crusoe_env.engine.simulator import Simulator
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.game import GAME
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.rules.effects.delayed import delay
from tests.support import new_env

NO_SUCH_STEP = 999


def spoil(state) -> None:
    """What is done next is a step that there is not."""
    state.stack[state.stack_size - 1, 0] = NO_SUCH_STEP


def fill(state) -> None:
    """The stack has no place left: below what is asked lie empty programs."""
    size = int(state.stack_size)
    asked = state.stack[:size].copy()
    state.stack[:] = 0
    state.stack[:, 0] = steps.RUN
    state.stack[-size:] = asked
    state.stack_size = c.STACK_ROOM


@pytest.mark.parametrize(
    ("damage", "fault"), [(spoil, c.UNKNOWN_STEP), (fill, c.STACK_FULL)], ids=["unknown", "full"]
)
def test_an_environment_raises_an_error_that_names_the_game(damage, fault):
    env = new_env("robinson")
    env.reset(seed=0)
    while env.batch.states[0].decision != c.PLAN:
        env.step(env.legal_actions()[0])
    damage(env.batch.states[0])
    action = next(a for a in env.legal_actions() if env.action_name(a).startswith("plan explore"))
    words = re.escape(f"Robinson Crusoe: the rules cannot go on in round 1: {c.FAULTS[fault]}")
    for _ in range(2):
        with pytest.raises(RulesError, match=words):
            env.step(action)
    env.reset(seed=0)
    env.step(env.legal_actions()[0])


@pytest.mark.parametrize("autoreset", [stepping.DISABLED, stepping.NEXT_STEP, stepping.SAME_STEP])
def test_a_batch_says_which_game_it_is(autoreset):
    batch = Batch(GAME, 5, threads=1, autoreset=autoreset)
    batch.seed(range(5))
    batch.reset()
    spoil(batch.states[3])
    with pytest.raises(RulesError, match=re.escape("round 1 (game 3 of 5): the stack holds a step")):
        batch.step(batch.masks.argmax(axis=1))


def test_a_simulator_raises_it_in_steps_and_playouts():
    simulator = Simulator(GAME, threads=1)
    states = simulator.new_games(2, seed=0)
    spoil(states[1])
    actions = simulator.masks(states).argmax(axis=1)
    with pytest.raises(RulesError, match="game 1 of 2"):
        simulator.step(states, actions)
    with pytest.raises(RulesError, match="game 1 of 2"):
        simulator.playouts(states, 1, np.random.default_rng(0))


def test_parts_of_cards_that_find_no_place_are_a_fault(table):
    game = table()
    for _ in range(c.DELAYED + 1):
        assert game.s.fault == c.NO_FAULT
        delay(game.s, 0, 0, c.NONE, c.NONE)
    assert (game.s.fault, game.s.over) == (c.TOO_MUCH_DELAYED, 1)
