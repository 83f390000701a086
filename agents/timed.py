"""An agent whose decisions are counted and timed."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from crusoe_env import Simulator
from crusoe_env.agent import Agent, Turn

from .evaluation import play_games


class Timed(Agent):
    """Counts and times the decisions of an agent, without the rules between them.

    Attributes:
        decisions: so many.
        seconds: for all of them.
    """

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.name, self.uses_states, self.cheats, self.remembers = (
            agent.name,
            agent.uses_states,
            agent.cheats,
            agent.remembers,
        )
        self.decisions, self.seconds = 0, 0.0

    @property
    def milliseconds(self) -> float:
        """Milliseconds of a decision."""
        return 1_000 * self.seconds / max(1, self.decisions)

    def reset(self, seed: int) -> None:
        """Begin an evaluation."""
        self.agent.reset(seed)

    def act(self, observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """The agent's actions."""
        return self._timed(lambda: self.agent.act(observation, mask))

    def act_state(self, states: np.recarray, mask: np.ndarray) -> np.ndarray:
        """The agent's actions."""
        return self._timed(lambda: self.agent.act_state(states, mask))

    def act_turn(self, turn: Turn) -> np.ndarray:
        """The agent's actions."""
        return self._timed(lambda: self.agent.act_turn(turn))

    def _timed(self, choose: Callable[[], np.ndarray]) -> np.ndarray:
        start = time.perf_counter()
        actions = choose()
        self.seconds += time.perf_counter() - start
        self.decisions += len(actions)
        return actions


def milliseconds_alone(agent: Agent, simulator: Simulator, seed: int, least: float = 1.0) -> float:
    """Milliseconds of a decision in games that are played one by one, until `least` seconds were measured."""
    timed, games = Timed(agent), 0
    play_games(agent, simulator, 1, seed)  # compiles
    while timed.seconds < least and games < 100:
        play_games(timed, simulator, 1, seed + games)
        games += 1
    return timed.milliseconds
