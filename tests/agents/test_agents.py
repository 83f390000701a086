"""Agents play legally, repeatably and honestly, and search is worth something."""

from __future__ import annotations

import functools

import numba
import numpy as np
import pytest
from scipy.stats import binomtest, chisquare

import crusoe_env
from agents.base import Agent, choose
from agents.evaluation import Outcome, play_games
from agents.random_agent import RandomAgent
from agents.registry import SCRIPTED, make_agent
from agents.search.mcts import MCTSAgent
from crusoe_env import Simulator
from crusoe_env.marooned.state import CARD_IDS, CENTRE
from tests.support import NAMES, assert_same, differences, new_env

KINDS = ("random", "scripted", "mcts:12", "mcts-cheating:12", "tree:12")
HIDDEN = {"marooned": "deck"}
"""A field that holds something hidden, in the games that have it."""

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="search is too slow uncompiled")
games = pytest.mark.parametrize("name", NAMES)
agents_too = pytest.mark.parametrize(
    ("name", "kind"), [(n, k) for n in NAMES for k in KINDS if k != "scripted" or n in SCRIPTED]
)


@functools.cache
def simulator(name: str) -> Simulator:
    return Simulator(crusoe_env.game(name))


def arrays(outcome: Outcome) -> list:
    return [outcome.victory, outcome.score, outcome.goal_progress, outcome.rounds, outcome.causes]


class Witness(Agent):
    """Plays the first legal action and keeps the states that it is shown."""

    name = "witness"
    plans = True

    def __init__(self) -> None:
        self.shown: list[np.recarray] = []

    def act_state(self, states, mask):
        self.shown.append(states.copy())
        return mask.argmax(axis=1)


class CheatingWitness(Witness):
    cheats = True


# ---------------------------------------------------------------------- all agents


@agents_too
def test_agents_play_whole_games_legally(name, kind):
    # `play_games` itself refuses an illegal action.
    outcome = play_games(make_agent(kind, simulator(name)), simulator(name), 30, seed=5)
    assert np.array_equal(outcome.seeds, range(5, 35))
    assert set(outcome.causes) <= set(crusoe_env.game(name).causes[1:])
    assert (outcome.rounds > 0).all()
    assert np.array_equal(outcome.goal_progress == 1, outcome.victory)


@agents_too
def test_agents_repeat_themselves_for_the_same_seed_only(name, kind):
    agent = make_agent(kind, simulator(name))
    first = play_games(agent, simulator(name), 30, seed=5)
    assert_same(arrays(play_games(agent, simulator(name), 30, seed=5)), arrays(first))
    other = make_agent(kind, simulator(name))
    assert_same(arrays(play_games(other, simulator(name), 30, seed=5)), arrays(first))
    assert differences(arrays(play_games(agent, simulator(name), 30, seed=50)), arrays(first))


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


# ---------------------------------------------------------------------- what planners know


@games
def test_planners_never_get_the_hidden_order_nor_the_true_future(name):
    states = simulator(name).new_games(300, seed=2)
    observation, mask = simulator(name).views(states)
    witness = Witness()
    before = states.tobytes()
    choose(witness, simulator(name), states, observation, mask, np.random.default_rng(0))
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
    choose(witness, simulator("marooned"), states, *views, np.random.default_rng(0))
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
    choose(witness, simulator(name), states, *simulator(name).views(states), np.random.default_rng(0))
    assert witness.shown[0].tobytes() == states.tobytes()


@games
def test_agents_without_plans_get_no_states(name):
    class Blind(Agent):
        name = "blind"

        def act(self, observation, mask):
            return mask.argmax(axis=1)

    states = simulator(name).new_games(5, seed=0)
    views = simulator(name).views(states)
    chosen = choose(Blind(), simulator(name), states, *views, np.random.default_rng(0))
    assert np.array_equal(chosen, views[1].argmax(axis=1))
    with pytest.raises(TypeError, match="blind does not plan: call act"):
        Blind().act_state(states, views[1])
    with pytest.raises(TypeError, match="witness plans: call act_state"):
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


# ---------------------------------------------------------------------- search


def test_search_is_better_than_chance_and_cheating_better_still():
    played = {}
    for kind in ("random", "mcts:60", "mcts-cheating:60"):
        agent = make_agent(kind, simulator("marooned"))
        played[kind] = int(play_games(agent, simulator("marooned"), 200, seed=0).victory.sum())
    by_chance = played["random"] / 200
    assert binomtest(played["mcts:60"], 200, by_chance, alternative="greater").pvalue < 1e-6
    assert played["mcts-cheating:60"] > played["mcts:60"]


@games
def test_search_gets_further_than_chance(name):
    further = [
        play_games(make_agent(kind, simulator(name)), simulator(name), 200, seed=0).goal_progress.mean()
        for kind in ("random", "mcts:30")
    ]
    assert further[1] > further[0]


def test_search_without_playouts_wins_where_random_playouts_are_soon_dead():
    dieson = Simulator(crusoe_env.game("dieson"), quest=1)
    won = {kind: int(play_games(make_agent(kind, dieson), dieson, 100, 0).victory.sum()) for kind in
           ("mcts:200", "tree:200")}  # fmt: skip
    assert won["tree:200"] > won["mcts:200"] + 5


def test_rule_of_thumb_is_better_than_chance():
    played = [
        int(play_games(make_agent(kind, simulator("marooned")), simulator("marooned"), 300, 0).victory.sum())
        for kind in ("random", "scripted")
    ]
    assert binomtest(played[1], 300, played[0] / 300, alternative="greater").pvalue < 1e-6


@games
def test_statistics_of_a_search_are_sound(name):
    states = simulator(name).new_games(10, seed=0)
    before = states.tobytes()
    visits, values = MCTSAgent(simulator(name), simulations=50).search(states)
    assert states.tobytes() == before
    mask = simulator(name).masks(states)
    assert visits.shape == values.shape == mask.shape
    assert not visits[mask == 0].any()
    assert (visits.sum(axis=1) == 50).all()
    assert values.min() >= 0
    assert values.max() <= 1


def test_search_walks_to_the_rescue_and_not_onto_the_boar():
    # Two health left: the ship sees SOS in its row next turn, whatever you do, unless the boar bites first.
    env = new_env("marooned", on_illegal="raise")
    env.reset(seed=0, options={"deck": ["rocks", "higher_ground", "hook", "wild_boar"]})
    for action in ("explore east", "flip rocks", "explore east"):
        env.step(env.action_index(action))
    state = env.state
    boar = CARD_IDS.index("wild_boar")
    state.health, state.played = 2, 4
    state.cell[boar] = CENTRE + 7 + 2  # south of you
    state.card_at[state.cell[boar]] = boar
    state.last_row += 1
    env.set_state(state)
    agent = MCTSAgent(simulator("marooned"), simulations=200, progress_weight=0.0)
    visits, values = agent.search(env.determinize(0))
    west, boar_bites = env.action_index("walk west"), env.action_index("walk south")
    assert values[0, west] == 1
    assert values[0, boar_bites] == 0
    chosen = int(agent.act_state(env.determinize(1), env.batch.masks)[0])
    assert chosen != boar_bites
    assert env.step(west)[-1]["cause"] == "rescued"
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


# ---------------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("mctz", "unknown agent 'mctz'; choose from random, scripted, mcts:SIMULATIONS"),
        ("mcts:many", "agent 'mcts:many': 'many' is no budget; mcts:300 or mcts:0.1s"),
        ("mcts:0", "'0' is no budget"),
        ("mcts:-5", "'-5' is no budget"),
        ("mcts:0s", "'0s' is no budget"),
        ("mcts-cheating:x", "agent 'mcts-cheating:x': 'x' is no budget; mcts-cheating:300"),
        ("runs/there_is_no_such_run", "unknown agent 'runs/there_is_no_such_run'"),
    ],
)
def test_wrong_names_of_agents_are_answered_with_the_right_forms(name, message):
    with pytest.raises(ValueError, match=message):
        make_agent(name, simulator("marooned"))


def test_names_of_agents_say_their_budget():
    made = {kind: make_agent(kind, simulator("marooned")).name for kind in ("mcts", "mcts:300", "mcts:0.1s")}
    assert made == {"mcts": "mcts-200", "mcts:300": "mcts-300", "mcts:0.1s": "mcts-0.1s"}
    assert make_agent("mcts-cheating:9", simulator("marooned")).name == "mcts-9-cheating"
    assert make_agent("tree:9", simulator("marooned")).name == "tree-9"
