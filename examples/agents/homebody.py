"""An agent of its own: docs/how_to/own_agent.md."""

import numpy as np

from crusoe_env.agent import Agent


class Homebody(Agent):
    """Stays where it is whenever it can, and else takes the first legal action."""

    name = "homebody"

    def __init__(self, simulator):
        self.stay = simulator.game.actions.index("stay")

    def act(self, observation, mask):  # float32 (n, size), int8 (n, actions)
        return np.where(mask[:, self.stay], self.stay, np.argmax(mask, axis=1))  # int64 (n,)
