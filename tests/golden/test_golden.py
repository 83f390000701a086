"""Seeded games are the same as when they were recorded: an id promises the same game to everyone.

`python -m tests.golden.test_golden --write [game ...]` records them anew, after a change of the rules
and of the version in the id.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.golden.digest import digest_of_game, digests, digests_in_a_batch, name_of, tasks
from tests.support import NAMES, new_env

FILE = Path(__file__).with_name("digests.json")


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


@pytest.mark.parametrize("name", NAMES)
def test_games_in_a_batch_are_the_same(name):
    task = next(iter(tasks(name)))
    assert digests_in_a_batch(task, seeds=2, count=3, threads=1) == digests(task, seeds=2)


def write(names: list[str]) -> None:
    """Record games anew; what is no task any more is left out."""
    record = {task: old for task, old in recorded().items() if task in ALL_TASKS}
    record |= {task: digests(task) for name in names for task in tasks(name)}
    FILE.write_text(json.dumps(record, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    if sys.argv[1:2] != ["--write"]:
        sys.exit(__doc__)
    write(sys.argv[2:] or list(NAMES))
