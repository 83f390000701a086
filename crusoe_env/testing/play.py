"""Random legal play of a game, kept for the checks to look at."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import numpy as np

from crusoe_env.engine import stepping
from crusoe_env.engine.batch import Batch
from crusoe_env.engine.game import Game


@dataclass
class Moment:
    """All games of a batch after so many steps, copied.

    Attributes:
        states: (games,) records.
        masks: int8 (games, actions).
        observations: uint8 (games, size), of the player who acts.
        flags: uint8 (games,), see `stepping`.
    """

    states: np.recarray
    masks: np.ndarray
    observations: np.ndarray
    flags: np.ndarray


@dataclass
class Play:
    """Random legal games from their first decision to their end, as a batch and moment by moment."""

    batch: Batch
    moments: list[Moment]

    def live_states(self, most: int) -> np.recarray:
        """Up to so many states of games that go on, from all stages of play."""
        live = [moment.states[moment.flags == 0] for moment in self.moments]
        states = np.concatenate([each for each in live if len(each)])
        return states[np.linspace(0, len(states) - 1, min(most, len(states))).astype(int)].view(np.recarray)


def moment_of(batch: Batch) -> Moment:
    """A copy of what a batch holds."""
    return Moment(
        batch.states.copy().view(np.recarray),
        batch.masks.copy(),
        batch.observations.copy(),
        batch.flags.copy(),
    )


def random_play(game: Game, games: int, options: dict[str, Any], seed: int = 0) -> Play:
    """Random legal play of so many games to their end, or to the limit of steps."""
    batch = Batch(game, games, observation_dtype="uint8", **options)
    batch.seed(range(seed, seed + games))
    batch.reset()
    sampler, moments = batch.sampler(seed), [moment_of(batch)]
    while not (batch.flags & stepping.ENDED).all():
        batch.step(sampler())
        moments.append(moment_of(batch))
    return Play(batch, moments)


def digest_of_play(game: Game, games: int, options: dict[str, Any]) -> str:
    """A hash of random legal games: of every action, state, mask, observation and reward."""
    digest = hashlib.blake2b(digest_size=16)
    batch = Batch(game, games, threads=1, reward="shaped", **options)
    batch.seed(range(games))
    batch.reset()
    sampler = batch.sampler(0)
    while not (batch.flags & stepping.ENDED).all():
        actions = sampler()
        batch.step(actions)
        for array in (actions, batch.states, batch.masks, batch.observations, batch.rewards, batch.flags):
            digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()
