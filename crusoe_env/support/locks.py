"""Locks of folders and files: one process writes at a time, another is told."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout

LOCK = ".lock"
"""The lock of a folder, inside it; the lock of a file stands beside it and bears its name."""
ELSEWHERE = "wait until it has ended, or name another place"


class InUseError(ValueError):
    """Another process writes there; the message names the place in one line."""


@contextlib.contextmanager
def only_writer_in(folder: str | Path, remedy: str = ELSEWHERE) -> Iterator[None]:
    """Let no other process write into a folder during the block.

    A block within a block of the same thread and folder does not wait for itself. The folder is made if there
    is none, with those around it, and removed again if the block leaves it empty. No lock file stays behind.

    Args:
        folder: where the block writes.
        remedy: what the user can do, for the message.

    Raises:
        InUseError: another process, or another thread, is in such a block.
        OSError: the folder cannot be made.
    """
    path = Path(folder)
    made = [each for each in (path, *path.parents) if not each.exists()]
    path.mkdir(parents=True, exist_ok=True)
    try:
        with _held(path.resolve() / LOCK, f"{folder}: another process writes there; {remedy}"):
            yield
    finally:
        with contextlib.suppress(OSError):  # a folder is not empty, as it should be
            for each in made:
                each.rmdir()


@contextlib.contextmanager
def only_writer_of(file: str | Path, remedy: str = ELSEWHERE) -> Iterator[None]:
    """Let no other process write a file during the block; as `only_writer_in`, whose errors it raises."""
    path = Path(file).resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    with _held(path.parent / f".{path.name}{LOCK}", f"{file}: another process writes it; {remedy}"):
        yield


@contextlib.contextmanager
def _held(path: Path, in_use: str) -> Iterator[None]:
    """Hold a lock, and remove its file at the end."""
    lock = FileLock(path, is_singleton=True)
    if lock.is_locked:  # by a block around this one
        yield
        return
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise InUseError(in_use) from None
    except OSError:  # some file systems have no locks, some folders are locked away
        yield
        return
    try:
        yield
    finally:
        with contextlib.suppress(OSError):  # Windows lets nobody remove an open file, and filelock removes it
            path.unlink()  # while it is held: who waits for this file sees that it is gone
        lock.release()
