"""The trees of many searches side by side, as arrays of nodes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from crusoe_env.agent import softmax

NO_NODE = 0
EXPLORATION = 1.25
"""Weight of the prior against the values found (PUCT: Rosin 2011, Silver et al. 2017)."""


class Level(NamedTuple):
    """One step of some simulations (`lanes`): their nodes, actions and rewards."""

    lanes: np.ndarray
    nodes: np.ndarray
    actions: np.ndarray
    rewards: np.ndarray


class Forest:
    """Nodes of open-loop trees: a node is a sequence of actions, whatever chance brought.

    Attributes:
        logits, values: the network's outputs for each node, (nodes, actions) and (nodes,).
        visits, totals: for each edge its visits and the sum of their returns.
        children: the node that each edge leads to, or `NO_NODE`.

    Args:
        nodes: the most nodes.
        actions: the number of actions.
    """

    def __init__(self, nodes: int, actions: int) -> None:
        self.logits = np.zeros((nodes + 1, actions), np.float32)
        self.values = np.zeros(nodes + 1, np.float32)
        self.visits = np.zeros((nodes + 1, actions), np.int32)
        self.totals = np.zeros((nodes + 1, actions), np.float32)
        self.children = np.zeros((nodes + 1, actions), np.int32)
        self._used = 1

    def add(self, logits: np.ndarray, values: np.ndarray) -> np.ndarray:
        """Add nodes; their numbers, int64 (n,)."""
        new = np.arange(self._used, self._used + len(values))
        self._used += len(values)
        self.logits[new], self.values[new] = logits, values
        return new

    def select(self, nodes: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """The legal actions with the highest PUCT bound, int64 (n,)."""
        priors = softmax(np.where(masks > 0, self.logits[nodes], -np.inf))
        visits, totals = self.visits[nodes], self.totals[nodes]
        tries = visits.sum(axis=1, keepdims=True)
        known = (self.values[nodes][:, None] + totals.sum(axis=1, keepdims=True)) / (1 + tries)
        means = np.where(visits > 0, totals / np.maximum(visits, 1), known)
        bounds = means + EXPLORATION * priors * np.sqrt(1 + tries) / (1 + visits)
        return np.argmax(np.where(masks > 0, bounds, -np.inf), axis=1)

    def back_up(self, levels: list[Level], returns: np.ndarray, discount: float) -> None:
        """Add simulations to the edges that they took; `returns`, (lanes,), are the values at their ends."""
        for lanes, nodes, actions, rewards in reversed(levels):
            returns[lanes] = rewards + discount * returns[lanes]
            self.totals[nodes, actions] += returns[lanes]  # no two simulations are at the same edge
            self.visits[nodes, actions] += 1
