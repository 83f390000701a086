"""Chances of victory, found by playing on from a position or after each of several moves."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import numpy as np

from crusoe_env.agent import Agent
from crusoe_env.engine.players import playing_on
from crusoe_env.engine.simulator import Simulator
from crusoe_env.engine.state import copied, taken

AT_ONCE = 2_048
"""Games that are played on side by side."""
T = TypeVar("T")
InParts: TypeAlias = Generator[tuple[int, int], None, T]
"""Work in parts: after each it yields how many games have ended and how many there are."""


def finished(parts: Generator[Any, None, T]) -> T:
    """Do all parts of some work, and return what comes of it."""
    while True:
        try:
            next(parts)
        except StopIteration as end:
            found: T = end.value
            return found


@dataclass(frozen=True)
class Outlook:
    """Chances of victory: how often an agent wins that plays on, with everything hidden dealt anew.

    A chance has the same unit at each step, whatever reward the agent was trained with.

    Attributes:
        agent: who plays on.
        simulator: of the game.
        games: played on from each state.

    Raises:
        ValueError: the agent has memory, and cannot begin in the middle of a game.
    """

    agent: Agent
    simulator: Simulator
    games: int = 48

    def __post_init__(self) -> None:
        if self.agent.remembers:
            raise ValueError(
                f"agent {self.agent.name!r} remembers games: it cannot play on from their middle"
            )

    def describe(self) -> str:
        """What the chances are, for the page."""
        return f"{self.agent.name} plays on {self.games} times from each step"

    def won(self, states: np.recarray, rng: np.random.Generator, games: int) -> np.ndarray:
        """How many of so many games are won from each state, int64 (n,).

        Args:
            states: records, (n,).
            rng: deals what is hidden anew, and gives the games new chance.
            games: played on from each state.
        """
        return finished(self.won_in_parts(states, rng, games))

    def won_in_parts(self, states: np.recarray, rng: np.random.Generator, games: int) -> InParts[np.ndarray]:
        """As `won`, an action of many games at a time."""
        roots = np.repeat(np.arange(len(states)), games)

        def dealt(here: slice) -> np.recarray:
            return self.simulator.determinize(taken(states, roots[here]).view(np.recarray), rng)

        won = yield from self._victories(dealt, len(roots), rng)
        return won.reshape(-1, games).sum(axis=1).astype(np.int64)

    def _victories(
        self, begun: Callable[[slice], np.recarray], games: int, rng: np.random.Generator
    ) -> InParts[np.ndarray]:
        """Which of so many games are won, float64 (games,); `begun` gives the first states of some."""
        won, limit = np.empty(games), self.simulator.game.longest_episode
        for start in range(0, games, AT_ONCE):
            here = slice(start, start + AT_ONCE)
            states = copied(begun(here))
            for ended in playing_on(self.simulator, states, rng, limit, self.agent):
                yield start + ended, games
            won[here] = states.victory
        return won

    def compared(
        self,
        states: np.recarray,
        actions: Sequence[Sequence[int]],
        games: int,
        rng: np.random.Generator,
    ) -> list[np.ndarray]:
        """Which games are won after each of several actions, on common deals.

        All actions of a state meet the same deals: the same hidden cards and the same chance ahead. So a
        difference between two of them varies less than one between games that are dealt apart.

        Args:
            states: records, (n,).
            actions: legal ones of each state, n sequences.
            games: deals of each state.
            rng: deals.

        Returns:
            for each state float64 (its actions, games) with 1 for a victory.
        """
        return finished(self.compared_in_parts(states, actions, games, rng))

    def estimated(
        self, state: np.recarray, actions: Sequence[int], deals: int, rng: np.random.Generator
    ) -> np.ndarray:
        """The agent's own estimates of the chance after each of several actions, float64 (actions, deals).

        Args:
            state: one record, (1,).
            actions: legal ones.
            deals: common ones.
            rng: deals.
        """
        dealt = self.simulator.determinize(np.repeat(state, deals).view(np.recarray), rng)
        found = []
        for action in actions:
            after = self.simulator.step(dealt, np.full(deals, action))
            chances = self.agent.chance(self.simulator.views(after)[0])
            found.append(np.where(after.over != 0, after.victory, chances))
        return np.asarray(found, np.float64)

    def compared_in_parts(
        self,
        states: np.recarray,
        actions: Sequence[Sequence[int]],
        games: int,
        rng: np.random.Generator,
    ) -> InParts[list[np.ndarray]]:
        """As `compared`, an action of many games at a time."""
        counts = np.array([len(each) for each in actions])
        deals = self.simulator.determinize(np.repeat(states, games).view(np.recarray), rng)
        firsts = np.repeat(np.arange(len(states)) * games, counts)
        rows = (firsts[:, None] + np.arange(games)).ravel()
        moves = np.repeat(np.concatenate([np.asarray(each, np.int64) for each in actions]), games)

        def begun(here: slice) -> np.recarray:
            return self.simulator.step(deals[rows[here]].view(np.recarray), moves[here], strict=True)

        found = yield from self._victories(begun, len(rows), rng)
        return np.split(found.reshape(-1, games), np.cumsum(counts)[:-1])
