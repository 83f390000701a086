"""The scripted player of Marooned!."""

from scipy.stats import binomtest

import crusoe_env
from agents.evaluation import play_games
from agents.registry import make_agent
from crusoe_env import Simulator


def test_rules_of_thumb_are_better_than_chance():
    simulator = Simulator(crusoe_env.game("marooned"))
    random, scripted = (
        int(play_games(make_agent(kind, simulator), simulator, 300, 0).victory.sum())
        for kind in ("random", "scripted")
    )
    assert binomtest(scripted, 300, random / 300, alternative="greater").pvalue < 1e-6
