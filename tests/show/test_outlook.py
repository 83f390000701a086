"""The outlook of a replay: chances of victory at each step, and critical steps."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

from agents.registry import make_agent
from crusoe_env.agent import Agent
from crusoe_env.interfaces.outlook import Outlook
from crusoe_env.interfaces.recording import record
from tests.show.test_replay import ENV_ID, Learned, simulator_of


@pytest.fixture(scope="module")
def env():
    return gymnasium.make(ENV_ID)


def test_actions_read_as_phrases_and_the_goal_is_measured(env):
    replay = record(env, seed=3)
    for frame, after in zip(replay.frames, replay.frames[1:], strict=False):
        assert len(frame.labels) == len(frame.legal)
        assert after.done == frame.labels[frame.legal.index(frame.chosen)]
        assert 0 <= frame.progress <= 1
    assert replay.frames[-1].progress == replay.result["goal_progress"]
    assert replay.moments == []
    assert {frame.chance for frame in replay.frames} == {None}


class FirstLegal(Agent):
    """Plays on from states: always the first legal action."""

    name = "first"

    def act(self, observation, mask):
        return mask.argmax(axis=1)


@pytest.mark.slow
def test_chances_of_victory_are_shares_of_games_that_are_played_on(env):
    replay = record(env, seed=3, outlook=make_agent("scripted", simulator_of(env)), games=16)
    assert all(0 <= frame.chance <= 1 for frame in replay.frames)
    assert replay.frames[-1].chance == float(replay.result["victory"])
    assert replay.outlook == "scripted plays on 16 times from each step"
    again = record(env, seed=3, outlook=make_agent("scripted", simulator_of(env)), games=16)
    assert [frame.chance for frame in again.frames] == [frame.chance for frame in replay.frames]


def test_without_games_played_on_chances_are_what_the_agent_estimates(env):
    class Estimating(Learned):
        def chance(self, observation):
            return np.full(len(observation), 0.25)

    replay = record(env, Estimating(), seed=3)
    *before, last = (frame.chance for frame in replay.frames)
    assert set(before) == {0.25}
    assert last == float(replay.result["victory"])
    assert replay.outlook == "as a policy estimates it"
    assert record(env, Learned(), seed=3).frames[0].chance is None


def test_what_is_hidden_is_dealt_anew_for_each_game_that_is_played_on(env):
    class Watching(FirstLegal):
        plans, decks = True, set()

        def act_state(self, states, mask):
            self.decks |= {tuple(deck) for deck in states.deck}
            return mask.argmax(axis=1)

    record(env, seed=3, outlook=Watching(), games=4)
    assert len(Watching.decks) > 50


def test_a_critical_step_is_split_into_decision_and_luck(env):
    replay = record(env, seed=3, outlook=make_agent("scripted", simulator_of(env)), games=16)
    assert replay.moments
    changes = [abs(moment.change) for moment in replay.moments]
    assert changes == sorted(changes, reverse=True)
    assert min(changes) >= 0.05
    for moment in replay.moments:
        before, after = replay.frames[moment.step - 1], replay.frames[moment.step]
        assert moment.decision + moment.luck == pytest.approx(moment.change)
        assert moment.change == pytest.approx(after.chance - before.chance)
        assert set(before.alternatives) <= set(before.labels) - {after.done}
        assert len(before.alternatives) == min(5, len(before.legal) - 1)


def test_a_choice_that_loses_at_once_is_a_bad_decision(env):
    """One health left: walking onto the wild boar kills, so that the decision loses all there was."""
    one = gymnasium.make(ENV_ID).unwrapped
    one.reset(seed=0, options={"deck": ["wild_boar", "rocks"]})
    outlook = Outlook(make_agent("scripted", one.batch.simulator), one.batch.simulator, 40)
    one.step(one.game.actions.index("explore east"))
    state = one.batch.states.copy()
    state.health[:] = 2
    rng = np.random.default_rng(0)
    walk = one.game.actions.index("walk west")
    assert outlook.chance(state, rng, walk) == 0.0
    assert outlook.chance(state, rng) >= 0.0
