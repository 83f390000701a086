"""Search guided by a policy: sound, honest, repeatable, and better than a guide that knows nothing."""

from __future__ import annotations

import functools
import itertools
import json

import numpy as np
import pytest

import crusoe_env
from agents.base import choose
from agents.evaluation import play_games
from agents.learning import safetensors
from agents.learning.compact import compacted
from agents.learning.numpy_policy import RUN, NumpyPolicy, described
from agents.random_agent import RandomAgent
from agents.registry import make_agent
from agents.search.forest import Forest, Level
from agents.search.guide import Guide, Returns
from agents.search.guided import GuidedSearch
from agents.search.halving import schedule, scores, softmax
from crusoe_env import Simulator
from tests.support import NAMES, UNCOMPILED, assert_same, differences

games = pytest.mark.parametrize("name", [name for name in NAMES if not (UNCOMPILED and name == "robinson")])


@functools.cache
def simulator(name: str, **options) -> Simulator:
    return Simulator(crusoe_env.game(name), **options)


def weights(simulator: Simulator, hidden: int = 8) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(0)
    size, actions = simulator.game.observations.size, simulator.game.actions.n
    shapes = {
        "first_weight": (size, hidden),
        "first_bias": (hidden,),
        "policy_weight": (actions, hidden),
        "policy_bias": (actions,),
        "value_weight": (1, hidden),
        "value_bias": (1,),
    }
    return {name: rng.normal(0, 0.2, shape).astype(np.float32) for name, shape in shapes.items()}


def guided(simulator: Simulator, simulations: int = 8, reward: str = "shaped") -> GuidedSearch:
    guide = Guide(NumpyPolicy(weights(simulator)), simulator, Returns(reward, 0.99, 0.99))
    return GuidedSearch(simulator, guide, simulations)


def after_some_play(rules: Simulator, games: int, steps: int = 12) -> np.recarray:
    """Games that are under way."""
    agent, states = RandomAgent(), rules.new_games(games, seed=1)
    for _ in range(steps):
        states = rules.step(states, agent.act(*rules.views(states)))
    return states[states.over == 0]


# ---------------------------------------------------------------------- the whole search


@games
@pytest.mark.parametrize("reward", ["sparse", "shaped"])
def test_what_a_search_finds_is_sound(name, reward):
    rules = simulator(name)
    states = rules.new_games(6, seed=0)
    masks, before = rules.masks(states), states.tobytes()
    agent = guided(rules, reward=reward)
    found = agent.think(states, masks)
    assert states.tobytes() == before
    assert masks[np.arange(6), found.actions].all()
    assert np.allclose(found.policy.sum(axis=1), 1)
    assert not found.policy[masks == 0].any()
    assert not found.visits[masks == 0].any()
    tried = (found.visits > 0).sum(axis=1)
    assert ((found.visits.sum(axis=1) >= agent.simulations) | (tried == 0)).all()
    assert (tried > 1).any()
    assert np.isfinite(found.values).all()


@games
def test_a_search_repeats_itself_for_the_same_seed_only(name):
    rules = simulator(name)
    states = after_some_play(rules, 20)
    agent, played = guided(rules, 4), []
    for seed in (0, 0, 1):
        agent.reset(seed)
        found = agent.think(states, rules.masks(states))
        played.append([found.policy, found.values])
    assert_same(played[0], played[1])
    assert differences(played[0], played[2])


@pytest.mark.skipif(UNCOMPILED, reason="whole games are too slow uncompiled")
def test_all_scenarios_are_played_by_several_players():
    rules = simulator("robinson", scenario="mixed", players=4)
    states = rules.new_games(30, seed=0)
    assert len(np.unique(states.table)) > 5
    agent, rng = guided(rules, 4), np.random.default_rng(0)
    for _ in range(3):
        observation, mask = rules.views(states)
        states = rules.step(states, choose(agent, rules, states, observation, mask, rng))
    assert (states.over == 0).any()


def test_a_search_sees_the_end_of_the_game_before_its_guide_does():
    """A guide that knows nothing, on Marooned!: one more simulation finds what wins or loses at once."""
    rules = simulator("marooned")
    blind = {name: np.zeros_like(weight) for name, weight in weights(rules).items()}
    guide = Guide(NumpyPolicy(blind), rules, Returns("sparse", 1.0, 1.0))
    won = {
        simulations: int(play_games(GuidedSearch(rules, guide, simulations), rules, 30, seed=0).victory.sum())
        for simulations in (1, 60)
    }
    assert won[60] > won[1]


def test_every_simulation_deals_the_hidden_cards_anew():
    rules = simulator("marooned")
    state = rules.new_games(1, seed=0)
    agent, decks = guided(rules, 40), []
    step = agent.games.step

    def watched(states, masks, actions):
        decks.append(states["deck"][:, 1:].copy())  # the first card is known
        return step(states, masks, actions)

    agent.games.step = watched
    agent.think(state, rules.masks(state))
    first = [deals[0] for deals in decks]
    assert len(np.unique(np.array(first), axis=0)) > 5
    assert all((deals == deals[0]).all() for deals in decks[:1])  # the same for all actions of a round
    assert not all((deck == state.deck[0, 1:]).all() for deck in first)


# ---------------------------------------------------------------------- its parts


@pytest.mark.parametrize("considered", [2, 3, 5, 16])
@pytest.mark.parametrize("simulations", [1, 16, 64, 200])
def test_a_schedule_tries_all_then_halves(considered, simulations):
    rounds = schedule(considered, simulations)
    assert rounds[0] == considered
    assert all(after in (before, max(2, before // 2)) for before, after in itertools.pairwise(rounds))
    assert simulations <= sum(rounds) < simulations + considered


def test_one_action_needs_no_search():
    assert schedule(1, 64) == ()


def test_an_action_that_brought_more_gains_on_the_others():
    logits = np.log(np.array([[0.5, 0.3, 0.2]]))
    visits, totals = np.array([[4, 4, 0]]), np.array([[1.0, 3.0, 0.0]])
    improved = softmax(scores(logits, visits, totals, np.array([0.5])))[0]
    assert improved[1] > 0.9
    assert improved[2] > improved[0]  # not tried: taken for the average


def test_returns_are_discounted_on_their_way_back():
    forest = Forest(4, 2)
    root, child = forest.add(np.zeros((2, 2), np.float32), np.zeros(2, np.float32))
    lane = np.array([0])
    levels = [
        Level(lane, np.array([root]), np.array([1]), np.array([0.25])),
        Level(lane, np.array([child]), np.array([0]), np.array([0.0])),
    ]
    forest.back_up(levels, np.array([1.0], np.float32), 0.5)
    assert forest.totals[child, 0] == 0.5
    assert forest.totals[root, 1] == 0.5
    assert forest.visits.sum() == 2


def test_a_guide_reads_bytes_as_the_policy_reads_floats():
    rules = simulator("marooned")
    states = rules.new_games(50, seed=0)
    observations, masks = rules.views(states)
    policy = NumpyPolicy(weights(rules))
    guide = Guide(policy, rules, Returns("sparse", 1.0, 1.0))
    logits, values = guide(rules.views(states, "uint8")[0])
    assert np.allclose(values, policy.value(observations), atol=1e-5)
    assert np.allclose(
        softmax(np.where(masks > 0, logits, -np.inf)), policy.probabilities(observations, masks), atol=1e-5
    )


# ---------------------------------------------------------------------- its names


@pytest.fixture
def run(tmp_path):
    rules = simulator("marooned")
    (tmp_path / "config.yaml").write_text("trainer: fast\nenv:\n  reward: shaped\nppo:\n  gamma: 0.9\n")
    path = tmp_path / "best.safetensors"
    safetensors.write(path, compacted(weights(rules), "float32"), {RUN: _text(rules)})
    return tmp_path


def _text(rules: Simulator) -> str:
    return json.dumps(described(rules.game))


def test_a_run_guides_a_search_for_the_returns_that_it_was_trained_for(run):
    pytest.importorskip("pydantic")
    agent = make_agent(f"guided:{run}:12", simulator("marooned"))
    assert agent.name == f"guided-12:{run.name}"
    assert agent.simulations == 12
    assert agent.guide.returns == Returns("shaped", 0.9, 0.9)
    assert make_agent(f"guided:{run}", simulator("marooned")).simulations == 64


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("guided:", "write guided:POLICY:SIMULATIONS, as in guided:zoo:NAME:64"),
        ("guided:64", "write guided:POLICY:SIMULATIONS"),
        ("guided:runs/no:8", "there is no policy 'runs/no' to guide a search; zoo:NAME, or a run folder"),
        ("guided:zoo:nobody:8", "there is no policy 'nobody' in the zoo"),
        ("guided:RUN:0", "write guided:POLICY:SIMULATIONS"),
    ],
)  # fmt: skip
def test_wrong_names_are_answered_in_one_line(name, message, run):
    with pytest.raises(ValueError, match=message):
        make_agent(name.replace("RUN", str(run)), simulator("marooned"))
