"""Digests of seeded games: of every state, mask, observation and reward on the way."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import numpy as np

import crusoe_env
from crusoe_env import Batch
from crusoe_env.engine import stepping
from crusoe_env.robinson.tables.scenarios import NAMES as SCENARIOS
from tests.support import new_env

SEEDS = 30
SEEDS_OF_A_SCENARIO = 4
EDITIONS = ("first", "current")
LEFT_OUT = ("forced", "task", "mixed", "tables_hash", "fault")
"""Fields of a record that no digest covers: an empty queue, whose room may change; the task
and whose tables they are; and what is 0 in every game."""


def small_generator(seed: int) -> Iterator[int]:
    """Numbers that are the same everywhere and for ever."""
    word = seed
    while True:
        word = (1103515245 * word + 12345) % 2**31
        yield word >> 16


class GameDigest:
    """A digest of one legal game, and what is played in it.

    Numbers enter by value, so that it is the same on every platform; observations and rewards are rounded.
    """

    def __init__(self, seed: int) -> None:
        self._digest = hashlib.sha256()
        self._chooser = small_generator(seed)

    def add(self, state: Any, mask: np.ndarray, observation: np.ndarray, reward: float) -> None:
        """What an action (or the reset) has brought."""
        for field in state.dtype.names:
            if field not in LEFT_OUT:
                self._digest.update(field.encode() + np.asarray(state[field], "<i8").tobytes())
        self._digest.update(mask.astype("<i1").tobytes())
        self._digest.update(np.rint(observation.astype(float) * 10_000).astype("<i4").tobytes())
        self._digest.update(f"{reward:+.5f}".encode())

    def choose(self, mask: np.ndarray) -> int:
        """The next action."""
        legal = np.flatnonzero(mask)
        return int(legal[next(self._chooser) % len(legal)])

    @property
    def value(self) -> str:
        """The digest so far."""
        return self._digest.hexdigest()


def digest_of_game(env: Any, seed: int) -> str:
    """The digest of one game of an environment."""
    digest = GameDigest(seed)
    observation, info = env.reset(seed=seed)
    reward, ended = 0.0, False
    while True:
        digest.add(env.state, info["action_mask"], observation, reward)
        if ended:
            return digest.value
        action = digest.choose(info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)
        ended = terminated or truncated


def digests_in_a_batch(task: str, seeds: int, count: int, threads: int) -> dict[str, str]:
    """The digests of the first games of a batch of `count`; the other games are played at random."""
    game, options = crusoe_env.game(name_of(task)), tasks(name_of(task))[task]
    batch = Batch(game, count, reward="shaped", threads=threads, **options)
    batch.seed(range(count))
    batch.reset()
    found = [GameDigest(seed) for seed in range(min(seeds, count))]
    others, rewards, live = batch.sampler(seed=0), np.zeros(count), [*range(len(found))]
    while live:
        for i in live:
            found[i].add(batch.states[i], batch.masks[i], batch.observations[i], float(rewards[i]))
        live = [i for i in live if not batch.flags[i] & stepping.ENDED]
        actions = others().copy()
        for i in live:
            actions[i] = found[i].choose(batch.masks[i])
        batch.step(actions)
        rewards = batch.rewards
    return {str(seed): digest.value for seed, digest in enumerate(found)}


def tasks(name: str) -> dict[str, dict[str, Any]]:
    """What is recorded of a game: it as it is made, and its scenarios with other options; by id and words."""
    env_id = crusoe_env.GAMES[name]
    found: dict[str, dict[str, Any]] = {env_id: {}}
    if name == "robinson":
        for i, scenario in enumerate(SCENARIOS):
            options = {"scenario": scenario, "players": 1 + i % 4, "edition": EDITIONS[i // 2 % 2]}
            found[" ".join([env_id, *map(str, options.values())])] = options
    return found


def digests(task: str, seeds: int | None = None) -> dict[str, str]:
    """The digest of a game for each of the first seeds; `task`: a key of `tasks`."""
    options = tasks(name_of(task))[task]
    env = new_env(name_of(task), reward="shaped", **options)
    count = seeds or (SEEDS_OF_A_SCENARIO if options else SEEDS)
    return {str(seed): digest_of_game(env, seed) for seed in range(count)}


def name_of(task: str) -> str:
    """The short name of the game of a task."""
    return next(name for name, env_id in crusoe_env.GAMES.items() if env_id == task.split()[0])
