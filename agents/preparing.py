"""Compilation of an agent's functions before it is timed or used."""

from __future__ import annotations

import time

import numpy as np

from crusoe_env import Simulator
from crusoe_env.agent import Transcript

from .evaluation import check_actions
from .registry import make_agent

SECONDS = 2.0
"""Most seconds of the trial game after its first decision."""


def prepare(name: str, simulator: Simulator) -> None:
    """Let an agent play a trial game, which compiles its functions into the cache and this process.

    Args:
        name: of the agent, for `registry.make_agent`, whose errors it raises.
        simulator: the rules.
    """
    agent, rng = make_agent(name, simulator), np.random.default_rng(0)
    agent.reset(0)
    states, transcript = simulator.new_games(1, seed=0), Transcript(np.zeros(1, np.int64))
    began: float | None = None
    while not states.over[0] and (began is None or time.perf_counter() - began < SECONDS):
        observation, mask = simulator.views(states)
        actions = agent.decide(simulator, states, observation, mask, rng, transcript)
        check_actions(agent, actions, mask)
        transcript.add(states.acting, actions, simulator.hides(states))
        states = simulator.step(states, actions)
        began = began or time.perf_counter()
