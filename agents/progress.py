"""Progress bars: redrawn in a terminal, elsewhere (a log, a pipe) lines; none where tqdm is not installed."""

from __future__ import annotations

import sys
from typing import Any, Self


class NoBar:
    """What is called of a bar does nothing."""

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
    """A bar on standard error in the form that suits it; arguments as those of tqdm."""
    try:
        from tqdm import tqdm
    except ModuleNotFoundError:
        return NoBar(**settings)
    from .progress_lines import Lines

    return tqdm(*given, **settings) if sys.stderr.isatty() else Lines(*given, **settings)
