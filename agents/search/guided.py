"""Tree search guided by a trained policy, whose priors select actions and whose values replace playouts.

Each simulation deals the hidden cards anew, with new chance, plays one of the considered actions, descends
the tree by prior and values, adds a node, and evaluates it with the network. All games, and all considered
actions of each game, are simulated at the same time, so that the network reads many positions at once. The
actions of a game meet the same deals, which makes their comparison less noisy.

The search imagines the other players as itself, or as a population of partners: each simulation then draws
one of them, who makes the decisions of all other seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from crusoe_env import Simulator
from crusoe_env.agent import Agent, softmax
from crusoe_env.engine.state import kernel_input, plain

from .forest import NO_NODE, Forest, Level
from .guide import CHANCES, Guide
from .halving import schedules, scores
from .imagined import ImaginedGames

SIMULATIONS = 64
CONSIDERED = 16
"""Most actions that are tried at the root."""
LEAST_PRIOR = 0.005
"""Least prior of an action that is tried."""
SPREAD = 2_654_435_761
"""Spreads consecutive numbers evenly over 32 bits (Knuth's multiplicative hashing)."""
MEMORY = 1 << 26
"""Most bytes for the trees of the games searched together."""


class Findings(NamedTuple):
    """The results of a search, for each game.

    Attributes:
        actions: the best ones, int64 (n,).
        policy: the improved policy, float (n, actions).
        values: the expected return under it, float (n,).
        visits: of the root's actions, int32 (n, actions).
    """

    actions: np.ndarray
    policy: np.ndarray
    values: np.ndarray
    visits: np.ndarray


class GuidedSearch(Agent):
    """Search with sequential halving at the root and PUCT below, guided by a policy.

    Args:
        simulator: the rules.
        guide: the policy.
        simulations: for each decision.
        name: as it stands in tables.
        partners: policies that the other players are imagined as; none: as the guide and the search itself.
    """

    uses_states = True
    at_once = 64  # faster than eight, since the network reads many positions together

    def __init__(
        self,
        simulator: Simulator,
        guide: Guide,
        simulations: int = SIMULATIONS,
        name: str = "guided",
        partners: Sequence[Guide] = (),
    ) -> None:
        if simulations < 1:
            raise ValueError(f"a search needs at least 1 simulation, not {simulations}")
        self.simulator, self.guide, self.simulations, self.name = simulator, guide, simulations, name
        self.partners = tuple(partners)
        self.games = ImaginedGames(simulator, guide.returns)
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Restart the random numbers."""
        self._rng = np.random.default_rng(seed)
        self._last: Findings | None = None

    def act_state(self, states: np.recarray, mask: np.ndarray) -> np.ndarray:
        """The best action of each game's search."""
        self._last = self.think(states, mask)
        return self._last.actions

    def probabilities(self, observation: np.ndarray, mask: np.ndarray) -> np.ndarray | None:
        """The improved policy of the last search; None for another number of games."""
        last = self._last
        return last.policy if last is not None and len(last.policy) == len(mask) else None

    def value(self, observation: np.ndarray) -> np.ndarray | None:
        """The expected returns by the last search; None for another number of games."""
        last = self._last
        return last.values if last is not None and len(last.values) == len(observation) else None

    def chance(self, observation: np.ndarray) -> np.ndarray | None:
        """The chances of victory by the last search, if its guide names chances."""
        return self.value(observation) if self.guide.returns is CHANCES else None

    def think(self, states: np.recarray, masks: np.ndarray, beliefs: np.ndarray | None = None) -> Findings:
        """Search games.

        Args:
            states: (n,) records.
            masks: their legal actions, int8 (n, actions).
            beliefs: how probable it is that the others are each of `partners`, float (n, partners); none:
                all alike.
        """
        keys = self._rng.integers(0, 2**31, size=len(states))
        bytes_of_game = (self.simulations + CONSIDERED + 1) * masks.shape[1] * 16
        at_once = max(1, MEMORY // bytes_of_game)
        parts = []
        for start in range(0, len(states), at_once):
            part = slice(start, start + at_once)
            believed = None if beliefs is None else beliefs[part]
            parts.append(Search(self, states[part], masks[part], keys[part], believed).run())
        return Findings(*(np.concatenate(column) for column in zip(*parts, strict=True)))


class Search:
    """One search of some games.

    Args:
        agent: settings, rules and network.
        states, masks: the roots.
        keys: seeds of chance, one for each game.
        beliefs: as for `GuidedSearch.think`.
    """

    def __init__(
        self,
        agent: GuidedSearch,
        states: np.ndarray,
        masks: np.ndarray,
        keys: np.ndarray,
        beliefs: np.ndarray | None = None,
    ) -> None:
        self.agent, self.masks, self.keys, self.beliefs = agent, masks, keys, beliefs
        self.states = kernel_input(plain(states))
        self.seats = self.states["acting"].copy()
        count, actions = masks.shape
        self.forest = Forest(count * (agent.simulations + CONSIDERED + 1), actions)
        logits, self.values = agent.guide(agent.simulator.views(states.view(np.recarray), "uint8")[0])
        self.roots = self.forest.add(logits, self.values)
        self.logits = np.where(masks > 0, logits, -np.inf)
        likely = (softmax(self.logits) >= LEAST_PRIOR).sum(axis=1)
        self.considered = np.minimum(likely, CONSIDERED)
        self.candidates = np.argsort(-self.logits, axis=1, kind="stable")[:, :CONSIDERED]

    def run(self) -> Findings:
        """Run all simulations."""
        before = self.considered
        for number, active in enumerate(schedules(self.considered, self.agent.simulations)):
            if (active < before).any():
                self._rank(before)
            self._simulate(active, number)
            before = np.where(active > 0, active, before)
        self._rank(before)
        improved = self._scores()
        policy = softmax(improved)
        visits, totals = self.forest.visits[self.roots], self.forest.totals[self.roots]
        values = np.where(
            (visits > 0).any(axis=1), (policy * self._means(visits, totals)).sum(axis=1), self.values
        )
        return Findings(self.candidates[:, 0], policy, values, visits)

    def _means(self, visits: np.ndarray, totals: np.ndarray) -> np.ndarray:
        return np.where(visits > 0, totals / np.maximum(visits, 1), self.values[:, None])

    def _scores(self) -> np.ndarray:
        roots = self.roots
        return scores(self.logits, self.forest.visits[roots], self.forest.totals[roots], self.values)

    def _rank(self, active: np.ndarray) -> None:
        """Sort the first `active` candidates of each game by their scores."""
        found = np.take_along_axis(self._scores(), self.candidates, axis=1)
        found[np.arange(found.shape[1]) >= np.maximum(active, 1)[:, None]] = -np.inf
        order = np.argsort(-found, axis=1, kind="stable")
        self.candidates = np.take_along_axis(self.candidates, order, axis=1)

    def _simulate(self, active: np.ndarray, number: int) -> None:
        """Simulate each of the first `active` candidates of each game once."""
        games, places = np.nonzero(np.arange(self.candidates.shape[1]) < active[:, None])
        simulator, forest = self.agent.simulator, self.forest
        states, masks = self.states[games], self.masks[games].copy()
        keys = self.keys[games] + number
        simulator.run(simulator.game.kernels.redeal_range, len(games), states, simulator.table_rows, keys, -1)
        tried = self.roots[games], self.candidates[games, places]
        partners = self._partners(games, keys)
        levels, leaves, seen = self._descend(states, masks, *tried, self.seats[games], partners)
        returns = np.zeros(len(games), np.float32)
        if len(seen):
            logits, values = self.agent.guide(seen)
            lanes, nodes, actions = leaves
            returns[lanes] = values
            forest.children[nodes, actions] = forest.add(logits, values)
        forest.back_up(levels, returns, self.agent.guide.returns.discount)

    def _descend(
        self,
        states: np.ndarray,
        masks: np.ndarray,
        nodes: np.ndarray,
        actions: np.ndarray,
        seats: np.ndarray,
        partners: np.ndarray,
    ) -> tuple[list[Level], tuple[np.ndarray, ...], np.ndarray]:
        """Play from the roots to the leaves of the trees, (n,) of everything.

        `seats` are the players who search, `partners` the numbers of those whom they imagine.

        Returns:
            the steps; (lanes, nodes, actions) of the last steps of simulations whose game goes on; and the
            observations after these, uint8 (n, size).
        """
        lanes = np.arange(len(states))
        levels, ends, seen = [], [], []
        while len(lanes):
            observations, rewards, over = self.agent.games.step(states, masks, actions)
            levels.append(Level(lanes, nodes, actions, rewards))
            children = self.forest.children[nodes, actions]
            new, further = ~over & (children == NO_NODE), ~over & (children != NO_NODE)
            ends.append(np.stack([lanes[new], nodes[new], actions[new]]))
            seen.append(observations[new])
            lanes, nodes, states, masks = lanes[further], children[further], states[further], masks[further]
            actions = self.forest.select(nodes, masks) if len(lanes) else actions[:0]
            if self.agent.partners:
                others = states["acting"] != seats[lanes]
                self._ask_partners(others, partners[lanes], observations[further], masks, actions)
        at = np.concatenate(ends, axis=1)
        return levels, (at[0], at[1], at[2]), np.concatenate(seen)

    def _partners(self, games: np.ndarray, keys: np.ndarray) -> np.ndarray:
        """The numbers of the partners that simulations imagine, int64 (n,), of games and keys (n,)."""
        count = max(1, len(self.agent.partners))
        if self.beliefs is None:
            return np.asarray(keys % count)
        shares = (keys * SPREAD % 2**32) / 2**32
        passed = shares[:, None] >= self.beliefs.cumsum(axis=1)[games]
        return np.minimum(passed.sum(axis=1), count - 1)

    def _ask_partners(
        self,
        others: np.ndarray,
        drawn: np.ndarray,
        observations: np.ndarray,
        masks: np.ndarray,
        actions: np.ndarray,
    ) -> None:
        """Write what partners do into `actions` where `others` decide: their most probable legal action."""
        for number, partner in enumerate(self.agent.partners):
            its = np.flatnonzero(others & (drawn == number))
            if len(its):
                logits, _ = partner(observations[its])
                actions[its] = np.argmax(np.where(masks[its] > 0, logits, -np.inf), axis=1)
