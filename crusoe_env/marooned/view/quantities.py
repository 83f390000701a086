"""The numbers of Marooned! whose changes are forecast."""

from __future__ import annotations

from typing import Any

import numpy as np

from crusoe_env.show.quantities import Quantity


def quantities(states: np.recarray, t: Any, facts: dict[str, Any]) -> list[Quantity]:
    """Health in states of one game, (n,) records."""
    return [Quantity("health", states["health"].astype(np.int64))]
