"""Words for error messages."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def nearest(word: str, valid: Iterable[str]) -> str:
    """A hint for an unknown word: the nearest valid one if there is one close by, then all valid ones."""
    valid = list(valid)
    close = difflib.get_close_matches(word, valid, n=1)
    listed = ", ".join(valid)
    return f"did you mean {close[0]!r}? choose from {listed}" if close else f"choose from {listed}"
