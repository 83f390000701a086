"""Search is sound, honest about its budget, and worth something."""

from __future__ import annotations

import functools
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.stats import binomtest

import crusoe_env
from agents.evaluation import play_games
from agents.registry import make_agent
from agents.search import mcts
from agents.search.mcts import MCTSAgent
from crusoe_env import Simulator
from tests.agents.search.positions import one_step_from_rescue
from tests.support import NAMES, UNCOMPILED, repeats

pytestmark = pytest.mark.skipif(UNCOMPILED, reason="search is too slow uncompiled")
games = pytest.mark.parametrize("name", NAMES)


@functools.cache
def simulator(name: str) -> Simulator:
    return Simulator(crusoe_env.game(name))


@pytest.mark.slow
def test_search_is_better_than_chance_and_cheating_better_still():
    played = {}
    for kind in ("random", "mcts:60", "mcts-cheating:60"):
        agent = make_agent(kind, simulator("marooned"))
        played[kind] = int(play_games(agent, simulator("marooned"), 200, seed=0).victory.sum())
    by_chance = played["random"] / 200
    assert binomtest(played["mcts:60"], 200, by_chance, alternative="greater").pvalue < 1e-6
    assert played["mcts-cheating:60"] > played["mcts:60"]


@pytest.mark.slow
@games
def test_search_gets_further_than_chance(name):
    games = 80 if name == "marooned" else repeats(3, deep=80)
    further = [
        play_games(make_agent(kind, simulator(name)), simulator(name), games, seed=0).goal_progress.mean()
        for kind in ("random", f"mcts:{repeats(8, deep=30)}")
    ]
    assert further[1] > further[0]


@pytest.mark.slow
def test_search_without_playouts_wins_where_random_playouts_are_soon_dead():
    dieson = Simulator(crusoe_env.game("dieson"), quest=1)
    won = {kind: int(play_games(make_agent(kind, dieson), dieson, 100, 0).victory.sum()) for kind in
           ("mcts:200", "tree:200")}  # fmt: skip
    assert won["tree:200"] > won["mcts:200"] + 5


@games
def test_statistics_of_a_search_are_sound(name):
    states = simulator(name).new_games(4, seed=0)
    before = states.tobytes()
    visits, values = MCTSAgent(simulator(name), simulations=30).search(states)
    assert states.tobytes() == before
    mask = simulator(name).masks(states)
    assert visits.shape == values.shape == mask.shape
    assert not visits[mask == 0].any()
    assert (visits.sum(axis=1) == 30).all()
    assert values.min() >= 0
    assert values.max() <= 1


def test_search_walks_to_the_rescue_and_not_onto_the_boar():
    env = one_step_from_rescue()
    agent = MCTSAgent(simulator("marooned"), simulations=200, progress_weight=0.0)
    visits, values = agent.search(env.determinize(0))
    west, boar_bites = env.action_index("walk west"), env.action_index("walk south")
    assert values[0, west] == 1
    assert values[0, boar_bites] == 0
    chosen = int(agent.act_state(env.determinize(1), env.batch.masks)[0])
    assert chosen != boar_bites
    assert env.cause_name(env.step(west)[-1]["cause"]) == "rescued"
    assert visits[0, boar_bites] < visits[0, west]


def test_search_follows_its_seed():
    states = simulator("marooned").new_games(4, seed=9)
    visits = []
    for _ in range(2):
        agent = MCTSAgent(simulator("marooned"), simulations=40)
        agent.reset(3)
        visits.append(agent.search(states)[0])
    assert np.array_equal(*visits)
    agent.reset(4)
    assert not np.array_equal(agent.search(states)[0], visits[0])


def test_search_by_time_keeps_to_it_and_adds_up():
    agent = make_agent("mcts:0.02s", simulator("marooned"))
    states = simulator("marooned").new_games(3, seed=0)
    agent.search(states)
    visits, values = agent.search(states)
    totals = visits.sum(axis=1)
    assert len(set(totals.tolist())) == 1
    assert totals[0] % 64 == 0
    assert values.max() <= 1


def test_trees_of_a_timed_search_are_pooled_by_their_visits(monkeypatch):
    """An action with 48 visits of mean 0.5 and 16 of mean 0.1 has 64 of mean (24 + 1.6) / 64."""
    trees = iter(
        [
            (np.array([[48, 16, 0]]), np.array([[0.5, 0.25, 0.0]])),
            (np.array([[16, 48, 0]]), np.array([[0.1, 0.75, 0.0]])),
        ]
    )
    agent = MCTSAgent(simulator("marooned"), seconds=1.0)
    times = iter([0.0, 0.5, 1.5])
    monkeypatch.setattr(agent, "_search", lambda states: next(trees))
    monkeypatch.setattr(mcts, "time", SimpleNamespace(perf_counter=lambda: next(times)))
    visits, values = agent.search(simulator("marooned").new_games(1, seed=0))
    assert visits.tolist() == [[64, 64, 0]]
    assert np.allclose(values, [[0.4, 0.625, 0.0]])
