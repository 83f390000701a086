"""Playouts by a player who decides for many games at once, such as a network."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol, runtime_checkable

import numpy as np

from crusoe_env.engine.checks import Rules
from crusoe_env.engine.state import copied, rows_of, taken

MEANS = ("victory", "score", "goal_progress", "rounds")
"""What playouts tell, in this order."""
AT_ONCE = 1_024
"""Games that are played side by side."""


@runtime_checkable
class Player(Protocol):
    """Chooses actions for many games, as `crusoe_env.agent.Agent` does."""

    def decide(
        self,
        simulator: Any,
        states: np.recarray,
        observation: np.ndarray,
        mask: np.ndarray,
        rng: np.random.Generator,
    ) -> np.ndarray:
        """Legal actions, int64 (n,), for (n,) states with their observations and masks."""


class Simulates(Rules, Protocol):
    """What is asked of a `Simulator`."""

    def views(self, states: np.recarray) -> tuple[np.ndarray, np.ndarray]:
        """Observations and masks."""

    def step(self, states: np.recarray, actions: np.ndarray, strict: bool) -> np.recarray:
        """Copies of the states after one action each."""

    def determinize(self, states: np.recarray, rng: np.random.Generator) -> np.recarray:
        """Copies with all dealt anew that the player cannot know who acts."""

    def goal_progress(self, states: np.recarray) -> np.ndarray:
        """How far the goal is met."""


def player_means(
    simulator: Simulates,
    states: np.recarray,
    repeats: int,
    rng: np.random.Generator,
    limit: int,
    player: Player,
) -> np.ndarray:
    """The means `MEANS` of so many playouts of at most `limit` actions from each state, float64 (n, 4)."""
    roots = np.repeat(np.arange(len(states)), repeats)
    found = np.empty((len(roots), len(MEANS)))
    for start in range(0, len(roots), AT_ONCE):
        rows = roots[start : start + AT_ONCE]
        dealt = simulator.determinize(taken(states, rows).view(np.recarray), rng)
        ends = played_on(simulator, dealt, rng, limit, player)
        found[start : start + AT_ONCE] = np.stack(
            [ends.victory, ends.score, simulator.goal_progress(ends), ends.rounds], axis=1
        )
    return np.asarray(found.reshape(len(states), repeats, len(MEANS)).mean(axis=1))


def played_on(
    simulator: Simulates, states: np.recarray, rng: np.random.Generator, limit: int, player: Player
) -> np.recarray:
    """The states at the end of games, or after so many actions."""
    ends = copied(states)
    for _ in playing_on(simulator, ends, rng, limit, player):
        pass
    return ends


def playing_on(
    simulator: Simulates, states: np.recarray, rng: np.random.Generator, limit: int, player: Player
) -> Iterator[int]:
    """Play games to their end in place, at most so many actions; after each yield how many have ended."""
    for _ in range(limit):
        live = np.flatnonzero(states.over == 0)
        if not len(live):
            break
        here = taken(states, live).view(np.recarray)
        seen, masks = simulator.views(here)
        actions = np.asarray(player.decide(simulator, here, seen, masks, rng))
        is_sure = actions.shape == live.shape and actions.dtype == np.int64 and _all_legal(masks, actions)
        rows_of(states)[live] = rows_of(simulator.step(here, actions, strict=not is_sure))  # it masks anew
        yield len(states) - len(live)


def _all_legal(masks: np.ndarray, actions: np.ndarray) -> bool:
    """Is each of (n,) actions legal by its row of (n, actions)?"""
    inside = (actions >= 0) & (actions < masks.shape[1])
    return bool((inside & (masks[np.arange(len(actions)), np.where(inside, actions, 0)] > 0)).all())
