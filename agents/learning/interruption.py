"""Ctrl-C and termination: the program finishes what must not be cut, then stops."""

from __future__ import annotations

import signal
from typing import Any


class Interruption:
    """A context in which SIGINT and SIGTERM only set `asked`; a second signal raises KeyboardInterrupt."""

    def __init__(self) -> None:
        self.asked = False
        self._handlers: dict[int, Any] = {}

    def __enter__(self) -> Interruption:
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
