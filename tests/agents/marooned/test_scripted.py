"""The scripted player of Marooned!."""

import numpy as np
from scipy.stats import binomtest

import crusoe_env
from agents.evaluation import play_games
from agents.registry import make_agent
from crusoe_env import Simulator
from crusoe_env.marooned.actions import LAYOUT
from crusoe_env.marooned.state import CORNERS, FLIP
from tests.marooned.test_observation import SOS, laid_out


def test_rules_of_thumb_are_better_than_chance():
    simulator = Simulator(crusoe_env.game("marooned"))
    random, scripted = (
        int(play_games(make_agent(kind, simulator), simulator, 300, 0).victory.sum())
        for kind in ("random", "scripted")
    )
    assert binomtest(scripted, 300, random / 300, alternative="greater").pvalue < 1e-6


def decisions(env, *masks):
    """What the scripted player does on this island, by name, if these are the legal actions."""
    agent = make_agent("scripted", env.batch.simulator)
    return [LAYOUT.names[agent.act_state(env.batch.states, mask[None])[0]] for mask in masks]


def only(*names):
    """The mask of these actions."""
    return np.isin(LAYOUT.names, names).astype(np.int8)


def test_both_maps_are_flipped_as_soon_as_they_can_be():
    env = laid_out({}, phase=FLIP)
    masks = only("flip maps", "no flip"), only("no flip"), only("flip rocks", "flip maps", "no flip")
    assert decisions(env, *masks) == ["flip maps", "no flip", "flip rocks"]


def test_it_goes_where_it_is_quiet_while_a_ship_will_see_its_signal():
    ship, signal = CORNERS.index("NE"), {SOS: (1, 0)}
    for facts, expected in [
        ({"ship": ship, "ship_position": 0}, "walk south"),
        ({"ship": ship, "ship_position": 2}, "explore east"),  # it has passed the signal
        ({}, "explore north"),
    ]:
        env = laid_out(signal, **facts)
        assert decisions(env, env.batch.masks[0]) == [expected]
