"""Play by the probabilities of a policy or a guided search instead of by the most probable actions.

A policy draws so in its training. A search that draws from its improved policy is a teacher whose choices are
in the mean that policy, so a student that imitates them learns all its shares and not only the best move
(targets of completed values: Danihelka et al. 2022).
"""

from __future__ import annotations

import numpy as np

from crusoe_env.agent import Agent, PolicyAgent, Turn

from .learning.policies import TeamPolicy
from .search.guided import GuidedSearch


class Sampled(Agent):
    """Draws each action with its probability by a policy.

    Args:
        policy: one with probabilities, or a search with an improved policy.
        name: as it stands in tables.
    """

    def __init__(self, policy: PolicyAgent | TeamPolicy | GuidedSearch, name: str) -> None:
        self.policy, self.name = policy, name
        self.remembers, self.files = policy.remembers, policy.files
        self.uses_states, self.at_once = policy.uses_states, policy.at_once
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Restart the random numbers, and forget all games."""
        self.policy.reset(seed)
        self._rng = np.random.default_rng(seed)

    def act(self, observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """A legal action of each game, drawn by its probability."""
        shares = self.probabilities(observation, mask)
        edges = shares.cumsum(axis=1)
        drawn = self._rng.random((len(mask), 1)) * edges[:, -1:]
        return np.asarray((edges > drawn).argmax(axis=1))

    def act_state(self, states: np.recarray, mask: np.ndarray) -> np.ndarray:
        """The same by a search."""
        self.policy.act_state(states, mask)
        return self.act(mask, mask)  # a search knows what it has just found

    def act_turn(self, turn: Turn) -> np.ndarray:
        """The same by an agent that remembers."""
        self.policy.act_turn(turn)
        return self.act(turn.observation, turn.mask)

    def probabilities(self, observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """The policy's."""
        return np.asarray(self.policy.probabilities(observation, mask), np.float64)

    def value(self, observation: np.ndarray) -> np.ndarray | None:
        """The policy's."""
        return self.policy.value(observation)

    def chance(self, observation: np.ndarray) -> np.ndarray | None:
        """The policy's."""
        return self.policy.chance(observation)
