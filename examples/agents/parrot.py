"""An agent of its own: docs/how_to/own_agent.md."""

import numpy as np

from crusoe_env.agent import Agent


class Parrot(Agent):
    """Repeats the last move of the game where that is legal, and else takes the first legal action."""

    name = "parrot"
    remembers = True

    def act_turn(self, turn):
        last = [moves[-1][1] if moves else 0 for moves in turn.moves]  # a move is (seat, action)
        legal = turn.mask[np.arange(len(last)), last] > 0
        return np.where(legal, last, np.argmax(turn.mask, axis=1))
