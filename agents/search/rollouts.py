"""Imagined futures for the rolling-horizon planner: who plays on in them, and what they are worth.

`Rollouts` is what every game has: random play, judged by victory, goal progress and the shaping potential.
A game with rules of thumb brings a subclass of its own (`agents.robinson.rollouts`).
"""

from __future__ import annotations

import functools
from types import ModuleType, SimpleNamespace
from typing import NamedTuple

import numpy as np

from crusoe_env import Game, Simulator
from crusoe_env.engine.state import plain

from . import plan_following, rollout_policy, values
from .plan_following import FUTURE, NO_ACTION, SETTINGS

NO_RECORD = np.dtype((np.record, [("unused", "i8")]))
FUTURES_PER_THREAD = 16
"""Futures that are worth a thread."""
PROGRESS_WEIGHT = 0.2
"""How much goal progress counts beside victory, and the potential where a future is cut."""


@functools.cache
def kernels(game: Game, templates: tuple[ModuleType, ...]) -> SimpleNamespace:
    """Following plans, compiled against a game's rules and a rollout policy."""
    return game.compile(*templates, values, plan_following)


class Candidates(NamedTuple):
    """Plans to be tried, one row each.

    Attributes:
        plans: int16 (n, length), actions until the next round, filled up with NO_ACTION.
        variants: int64 (n,), which variant of the rollout policy answers where a plan does not.
        turns: int64 (n,), the decision at which something else is done, or NO_ACTION.
        whims: int64 (n,), the percentage of random actions where a plan says nothing.
    """

    plans: np.ndarray
    variants: np.ndarray
    turns: np.ndarray
    whims: np.ndarray

    @staticmethod
    def blank(count: int, length: int) -> Candidates:
        """Plans without a single action: the rollout policy decides."""
        plans = np.full((count, length), NO_ACTION, np.int16)
        numbers = np.zeros(count, np.int64)
        return Candidates(plans, numbers, np.full(count, NO_ACTION, np.int64), numbers.copy())

    def rows(self, which: np.ndarray) -> Candidates:
        """Copies of some rows."""
        return Candidates(*(column[which] for column in self))

    @staticmethod
    def joined(parts: list[Candidates]) -> Candidates:
        """The rows of several."""
        return Candidates(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


class Rollouts:
    """Random play until the end, or so many rounds on.

    Args:
        simulator: the rules.
        policies: records of the rollout policy, (tasks x variants,), of each task first the usual one; None:
            it needs none.

    Attributes:
        rounds: how many rounds are imagined, the present one included.
        most: the most decisions of a future, so that none goes on for ever.
        length: the most actions of a plan.
        variants: how many ways to play the rollout policy has.
    """

    templates: tuple[ModuleType, ...] = (rollout_policy,)
    rounds = 200
    most = 2_000
    length = 32

    def __init__(self, simulator: Simulator, policies: np.ndarray | None = None) -> None:
        self.simulator = simulator
        self._policies = np.zeros(len(simulator.tasks), NO_RECORD) if policies is None else policies
        self.variants = len(self._policies) // len(simulator.tasks)

    @property
    def _settings(self) -> np.ndarray:
        """Of the kernels: a (1,) record."""
        return np.array([(self.rounds, self.most, PROGRESS_WEIGHT, 0)], SETTINGS)

    @property
    def kernels(self) -> SimpleNamespace:
        """The compiled functions of the templates."""
        return kernels(self.simulator.game, self.templates)

    def judged(
        self, states: np.ndarray, candidates: Candidates, keys: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Follow a plan in each game, in place, and judge where that leads.

        Returns:
            what `follow` and `values` return.
        """
        done = self.follow(states, candidates, keys)
        return done, self.values(states.view(np.recarray))

    def follow(self, states: np.ndarray, candidates: Candidates, keys: np.ndarray) -> np.ndarray:
        """Follow a plan in each game, in place, then play on.

        Args:
            states: (n,) records.
            candidates: n plans.
            keys: int (n,), seeds of what is random about them; never touches the games' own chance.

        Returns:
            The actions taken until the next round, int16 (n, length).
        """
        simulator, count = self.simulator, len(states)
        usual = states["table"].astype(np.int64) * self.variants
        futures = np.zeros(count, FUTURE)
        futures["rng"] = words_of(keys)
        futures["now"], futures["later"] = usual + candidates.variants, usual
        futures["turn"], futures["whim"] = candidates.turns, candidates.whims
        done = np.empty_like(candidates.plans)
        masks = np.empty((count, simulator.game.actions.n), np.int8)
        rules = (plain(states), simulator.table_rows, self._policies, self._settings)
        kernel, plans = self.kernels.follow_range, candidates.plans
        simulator.run(kernel, count, *rules, futures, plans, masks, done, games_per_thread=FUTURES_PER_THREAD)
        return done

    def values(self, states: np.recarray) -> np.ndarray:
        """What states are worth where a future ends, float (n,), 0 .. 1."""
        out, simulator = np.empty(len(states)), self.simulator
        arguments = (plain(states), simulator.table_rows, self._settings, out)
        simulator.run(self.kernels.value_range, len(states), *arguments)
        return out


def words_of(keys: np.ndarray) -> np.ndarray:
    """Generator words from keys, uint32 (n, 4): splitmix64."""
    x: np.ndarray = keys.astype(np.uint64)[:, None] * 2 + np.arange(2, dtype=np.uint64)
    x = (x + 1) * np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ x >> 30) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ x >> 27) * np.uint64(0x94D049BB133111EB)
    x ^= x >> 31
    return np.ascontiguousarray(x).view(np.uint32).reshape(len(keys), 4)
