"""Progress in a log: lines now and then instead of a bar that is redrawn. Needs tqdm."""

from __future__ import annotations

import math
from typing import Any

from tqdm import tqdm

EVERY = 30.0
"""Seconds between two lines where standard error is no terminal."""
LINE = "{l_bar} {n_fmt}/{total_fmt} [{elapsed}<{remaining}, {rate_fmt}{postfix}]"


class Lines(tqdm):
    """Progress in a log: a line at most every `EVERY` seconds, and one at the end of a bar that stays."""

    monitor_interval = 0  # no thread that draws in between

    def __init__(self, *given: Any, **settings: Any) -> None:
        self._written, self._stays = math.inf, bool(settings.get("leave", True))
        super().__init__(*given, **{"bar_format": LINE, **settings, "mininterval": EVERY, "miniters": 0})
        if not self.disable:
            self._written = self.start_t

    def display(self, msg: str | None = None, pos: int | None = None) -> None:
        """Write a line if the last one was long ago."""
        if msg is None and self._time() - self._written >= EVERY:
            self._write()

    def clear(self, nolock: bool = False) -> None:
        """Do nothing: lines stay."""

    def close(self) -> None:
        """Write the last line, if the bar stays."""
        if not self.disable and self._stays:
            self._write()
        self.leave = False
        super().close()

    def _write(self) -> None:
        self._written = self._time()
        self.fp.write(f"{self}\n")
        self.fp.flush()
