"""The scripted agent of Robinson Crusoe: rules of thumb, with a search to the end of the round.

For each sensible action it simulates a few futures: this action, then rules of thumb
(`agents.robinson.rules_of_thumb`) until the next round, with hidden cards dealt anew and new dice. It takes
the action with the highest estimated chance of victory. With fitted weights this estimate is a logistic
regression (`research.fit`) on features of the position (`agents.robinson.features`); without, it is
`agents.robinson.outlook`. What a scenario needs is read off its data (`agents.robinson.preferences`); the
urgencies of the rules were tuned (`research.tune`).
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from crusoe_env import Simulator
from crusoe_env.agent import Agent
from crusoe_env.engine.game import Game
from crusoe_env.engine.state import plain, taken

from ..search import planner
from ..search.planner import Candidates
from . import features, outlook, rules_of_thumb, urgencies
from .features import FEATURE_NAMES, FEATURES
from .preferences import URGENCIES, preferences_of

WEIGHTS_FOLDER = Path(__file__).with_name("weights")
"""The fitted weights, one file for each scenario that has some."""
TERMS = 3
"""A weight changes with the round: constant, linear and quadratic term."""
MIDDLE, SPAN = 7, 4.0
"""The round at which only the constant term counts, and the rounds in one unit of the others."""

ALL = 99
"""More actions than there are candidates."""
STAGES = ((3, ALL), (3, 3), (6, 2))
"""For each stage: futures simulated for each action, and how many of the best actions go on to it."""
MOST_PLANS = 8
"""Actions that place a pawn: at most so many, the most urgent ones, are tried."""
MARGIN = 0.006
"""Chance of victory by which an action must look better than the rules' own."""
GAMES_AT_ONCE = 1_500
"""Games simulated together, which bounds the memory."""

VARIANTS = 48
"""Variants of the preferences: the usual ones first, then the same with noise."""
NOISE_SEED = 1
PREFERENCE_NOISE, URGENCY_NOISE = 25.0, 0.3
"""Standard deviations: of `build` and `special`, as such; of urgencies, as a share of the usual one."""
LEAST_URGENCY = 10.0
"""Smaller urgencies vary as much as one of this size."""


class RobinsonRollouts(planner.Rollouts):
    """Rules of thumb until the next round is to be planned.

    The records of the rollout policy are those of `agents.robinson.preferences.PREFERENCES`.
    """

    templates = (urgencies, rules_of_thumb)
    rounds = 1
    most = 500
    length = 1


@functools.cache
def kernels(game: Game) -> SimpleNamespace:
    """The compiled rules of thumb, features and outlook."""
    rules = planner.kernels(game, RobinsonRollouts.templates, RobinsonRollouts.followers)
    numbers, judge = game.compile(features), game.compile(outlook)
    return SimpleNamespace(
        **vars(rules), features_range=numbers.features_range, outlook_range=judge.outlook_range
    )


def read_weights(scenario: str, players: int) -> np.ndarray | None:
    """The fitted weights for a scenario and number of players, float (TERMS, features), or None."""
    file = WEIGHTS_FOLDER / f"{scenario}.toml"
    if not file.is_file():
        return None
    table = tomllib.loads(file.read_text(encoding="utf-8")).get(f"players_{players}")
    if table is None:
        return None
    return np.array([table.get(name, [0.0] * TERMS) for name in FEATURE_NAMES]).T


def features_of(simulator: Simulator, preferences: np.ndarray, states: np.ndarray) -> np.ndarray:
    """The features of positions, float (n, features)."""
    records = np.zeros(len(states), FEATURES)
    kernel = kernels(simulator.game).features_range
    simulator.run(kernel, len(states), plain(states), simulator.table_rows, preferences, records)
    return records.view(np.float64).reshape(len(states), len(FEATURE_NAMES))


def is_new_round(simulator: Simulator, states: np.ndarray, last: np.ndarray) -> np.ndarray:
    """Which games plan the first action of a round after `last`, bool (n,)."""
    found = np.zeros(len(states), bool)
    kernel = kernels(simulator.game).new_round_range
    simulator.run(kernel, len(states), plain(np.ascontiguousarray(states)), last, found)
    return found


def with_rounds(features: np.ndarray, rounds: np.ndarray) -> np.ndarray:
    """Features times the terms of the round, float (n, TERMS, features)."""
    later = (rounds - MIDDLE) / SPAN
    terms = later[:, None] ** np.arange(TERMS)
    return terms[:, :, None] * features[:, None, :]


class ScriptedRobinson(Agent):
    """Simulates sensible actions to the end of the round and takes the best.

    Args:
        simulator: the rules.
        weights: of the features, (TERMS, features); default: the fitted ones, or the outlook in a scenario
            without them.
        stages: as `STAGES`; none: rules of thumb alone.
    """

    name = "scripted"
    uses_states = True

    def __init__(
        self,
        simulator: Simulator,
        weights: np.ndarray | None = None,
        stages: Sequence[tuple[int, int]] = STAGES,
    ) -> None:
        self._simulator = simulator
        self.preferences = preferences_of(
            simulator.task_facts, [int(task["players"]) for task in simulator.tasks]
        )
        self._weights = [
            read_weights(str(task["scenario"]), int(task["players"])) if weights is None else weights
            for task in simulator.tasks
        ]
        self._rollouts = RobinsonRollouts(simulator, self.preferences)
        self._stages = stages
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Restart the random numbers."""
        self._rng = np.random.default_rng(seed)

    def act_state(self, states: np.recarray, mask: np.ndarray) -> np.ndarray:
        """One decision for each game."""
        simulator, count = self._simulator, len(states)
        own = np.zeros(count, np.int64)
        candidates = np.ascontiguousarray(mask).copy()
        kernel = kernels(simulator.game).candidates_range
        arguments = (plain(states), simulator.table_rows, self.preferences, candidates, MOST_PLANS, own)
        simulator.run(kernel, count, *arguments)
        if not self._stages:
            return own
        open_ = np.flatnonzero(candidates.sum(axis=1) > 1)
        games = candidates[open_].sum(axis=1).cumsum() * self._stages[0][0]
        for part in np.split(open_, np.flatnonzero(np.diff(games // GAMES_AT_ONCE)) + 1):
            if len(part):
                own[part] = self._best(taken(states, part), candidates[part], own[part])
        return own

    def _best(self, states: np.ndarray, candidates: np.ndarray, own: np.ndarray) -> np.ndarray:
        """The actions that lead to the best positions; promising ones get more simulations."""
        game, action = np.nonzero(candidates)
        added = MARGIN * (action == own[game]) + self.liking(states, game, action)
        value, seen = added, 0
        for samples, kept in self._stages:
            chosen = ranks(game, value) < kept
            game, action, value, added = game[chosen], action[chosen], value[chosen], added[chosen]
            same = np.repeat(np.arange(len(states)), samples)
            dealt = self._simulator.determinize(taken(states, same).view(np.recarray), self._rng)
            which = (game[:, None] * samples + np.arange(samples)).ravel()
            ends = self.play_on(taken(dealt, which), np.repeat(action, samples))
            found = self.chances(ends).reshape(-1, samples).mean(axis=1) + added
            value = (value * seen + found * samples) / (seen + samples)
            seen += samples
        return action[ranks(game, value) == 0]

    def liking(self, states: np.ndarray, game: np.ndarray, action: np.ndarray) -> np.ndarray:
        """What is added to the estimated chance of each action, float (n,): nothing; styles add something.

        Args:
            states: of the games.
            game: the row of each action's game.
            action: candidates.
        """
        return np.zeros(len(action))

    def play_on(self, states: np.ndarray, actions: np.ndarray) -> np.recarray:
        """Take these actions in place, then rules of thumb until the next round."""
        first = Candidates.blank(len(states), self._rollouts.length)
        first.plans[:, 0] = actions
        self._rollouts.follow(states, first, np.zeros(len(states), np.int64))
        return states.view(np.recarray)

    def chances(self, states: np.recarray) -> np.ndarray:
        """Estimated chances of victory, float (n,), of games at the beginning of a round or over."""
        if len(self._weights) == 1:
            return self._chances(states, self._weights[0])
        chances = np.empty(len(states))
        for task, weights in enumerate(self._weights):
            those = states.task == task
            if those.any():
                chances[those] = self._chances(taken(states, those).view(np.recarray), weights)
        return chances

    def _chances(self, states: np.recarray, weights: np.ndarray | None) -> np.ndarray:
        if weights is None:
            return self._outlook(states)
        seen = with_rounds(features_of(self._simulator, self.preferences, states), states.rounds)
        chance = 1 / (1 + np.exp(-np.einsum("ntf,tf->n", seen, weights)))
        return np.where(states.over == 1, states.victory, chance)

    def _outlook(self, states: np.recarray) -> np.ndarray:
        out, simulator = np.empty(len(states)), self._simulator
        kernel = kernels(simulator.game).outlook_range
        simulator.run(kernel, len(states), plain(states), simulator.table_rows, self.preferences, out)
        return out


def ranks(game: np.ndarray, value: np.ndarray) -> np.ndarray:
    """The rank of each entry among those of its game, 0 the best; `game` is sorted."""
    order = np.lexsort((-value, game))
    rank = np.empty(len(game), np.int64)
    rank[order] = np.arange(len(game)) - np.searchsorted(game, game)
    return rank


class NoisyRollouts(RobinsonRollouts):
    """Rules of thumb for this round and the next, then the scripted agent's chance of victory."""

    rounds = 2
    length = 160

    def __init__(self, simulator: Simulator) -> None:
        self._judge = ScriptedRobinson(simulator)
        super().__init__(simulator, with_noise(self._judge.preferences))

    def values(self, states: np.recarray) -> np.ndarray:
        """The scripted agent's estimate of the chance of victory, float (n,), 0 .. 1."""
        return self._judge.chances(states)


def with_noise(preferences: np.ndarray) -> np.ndarray:
    """VARIANTS records for each one: itself, then copies with noise."""
    rng = np.random.default_rng(NOISE_SEED)
    varied = np.repeat(preferences, VARIANTS)
    others = np.arange(len(varied)) % VARIANTS > 0
    for name in ("build", "special"):
        varied[name][others] += PREFERENCE_NOISE * rng.normal(size=varied[name][others].shape)
    for name in URGENCIES:
        usual = varied[name][others]
        varied[name][others] += (
            URGENCY_NOISE * np.maximum(LEAST_URGENCY, abs(usual)) * rng.normal(size=usual.shape)
        )
    return varied
