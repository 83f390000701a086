"""Simulated futures of the rolling-horizon planner: rollout policy and values.

`Rollouts` serves every game: random play, evaluated by victory, goal progress and the shaping potential. A
game with rules of thumb has a subclass (`agents.robinson.rollouts`).
"""

from __future__ import annotations

import functools
from types import ModuleType, SimpleNamespace
from typing import NamedTuple

import numpy as np

from crusoe_env import Game, Simulator
from crusoe_env.engine import playouts
from crusoe_env.engine.state import plain

from . import plan_following, rollout_policy, values
from .plan_following import FUTURE, NO_ACTION, SETTINGS

NO_RECORD = np.dtype((np.record, [("unused", "i8")]))
FUTURES_PER_THREAD = 16
PROGRESS_WEIGHT = 0.2
"""Weight of goal progress beside victory, and of the potential where a future is cut."""


@functools.cache
def kernels(
    game: Game, templates: tuple[ModuleType, ...], followers: tuple[ModuleType, ...]
) -> SimpleNamespace:
    """The simulation of plans compiled against a game's rules and a rollout policy."""
    return game.compile(playouts, *templates, values, plan_following, *followers)


class Candidates(NamedTuple):
    """Plans to be tried, one row each.

    Attributes:
        plans: int16 (n, length), actions until the next round, filled up with NO_ACTION.
        variants: int64 (n,), the variant of the rollout policy that acts where a plan has no action.
        turns: int64 (n,), the decision with a random action, or NO_ACTION.
        noise: int64 (n,), the percentage of random actions where a plan has none.
    """

    plans: np.ndarray
    variants: np.ndarray
    turns: np.ndarray
    noise: np.ndarray

    @staticmethod
    def blank(count: int, length: int) -> Candidates:
        """Plans without an action: the rollout policy decides."""
        plans = np.full((count, length), NO_ACTION, np.int16)
        numbers = np.zeros(count, np.int64)
        return Candidates(plans, numbers, np.full(count, NO_ACTION, np.int64), numbers.copy())

    def rows(self, which: np.ndarray) -> Candidates:
        """Copies of some rows."""
        return Candidates(*(column[which] for column in self))


class Rollouts:
    """Random play for some rounds, or to the end.

    Args:
        simulator: the rules.
        policies: records of the rollout policy, (tasks x variants,), of each task first the usual one; None
            for a policy without records.

    Attributes:
        rounds: simulated rounds, the present one included.
        most: most decisions of a future.
        length: most actions of a plan.
        variants: variants of the rollout policy.
    """

    templates: tuple[ModuleType, ...] = (rollout_policy,)
    followers: tuple[ModuleType, ...] = ()
    rounds = 200
    most = 2_000
    length = 32

    def __init__(self, simulator: Simulator, policies: np.ndarray | None = None) -> None:
        self.simulator = simulator
        self._policies = np.zeros(len(simulator.tasks), NO_RECORD) if policies is None else policies
        self.variants = len(self._policies) // len(simulator.tasks)

    @property
    def _settings(self) -> np.ndarray:
        """The settings of the kernels, a (1,) record."""
        return np.array([(self.rounds, self.most, PROGRESS_WEIGHT, 0)], SETTINGS)

    @property
    def kernels(self) -> SimpleNamespace:
        """The compiled functions of the templates."""
        return kernels(self.simulator.game, self.templates, self.followers)

    def judged(
        self, states: np.ndarray, candidates: Candidates, keys: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Follow a plan in each game, in place; the results of `follow` and `values`."""
        done = self.follow(states, candidates, keys)
        return done, self.values(states.view(np.recarray))

    def follow(self, states: np.ndarray, candidates: Candidates, keys: np.ndarray) -> np.ndarray:
        """Follow a plan in each game, in place, then the rollout policy.

        Args:
            states: (n,) records.
            candidates: n plans.
            keys: int (n,), seeds of the plans' random numbers; the games' own stay untouched.

        Returns:
            The actions taken until the next round, int16 (n, length).
        """
        simulator, count = self.simulator, len(states)
        usual = states["task"].astype(np.int64) * self.variants
        futures = np.zeros(count, FUTURE)
        futures["rng"] = words_of(keys)
        futures["now"], futures["later"] = usual + candidates.variants, usual
        futures["turn"], futures["noise"] = candidates.turns, candidates.noise
        done = np.empty_like(candidates.plans)
        masks = np.empty((count, simulator.game.actions.n), np.int8)
        rules = (plain(states), simulator.table_rows, self._policies, self._settings)
        kernel, plans = self.kernels.follow_range, candidates.plans
        simulator.run(kernel, count, *rules, futures, plans, masks, done, games_per_thread=FUTURES_PER_THREAD)
        return done

    def values(self, states: np.recarray) -> np.ndarray:
        """The values of states at the end of a future, float (n,), 0 .. 1."""
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
