"""Guided search that infers who its partners are from what they did.

It knows some policies that the others may be. After each of its own decisions it follows what happened from
the position that it knew: its own move, then the moves of the others, as far as the rules allow them there.
Each of these moves makes the policies more probable that are likely to choose it. Simulations then draw
partners by these probabilities. What was learned in a game lasts for all games in a row with one partner.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from crusoe_env import Simulator
from crusoe_env.agent import UNSEEN, Turn, softmax
from crusoe_env.engine.state import taken

from .guide import Guide
from .guided import SIMULATIONS, GuidedSearch

MISTAKES = 0.1
"""The share of moves that any policy is thought to choose at random: no move rules one out."""


class InferringSearch(GuidedSearch):
    """A guided search with beliefs about its partners.

    Args:
        simulator: the rules.
        guide: the policy.
        simulations: for each decision.
        name: as it stands in tables.
        partners: at least two policies that the other players may be, all of them the same.

    Raises:
        ValueError: for fewer partners.
    """

    remembers = True

    def __init__(
        self,
        simulator: Simulator,
        guide: Guide,
        simulations: int = SIMULATIONS,
        name: str = "guided-inferring",
        partners: Sequence[Guide] = (),
    ) -> None:
        if len(partners) < 2:
            raise ValueError(f"{name}: name at least two partners to infer which it is")
        super().__init__(simulator, guide, simulations, name, partners)

    def reset(self, seed: int) -> None:
        """Forget all games, and restart the random numbers."""
        super().reset(seed)
        self._positions: dict[int, np.ndarray] = {}
        self._evidence: dict[int, np.ndarray] = {}

    def act_turn(self, turn: Turn) -> np.ndarray:
        """The best action of each game's search."""
        assert turn.states is not None, "a planner is given states"
        games = turn.games.tolist()
        for row in np.flatnonzero(turn.begins).tolist():
            self._evidence[games[row]] = np.zeros(len(self.partners))
        self._watch(turn)
        for row, game in enumerate(games):
            self._positions[game] = taken(turn.states, np.array([row]))
        self._last = self.think(turn.states, turn.mask, self.beliefs(turn.games))
        return self._last.actions

    def beliefs(self, games: np.ndarray) -> np.ndarray:
        """How probable each partner is in some games, float (n, partners)."""
        return softmax(np.array([self._evidence[game] for game in games.tolist()]))

    def _watch(self, turn: Turn) -> None:
        """Learn from the moves since the last decision in each game; the first of them was its own."""
        rows = np.flatnonzero(~turn.begins)
        if not len(rows):
            return
        games, moves = turn.games[rows].tolist(), [turn.moves[row] for row in rows.tolist()]
        states = np.concatenate([self._positions[game] for game in games]).view(np.recarray)
        going = np.arange(len(games))
        for number in range(max(map(len, moves))):
            going = going[[len(moves[row]) > number for row in going.tolist()]]
            if not len(going):
                return
            seats, actions = np.array([moves[row][number] for row in going.tolist()]).T
            here = taken(states, going).view(np.recarray)
            seen, masks = self.simulator.views(here, "uint8")
            possible = (actions != UNSEEN) & (here.acting == seats)
            possible &= masks[np.arange(len(going)), actions] > 0
            going, actions = going[possible], actions[possible]
            if number:
                self._weigh([games[row] for row in going.tolist()], seen[possible], masks[possible], actions)
            states[going] = self.simulator.step(here[possible], actions)

    def _weigh(self, games: list[int], seen: np.ndarray, masks: np.ndarray, actions: np.ndarray) -> None:
        """Count moves of others as evidence: games (n,), what they saw and could do, and their actions."""
        chance = MISTAKES / masks.sum(axis=1)
        for number, partner in enumerate(self.partners):
            shares = softmax(np.where(masks > 0, partner(seen)[0], -np.inf))
            likely = np.log(chance + (1 - MISTAKES) * shares[np.arange(len(actions)), actions])
            for game, value in zip(games, likely.tolist(), strict=True):
                self._evidence[game][number] += value
