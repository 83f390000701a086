"""The scripted player of Robinson Crusoe: legal under all options, and far better than chance."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from agents.evaluation import play_games
from agents.random_agent import RandomAgent
from agents.registry import make_agent
from agents.robinson.features import FEATURE_NAMES
from agents.robinson.scripted import ScriptedRobinson, ranks, read_weights, with_rounds
from crusoe_env import Simulator, game
from crusoe_env.robinson import constants as c
from crusoe_env.robinson.actions import LAY
from crusoe_env.robinson.components import INVENTION_IDS
from research.fit import Seen, fit, targets_from
from tests.support import UNCOMPILED, repeats

ROBINSON = game("robinson")
SEED = 50_000
GOAL_ROUND = 10
GAMES = 48

compiled_only = pytest.mark.skipif(UNCOMPILED, reason="thinking ahead is too slow uncompiled")


@functools.cache
def simulator(players: int = 1) -> Simulator:
    return Simulator(ROBINSON, players=players)


def before_the_pile(seed: int) -> np.recarray:
    """A game at the moment at which wood may be laid on the pile, with wood in store."""
    states = simulator().new_games(1, seed)
    agent = ScriptedRobinson(simulator(), stages=())
    while not (states.decision[0] == c.FEED and states.available[0, c.WOOD] > 0):
        assert states.over[0] == 0
        states = simulator().step(states, agent.act_state(states, simulator().masks(states)))
    return states


@compiled_only
@pytest.mark.parametrize("seed", range(6))
def test_plays_legally_whatever_the_options(seed):
    rng = np.random.default_rng(seed)
    rules = Simulator(
        ROBINSON,
        players=int(rng.integers(1, c.PLAYERS + 1)),
        friday=bool(rng.integers(2)),
        dog=bool(rng.integers(2)),
        starting_items=int(rng.integers(0, 9)),
        wreckage="random",
        edition=str(rng.choice(["first", "current"])),
    )
    outcome = play_games(
        ScriptedRobinson(rules, stages=((1, 99),)), rules, 4, SEED + seed
    )  # raises if illegal
    assert all(outcome.causes)


def test_rules_of_thumb_alone_survive_longer_than_chance():
    games = 4 if UNCOMPILED else GAMES
    quick = play_games(ScriptedRobinson(simulator(), stages=()), simulator(), games, SEED)
    chance = play_games(RandomAgent(), simulator(), games, SEED)
    assert quick.rounds.mean() > chance.rounds.mean() + 0.5
    assert quick.goal_progress.mean() > chance.goal_progress.mean() + 0.05


@pytest.mark.slow
@compiled_only
def test_wins_where_chance_never_does():
    script = play_games(make_agent("scripted", simulator()), simulator(), repeats(24, deep=96), SEED)
    chance = play_games(RandomAgent(), simulator(), GAMES, SEED)
    assert script.victory.mean() > 0.2
    assert not chance.victory.any()
    assert script.rounds.mean() > chance.rounds.mean() + 3
    assert script.goal_progress.mean() > chance.goal_progress.mean() + 0.3


@pytest.mark.slow
@compiled_only
@pytest.mark.parametrize("players", range(2, c.PLAYERS + 1))
def test_several_players_are_far_better_than_chance(players):
    rules = simulator(players)
    script = play_games(ScriptedRobinson(rules), rules, repeats(4, deep=24), SEED)
    chance = play_games(RandomAgent(), rules, 200, SEED)
    assert script.rounds.mean() > chance.rounds.mean() + 2
    assert script.goal_progress.mean() > chance.goal_progress.mean() + 0.1


@compiled_only
def test_plays_the_same_games_again():
    agent = ScriptedRobinson(simulator())
    first, again = (play_games(agent, simulator(), 6, SEED).rows() for _ in range(2))
    assert first == again


def test_does_not_touch_the_states_it_is_shown():
    states = simulator().new_games(2, SEED)
    before, mask = states.tobytes(), simulator().masks(states)
    legal = mask.copy()
    ScriptedRobinson(simulator(), stages=((1, 99),)).act_state(states, mask)
    assert states.tobytes() == before
    assert (mask == legal).all()


def test_lays_the_last_wood_when_that_wins():
    states = before_the_pile(SEED)
    last_stage = int(simulator().tables.counter_stage[0].max())
    states.rounds = GOAL_ROUND
    states.counter[:, 0] = int(simulator().tables.counter_stage[0].sum()) - last_stage
    states.counter_stages_fed[:] = 0
    states.invention_state[:, INVENTION_IDS.index("fire")] = c.BUILT
    states.available[:, c.WOOD] = last_stage
    states.question_options = (1 << last_stage) - 1
    action = ScriptedRobinson(simulator()).act_state(states, simulator().masks(states))
    assert action.tolist() == [LAY + last_stage - 1]
    assert simulator().step(states, action).victory.tolist() == [1]


def test_a_better_table_looks_more_like_a_victory():
    agent = ScriptedRobinson(simulator())
    states = before_the_pile(SEED)
    better = {"roof": 3, "shelter": 1, "counter": 6}
    for name, value in better.items():
        good = states.copy()
        good[name] = value
        assert agent.chances(good)[0] > agent.chances(states)[0]
    hurt = states.copy()
    hurt.wounds[:, 0] += 6
    assert agent.chances(hurt)[0] < agent.chances(states)[0]


def test_ended_games_are_won_or_lost():
    agent = ScriptedRobinson(simulator())
    states = simulator().new_games(2, SEED)
    states.over = 1
    states.victory = 0, 1
    assert agent.chances(states).tolist() == [0, 1]


@pytest.mark.parametrize("players", range(1, c.PLAYERS + 1))
def test_weights_are_read_by_the_names_of_features(players):
    weights = read_weights("castaways", players)
    assert weights.shape == (3, len(FEATURE_NAMES))
    assert np.isfinite(weights).all()
    assert weights[:, FEATURE_NAMES.index("wood")].any()
    assert read_weights("no scenario", players) is None


def wood_decides(games=4_000):
    """Tables on which wood decides: features, rounds, and the chance to win."""
    rng = np.random.default_rng(0)
    features = np.zeros((games, len(FEATURE_NAMES)))
    features[:, 0] = 1
    features[:, FEATURE_NAMES.index("wood")] = rng.normal(size=games)
    chance = 1 / (1 + np.exp(-(2 * features[:, FEATURE_NAMES.index("wood")] - 1)))
    return features, rng.integers(1, 13, size=games), chance


def test_fitting_finds_what_decides():
    features, rounds, chance = wood_decides()
    weights, loss = fit(features, rounds, (np.random.default_rng(1).random(4_000) < chance).astype(float))
    found = 1 / (1 + np.exp(-np.einsum("ntf,tf->n", with_rounds(features, rounds), weights)))
    assert np.abs(found - chance).mean() < 0.03
    assert loss < np.log(2)


def test_few_games_leave_the_weights_where_they_were():
    features, rounds, chance = wood_decides()
    known, _ = fit(features, rounds, chance)
    again, _ = fit(features[:3], rounds[:3], 1 - chance[:3], known)
    assert np.abs(again[:, 1:] - known[:, 1:]).max() < 0.2


def test_progress_counts_where_nobody_wins():
    half = np.full(100, 0.5)
    lost = Seen(np.zeros((100, 1)), np.ones(100), np.zeros(100), np.linspace(0, 1, 100), half)
    assert (np.diff(targets_from(lost)) > 0).all()
    won = lost._replace(won=(np.arange(100) % 4 == 0).astype(float))
    assert targets_from(won)[won.won == 1].min() > 0.8 > 0.2 > targets_from(won)[won.won == 0].max()


def test_ranks_are_counted_within_each_game():
    game_of = np.array([0, 0, 0, 2, 2])
    assert ranks(game_of, np.array([0.1, 0.9, 0.5, 0.2, 0.3])).tolist() == [2, 0, 1, 1, 0]
