"""Compiling without surprises: announced on stderr, by one process at a time, Numba's log quiet."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout

COUNTED = 100
"""After so many functions the line on stderr gets another number."""
PATIENCE = 2.0
"""Seconds after which compiling is announced that was not announced before."""


class Compiling:
    """Counts functions as they are compiled, and says so while somebody wants to know."""

    def __init__(self) -> None:
        self.functions = 0
        self.aloud = False
        self.began: float | None = None
        self.waits = False

    def now(self) -> str:
        """What is compiled at this moment, in words; empty if nothing is."""
        if self.waits:
            return "another process is compiling, waiting for it"
        if self.began is None and not self.aloud:
            return ""
        counted = f", {self.functions} functions so far" if self.functions else ""
        return f"compiling for a first use, once per version{counted}"

    def one_more(self) -> None:
        """Another function is compiled."""
        self.functions += 1
        if not self.aloud and self.began is not None and time.perf_counter() - self.began > PATIENCE:
            self.aloud = True
            say("crusoe_env: compiling for a first use, once per version ...")
        if self.aloud and self.functions % COUNTED == 0:
            say(f" {self.functions}")

    @contextlib.contextmanager
    def lasting(self) -> Iterator[None]:
        """Compiling that was not announced, as that of a search: it is announced if it takes long."""
        within_another = self.aloud or self.began is not None
        if within_another:
            yield
            return
        self.began, self.functions = time.perf_counter(), 0
        try:
            yield
        finally:
            seconds, self.began = time.perf_counter() - self.began, None
            if self.aloud:
                self.aloud = False
                say(f" {self.functions} functions, {seconds:.0f} s\n")


compiling = Compiling()


def say(words: str) -> None:
    """Write on stderr, at once (`CRUSOE_ENV_QUIET=1`: nothing)."""
    if not os.environ.get("CRUSOE_ENV_QUIET"):
        print(words, end="", file=sys.stderr, flush=True)


@contextlib.contextmanager
def counted(unit: str, expected: str) -> Iterator[None]:
    """Say that a game is being compiled, how long it may take, how far it is, and how long it took."""
    say(f"crusoe_env: compiling the rules of {unit}, once per version ({expected}) ...")
    start, compiling.functions, compiling.aloud = time.perf_counter(), 0, True
    try:
        yield
    finally:
        compiling.aloud = False
        many = f" {compiling.functions} functions," if compiling.functions else ""  # public Numba counts none
        say(f"{many} {time.perf_counter() - start:.0f} s\n")


_one_thread = threading.RLock()
_mine: set[Path] = set()
_waited: set[Path] = set()


@contextlib.contextmanager
def alone(folder: Path, unit: str) -> Iterator[None]:
    """Wait until nobody else compiles into this folder, and keep others waiting meanwhile.

    Others are processes and threads; within itself it does not wait.
    """
    with _one_thread:
        if folder in _mine:
            yield
            return
        lock = FileLock(folder / "lock")
        with contextlib.suppress(OSError):  # some file systems have no locks, some files are locked away
            _wait_for(lock, folder, unit)
        _mine.add(folder)
        try:
            yield
        finally:
            _mine.discard(folder)
            lock.release()


def is_held(folder: Path) -> bool:
    """Does another process compile into this folder now?"""
    lock = FileLock(folder / "lock")
    try:
        lock.acquire(blocking=False)
    except Timeout:
        return True
    except OSError:
        return False
    lock.release()
    return False


def _wait_for(lock: FileLock, folder: Path, unit: str) -> None:
    """Hold a lock, and say so if another process has it."""
    try:
        lock.acquire(blocking=False)
    except Timeout:
        if folder not in _waited:
            _waited.add(folder)
            say(f"crusoe_env: another process is compiling for {unit}, waiting for it\n")
        compiling.waits = True
        try:
            lock.acquire()
        finally:
            compiling.waits = False


@contextlib.contextmanager
def quiet_numba() -> Iterator[None]:
    """Compile without Numba's log, which has every step at DEBUG; announce what takes long."""
    logger = logging.getLogger("numba")
    before = logger.level
    if before == logging.NOTSET:
        logger.setLevel(logging.WARNING)
    try:
        with compiling.lasting():
            yield
    finally:
        logger.setLevel(before)
