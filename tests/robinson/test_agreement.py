"""Compiled and uncompiled rules play the same games, bit for bit."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from crusoe_env.engine.batch import Batch
from crusoe_env.robinson.game import GAME

STEPS = 60


def digests() -> list[str]:
    """One digest for each number of players, of random games without deaths."""
    found = []
    for players in (1, 2, 3, 4):
        batch = Batch(GAME, 4, players=players, threads=1, starting_items=4, wreckage="random")
        batch.seed(range(4))
        batch.reset()
        play = batch.sampler(players)
        digest = hashlib.blake2b(digest_size=8)
        for _ in range(STEPS):
            batch.states.wounds[:] = 0
            batch.step(play())
            for array in (batch.states, batch.masks, batch.observations):
                digest.update(array.tobytes())
        found.append(digest.hexdigest())
    return found


@pytest.mark.slow
@pytest.mark.skipif(bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="needs compiled rules")
def test_compiled_and_uncompiled_games_agree():
    done = subprocess.run(
        [sys.executable, "-m", "tests.robinson.test_agreement"],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == digests()


if __name__ == "__main__":
    print(*digests())
