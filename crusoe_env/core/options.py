"""Checks of option values: each returns the value, or says which ones are valid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from crusoe_env.core.words import nearest, shown


def one_of(option: str, value: Any, valid: Sequence[Any]) -> Any:
    """One of some values. Raises ValueError with the valid ones."""
    plain = value.item() if isinstance(value, np.generic) else value
    found = [one for one in valid if type(one) is type(plain) and one == plain]
    if not found:
        hint = nearest(value, valid)
        raise ValueError(f"{option}: unknown value {shown(value)}; {hint}")
    return found[0]


def whole_number(option: str, value: Any, low: int, high: int) -> int:
    """A whole number within bounds. Raises ValueError."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ValueError(f"{option}: {shown(value)} is not a whole number from {low} to {high}")
    return value


def yes_or_no(option: str, value: Any) -> bool:
    """A truth value. Raises ValueError."""
    if not isinstance(value, bool):
        raise ValueError(f"{option}: expected True or False, not {shown(value)}")
    return value
