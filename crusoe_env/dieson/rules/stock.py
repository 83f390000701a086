"""Goods, health, and what the owned tools add up to."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from crusoe_env.dieson.fields import State
from crusoe_env.dieson.rules.ending import end
from crusoe_env.dieson.state import DIED, GOODS, TOOLS
from crusoe_env.engine.compile import compiled


@compiled
def gain_all(s: State, goods: NDArray[np.int16]) -> None:
    """Gain a row of goods."""
    for good in range(GOODS):
        s.goods[good] += goods[good]


@compiled
def pay_all(s: State, goods: NDArray[np.int16]) -> None:
    """Pay a row of goods that are there."""
    for good in range(GOODS):
        s.goods[good] -= goods[good]


@compiled
def has_all(s: State, goods: NDArray[np.int16]) -> bool:
    """Is the whole row of goods there?"""
    for good in range(GOODS):
        if s.goods[good] < goods[good]:
            return False
    return True


@compiled
def lose(s: State, good: int, amount: int) -> None:
    """Lose a good, as much of it as is there."""
    s.goods[good] = max(s.goods[good] - amount, 0)


@compiled
def lose_health(s: State, amount: int) -> None:
    """Lose health; at 0 the game is lost at once (Rules, End of the game)."""
    s.health = max(s.health - amount, 0)
    if s.health == 0:
        end(s, DIED)


@compiled
def owned_total(s: State, column: NDArray[np.int16]) -> int:
    """What your tools add up to in one column of the tool table."""
    total = 0
    for tool in range(TOOLS):
        total += s.owned[tool] * column[tool]
    return total
