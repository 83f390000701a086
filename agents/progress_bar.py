"""Progress bars: those of tqdm, or none where the base installation lacks it."""

from __future__ import annotations

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

    def set_description(self, text: str) -> None:
        """Nothing is shown."""

    def close(self) -> None:
        """Nothing is shown."""


def _bar() -> Any:
    try:
        from tqdm import tqdm
    except ModuleNotFoundError:
        return NoBar
    return tqdm


tqdm = _bar()
