"""A planner of its own: docs/how_to/planner.md."""

import numpy as np

from crusoe_env.agent import Agent


class OneStep(Agent):
    """Tries each legal action in deals that fit what it knows."""

    name = "one step"
    uses_states = True

    def __init__(self, simulator, playouts=200):
        self.simulator, self.playouts = simulator, playouts

    def reset(self, seed):
        self.rng = np.random.default_rng(seed)

    def act_state(self, states, mask):
        games = range(len(states))
        return np.array([self.best(states[i : i + 1], np.flatnonzero(mask[i])) for i in games])

    def best(self, state, legal):
        if len(legal) == 1:
            return legal[0]
        actions = np.repeat(legal, self.playouts)
        deals = np.repeat(state, len(actions)).view(np.recarray)
        after = self.simulator.step(self.simulator.determinize(deals, self.rng), actions, strict=True)
        means = self.simulator.playouts(after, 1, self.rng)
        values = means["victory"] + 0.1 * means["goal_progress"]
        return legal[values.reshape(len(legal), -1).mean(axis=1).argmax()]
