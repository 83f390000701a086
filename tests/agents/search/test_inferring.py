"""Guided search that infers its partners: what it learns from their moves, and what it then imagines."""

from __future__ import annotations

import functools

import numpy as np
import pytest

import crusoe_env
from agents.evaluation import play_games
from agents.learning.numpy_policy import NumpyPolicy
from agents.registry import make_agent
from agents.search.guide import Guide, Returns
from agents.search.inferring import InferringSearch
from agents.team import Team
from crusoe_env import Simulator
from crusoe_env.agent import Agent
from tests.agents.search.test_guided import after_some_play, weights
from tests.support import UNCOMPILED

pytestmark = pytest.mark.skipif(UNCOMPILED, reason="too slow uncompiled")

FIRST, LAST = 0, 1
"""The partners that are known: one wants the first legal action, the other one the last."""


class Stranger(Agent):
    """Chooses the first legal action, or the last."""

    def __init__(self, wants: int) -> None:
        self.wants = wants

    def act(self, observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """Choose."""
        return np.array([np.flatnonzero(row)[-self.wants] for row in mask])


@functools.cache
def rules() -> Simulator:
    return Simulator(crusoe_env.game("robinson"), players=2, threads=1)


def imagined(sign: int):
    """The policy of a stranger: 1 for the first legal action, -1 for the last."""
    actions = np.arange(rules().game.actions.n, dtype=np.float32)
    return lambda seen: (np.tile(-sign * actions, (len(seen), 1)), np.zeros(len(seen)))


def searching(simulations: int = 2) -> InferringSearch:
    guide = Guide(NumpyPolicy(weights(rules())), rules(), Returns("shaped", 0.99, 0.99))
    return InferringSearch(rules(), guide, simulations, partners=(imagined(1), imagined(-1)))


@pytest.mark.parametrize("wants", [FIRST, LAST])
def test_a_partner_is_known_by_its_moves(wants):
    agent = searching()
    play_games(Team([agent, Stranger(wants)], rules()), rules(), 4, seed=0)
    assert (agent.beliefs(np.arange(4))[:, wants] > 0.99).all()


def test_at_first_it_may_be_any():
    agent, states = searching(), rules().new_games(3, seed=0)
    agent.decide(rules(), states, *rules().views(states), np.random.default_rng(0), transcript(3))
    assert agent.beliefs(np.arange(3)) == pytest.approx(np.full((3, 2), 0.5))


def transcript(games: int):
    return crusoe_env.agent.Transcript(np.arange(games))


def test_in_a_series_it_goes_on_with_what_it_knows():
    agent, first = searching(), []
    think = agent.think

    def watched(states, masks, beliefs):
        first.append((states.rounds.max(), beliefs))
        return think(states, masks, beliefs)

    agent.think = watched
    play_games(Team([agent, Stranger(LAST)], rules()), rules(), 2, seed=0, episodes=2)
    rounds = [number for number, _ in first]
    again = next(at for at in range(1, len(rounds)) if rounds[at] < rounds[at - 1])
    assert first[0][1][0] == pytest.approx([0.5, 0.5])
    assert first[again][1][0][LAST] > 0.99


@pytest.mark.parametrize("believed", [FIRST, LAST])
def test_only_who_is_believed_in_is_imagined(believed):
    agent, asked = searching(32), []
    agent.partners = tuple(
        lambda seen, number=number: asked.append(number) or imagined(1)(seen) for number in (FIRST, LAST)
    )
    states = after_some_play(rules(), 1, steps=30)
    agent.think(states, rules().masks(states), np.eye(2)[[believed]])
    assert set(asked) == {believed}


def test_partners_are_imagined_as_often_as_they_are_believed_in():
    agent, asked = searching(64), [0, 0]

    def partner(number):
        def ask(seen):
            asked[number] += len(seen)
            return imagined(1)(seen)

        return ask

    agent.partners = (partner(FIRST), partner(LAST))
    states = after_some_play(rules(), 8, steps=30)
    agent.think(states, rules().masks(states), np.tile([0.25, 0.75], (len(states), 1)))
    assert asked[LAST] / sum(asked) == pytest.approx(0.75, abs=0.1)


def test_one_partner_is_nothing_to_infer():
    with pytest.raises(ValueError, match=r"guided-inferring.*at least two partners"):
        make_agent("guided-inferring:zoo:castaways-2+partner:early:2", rules())


def test_it_has_a_name_on_the_command_line():
    agent = make_agent("guided-inferring:zoo:castaways-2+partner:early+partner:dog-first:2", rules())
    assert agent.name == "guided-inferring-2:zoo:castaways-2+partner:early+partner:dog-first"
    results = play_games(Team([agent, make_agent("partner:early", rules())], rules()), rules(), 2, seed=0)
    assert len(results.victory) == 2
