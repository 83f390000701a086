"""Seeded games are the same as when they were recorded: an id promises the same game to everyone.

`python -m tests.golden.test_golden --write [game ...]` records them anew, after a change of the rules
and of the version in the id.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import crusoe_env
from crusoe_env.robinson.tables.scenarios import NAMES as SCENARIOS
from tests.support import NAMES, new_env

FILE = Path(__file__).with_name("digests.json")
SEEDS = 30
SEEDS_OF_A_SCENARIO = 4
EDITIONS = ("first", "current")


def small_generator(seed: int):
    """Numbers that are the same everywhere and for ever."""
    word = seed
    while True:
        word = (1103515245 * word + 12345) % 2**31
        yield word >> 16


def digest_of_game(env, seed: int) -> str:
    """A digest of every state, mask, observation and reward of one legal game.

    Numbers enter by value, so that it is the same on every platform; observations and rewards are rounded.
    """
    digest = hashlib.sha256()
    chooser = small_generator(seed)
    observation, info = env.reset(seed=seed)
    reward, ended = 0.0, False
    while True:
        state = env.state
        for field in state.dtype.names:
            if field not in ("forced", "table", "mixed"):  # an empty queue, whose room may change; the task
                digest.update(field.encode() + np.asarray(state[field], "<i8").tobytes())
        digest.update(info["action_mask"].astype("<i1").tobytes())
        digest.update(np.rint(observation.astype(float) * 10_000).astype("<i4").tobytes())
        digest.update(f"{reward:+.5f}".encode())
        if ended:
            return digest.hexdigest()
        legal = np.flatnonzero(info["action_mask"])
        action = legal[next(chooser) % len(legal)]
        observation, reward, terminated, truncated, info = env.step(action)
        ended = terminated or truncated


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
    name = name_of(task)
    options = tasks(name)[task]
    env = new_env(name, reward="shaped", **options)
    count = seeds or (SEEDS_OF_A_SCENARIO if options else SEEDS)
    return {str(seed): digest_of_game(env, seed) for seed in range(count)}


def name_of(task: str) -> str:
    """The short name of the game of a task."""
    return next(name for name, env_id in crusoe_env.GAMES.items() if env_id == task.split()[0])


def recorded() -> dict[str, dict[str, str]]:
    return json.loads(FILE.read_text()) if FILE.exists() else {}


ALL_TASKS = [task for name in NAMES for task in tasks(name)]


@pytest.mark.parametrize("task", ALL_TASKS)
def test_seeded_games_are_as_recorded(task):
    record, name = recorded().get(task), name_of(task)
    assert record is not None, f"{task} has no record: python -m tests.golden.test_golden --write {name}"
    found = digests(task)
    differ = [seed for seed in found if found[seed] != record.get(seed)]
    assert not differ, (
        f"{task}: the games of the seeds {', '.join(differ)} are no longer those that were recorded. If a "
        f"rule, a fact, a layout, a reward or the use of random numbers was changed on purpose, raise the "
        f"version in the id, say so in its version history and CHANGELOG.md, and record anew: "
        f"python -m tests.golden.test_golden --write {name}"
    )


def test_only_tasks_that_exist_are_recorded():
    assert set(recorded()) == set(ALL_TASKS)


def test_a_digest_sees_a_change_of_one_number():
    env = new_env("marooned")
    plain = digest_of_game(env, 0)
    assert digest_of_game(new_env("marooned"), 0) == plain
    env.batch.simulator.tables.health -= 1
    assert digest_of_game(env, 0) != plain


def write(names: list[str]) -> None:
    """Record games anew; what is no task any more is left out."""
    record = {task: old for task, old in recorded().items() if task in ALL_TASKS}
    record |= {task: digests(task) for name in names for task in tasks(name)}
    FILE.write_text(json.dumps(record, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    if sys.argv[1:2] != ["--write"]:
        sys.exit(__doc__)
    write(sys.argv[2:] or list(NAMES))
