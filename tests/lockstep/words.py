"""What is compared: a state in plain words, as nested dicts, lists and sets; and how two of them differ.

`translation.py` makes them from the engine's record, `table_words.py` from the table of the reference.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Words = dict[str, Any]
NOTHING = "(nothing)"


def differences(one: Any, other: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Where two states differ: (path, value of one, value of the other)."""
    if one == other:
        return
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *(key for key in other if key not in one)]:
            inner = f"{path}.{key}" if path else str(key)
            yield from differences(one.get(key, NOTHING), other.get(key, NOTHING), inner)
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for i, (a, b) in enumerate(zip(one, other, strict=True)):
            yield from differences(a, b, f"{path}[{i}]")
    else:
        yield path, one, other


def in_order(value: Any) -> Any:
    """A value for printing: sets in order."""
    return sorted(value, key=str) if isinstance(value, set | frozenset) else value
