"""Styles of the scripted player: partners with habits that can be seen in what they plan."""

from __future__ import annotations

import functools
from collections import Counter

import numpy as np
import pytest

from agents.registry import make_agent
from agents.robinson.scripted import ScriptedRobinson
from agents.robinson.styles import KINDS, NO_KIND, STAGES, checked, styles
from crusoe_env import Simulator, game
from crusoe_env.facts import FactsError
from crusoe_env.robinson.actions import LAYOUT
from research.styles import FOLLOWED, habits
from tests.support import UNCOMPILED, repeats

GAMES, SEED = repeats(12, deep=24), 3_000_000
compiled_only = pytest.mark.skipif(UNCOMPILED, reason="simulations are too slow uncompiled")


@functools.cache
def simulator() -> Simulator:
    return Simulator(game("robinson"), players=2)


@functools.cache
def shares(style: str) -> Counter:
    """Each action of a pair of one style as a share of its plans."""
    agent = ScriptedRobinson(simulator(), stages=STAGES)
    agent = agent if style == "scripted" else make_agent(f"partner:{style}", simulator())
    return habits(agent, simulator(), GAMES, SEED)[0]


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
        ("follower", FOLLOWED, 1.3),
    ],
)
def test_a_style_does_what_its_name_says_more_often_than_the_scripted_player(style, habit, factor):
    assert shares(style)[habit] > factor * shares("scripted")[habit]


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
