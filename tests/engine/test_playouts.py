"""Playouts by policies of a user's: compiled functions, and players for many games at once."""

import os
import subprocess
import sys

import gymnasium
import numpy as np
import pytest

from agents.registry import make_agent
from crusoe_env import Simulator, game
from crusoe_env.engine.checks import IllegalActionError
from crusoe_env.engine.compile import compiled
from crusoe_env.engine.random import below
from tests.own_game import pig
from tests.support import ROOT

GOOD_SUM = 17


def an_action(s, t, mask, rng):
    legal = np.flatnonzero(mask)  # an array of its own
    return legal[below(rng, len(legal))]


@compiled
def careful(s, t, mask, rng):
    return pig.HOLD if s.turn_sum >= GOOD_SUM or mask[pig.ROLL] == 0 else pig.ROLL


def no_action(s, t, mask, rng):
    return 1_000


class Careful:
    """The same for many games at once."""

    def decide(self, simulator, states, observation, mask, rng):
        return np.where((states.turn_sum >= GOOD_SUM) | (mask[:, pig.ROLL] == 0), pig.HOLD, pig.ROLL)


class Wrong:
    def decide(self, simulator, states, observation, mask, rng):
        return mask.argmin(axis=1)


@pytest.fixture(scope="module")
def rules():
    return Simulator(pig.GAME)


def means(rules, policy, count=50, repeats=4):
    states = rules.new_games(count, seed=1)
    return rules.playouts(states, repeats, np.random.default_rng(0), policy=policy)


def same(one, other):
    return all(np.array_equal(one[name], other[name]) for name in one)


def test_a_policy_that_plays_at_random_plays_as_playouts_do_without_one(rules):
    assert same(means(rules, an_action), means(rules, None))


def test_a_good_policy_wins_more_compiled_or_for_many_games_at_once(rules):
    compiled, player = means(rules, careful, repeats=100), means(rules, Careful(), repeats=100)
    assert compiled["victory"].mean() > means(rules, None)["victory"].mean() + 0.3
    deviation = 4 * np.sqrt(2 * 0.25 / 5_000)
    assert abs(compiled["victory"].mean() - player["victory"].mean()) < deviation


@pytest.mark.slow
def test_policies_made_within_a_function_keep_their_own_numbers(rules):
    def until(least):
        def policy(s, t, mask, rng):
            return pig.HOLD if s.turn_sum >= least or mask[pig.ROLL] == 0 else pig.ROLL

        return policy

    assert same(means(rules, until(GOOD_SUM)), means(rules, careful))
    assert not same(means(rules, until(2)), means(rules, careful))


def test_a_scripted_player_plays_on_in_games_of_the_suite():
    rules = Simulator(game("marooned"))
    scripted = make_agent("scripted", rules)
    assert means(rules, scripted)["victory"].mean() > 2 * means(rules, None)["victory"].mean()


def test_an_illegal_action_of_a_policy_is_named(rules):
    said = r"a playout's policy chose an illegal action 1000 \(not in 0 \.\. 1\); legal now: roll"
    with pytest.raises(ValueError, match=said):
        means(rules, no_action)
    with pytest.raises(IllegalActionError, match="illegal action 'hold'; legal now: roll"):
        means(rules, Wrong())


PROGRAM = """
import numpy as np
from crusoe_env import Simulator
from examples.own_game.pig import GAME


def policy(s, t, mask, rng):
    return {chosen}


simulator = Simulator(GAME)
states = simulator.new_games(20, seed=1)
print(simulator.playouts(states, 3, np.random.default_rng(0), policy=policy)["score"].mean())
"""


def test_a_module_may_play_on_while_it_is_imported(tmp_path):
    program = PROGRAM.format(chosen="int(mask[0] == 0)").replace(
        "Simulator(GAME)", "Simulator(GAME, threads=2)"
    )
    (tmp_path / "program.py").write_text(program.replace("new_games(20", "new_games(2_000"))
    done = subprocess.run(
        [sys.executable, "-c", "import program"],
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"},
        timeout=120,
        check=False,
    )
    assert done.returncode == 0


def test_strict_steps_refuse_illegal_actions_and_games_that_are_over(rules):
    states = rules.new_games(2, seed=0)
    rolls = np.array([pig.ROLL, pig.ROLL])
    assert rules.step(states, rolls, strict=True).tobytes() == rules.step(states, rolls).tobytes()
    with pytest.raises(IllegalActionError, match="game 1: illegal action 'hold'; legal now: roll"):
        rules.step(states, np.array([pig.ROLL, pig.HOLD]), strict=True)
    states.over[:] = 1
    with pytest.raises(IllegalActionError, match="game 0: the game is over"):
        rules.step(states, rolls, strict=True)


def test_the_potential_is_what_a_shaped_reward_pays_the_change_of():
    rules = Simulator(game("marooned"))
    env = gymnasium.make("crusoe_env/Marooned-v0", reward="shaped", discount=1.0).unwrapped
    env.reset(seed=4)
    ended = False
    while not ended:
        before = rules.potential(env.batch.states)[0]
        _, reward, ended, *_ = env.step(env.legal_actions()[0])
        won = float(env.batch.states.victory[0])
        assert reward == pytest.approx(won + rules.potential(env.batch.states)[0] - before)
    assert rules.potential(env.batch.states)[0] == 0
