"""Ctrl-C and termination: a program saves its state before it stops."""

from __future__ import annotations

import os
import signal
import sys
import threading
from typing import Any


class Interrupted(Exception):  # noqa: N818 - it is no error
    """Raised at a safe point after an interruption."""


class Interruption:
    """A context in which SIGINT and SIGTERM only set `asked`; a second signal raises KeyboardInterrupt.

    Attributes:
        asked: whether there was a signal.
        waits_for: what is finished before the program stops, for the message.
    """

    def __init__(self) -> None:
        self.asked = False
        self.waits_for = "the checkpoint"
        self._handlers: dict[int, Any] = {}

    def check(self) -> None:
        """Raise Interrupted if there was a signal."""
        if self.asked:
            raise Interrupted

    def __enter__(self) -> Interruption:
        if threading.current_thread() is not threading.main_thread():
            return self  # signals go to the main thread alone
        for number in (signal.SIGINT, signal.SIGTERM):
            self._handlers[number] = signal.signal(number, self._interrupt)
        return self

    def __exit__(self, *error: object) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    def _interrupt(self, number: int, frame: Any) -> None:
        if self.asked:  # a second Ctrl-C does not wait
            raise KeyboardInterrupt
        self.asked = True
        answer = f"\ninterrupted: waiting for {self.waits_for}; a second Ctrl-C stops at once\n"
        os.write(sys.__stderr__.fileno() if sys.__stderr__ else 2, answer.encode())  # no buffer is in use
