"""The actions of all seats in games under way, for agents with memory."""

from __future__ import annotations

import copy
from typing import NamedTuple

import numpy as np

Move = tuple[int, int]
"""A seat and its action, or UNSEEN."""
UNSEEN = -1
"""In place of an action that other players do not see; the seat knows its own from its observation."""


class Turn(NamedTuple):
    """Decisions of an agent with memory, one row each.

    Attributes:
        games: numbers of the games, int64 (n,); games under way have different ones, and a number may come
            again for a game that begins once the former is over.
        begins: whether this is the agent's first decision in the game, bool (n,).
        seats: the seats that act, int64 (n,).
        moves: for each row the moves since the agent's last decision in the game, its own included, in order.
        observation, mask: as for `Agent.act`.
        states: for a planner, as for `Agent.act_state`; else None.
    """

    games: np.ndarray
    begins: np.ndarray
    seats: np.ndarray
    moves: list[list[Move]]
    observation: np.ndarray
    mask: np.ndarray
    states: np.recarray | None


class Transcript:
    """All moves of some games under way.

    Args:
        games: their numbers, int64 (n,).
    """

    def __init__(self, games: np.ndarray) -> None:
        self.games = games
        self._moves: dict[int, list[Move]] = {int(game): [] for game in games}
        self._read: dict[int, dict[int, int]] = {}

    def only(self, rows: np.ndarray) -> Transcript:
        """The same transcript for some rows; moves added to one are in both."""
        part = copy.copy(self)
        part.games = self.games[rows]
        return part

    def add(self, seats: np.ndarray, actions: np.ndarray, unseen: np.ndarray) -> None:
        """Add a move in each game; `unseen`: which of them players hide from one another, bool (n,)."""
        seen = np.where(unseen, UNSEEN, actions)
        for game, *move in zip(self.games.tolist(), seats.tolist(), seen.tolist(), strict=True):
            self._moves[game].append((move[0], move[1]))

    def begin(self, which: np.ndarray) -> None:
        """Let new games begin under the numbers of some rows, bool (n,) or their places."""
        for game in self.games[which].tolist():
            self._moves[game] = []
            for read in self._read.values():
                read.pop(game, None)

    def turn(
        self,
        agent: object,
        seats: np.ndarray,
        observation: np.ndarray,
        mask: np.ndarray,
        states: np.recarray | None,
    ) -> Turn:
        """The decisions that an agent is asked for; the moves that it is given here are read then."""
        games, read = self.games.tolist(), self._read.setdefault(id(agent), {})
        begins = np.array([game not in read for game in games], bool)
        moves = [self._moves[game][read.get(game, 0) :] for game in games]
        read |= {game: len(self._moves[game]) for game in games}
        return Turn(self.games, begins, seats.astype(np.int64), moves, observation, mask, states)
