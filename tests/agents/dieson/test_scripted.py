"""The scripted player of Dieson Crusoe: legal under all options, and far better than chance."""

from __future__ import annotations

import numpy as np
import pytest

from agents.dieson.scripted import HELPERS, Evaluation, ScriptedDieson, chance_to_land, route_lengths
from agents.evaluation import play_games
from agents.random_agent import RandomAgent
from crusoe_env import Simulator, game
from crusoe_env.dieson.state import CHARACTER_IDS, FRIEND_IDS, QUESTS, SPACE_IDS, TOOL_IDS
from tests.support import repeats

DIESON = game("dieson")
SEED = 40_000
GAMES = repeats(16, deep=96)
LEAST_PROGRESS = (0.7, 0.4, 0.45, 0.45, 0.25, 0.35, 0.2)
"""For each quest a mean goal progress that random play is far from, and the script has easily."""


def random_options(rng: np.random.Generator) -> dict[str, object]:
    """Any quest, character, side, friend and blue die."""
    return {
        "quest": int(rng.integers(1, QUESTS + 1)),
        "character": str(rng.choice(CHARACTER_IDS)),
        "hearts": str(rng.choice(["easy", "hard"])),
        "friend": str(rng.choice([*FRIEND_IDS, "none", "crafted"])),
        "blue_die": bool(rng.integers(2)),
    }


@pytest.mark.parametrize("seed", range(repeats(2, deep=20)))
def test_plays_legally_whatever_the_options(seed):
    simulator = Simulator(DIESON, **random_options(np.random.default_rng(seed)))
    outcome = play_games(ScriptedDieson(simulator), simulator, 4, SEED + seed)  # raises if one is illegal
    assert all(outcome.causes)


def test_plays_with_the_tools_of_the_first_game():
    simulator = Simulator(DIESON, quest=1, tools="first game", friend="none")
    assert play_games(ScriptedDieson(simulator), simulator, 8, SEED).victory.any()


@pytest.mark.slow
@pytest.mark.parametrize("quest", range(1, QUESTS + 1))
def test_is_far_better_than_chance_at_every_quest(quest):
    simulator = Simulator(DIESON, quest=quest)
    script = play_games(ScriptedDieson(simulator), simulator, GAMES, SEED)
    chance = play_games(RandomAgent(), simulator, GAMES, SEED)
    assert script.victory.sum() > chance.victory.sum()
    assert script.rounds.mean() > chance.rounds.mean() + 1
    assert script.goal_progress.mean() > max(LEAST_PROGRESS[quest - 1], chance.goal_progress.mean() + 0.1)


def test_plays_the_same_games_again_alone_and_in_a_batch():
    simulator = Simulator(DIESON, quest="mixed")
    states = simulator.new_games(20, SEED)
    mask = simulator.masks(states)
    together = ScriptedDieson(simulator).act_state(states, mask)
    alone = [
        ScriptedDieson(simulator).act_state(states[i : i + 1].view(np.recarray), mask[i : i + 1])[0]
        for i in range(20)
    ]
    assert together.tolist() == alone


def test_does_not_touch_the_states_it_is_shown():
    simulator = Simulator(DIESON, quest=2)
    states = simulator.new_games(5, SEED)
    before = states.tobytes()
    ScriptedDieson(simulator).act_state(states, simulator.masks(states))
    assert states.tobytes() == before


def test_wins_when_it_can_win_at_once():
    simulator = Simulator(DIESON, quest=2)
    states = simulator.new_games(1, SEED)
    states.space = SPACE_IDS.index("summit")
    states.goods[0] = 5, 1, 0, 2, 0, 0
    agent = ScriptedDieson(simulator)
    for _ in range(40):
        if states.over[0] or states.rounds[0] > 1:
            break
        states = simulator.step(states, agent.act_state(states, simulator.masks(states)))
    assert states.victory[0] == 1


def test_a_table_nearer_to_the_goal_looks_better():
    simulator = Simulator(DIESON, quest=3)
    far, near = simulator.new_games(1, SEED), simulator.new_games(1, SEED)
    near.space = SPACE_IDS.index("north_woods")
    evaluate = Evaluation(simulator.tables)
    assert evaluate(near, near.rounds)[0] > evaluate(far, far.rounds)[0]


def test_helpers_are_tools_and_ways_lead_everywhere():
    assert len(HELPERS) == QUESTS
    assert all(name in TOOL_IDS for helpers in HELPERS for name in helpers)
    trouble = route_lengths(Simulator(DIESON).tables)
    assert (trouble.diagonal() == 0).all()
    assert trouble.max() < 100
    chances = chance_to_land()
    assert ((chances > 0.35) & (chances < 1)).all()
