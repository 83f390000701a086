"""Plays with one compiled cache after another, each in a process forked from this one.

`python -m tests.fuzz.cache_player SECONDS` reads the folders of caches from stdin, a line each. It answers
with the digest of the games, or with a few words if the process failed or took longer than so many seconds.
After "+", rules that are missing in the cache are compiled; else the answer is `MISSING` as soon as one is.
What all need is loaded before; the package itself is imported anew for each cache.
"""

from __future__ import annotations

import hashlib
import os
import signal
import sys

import gymnasium  # noqa: F401 - loaded for the forked processes
import numba
import numpy as np

GAME = "marooned"
MISSING = "to be compiled anew"
WHOLE = "+"
"""Before the folder of a cache: what is missing there is compiled."""


def play() -> str:
    """The digest of some games, played and searched."""
    import crusoe_env

    batch = crusoe_env.Batch(crusoe_env.game(GAME), 4)
    batch.seed(range(4))
    batch.reset()
    for _ in range(30):
        batch.step(batch.masks.argmax(axis=1))
    simulator, rng = batch.simulator, np.random.default_rng(0)
    dealt = simulator.determinize(batch.states, rng)
    later = simulator.step(dealt, simulator.masks(dealt).argmax(axis=1))
    found = [batch.states, later, *simulator.views(later), simulator.observe(later)]
    found += [simulator.goal_progress(later), simulator.potential(later)]
    found += simulator.playouts(later, 2, rng).values()
    digest = hashlib.blake2b(digest_size=16)
    for array in found:
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def answer(cache: str, seconds: int) -> str:
    """Play with a cache in a process of its own; the digest, or what became of the process."""
    whole = cache.startswith(WHOLE)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(seconds)
        os.environ["CRUSOE_ENV_CACHE"] = cache.removeprefix(WHOLE)
        if not whole:
            stop_when_compiling(writing)
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


def stop_when_compiling(answers: int) -> None:
    """From now on this process answers and ends where it would compile a function."""
    from crusoe_env.support.progress import compiling

    def stop() -> None:
        os.write(answers, MISSING.encode())
        os._exit(0)

    compiling.one_more = stop  # type: ignore[method-assign]


def main() -> None:
    """Answer each line of stdin."""
    numba.njit(lambda number: number + 1)(1)  # loads the compiler
    for line in sys.stdin:
        print(answer(line.rstrip("\n"), int(sys.argv[1])), flush=True)


if __name__ == "__main__":
    main()
