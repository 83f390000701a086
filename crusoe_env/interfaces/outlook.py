"""How a recorded game stood: the chance of victory at each step, and what luck and decisions did to it.

A chance is the share of victories when an agent plays many games on from a state, with everything hidden
dealt anew. It has the same unit at each step, whatever reward the agent was trained with.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from crusoe_env.agent import Agent
from crusoe_env.engine.simulator import Simulator
from crusoe_env.show.replay import Replay

MOMENTS = 8
"""Steps whose alternatives are compared: those with the largest changes."""
ALTERNATIVES = 5
"""Other actions that are compared at such a step."""
CLOSER = 4
"""So many times more games are played where a step is looked at closely."""


@dataclass(frozen=True)
class Outlook:
    """Chances of victory, found by playing on.

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

    def chance(
        self, state: np.recarray, rng: np.random.Generator, action: int | None = None, times: int = 1
    ) -> float:
        """The share of victories from a state, (1,); after an action, if one is given.

        Args:
            state: one record.
            rng: deals what is hidden anew, and gives the games new chance.
            action: taken first in every game.
            times: so many times more games than usual.
        """
        if bool(state.over[0]):
            return float(state.victory[0])
        return float(self.won(state, rng, self.games * times, action)[0]) / (self.games * times)

    def won(
        self, states: np.recarray, rng: np.random.Generator, games: int, action: int | None = None
    ) -> np.ndarray:
        """How many of so many games are won from each state, int64 (n,).

        Args:
            states: records, (n,).
            rng: deals what is hidden anew, and gives the games new chance.
            games: played on from each state.
            action: taken first in every game.
        """
        policy = self.agent
        if action is None:
            means = self.simulator.playouts(states, games, rng, policy=policy)["victory"]
        else:
            deals = self.simulator.determinize(np.repeat(states, games).view(np.recarray), rng)
            after = self.simulator.step(deals, np.full(len(deals), action))
            ends = self.simulator.playouts(after, 1, rng, policy=policy)["victory"]
            means = ends.reshape(len(states), games).mean(axis=1)
        return np.rint(games * means).astype(np.int64)


def add_chances(
    replay: Replay, states: Sequence[np.recarray], actions: Sequence[int], outlook: Outlook
) -> None:
    """Write the chances of victory into the frames of a replay, and compare actions where they change most.

    Args:
        replay: with a frame for each state.
        states: one record each, (1,).
        actions: that were taken, one fewer than states.
        outlook: how chances are found.
    """
    rng = np.random.default_rng(replay.seed or 0)
    frames = replay.frames
    replay.outlook = outlook.describe()
    chances = [outlook.chance(state, rng) for state in states]
    for frame, chance in zip(frames, chances, strict=True):
        frame.chance = chance
    largest = np.argsort(-np.abs(np.diff(chances)), kind="stable")[:MOMENTS]
    for step in sorted(largest.tolist()):
        _look_closely(replay, step, states, int(actions[step]), outlook, rng)


def _look_closely(
    replay: Replay,
    step: int,
    states: Sequence[np.recarray],
    action: int,
    outlook: Outlook,
    rng: np.random.Generator,
) -> None:
    """Find the chances around a step with more games, after its decision, and after other decisions."""
    frame, after = replay.frames[step], replay.frames[step + 1]
    frame.chance = outlook.chance(states[step], rng, times=CLOSER)
    after.chance = outlook.chance(states[step + 1], rng, times=CLOSER)
    frame.decided = outlook.chance(states[step], rng, action, CLOSER)
    names, labels = outlook.simulator.game.actions, dict(zip(frame.legal, frame.labels, strict=True))
    others = [name for name in frame.legal if name != frame.chosen]
    if (likely := frame.probabilities) is not None:
        others.sort(key=lambda name: -likely[name])
    for name in others[:ALTERNATIVES]:
        value = outlook.chance(states[step], rng, names.index(name), CLOSER)
        frame.alternatives[labels[name]] = value
