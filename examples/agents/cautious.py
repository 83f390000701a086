"""A planner of its own: docs/how_to/planner.md."""

import numpy as np

from crusoe_env import Simulator, game
from crusoe_env.engine import below

MAROONED = game("marooned")
STAY = MAROONED.actions.index("stay")


def cautious(state, tables, mask, rng):
    """Rests while it is weak and may, and else does anything."""
    if state.health < 4 and mask[STAY]:
        return STAY
    legal = np.flatnonzero(mask)
    return legal[below(rng, len(legal))]


simulator = Simulator(MAROONED)
means = simulator.playouts(simulator.new_games(100, seed=0), 10, np.random.default_rng(0), policy=cautious)
print(means["victory"].mean(), means["rounds"].mean())
