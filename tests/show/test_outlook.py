"""The outlook of a replay: chances of victory at each step, and critical steps."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

from agents.registry import make_agent
from crusoe_env.agent import Agent
from crusoe_env.interfaces.judging import judged
from crusoe_env.interfaces.outlook import Outlook
from crusoe_env.interfaces.recording import record
from crusoe_env.show.replay import LUCK, MISTAKE
from crusoe_env.support.intervals import paired_interval, selected_level
from tests.show.test_replay import ENV_ID, Learned


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
    replay = record(env, seed=3, outlook=make_agent("scripted", env.unwrapped.batch.simulator), games=16)
    assert all(0 <= frame.chance <= 1 for frame in replay.frames)
    assert replay.frames[-1].chance == float(replay.result["victory"])
    assert replay.outlook == "scripted plays on 16 times from each step"
    again = record(env, seed=3, outlook=make_agent("scripted", env.unwrapped.batch.simulator), games=16)
    assert [frame.chance for frame in again.frames] == [frame.chance for frame in replay.frames]


@pytest.mark.slow
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
        uses_states, decks = True, set()

        def act_state(self, states, mask):
            self.decks |= {tuple(deck) for deck in states.deck}
            return mask.argmax(axis=1)

    record(env, seed=3, outlook=Watching(), games=4)
    assert len(Watching.decks) > 50


@pytest.fixture(scope="module")
def replay(env):
    """A random game that the scripted player judges."""
    return record(env, seed=10, outlook=make_agent("scripted", env.unwrapped.batch.simulator), games=16)


def test_a_critical_moment_is_a_clear_decision_or_clear_luck(replay):
    assert {moment.kind for moment in replay.moments} >= {MISTAKE, LUCK}, "random play makes mistakes"
    sizes = [moment.size for moment in replay.moments]
    assert sizes == sorted(sizes, reverse=True)
    for moment in replay.moments:
        before, after = replay.frames[moment.step - 1], replay.frames[moment.step]
        assert moment.luck.mean == pytest.approx(after.chance - before.compared[before.chosen])
        if moment.kind == LUCK:
            assert moment.luck.is_clear
            continue
        assert moment.decision.is_clear
        assert (moment.decision.mean < 0) == (moment.kind == MISTAKE)
        chosen, other = list(before.compared)[:2]
        assert (chosen, before.phrase(other)) == (before.chosen, moment.other)
        assert moment.decision.mean == pytest.approx(before.compared[chosen] - before.compared[other])


def test_what_is_not_clear_is_not_called_a_mistake(replay):
    named = {moment.step - 1 for moment in replay.moments if moment.kind == MISTAKE}
    for step, frame in enumerate(replay.frames):
        assert (step in named) == (frame.decision is not None and frame.decision.high < 0)


def test_all_actions_of_a_decision_meet_the_same_deals(env):
    """Two actions that lead to the same state win the same games; an action far worse wins fewer."""
    game = gymnasium.make(ENV_ID).unwrapped
    game.reset(seed=0)
    outlook = Outlook(make_agent("scripted", game.batch.simulator), game.batch.simulator)
    (legal,) = [np.flatnonzero(mask) for mask in game.batch.simulator.masks(game.batch.states)]
    once = outlook.compared(game.batch.states, [[legal[0], legal[0]]], 60, np.random.default_rng(0))[0]
    assert (once[0] == once[1]).all()
    assert 0 < once.mean() < 1


def test_a_choice_that_loses_at_once_is_a_mistake():
    """Three health left: walking onto the wild boar kills, so that the decision loses all there was."""
    one = gymnasium.make(ENV_ID).unwrapped
    one.reset(seed=0, options={"deck": ["wild_boar", "rocks"]})
    simulator = one.batch.simulator
    outlook = Outlook(make_agent("scripted", simulator), simulator, 96)
    one.step(one.game.actions.index("explore east"))
    before = one.batch.states.copy()
    before.health[:] = 3
    walk = one.game.actions.index("walk west")
    after = simulator.step(before, np.array([walk]))
    states = np.concatenate([before, after]).view(np.recarray)
    likely = np.ones((1, one.game.actions.n))
    (verdict,) = judged(outlook, states, [walk], np.array([0.1, 0.0]), likely, np.random.default_rng(0))
    assert verdict.actions[0] == walk
    assert verdict.chances[0] == verdict.after == 0
    assert verdict.decision.high < 0
    assert verdict.decision.mean == -verdict.chances[1]


def test_of_decisions_alike_few_are_named():
    """Where all differences are 0, five in a hundred sets of twelve have one that looks clear."""
    rng = np.random.default_rng(0)
    named = 0
    for _ in range(200):
        found = [(rng.random(200) < 0.5) * 1.0 - (rng.random(200) < 0.5) for _ in range(12)]
        level = selected_level(lambda level, found=found: [paired_interval(each, level) for each in found])
        named += any(paired_interval(each, level).is_clear for each in found)
    assert named <= 20
