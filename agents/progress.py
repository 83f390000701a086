"""Progress bars: redrawn in a terminal; lines in a log or pipe; nothing without tqdm."""

from __future__ import annotations

import sys
from typing import Any, Self


class NoBar:
    """A bar that shows nothing."""

    def __init__(self, **settings: Any) -> None:
        pass

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def update(self, count: float = 1) -> None:
        """Nothing is shown."""

    def set_postfix(self, **figures: Any) -> None:
        """Nothing is shown."""

    def set_description(self, text: str) -> None:
        """Nothing is shown."""

    def close(self) -> None:
        """Nothing is shown."""


def progress_bar(*given: Any, **settings: Any) -> Any:
    """A progress bar on standard error; arguments as those of tqdm."""
    try:
        from tqdm import tqdm
    except ModuleNotFoundError:
        return NoBar(**settings)
    from .progress_lines import Lines

    return tqdm(*given, **settings) if sys.stderr.isatty() else Lines(*given, **settings)
