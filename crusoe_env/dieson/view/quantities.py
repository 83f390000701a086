"""The numbers of Dieson Crusoe whose changes are forecast."""

from __future__ import annotations

from typing import Any

import numpy as np

from crusoe_env.dieson.state import GOOD_IDS
from crusoe_env.show.quantities import Quantity


def quantities(states: np.recarray, t: Any, facts: dict[str, Any]) -> list[Quantity]:
    """Health, goods and water in states of one game, (n,) records."""
    found = [Quantity("health", states["health"].astype(np.int64))]
    goods = states["goods"].astype(np.int64)
    found += [Quantity(name, goods[:, good]) for good, name in enumerate(GOOD_IDS)]
    return [*found, Quantity("water", states["water"].astype(np.int64))]
