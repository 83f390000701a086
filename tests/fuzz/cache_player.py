"""Plays with one compiled cache after another, each in a process forked from this one.

`python -m tests.fuzz.cache_player SECONDS` reads the folders of caches from stdin, a line each. It answers
with the digest of the games, or with a few words if the process failed or took longer than so many seconds.
What all need is loaded before; the package itself is imported anew for each cache.
"""

from __future__ import annotations

import hashlib
import os
import signal
import sys

import gymnasium  # noqa: F401 - loaded for the forked processes
import numba
import numpy as np  # noqa: F401

GAME = "marooned"


def play() -> str:
    """The digest of some games."""
    import crusoe_env

    batch = crusoe_env.Batch(crusoe_env.game(GAME), 4)
    batch.seed(range(4))
    batch.reset()
    for _ in range(30):
        batch.step(batch.masks.argmax(axis=1))
    return hashlib.blake2b(batch.states.tobytes(), digest_size=16).hexdigest()


def answer(cache: str, seconds: int) -> str:
    """Play with a cache in a process of its own; the digest, or what became of the process."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(seconds)
        os.environ["CRUSOE_ENV_CACHE"] = cache
        try:
            said = play()
        except BaseException as error:
            said = f"{type(error).__name__} while playing"
        os.write(writing, said.encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as results:
        said = results.read()
    _, status = os.waitpid(child, 0)
    return said or f"exit status {os.waitstatus_to_exitcode(status)}"


def main() -> None:
    """Answer each line of stdin."""
    numba.njit(lambda number: number + 1)(1)  # loads the compiler
    for line in sys.stdin:
        print(answer(line.rstrip("\n"), int(sys.argv[1])), flush=True)


if __name__ == "__main__":
    main()
