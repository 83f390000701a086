"""Who chooses the actions: random legal play with a lean, or the scripted player with slips."""

from __future__ import annotations

import random
from typing import Protocol

import numpy as np

from agents.robinson.scripted import ScriptedRobinson
from crusoe_env.robinson.actions import LAYOUT
from tests.lockstep.play import Lockstep

RARE_BLOCKS = {
    "threat": 2.0, "hunt": 2.0, "treasure map": 8.0, "special": 4.0, "build item": 1.5, "use": 3.0,
    "reroll": 2.0, "place": 1.0, "token": 1.0,
}  # fmt: skip
"""How much likelier random play takes an action of a block than others."""
LIKINGS = (
    {},
    {"pass": 0.3},
    {"pass": 0.1, "support": 3.0, "camp": 3.0},
    {"pass": 0.2, "use": 0.1, "support": 2.0},
    {"pass": 0.5, "explore": 6.0, "use": 0.5},
    {"pass": 0.3, "build": 4.0, "build item": 4.0, "support": 3.0},
)
"""What a game's random player likes besides: some go on longer, explore further, or build more."""
SLIPS = 0.12
"""How often the scripted player does anything."""


class Player(Protocol):
    """Chooses a legal action."""

    def __call__(self, game: Lockstep) -> int:
        """The number of a legal action."""
        ...


class RandomPlayer:
    """Random legal actions, rare ones likelier."""

    def __init__(self, seed: str) -> None:
        self.rng = random.Random(seed)
        liking = self.rng.choice(LIKINGS)
        self.weights = [
            RARE_BLOCKS.get(block.name, 1.0) * liking.get(block.name, 1.0)
            for block in LAYOUT.blocks
            for _ in block.actions
        ]

    def __call__(self, game: Lockstep) -> int:
        """A legal action."""
        legal = np.flatnonzero(game.mask).tolist()
        return self.rng.choices(legal, [self.weights[action] for action in legal])[0]


class ScriptedPlayer:
    """The scripted player's rules of thumb, now and then a random action."""

    def __init__(self, seed: str, game: Lockstep) -> None:
        self.rng = random.Random(seed)
        self.slip = RandomPlayer(seed)
        self.agent = ScriptedRobinson(game.batch.simulator, stages=())

    def __call__(self, game: Lockstep) -> int:
        """A legal action."""
        if self.rng.random() < SLIPS:
            return self.slip(game)
        return int(self.agent.act_state(game.batch.states, game.batch.masks)[0])


def player_of(game: Lockstep) -> Player:
    """Who plays this game."""
    seed = f"player {game.case.seed} {game.case.number}"
    return ScriptedPlayer(seed, game) if game.case.scripted else RandomPlayer(seed)
