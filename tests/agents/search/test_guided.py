"""Search guided by a policy: sound, honest, repeatable, and better than a guide that knows nothing."""

from __future__ import annotations

import functools
import itertools
import json

import numpy as np
import pytest

import crusoe_env
from agents.evaluation import play_games
from agents.learning import safetensors
from agents.learning.checkpoint import CheckpointError
from agents.learning.compact import compacted
from agents.learning.numpy_policy import CHANCE_BIAS, CHANCE_WEIGHT, RUN, NumpyPolicy, described
from agents.random_agent import RandomAgent
from agents.registry import make_agent
from agents.runs import path_in_tables
from agents.search import guided as guided_module
from agents.search.forest import Forest, Level
from agents.search.guide import Guide, Returns
from agents.search.guided import GuidedSearch, Search
from agents.search.halving import mixed, schedule, scores, softmax
from crusoe_env import Simulator
from tests.agents.search.positions import one_step_from_rescue
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
    assert len(np.unique(states.task)) > 5
    agent, rng = guided(rules, 4), np.random.default_rng(0)
    for _ in range(3):
        observation, mask = rules.views(states)
        states = rules.step(states, agent.decide(rules, states, observation, mask, rng))
    assert (states.over == 0).any()


def test_a_search_sees_the_end_of_the_game_before_its_guide_does():
    """A guide that knows nothing, on Marooned!: one more simulation finds what wins or loses at once."""
    rules = simulator("marooned")
    won = {
        simulations: int(play_games(blind_search(rules, simulations), rules, 30, seed=0).victory.sum())
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


@pytest.mark.skipif(UNCOMPILED, reason="too slow uncompiled")
def test_partners_that_a_search_imagines_decide_for_the_other_seats():
    """One partner always wants the first legal action, the other one the last."""
    rules = simulator("robinson", players=2)
    agent = guided(rules, 64)
    actions = np.arange(rules.game.actions.n, dtype=np.float32)
    agent.partners = tuple(
        lambda seen, sign=sign: (np.tile(sign * actions, (len(seen), 1)), np.zeros(len(seen)))
        for sign in (-1, 1)
    )
    step, taken = agent.games.step, []

    def watched(states, masks, chosen):
        taken.extend(zip(states["acting"].copy(), masks.copy(), chosen, strict=True))
        return step(states, masks, chosen)

    agent.games.step = watched
    states = after_some_play(rules, 1, steps=30)
    agent.think(states, rules.masks(states))
    others = [(mask, action) for seat, mask, action in taken if seat != states.acting[0]]
    wanted = [np.flatnonzero(mask)[[0, -1]] for mask, _ in others]
    assert all(action in each for (_, action), each in zip(others, wanted, strict=True))
    assert {bool(action == each[0]) for (_, action), each in zip(others, wanted, strict=True)} == {
        False,
        True,
    }


def blind_search(rules: Simulator, simulations: int) -> GuidedSearch:
    """A search whose guide finds all actions equally likely and all positions worth nothing."""
    blind = {name: np.zeros_like(weight) for name, weight in weights(rules).items()}
    return GuidedSearch(rules, Guide(NumpyPolicy(blind), rules, Returns("sparse", 1.0, 1.0)), simulations)


def test_the_return_of_a_game_that_is_over_is_its_reward():
    """Whoever walks west is rescued every time, for a reward of 1; whoever walks south dies, for 0."""
    env = one_step_from_rescue()
    agent, states = blind_search(simulator("marooned"), 40), env.determinize(0)
    search = Search(agent, states, simulator("marooned").masks(states), np.array([5]))
    search.run()
    visits, totals = search.forest.visits[search.roots][0], search.forest.totals[search.roots][0]
    rescued, dead = env.action_index("walk west"), env.action_index("walk south")
    assert totals[rescued] == visits[rescued] > 0
    assert totals[dead] == 0
    assert visits[dead] > 0


def test_games_searched_in_parts_have_the_chance_of_games_searched_together(monkeypatch):
    rules = simulator("marooned")
    states = after_some_play(rules, 20)
    masks, found = rules.masks(states), []
    for memory in (guided_module.MEMORY, 1):
        monkeypatch.setattr(guided_module, "MEMORY", memory)
        agent = blind_search(rules, 16)
        agent.reset(3)
        found.append(agent.think(states, masks))
    together, alone = found
    assert np.array_equal(together.visits, alone.visits)
    assert np.array_equal(together.values, alone.values)
    assert np.array_equal(together.actions, alone.actions)


# ---------------------------------------------------------------------- its parts


def test_an_action_that_was_given_up_does_not_come_back():
    """Of four candidates two are still tried: the better of these leads, whatever the others brought."""
    rules = simulator("marooned")
    states = rules.new_games(1, seed=0)
    masks = rules.masks(states)
    search = Search(blind_search(rules, 16), states, masks, np.array([0]))
    first, second, third, fourth = np.flatnonzero(masks[0])[:4]
    search.candidates = np.array([[first, second, third, fourth]])
    root = search.roots[0]
    search.forest.visits[root, [first, second, third, fourth]] = 2
    search.forest.totals[root, [first, second, third, fourth]] = 0.2, 0.8, 1.4, 2.0
    search._rank(np.array([2]))
    assert search.candidates[0, :2].tolist() == [second, first]
    search._rank(np.array([4]))
    assert search.candidates[0].tolist() == [fourth, third, second, first]


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


def test_scores_are_the_logits_and_what_was_found():
    """Tried 4 and 2 times, for means of 0.25 and 0.5: each weighs 50 + 4.

    The third action was not tried. Its value mixes the network's 0.9, once, with the mean of the others by
    their priors, 6 times: (0.5 * 0.25 + 0.3 * 0.5) / 0.8 = 0.34375, so (0.9 + 6 * 0.34375) / 7 = 0.423214.
    """
    logits = np.log(np.array([[0.5, 0.3, 0.2]]))
    visits, totals = np.array([[4, 2, 0]]), np.array([[1.0, 1.0, 0.0]])
    values = np.array([0.9])
    assert mixed(logits, visits, totals, values) == pytest.approx(np.array([[0.423214]]), abs=1e-6)
    found = scores(logits, visits, totals, values) - logits
    assert found == pytest.approx(np.array([[54 * 0.25, 54 * 0.5, 54 * 0.423214]]), abs=1e-4)


def test_an_action_is_worth_the_networks_value_where_none_was_tried():
    nothing = np.zeros((1, 2))
    assert mixed(np.zeros((1, 2)), nothing, nothing, np.array([0.7])) == pytest.approx(np.array([[0.7]]))


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
    assert agent.name == f"guided-12:{path_in_tables(str(run))}"
    assert agent.simulations == 12
    assert agent.guide.returns == Returns("shaped", 0.9, 0.9)
    assert make_agent(f"guided:{run}", simulator("marooned")).simulations == 64


def test_chances_of_victory_guide_a_search_that_names_chances(run):
    rules = simulator("marooned")
    with pytest.raises(
        ValueError, match=r"has no head for the chance of victory; `crusoe zoo renew` fits one"
    ):
        make_agent(f"guided-chance:{run}:12", rules)
    head = {CHANCE_WEIGHT: np.full(8, 0.1, np.float32), CHANCE_BIAS: np.zeros(1, np.float32)}
    file = run / "best.safetensors"
    safetensors.write(file, compacted(weights(rules) | head, "float32"), {RUN: _text(rules)})
    agent = make_agent(f"guided-chance:{run}:12", rules)
    assert agent.name == f"guided-chance-12:{path_in_tables(str(run))}"
    assert agent.guide.returns == Returns("sparse", 1.0, 1.0)
    states = after_some_play(rules, 3)
    observation, mask = rules.views(states)
    _, values = agent.guide(rules.views(states, "uint8")[0])
    np.testing.assert_allclose(values, agent.guide.policy.chance(observation), rtol=1e-4)
    agent.act_state(states, mask)
    found = agent.chance(observation)
    assert ((found > 0) & (found < 1)).all()
    np.testing.assert_array_equal(found, agent.value(observation))
    assert guided(rules).chance(observation) is None


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("guided", "write guided:POLICY:SIMULATIONS"),
        ("guided-chance:8", "write guided-chance:POLICY:SIMULATIONS"),
        ("guided:", "write guided:POLICY:SIMULATIONS, as in guided:zoo:NAME:64"),
        ("guided:64", "write guided:POLICY:SIMULATIONS"),
        ("guided:runs/no:8", "there is no policy 'runs/no' to guide a search; zoo:NAME, partner:NAME, or a"),
        ("guided:zoo:nobody:8", "there is no policy 'nobody' in the zoo"),
        ("guided:RUN:0", "write guided:POLICY:SIMULATIONS"),
    ],
)  # fmt: skip
def test_wrong_names_are_answered_in_one_line(name, message, run):
    with pytest.raises(ValueError, match=message):
        make_agent(name.replace("RUN", str(run)), simulator("marooned"))


def test_a_search_that_has_not_been_asked_has_no_probabilities():
    rules = simulator("marooned")
    search = make_agent("guided:zoo:marooned:2", rules)
    observations, masks = rules.views(rules.new_games(3, seed=0))
    assert search.probabilities(observations, masks) is None
    search.decide(rules, rules.new_games(2, seed=0), observations[:2], masks[:2], np.random.default_rng(0))
    assert search.probabilities(observations, masks) is None
    assert search.probabilities(observations[:2], masks[:2]).shape == masks[:2].shape


@pytest.mark.parametrize("partner", ["secret-ippo-1", "secret-mappo-1", "memory"])
def test_only_one_network_with_values_of_its_own_guides(partner):
    rules = simulator("robinson", players=2, table="secret_plans", strains=True)
    with pytest.raises(CheckpointError, match=f"partner:{partner}: only one network without memory"):
        make_agent(f"guided:partner:{partner}:4", rules)
