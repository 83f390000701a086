"""Monte Carlo tree search on determinized states, with compiled playouts."""

from __future__ import annotations

import functools
import time
from types import SimpleNamespace

import numpy as np

from crusoe_env import Game, Simulator
from crusoe_env.agent import Agent
from crusoe_env.engine import playouts
from crusoe_env.engine.state import kernel_input, plain, rows_of

from . import action_selection, search, tree, values

TIMED_SIMULATIONS = 64
"""Simulations between two readings of the clock."""


@functools.cache
def kernels(game: Game) -> SimpleNamespace:
    """The search compiled against a game's rules."""
    return game.compile(playouts, tree, action_selection, values, search)


class MCTSAgent(Agent):
    """Information-set Monte Carlo tree search with random playouts, or without any.

    Args:
        simulator: the rules.
        simulations: per decision; the budget, unless `seconds` is given.
        seconds: per decision of one game (a batch of n games gets n times as much).
        exploration: the constant of the upper confidence bound.
        progress_weight: the weight of goal progress beside victory in a simulation's value, 0 .. 1.
        cheats: search the true state, hidden cards included ("cheating").
        playout_steps: most steps of a playout, after which the shaping potential is the value; None plays to
            the end. For games that random play soon loses.
    """

    uses_states = True
    at_once = 8

    def __init__(
        self,
        simulator: Simulator,
        simulations: int = 200,
        seconds: float | None = None,
        exploration: float = 0.7,
        progress_weight: float = 0.2,
        cheats: bool = False,
        playout_steps: int | None = None,
    ) -> None:
        if simulations < 1 or (seconds is not None and seconds <= 0):
            raise ValueError(f"a search needs a budget, not {simulations} simulations in {seconds} seconds")
        self.simulator = simulator
        self.seconds = seconds
        self.cheats = cheats
        self._settings = np.zeros(1, search.SETTINGS)
        at_once = simulations if seconds is None else TIMED_SIMULATIONS
        cut = playout_steps is not None
        steps = playout_steps if cut else simulator.game.longest_episode
        self._settings[0] = (at_once, exploration, progress_weight, steps, cut, not cheats)
        budget = f"{seconds:g}s" if seconds is not None else f"{simulations}"
        kind = "tree" if playout_steps == 0 else "mcts"
        self.name = f"{kind}-{budget}" + ("-cheating" if cheats else "")
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Restart the random numbers."""
        self._rng = np.random.default_rng(seed)
        self._visits = np.zeros((0, self.simulator.game.actions.n), np.int64)
        self._values = np.zeros_like(self._visits, dtype=np.float64)

    def act_state(self, states: np.recarray, mask: np.ndarray) -> np.ndarray:
        """The most visited action of each game's search; among those, the one of the highest mean value."""
        self._visits, self._values = self.search(states)
        most = self._visits == np.where(mask > 0, self._visits, -1).max(axis=1, keepdims=True)
        return np.argmax(np.where(most & (mask > 0), self._values, -np.inf), axis=1)

    def probabilities(self, observation: np.ndarray, mask: np.ndarray) -> np.ndarray | None:
        """Shares of visits in the last search; None if it was of another number of games."""
        if len(self._visits) != len(mask):
            return None
        return self._visits / self._visits.sum(axis=1, keepdims=True)

    def value(self, observation: np.ndarray) -> np.ndarray | None:
        """Mean values at the roots of the last search; None if it was of another number of games."""
        if len(self._visits) != len(observation):
            return None
        return (self._visits * self._values).sum(axis=1) / self._visits.sum(axis=1)

    def action_values(self, observation: np.ndarray) -> np.ndarray | None:
        """Mean values of the actions in the last search; None if it was of another number of games."""
        return self._values if len(self._values) == len(observation) else None

    def search(self, states: np.recarray) -> tuple[np.ndarray, np.ndarray]:
        """Search every state.

        Returns:
            visits int64 (n, actions) and mean values float64 (n, actions) of the root's actions.
        """
        if self.seconds is None:
            return self._search(states)
        end = time.perf_counter() + self.seconds * len(states)
        visits, values = self._search(states)
        while time.perf_counter() < end:  # independent trees, whose root statistics add up
            more, their = self._search(states)
            total = visits + more
            values = np.where(total > 0, (values * visits + their * more) / np.maximum(total, 1), 0.0)
            visits = total
        return visits, values

    def _search(self, states: np.recarray) -> tuple[np.ndarray, np.ndarray]:
        count, simulator = len(states), self.simulator
        roots = kernel_input(plain(states))
        work = roots.copy()
        keys = self._rng.integers(0, 2**31, size=count)
        visits = np.zeros((count, simulator.game.actions.n), np.int64)
        values = np.zeros_like(visits, dtype=np.float64)
        arrays = (rows_of(roots), work, rows_of(work), simulator.table_rows, self._settings, keys)
        kernel = kernels(simulator.game).search_range
        simulator.run(kernel, count, *arrays, visits, values, games_per_thread=1)
        return visits, values
