"""The outcomes of a decision: what is listed is what comes, as often as it comes."""

import itertools
from collections import Counter

import gymnasium
import numpy as np
import pytest

from crusoe_env import Simulator, game
from crusoe_env.engine import outcomes
from crusoe_env.engine.checks import IllegalActionError
from crusoe_env.robinson import constants as c
from tests.own_game import pig

GAMES = {
    "marooned": {},
    "dieson": {},
    "robinson": {"players": 2},
}


def positions(simulator, count, seed=0):
    """Live states that random play comes to."""
    rng = np.random.default_rng(seed)
    states = simulator.new_games(8, seed)
    for _ in range(count):
        chances = rng.random((len(states), simulator.game.actions.n)) * (simulator.masks(states) > 0)
        states = simulator.step(states, chances.argmax(axis=1))
        states[states.over == 1] = simulator.new_games(1, int(rng.integers(10_000)))[0]
        yield states[int(rng.integers(8)) :][:1].copy()


def seen(simulator, states):
    """What the players see of states that chance has led to, as bytes."""
    return [row.tobytes() for row in simulator.observe(states, 0, "uint8")]


def shares(simulator, found):
    together = Counter()
    for view, probability in zip(seen(simulator, found.states), found.probabilities, strict=True):
        together[view] += probability
    return together


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_outcomes_are_those_that_come_and_as_likely(name, monkeypatch):
    monkeypatch.setattr(outcomes, "MOST", 2_000)
    simulator, rng = Simulator(game(name), **GAMES[name]), np.random.default_rng(1)
    several = 0
    decisions = (c.ORDER, c.SUPPORT) if name == "robinson" else range(100)  # of which some throw dice
    found_at = (it for it in positions(simulator, 1_000) if getattr(it, "decision", [0])[0] in decisions)
    for state in itertools.islice(found_at, 0, 120, 6):
        dealt = simulator.determinize(state, rng)
        for action in np.flatnonzero(simulator.masks(state)[0])[:8]:
            try:
                found = simulator.outcomes(dealt, action)
            except ValueError:  # something is shuffled, or there are too many
                continue
            assert found.probabilities.sum() == pytest.approx(1)
            assert len({row.tobytes() for row in found.states}) == len(found.states)
            expected = shares(simulator, found)
            several += len(expected) > 1
            tries = 200
            deals = simulator.determinize(np.repeat(state, tries).view(np.recarray), rng)
            came = Counter(seen(simulator, simulator.step(deals, np.full(tries, action))))
            assert set(came) <= set(expected)
            for view, probability in expected.items():
                deviation = 6 * np.sqrt(tries * probability * (1 - probability)) + 1
                assert abs(came[view] - tries * probability) <= deviation
    assert several > (0 if name == "robinson" else 5)


def test_a_card_of_the_deck_is_as_likely_as_any_other():
    simulator = Simulator(game("marooned"))
    state = simulator.new_games(1, seed=3)
    found = simulator.outcomes(state, int(simulator.masks(state)[0].argmax()))
    unseen = len(state.deck[0]) - int(state.played[0])
    assert found.probabilities == pytest.approx(np.full(unseen, 1 / unseen))


def test_a_die_shows_each_face_as_often():
    rules = Simulator(pig.GAME)
    found = rules.outcomes(rules.new_games(1, seed=0), pig.ROLL)
    assert sorted(found.states.turn_sum) == [0, 2, 3, 4, 5, 6]
    assert found.probabilities == pytest.approx(np.full(6, 1 / 6))
    held = rules.outcomes(found.states[found.states.turn_sum == 5], pig.HOLD)
    assert held.states.points.tolist() == [5]
    assert held.probabilities.tolist() == [1]


def test_an_environment_lists_them_for_its_player():
    env = gymnasium.make("crusoe_env/Marooned-v0").unwrapped
    env.reset(seed=0)
    found = env.outcomes(env.legal_actions()[0], seed=1)
    assert len(found.states) == len(found.probabilities) > 1


def test_what_cannot_be_listed_is_refused():
    simulator = Simulator(game("marooned"))
    states = simulator.new_games(2, seed=0)
    illegal = int(simulator.masks(states)[0].argmin())
    with pytest.raises(IllegalActionError, match="legal now"):
        simulator.outcomes(states[:1], illegal)
    with pytest.raises(ValueError, match=r"one state"):
        simulator.outcomes(states, int(simulator.masks(states)[0].argmax()))
