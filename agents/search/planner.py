"""Rolling-horizon planning: plans for a whole round, improved by mutation over simulated futures.

`Rollouts` simulates them in every game: random play, evaluated by victory, goal progress and the shaping
potential. A game with rules of thumb has a subclass (`agents.robinson.scripted`), a trained policy another
(`agents.search.policy_planner`).
"""

from __future__ import annotations

import functools
from types import ModuleType, SimpleNamespace
from typing import NamedTuple

import numpy as np

from crusoe_env import Game, Simulator
from crusoe_env.agent import Agent
from crusoe_env.engine import playouts
from crusoe_env.engine.state import plain, rows_of, taken

from . import planner_loop, rollout_policy, values
from .planner_loop import FUTURE, NO_ACTION, SETTINGS

FUTURES = 8
"""Deals over which a plan is evaluated."""
FIRST_SHARE = 2
"""One plan of so many is new; the others are mutations."""
GENERATIONS = 4
PARENTS = 4
"""The best plans so far, from which mutations come."""
NOISE_LEVELS = (0, 0, 10, 30)
"""Percentages of random actions in new plans."""
MARGIN = 0.004
"""Advantage that a plan needs over the rollout policy's own."""
CAUTION = 1.0
"""Standard errors subtracted from an advantage, so that the luckiest plan does not pass for the best."""
FUTURES_AT_ONCE = 4_096
MOST_REMEMBERED = 200_000
NO_RECORD = np.dtype((np.record, [("unused", "i8")]))
FUTURES_PER_THREAD = 16
PROGRESS_WEIGHT = 0.2
"""Weight of goal progress beside victory, and of the potential where a future is cut."""


@functools.cache
def kernels(
    game: Game, templates: tuple[ModuleType, ...], followers: tuple[ModuleType, ...]
) -> SimpleNamespace:
    """The simulation of plans compiled against a game's rules and a rollout policy."""
    return game.compile(playouts, *templates, values, planner_loop, *followers)


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


class Population(NamedTuple):
    """The plans tried so far for some games.

    Attributes:
        plans: int16 (games, tried, length), the actions taken.
        values: float (games, tried, futures).
    """

    plans: np.ndarray
    values: np.ndarray

    @property
    def means(self) -> np.ndarray:
        """The mean values, float (games, tried)."""
        means: np.ndarray = self.values.mean(axis=2)
        return means

    @property
    def reliable_advantages(self) -> np.ndarray:
        """Advantages over the first plan less their standard errors, float (games, tried)."""
        better = self.values - self.values[:, :1]
        spread = better.std(axis=2) / np.sqrt(max(1, better.shape[2] - 1))
        reliable: np.ndarray = better.mean(axis=2) - CAUTION * spread
        return reliable

    def joined(self, other: Population) -> Population:
        """The plans of both."""
        return Population(*(np.concatenate(pair, axis=1) for pair in zip(self, other, strict=True)))


class RollingAgent(Agent):
    """Plans to the end of the round, and follows the plan until the game departs from what it simulated.

    Half of the plans come from the rollout policy, by its variants and with noise; the others are mutations
    of the best so far. All are evaluated over the same futures, with hidden cards dealt anew and new chance.

    Args:
        simulator: the rules.
        plans: plans tried before one is followed: the budget.
        futures: deals over which they are evaluated; with `cheats` one is enough.
        cheats: plan on the true state, hidden cards and chance included.
        rollouts: rollout policy and values; default: random play.
        name: as it stands in tables; default: from budget and kind.
    """

    uses_states = True
    at_once = 8

    def __init__(
        self,
        simulator: Simulator,
        plans: int = 32,
        futures: int = FUTURES,
        cheats: bool = False,
        rollouts: Rollouts | None = None,
        name: str | None = None,
    ) -> None:
        if plans < 1 or futures < 1:
            raise ValueError(f"a search needs a budget, not {plans} plans over {futures} futures")
        self._simulator = simulator
        self._budget, self._futures = plans, 1 if cheats else futures
        self._rollouts = Rollouts(simulator) if rollouts is None else rollouts
        self.cheats = cheats
        self.name = name or f"rolling-{plans}" + ("-cheating" if cheats else "")
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Restart the random numbers and forget all plans."""
        self._rng = np.random.default_rng(seed)
        self._expected: dict[bytes, int] = {}

    def act_state(self, states: np.recarray, mask: np.ndarray) -> np.ndarray:
        """The next action of each game's plan; plans anew where the game has departed from it."""
        seen = self._seen(states)
        new = {it: i for i, it in reversed([*enumerate(seen)]) if it not in self._expected}
        if new:
            if len(self._expected) > MOST_REMEMBERED:
                self._expected = {it: self._expected[it] for it in seen if it in self._expected}
            self._plan(taken(states, np.sort([*new.values()])))
        return np.array([self._expected[it] for it in seen], np.int64)

    # ------------------------------------------------------------------ following a plan

    def _seen(self, states: np.ndarray) -> list[bytes]:
        """What a player knows of each game, as bytes: the key by which plans are found again."""
        if self.cheats:
            known = rows_of(np.ascontiguousarray(states))
        else:
            known = np.hstack(self._simulator.views(states.view(np.recarray), "uint8"))
        return [row.tobytes() for row in known]

    def _plan(self, states: np.ndarray) -> None:
        """Plan each game and remember the actions by the positions expected."""
        step = max(1, FUTURES_AT_ONCE // (self._futures * max(1, self._budget // FIRST_SHARE)))
        for start in range(0, len(states), step):
            part = states[start : start + step]
            dealt = self._dealt(part)
            firsts = taken(dealt, np.arange(0, len(dealt), self._futures))
            self._remember(firsts, self._best(dealt, len(part)))

    def _dealt(self, states: np.ndarray) -> np.ndarray:
        """The futures of each game: (games x futures,) records."""
        same = taken(states, np.repeat(np.arange(len(states)), self._futures))
        return same if self.cheats else self._simulator.determinize(same.view(np.recarray), self._rng)

    def _remember(self, states: np.ndarray, plans: np.ndarray) -> None:
        """Remember each plan's actions by the positions in its first future."""
        live = np.arange(len(states))
        for place in range(plans.shape[1]):
            live = live[(plans[live, place] != NO_ACTION) & (states["over"][live] == 0)]
            if not len(live):
                return
            under_way, actions = taken(states, live), plans[live, place].astype(np.int64)
            for seen, action in zip(self._seen(under_way), actions, strict=True):
                self._expected[seen] = int(action)
            rows_of(states)[live] = rows_of(self._simulator.step(under_way.view(np.recarray), actions))

    # ------------------------------------------------------------------ finding a plan

    def _best(self, dealt: np.ndarray, games: int) -> np.ndarray:
        """The best plan found for each game, int16 (games, length)."""
        first = -(-self._budget // FIRST_SHARE)
        tried = self._judged(dealt, self._new(games, first))
        left = self._budget - first
        for turns_left in range(min(GENERATIONS, left), 0, -1):
            more = -(-left // turns_left)
            tried = tried.joined(self._judged(dealt, self._mutated(tried, more)))
            left -= more
        values = tried.reliable_advantages
        values[:, 0] += MARGIN
        return tried.plans[np.arange(games), values.argmax(axis=1)]

    def _new(self, games: int, count: int) -> Candidates:
        """For each game the rollout policy's own plan, then others by its variants, with noise."""
        made = Candidates.blank(games * count, self._rollouts.length)
        others = np.arange(games * count) % count > 0
        made.variants[others] = self._rng.integers(self._rollouts.variants, size=others.sum())
        made.noise[others] = self._rng.choice(NOISE_LEVELS, size=others.sum())
        return made

    def _mutated(self, tried: Population, count: int) -> Candidates:
        """Mutations of the best plans: a random action at one place; half of them then follow the plan."""
        games, rng = len(tried.values), self._rng
        ranked = np.argsort(-tried.means, axis=1, kind="stable")[:, :PARENTS]
        chosen = ranked[np.arange(games)[:, None], rng.integers(ranked.shape[1], size=(games, count))]
        made = Candidates.blank(games * count, self._rollouts.length)
        made.plans[:] = tried.plans[np.arange(games)[:, None], chosen].reshape(games * count, -1)
        lengths = np.maximum(1, (made.plans != NO_ACTION).sum(axis=1))
        made.turns[:] = rng.integers(lengths)
        made.variants[:] = rng.integers(self._rollouts.variants, size=games * count)
        ends = rng.integers(2, size=games * count) == 0
        beyond = np.arange(made.plans.shape[1]) >= made.turns[:, None]
        made.plans[ends[:, None] & beyond] = NO_ACTION
        return made

    def _judged(self, dealt: np.ndarray, candidates: Candidates) -> Population:
        """Evaluate each plan in each of its game's futures."""
        games, futures = len(dealt) // self._futures, self._futures
        count = len(candidates.turns) // games
        keys = self._rng.integers(2**62, size=games * count)
        game = np.arange(games * count) // count
        which = (game[:, None] * futures + np.arange(futures)).ravel()
        states, each = taken(dealt, which), np.repeat(np.arange(games * count), futures)
        done, values = self._rollouts.judged(states, candidates.rows(each), keys[each])
        return Population(done[::futures].reshape(games, count, -1), values.reshape(games, count, futures))
