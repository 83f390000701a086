"""Rollouts of the rolling-horizon planner with a trained policy, evaluated by its values.

Plans are the policy's actions, some of them drawn at random or replaced by other likely ones.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from crusoe_env import Simulator
from crusoe_env.engine.state import plain, taken

from ..base import softmax
from .guide import Guide
from .imagined import ImaginedGames
from .plan_following import LOOK_AHEAD, NO_ACTION, PERCENT
from .rollouts import Candidates, Rollouts, words_of

DRAWN = 1
"""The variant that draws every action; the other takes the most probable one."""
TEMPERATURE = 2.0
"""Temperature of draws; with 1 most plans would be the same."""
STRIDE = 1 << 32
"""Between the keys of two decisions of a plan."""
MOST_KEYS = 1 << 62


@dataclass
class Lanes:
    """The simulations still under way, one row each.

    Attributes:
        index: the number of the simulation.
        states, observations, masks: of the games.
        at: the position in its plan.
    """

    index: np.ndarray
    states: np.ndarray
    observations: np.ndarray
    masks: np.ndarray
    at: np.ndarray

    def keep(self, which: np.ndarray) -> None:
        """Keep these rows only."""
        if not which.all():
            self.index, self.at = self.index[which], self.at[which]
            self.observations, self.masks = self.observations[which], self.masks[which]
            self.states = taken(self.states, np.flatnonzero(which))


class PolicyRollouts(Rollouts):
    """A policy plays to the end of the round, where its value replaces the rest of the game.

    Args:
        simulator: the rules.
        guide: the policy.
    """

    rounds = 1
    most = 400
    length = 160

    def __init__(self, simulator: Simulator, guide: Guide) -> None:
        super().__init__(simulator)
        self.variants = 2
        self.guide = guide
        self._games = ImaginedGames(simulator, guide.returns)

    def judged(
        self, states: np.ndarray, candidates: Candidates, keys: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Follow a plan in each game until the next round, and the policy where the plan has no action.

        Returns:
            the actions taken, int16 (n, length), and estimates of the discounted returns, float (n,).
        """
        done, returns = np.full_like(candidates.plans, NO_ACTION), np.zeros(len(states))
        last, discount = states["rounds"].astype(np.int64) + self.rounds - 1, self.guide.returns.discount
        observations, masks = self.simulator.views(states.view(np.recarray), "uint8")
        own = np.ascontiguousarray(plain(states)).copy()
        lanes = Lanes(np.arange(len(states)), own, observations, masks, np.zeros(len(states), np.int64))
        for count in range(self.most):
            logits, values = self.guide(lanes.observations)
            goes_on = lanes.states["rounds"] <= last[lanes.index]
            returns[lanes.index[~goes_on]] += discount**count * values[~goes_on]
            lanes.keep(goes_on)
            if not len(lanes.index):
                return done, returns
            actions = self._choose(lanes, logits[goes_on], candidates, keys, count)
            if count < done.shape[1]:
                done[lanes.index, count] = actions
            lanes.observations, rewards, over = self._games.step(lanes.states, lanes.masks, actions)
            returns[lanes.index] += discount**count * rewards
            lanes.keep(~over)
        returns[lanes.index] += discount**self.most * self.guide(lanes.observations)[1]
        return done, returns

    def _choose(
        self, lanes: Lanes, logits: np.ndarray, candidates: Candidates, keys: np.ndarray, count: int
    ) -> np.ndarray:
        """The next action of each simulation: planned, most probable, or drawn."""
        logits = np.where(lanes.masks > 0, logits, -np.inf)
        chances = random_numbers(keys[lanes.index] + count * STRIDE)
        usual = logits.argmax(axis=1)
        planned, lanes.at = next_planned(candidates.plans[lanes.index], lanes.at, lanes.masks)
        by_chance = chances[1] * PERCENT < candidates.noise[lanes.index]
        drawn = (by_chance | (candidates.variants[lanes.index] == DRAWN)) & (planned == NO_ACTION)
        chosen = np.where(planned == NO_ACTION, usual, planned)
        turns = np.flatnonzero((candidates.turns[lanes.index] == count) & ((lanes.masks > 0).sum(axis=1) > 1))
        logits[turns, chosen[turns]] = -np.inf  # something else
        drawn[turns] = True
        chosen[drawn] = draw(softmax(logits[drawn] / TEMPERATURE), chances[0][drawn])
        return chosen


def next_planned(plans: np.ndarray, at: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The next legal action of each plan, as `plan_following.next_planned` finds it.

    Args:
        plans: int16 (n, length).
        at: int64 (n,), the positions in them.
        masks: int8 (n, actions).

    Returns:
        actions, int64 (n,), NO_ACTION where a plan has none; and the positions after them.
    """
    places = at[:, None] + np.arange(LOOK_AHEAD)
    inside = places < plans.shape[1]
    window = np.where(inside, np.take_along_axis(plans, np.where(inside, places, 0), axis=1), NO_ACTION)
    said = np.logical_and.accumulate(window != NO_ACTION, axis=1)
    legal = said & (np.take_along_axis(masks, np.where(said, window, 0).astype(np.int64), axis=1) > 0)
    rows, first = np.arange(len(at)), legal.argmax(axis=1)
    found = legal[rows, first]
    actions = np.where(found, window[rows, first], NO_ACTION).astype(np.int64)
    return actions, np.where(found, at + first + 1, at)


def draw(shares: np.ndarray, chances: np.ndarray) -> np.ndarray:
    """An action for each row of weights (n, actions), drawn by a number 0 .. 1 each."""
    sums = shares.cumsum(axis=1)
    beyond = sums > (chances * sums[:, -1])[:, None]
    return np.where(beyond.any(axis=1), beyond.argmax(axis=1), shares.argmax(axis=1))


def random_numbers(keys: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Two numbers 0 .. 1 for each key."""
    words = words_of(keys % MOST_KEYS)
    return words[:, 0] / 2.0**32, words[:, 1] / 2.0**32
