"""Checks of values that users give: each returns the value, or says which ones are valid."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from crusoe_env.support.words import nearest, shown


def named(what: str, value: Any, valid: Iterable[str]) -> str:
    """One of some names. Raises ValueError with the valid ones."""
    if not isinstance(value, str) or value not in valid:
        hint = nearest(value, valid)
        raise ValueError(f"unknown {what} {shown(value)}; {hint}")
    return value


def one_of(option: str, value: Any, valid: Sequence[Any]) -> Any:
    """One of some values. Raises ValueError with the valid ones."""
    plain = value.item() if isinstance(value, np.generic) else value
    found = [one for one in valid if type(one) is type(plain) and one == plain]
    if not found:
        alike = [one for one in valid if str(one) == str(plain)]
        hint = f"write {alike[0]!r}" if alike else nearest(value, valid)
        raise ValueError(f"{option}: unknown value {shown(value)}; {hint}")
    return found[0]


def generator(what: str, value: Any) -> np.random.Generator:
    """A generator of NumPy. Raises TypeError for anything else."""
    if not isinstance(value, np.random.Generator):
        raise TypeError(f"{what} must be a generator, such as np.random.default_rng(0), not {shown(value)}")
    return value


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


def whole(what: str, value: Any, least: int | None = None, most: int | None = None) -> int:
    """A whole number. Raises TypeError for anything else, ValueError below `least` and above `most`."""
    try:
        if isinstance(value, bool | np.bool_):
            raise TypeError("a truth value")
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{what} must be a whole number, not {shown(value)}") from None
    if least is not None and number < least:
        raise ValueError(f"{what} must be at least {least}, not {shown(number)}")
    if most is not None and number > most:
        raise ValueError(f"{what} must be at most {most}, not {shown(number)}")
    return number
