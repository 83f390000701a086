"""Agents play legally, repeatably and honestly."""

from __future__ import annotations

import dataclasses
import functools
import time

import numpy as np
import pytest
from scipy.stats import binomtest, chisquare

import crusoe_env
from agents import evaluation
from agents.evaluation import Outcome, check_actions, play_games
from agents.random_agent import RandomAgent
from agents.registry import is_shipped, make_agent, policy_file
from agents.timed import milliseconds_alone
from crusoe_env import Simulator
from crusoe_env.agent import Agent
from tests.support import NAMES, UNCOMPILED, assert_same, differences, repeats

KINDS = ("random", "scripted", "mcts:12", "mcts-cheating:12", "tree:12")
HIDDEN = {"marooned": "deck"}
"""A field that holds something hidden, in the games that have it."""

pytestmark = pytest.mark.skipif(UNCOMPILED, reason="search is too slow uncompiled")
games = pytest.mark.parametrize("name", NAMES)
agents_too = pytest.mark.parametrize(
    ("name", "kind"), [(n, k) for n in NAMES for k in KINDS if k != "scripted" or crusoe_env.game(n).scripted]
)


@functools.cache
def simulator(name: str) -> Simulator:
    return Simulator(crusoe_env.game(name))


def arrays(outcome: Outcome) -> list:
    return [outcome.victory, outcome.score, outcome.goal_progress, outcome.rounds, outcome.causes]


class Witness(Agent):
    """Plays the first legal action and keeps the states that it is shown."""

    name = "witness"
    uses_states = True

    def __init__(self) -> None:
        self.shown: list[np.recarray] = []

    def act_state(self, states, mask):
        self.shown.append(states.copy())
        return mask.argmax(axis=1)


class CheatingWitness(Witness):
    cheats = True


# ---------------------------------------------------------------------- all agents


@pytest.mark.slow
@agents_too
def test_agents_play_whole_games_legally(name, kind):
    # `play_games` itself refuses an illegal action.
    games = repeats(8, deep=60)
    outcome = play_games(make_agent(kind, simulator(name)), simulator(name), games, seed=5)
    assert np.array_equal(outcome.seeds, range(5, 5 + games))
    assert set(outcome.causes) <= set(crusoe_env.game(name).causes[1:])
    assert (outcome.rounds > 0).all()
    assert np.array_equal(outcome.goal_progress == 1, outcome.victory)


@pytest.mark.slow
@agents_too
def test_agents_repeat_themselves_for_the_same_seed_only(name, kind):
    agent = make_agent(kind, simulator(name))
    games = repeats(4, deep=20)
    first = play_games(agent, simulator(name), games, seed=5)
    assert_same(arrays(play_games(agent, simulator(name), games, seed=5)), arrays(first))
    other = make_agent(kind, simulator(name))
    assert_same(arrays(play_games(other, simulator(name), games, seed=5)), arrays(first))
    assert differences(arrays(play_games(agent, simulator(name), games, seed=50)), arrays(first))


@games
def test_every_agent_meets_the_same_games(name):
    witnesses = [CheatingWitness(), CheatingWitness()]
    for witness in witnesses:
        play_games(RandomAgent(), simulator(name), 3, seed=1)  # what was played before does not matter
        play_games(witness, simulator(name), 8, seed=40)
    assert witnesses[0].shown[0].tobytes() == witnesses[1].shown[0].tobytes()
    assert witnesses[0].shown[0].tobytes() == simulator(name).new_games(8, seed=40).tobytes()


def test_an_agent_that_plays_illegally_is_named():
    class Cheeky(Agent):
        name = "cheeky"

        def act(self, observation, mask):
            return mask.argmin(axis=1)

    with pytest.raises(ValueError, match="agent 'cheeky' chose an illegal action"):
        play_games(Cheeky(), simulator("marooned"), 5, seed=0)


@pytest.mark.parametrize("wrong", [-1, 3, 0])
def test_actions_outside_the_mask_are_refused(wrong):
    """Counted from the end, -1 would be the last action, which is legal here."""
    mask = np.array([[0, 1, 1], [0, 1, 1]], np.int8)
    check_actions(RandomAgent(), np.array([1, 2]), mask)
    with pytest.raises(ValueError, match="agent 'random' chose an illegal action"):
        check_actions(RandomAgent(), np.array([1, wrong]), mask)


def test_games_in_several_batches_are_those_of_one(monkeypatch):
    """An agent without chance plays 10 games by 4, 4 and 2 as it plays them at once."""
    at_once = play_games(Witness(), simulator("marooned"), 10, seed=40)
    monkeypatch.setattr(evaluation, "GAMES_AT_ONCE", 4)
    batches = play_games(witness := Witness(), simulator("marooned"), 10, seed=40)
    assert max(map(len, witness.shown)) == 4
    assert_same(arrays(batches), arrays(at_once))
    assert batches.seeds.tolist() == list(range(40, 50))
    assert len({end.tobytes() for end in at_once.ends}) == 10


# ---------------------------------------------------------------------- what planners know


@games
def test_planners_never_get_the_hidden_order_nor_the_true_future(name):
    states = simulator(name).new_games(300, seed=2)
    observation, mask = simulator(name).views(states)
    witness = Witness()
    before = states.tobytes()
    witness.decide(simulator(name), states, observation, mask, np.random.default_rng(0))
    (shown,) = witness.shown
    assert states.tobytes() == before
    assert (shown.rng != states.rng).any(axis=1).all()
    assert not shown.forced_count.any()
    assert_same(simulator(name).views(shown), (observation, mask))
    if name in HIDDEN:
        same = (shown[HIDDEN[name]] == states[HIDDEN[name]]).all(axis=1)
        assert not same.any()


def test_the_next_card_that_a_planner_is_shown_says_nothing_about_the_true_one():
    states = simulator("marooned").new_games(6_000, seed=3)
    witness = Witness()
    views = simulator("marooned").views(states)
    witness.decide(simulator("marooned"), states, *views, np.random.default_rng(0))
    right = int((witness.shown[0].deck[:, 1] == states.deck[:, 1]).sum())
    assert binomtest(right, len(states), 1 / 15).pvalue > 0.001


@games
def test_planners_are_shown_a_new_deal_at_every_decision(name):
    witness = Witness()
    play_games(witness, simulator(name), 20, seed=0)
    generators = np.concatenate([states.rng for states in witness.shown])
    assert len(np.unique(generators, axis=0)) == len(generators)


@games
def test_cheating_is_flagged_and_gets_the_true_states(name):
    assert make_agent("mcts-cheating:20", simulator(name)).cheats
    assert "cheating" in make_agent("mcts-cheating:20", simulator(name)).name
    honest = make_agent("mcts:20", simulator(name))
    assert not honest.cheats
    assert "cheating" not in honest.name
    states = simulator(name).new_games(20, seed=2)
    witness = CheatingWitness()
    witness.decide(simulator(name), states, *simulator(name).views(states), np.random.default_rng(0))
    assert witness.shown[0].tobytes() == states.tobytes()


@games
def test_agents_without_plans_get_no_states(name):
    class Blind(Agent):
        name = "blind"

        def act(self, observation, mask):
            return mask.argmax(axis=1)

    states = simulator(name).new_games(5, seed=0)
    views = simulator(name).views(states)
    chosen = Blind().decide(simulator(name), states, *views, np.random.default_rng(0))
    assert np.array_equal(chosen, views[1].argmax(axis=1))
    with pytest.raises(TypeError, match="blind does not plan: call act"):
        Blind().act_state(states, views[1])
    with pytest.raises(TypeError, match="witness uses states: call act_state"):
        Witness().act(*views)


# ---------------------------------------------------------------------- random


def test_random_agent_takes_every_legal_action_equally_often():
    mask = np.zeros((6_000, 9), np.int8)
    mask[:, [1, 4, 8]] = 1
    agent = RandomAgent()
    found = np.bincount(agent.act(np.zeros((6_000, 1), np.float32), mask), minlength=9)
    assert set(np.flatnonzero(found)) == {1, 4, 8}
    assert chisquare(found[[1, 4, 8]]).pvalue > 0.001
    assert np.allclose(agent.probabilities(np.zeros(1), mask[:1]), mask[:1] / 3)


# ---------------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("mctz", "unknown agent 'mctz'; choose from random, scripted, mcts:SIMULATIONS"),
        ("mcts:many", "agent 'mcts:many': 'many' is no budget; mcts:300 or mcts:0.1s"),
        ("mcts:0", "'0' is no budget"),
        ("mcts:-5", "'-5' is no budget"),
        ("mcts:0s", "'0s' is no budget"),
        ("mcts:infs", "'infs' is no budget"),
        ("mcts:nans", "'nans' is no budget"),
        ("mcts:1e300s", "'1e300s' is no budget"),
        ("mcts:3601s", "at most 1000000 simulations or 3600 seconds"),
        ("mcts:1000001", "at most 1000000 simulations or 3600 seconds"),
        ("tree:²", "'²' is no budget"),
        ("tree:" + "9" * 5_000, r"'9{60}...' is no budget"),
        ("rolling:100001", "at most 100000 plans"),
        ("rolling:" + "9" * 5_000, "at most 100000 plans"),
        ("guided:zoo:marooned:100001", "at most 100000 simulations"),
        ("guided:zoo:marooned+partner:nobody:8", "there is no policy 'partner:nobody' to guide a search"),
        ("mcts-cheating:x", "agent 'mcts-cheating:x': 'x' is no budget; mcts-cheating:300"),
        ("runs/there_is_no_such_run", "there is no run folder or file 'runs/there_is_no_such_run'"),
        ("docs", "docs: this folder holds no policy"),
        ("x" * 10_000, "unknown agent 'xxx"),
    ],
)
def test_wrong_names_of_agents_are_answered_with_the_right_forms(name, message):
    with pytest.raises(ValueError, match=message):
        make_agent(name, simulator("marooned"))


@pytest.mark.parametrize(
    ("name", "shipped"),
    [
        ("random", True),
        ("scripted", True),
        ("mcts:300", True),
        ("tree:evil:X", True),  # a budget, which is then refused
        ("rolling", True),
        ("rolling:16", True),
        ("rolling:zoo:marooned:16", True),
        ("zoo:marooned", True),
        ("guided:zoo:marooned", True),
        ("guided:zoo:marooned:32", True),
        ("guided:zoo:castaways-2+partner:early:8", True),
        ("guided:evil.zip+partner:early:8", False),
        ("", False),
        ("evil.zip", False),
        ("runs/evil", False),
        ("evil:X", False),
        ("guided:evil.zip", False),
        ("guided:evil.zip:32", False),
        ("rolling:evil.zip:32", False),
        ("rolling-cheating:runs/evil", False),
        ("guided:evil:X", False),
        ("guided:guided:zoo:marooned:32", False),
        ("team:evil.zip", False),
        ("Random", False),
    ],
)
def test_agents_that_come_with_the_project_need_no_other_file_or_module(name, shipped):
    assert is_shipped(name) == shipped


def test_names_of_agents_say_their_budget():
    made = {kind: make_agent(kind, simulator("marooned")).name for kind in ("mcts", "mcts:300", "mcts:0.1s")}
    assert made == {"mcts": "mcts-200", "mcts:300": "mcts-300", "mcts:0.1s": "mcts-0.1s"}
    assert make_agent("mcts-cheating:9", simulator("marooned")).name == "mcts-9-cheating"
    assert make_agent("tree:9", simulator("marooned")).name == "tree-9"


def test_names_of_tree_search_stand_for_its_settings():
    settings = {
        kind: make_agent(f"{kind}:7", simulator("marooned"))._settings[0]
        for kind in ("mcts", "mcts-cheating", "tree")
    }
    names = ("simulations", "exploration", "progress_weight", "playout_steps", "cut_playouts", "deals_anew")
    found = {kind: tuple(row[name].item() for name in names) for kind, row in settings.items()}
    longest = simulator("marooned").game.longest_episode
    assert found == {
        "mcts": (7, 0.7, 0.2, longest, 0, 1),
        "mcts-cheating": (7, 0.7, 0.2, longest, 0, 0),
        "tree": (7, 0.05, 0.5, 0, 1, 1),
    }


# ---------------------------------------------------------------------- play by probabilities


def test_a_game_without_a_scripted_player_says_so():
    rules = Simulator(dataclasses.replace(crusoe_env.game("marooned"), scripted=""))
    with pytest.raises(ValueError, match="there is no scripted agent for Marooned!; choose from random"):
        make_agent("scripted", rules)


def test_a_sampled_policy_draws_each_action_as_often_as_its_policy_says():
    rules = simulator("marooned")
    one = rules.new_games(1, seed=3)
    states = np.repeat(one, 4_000).view(np.recarray)
    observation, mask = rules.views(states)
    agent = make_agent("sampled:zoo:marooned", rules)
    agent.reset(1)
    shares = make_agent("zoo:marooned", rules).probabilities(observation[:1], mask[:1])[0]
    counts = np.bincount(agent.act(observation, mask), minlength=mask.shape[1])
    assert (np.abs(counts / len(states) - shares) < 0.04).all()
    assert not counts[mask[0] == 0].any()
    assert is_shipped("sampled:zoo:marooned")
    first = play_games(agent, rules, 20, seed=5)
    assert_same(arrays(play_games(agent, rules, 20, seed=5)), arrays(first))


def test_a_sampled_policy_with_memory_plays_whole_games():
    rules = Simulator(crusoe_env.game("robinson"), players=2)
    played = play_games(make_agent("sampled:partner:memory", rules), rules, 2, seed=5)
    assert len(played.seeds) == 2


def test_a_sampled_search_draws_from_its_improved_policy():
    rules = simulator("marooned")
    states = rules.new_games(400, seed=3)
    for _ in range(6):
        first_legal = rules.views(states)[1].argmax(axis=1)
        states = rules.step(states, first_legal)
    states = states[states.over == 0]
    mask = rules.views(states)[1]
    agent = make_agent("sampled:guided:zoo:marooned:8", rules)
    agent.reset(1)
    chosen = agent.act_state(states, mask)
    shares = agent.probabilities(mask, mask)
    assert np.allclose(shares.sum(axis=1), 1)
    assert mask[np.arange(len(mask)), chosen].all()
    likely = (chosen == shares.argmax(axis=1)).mean()
    assert abs(likely - shares.max(axis=1).mean()) < 0.03
    assert likely < 1
    assert is_shipped("sampled:guided:zoo:marooned:8")
    assert policy_file("sampled:guided:zoo:marooned:8") == policy_file("zoo:marooned")


@pytest.mark.parametrize("name", ["sampled:rolling:zoo:marooned:4", "sampled:mcts:4", "sampled:rolling:4"])
def test_a_search_without_probabilities_is_not_sampled(name):
    with pytest.raises(ValueError, match=r"has no probabilities|write sampled:POLICY"):
        make_agent(name, simulator("marooned"))


@pytest.mark.parametrize(
    "name", ["sampled:", "sampled:scripted", "sampled:random", "sampled:sampled:zoo:marooned"]
)
def test_only_a_policy_is_sampled(name):
    with pytest.raises(ValueError, match="write sampled:POLICY, as in sampled:zoo:NAME"):
        make_agent(name, simulator("marooned"))


def test_the_time_of_a_decision_is_that_of_the_agent_alone():
    class Slow(RandomAgent):
        def act(self, observation, mask):
            time.sleep(0.002)
            return super().act(observation, mask)

    assert milliseconds_alone(Slow(), simulator("marooned"), seed=1, least=0.02) >= 2
