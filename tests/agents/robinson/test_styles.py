"""Styles of the scripted player: partners with habits that can be seen in what they plan."""

from __future__ import annotations

import functools
from collections import Counter

import numpy as np
import pytest

from agents.evaluation import play_games
from agents.registry import make_agent
from agents.robinson.scripted import ScriptedRobinson
from agents.robinson.styles import KINDS, NO_KIND, STAGES, checked, planned_by_others, styles
from crusoe_env import Simulator, game
from crusoe_env.facts import FactsError
from crusoe_env.robinson import queries as q
from crusoe_env.robinson.actions import LAYOUT
from tests.support import UNCOMPILED

GAMES, SEED = 24, 3_000_000
compiled_only = pytest.mark.skipif(UNCOMPILED, reason="simulations are too slow uncompiled")


@functools.cache
def simulator() -> Simulator:
    return Simulator(game("robinson"), players=2)


@functools.cache
def habits(style: str) -> Counter:
    """The share of each kind among the plans of a pair of one style, and of plans like another player's."""
    agent = ScriptedRobinson(simulator(), stages=STAGES)
    agent = agent if style == "scripted" else make_agent(f"partner:{style}", simulator())
    counts, act = Counter(), agent.act_state

    def noted(states, mask):
        actions = act(states, mask)
        others = planned_by_others(simulator(), states)
        for row, action in enumerate(actions):
            counts[LAYOUT.names[action]] += 1
            if KINDS[action] != NO_KIND:
                counts["plans"] += 1
                counts[q.ACTION_KINDS[KINDS[action]]] += 1
                counts["followed"] += bool(others[row, KINDS[action]])
        return actions

    agent.act_state = noted
    play_games(agent, simulator(), GAMES, SEED)
    return Counter({name: count / counts["plans"] for name, count in counts.items()})


@compiled_only
@pytest.mark.slow
@pytest.mark.parametrize(
    ("style", "habit", "factor"),
    [
        ("cautious", "support: own pawn", 1.3),
        ("builder", "build", 1.5),
        ("explorer", "explore", 1.3),
        ("hunter", "hunt", 1.8),
        ("hoarder", "gather", 1.4),
        ("follower", "followed", 1.3),
    ],
)
def test_a_style_does_what_its_name_says_more_often_than_the_scripted_player(style, habit, factor):
    assert habits(style)[habit] > factor * habits("scripted")[habit]


def test_there_are_six_styles():
    assert sorted(styles()) == ["builder", "cautious", "explorer", "follower", "hoarder", "hunter"]


def test_every_action_that_places_a_pawn_has_a_kind_but_that_of_the_treasure_map():
    names = np.array(LAYOUT.names)
    plans = np.array([name.startswith("plan ") and not name.startswith("plan special") for name in names])
    assert set(names[plans & (KINDS == NO_KIND)]) == {"plan treasure_map"}
    assert (KINDS[~plans] == NO_KIND).all()


@pytest.mark.parametrize(
    ("style", "problem"),
    [
        ({"likes": {}}, "style 'bold': field 'about' is missing"),
        (
            {"about": "", "hates": 1.0},
            "style 'bold': unknown field 'hates'; choose from",
        ),
        (
            {"about": "", "likes": {"plan sleep": 0.1}},
            "field 'likes': 'plan sleep'; did you mean",
        ),
        ({"about": "", "likes": {"plan hunt": 7.0}}, "field 'likes', 'plan hunt': 7.0 is outside -1 .. 1"),
        ({"about": "", "follows": "yes"}, "field 'follows': expected float, found 'yes'"),
    ],
)
def test_a_wrong_style_is_refused_in_one_line(style, problem):
    with pytest.raises(FactsError) as refused:
        checked({"bold": style}, "styles.toml")
    assert problem in str(refused.value)
