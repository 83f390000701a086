"""What is recorded of games to fit weights to them."""

import numpy as np

from agents.robinson.features import FEATURE_NAMES
from agents.robinson.scripted import ScriptedRobinson, features_of
from crusoe_env import Simulator, game
from research.fit import Recorder, Task, play_by_rules

SEED = 80_000


def test_each_position_is_recorded_with_the_outcome_of_its_game():
    """Of twelve rounds the first game won in round 6, the second was lost in round 3."""
    simulator = Simulator(game("robinson"))
    preferences = ScriptedRobinson(simulator, stages=()).preferences
    states = simulator.new_games(2, SEED)
    later = states[1:].copy()
    later.rounds = 2
    recorder = Recorder(simulator, preferences)
    recorder.add(states, np.array([0, 1]))
    recorder.add(later, np.array([1]))
    ends = states.copy()
    ends.over, ends.victory, ends.rounds = 1, [1, 0], [6, 3]
    seen = recorder.seen(ends)
    assert seen.rounds.tolist() == [1, 1, 2]
    assert seen.won.tolist() == [1, 0, 0]
    assert seen.survived.tolist() == [0.5, 0.25, 0.25]
    assert seen.progress.tolist() == simulator.goal_progress(ends)[[0, 1, 1]].tolist()
    rows = [features_of(simulator, preferences, these) for these in (states, later)]
    assert np.array_equal(seen.features, np.concatenate(rows))


def test_games_by_rules_of_thumb_are_recorded_from_their_first_round():
    seen = play_by_rules(Task("castaways", 1, games=3, seed=SEED, weights=None))
    assert (seen.rounds == 1).sum() == 3
    assert seen.rounds.max() > 1
    assert seen.features.shape == (len(seen.rounds), len(FEATURE_NAMES))
    last_rounds = np.round(seen.survived * 12)
    assert (seen.rounds <= last_rounds).all()
