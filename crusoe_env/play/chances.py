"""The chance of victory from a position, counted: a policy plays on from it many times."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import numpy as np

from crusoe_env.agent import Agent
from crusoe_env.engine.simulator import Simulator
from crusoe_env.interfaces.outlook import Outlook
from crusoe_env.play.advice import (
    SOONER,
    Adviser,
    Position,
    best_adviser,
    runs_uncompiled,
    share_with_interval,
)
from crusoe_env.play.moves import RefusedError

if TYPE_CHECKING:
    from crusoe_env.interfaces.env import GameEnv

GAMES = 100
"""How many games are played on from a position."""
FEW = 10
"""Games that are too few for a chance."""
AT_ONCE = 25
"""Games that are played side by side; one at a time where the rules run uncompiled."""


class Chances:
    """How often an agent wins when it plays on from a position.

    Everything hidden is dealt anew for each game, so the share of victories needs no calibration: it is an
    unbiased estimate of how often this agent wins from what the players know.

    Args:
        agent: plays on, for all players.
        simulator: of the game.
        state: one record, (1,), as the players know it.

    Attributes:
        games: played so far.
        won: of these.
        estimate: the agent's own estimate of its chance, 0 .. 1, which stands in until enough games have been
            played; None if it has none.
    """

    def __init__(self, agent: Agent, simulator: Simulator, state: np.recarray) -> None:
        self.outlook = Outlook(agent, simulator)
        self.games = self.won = 0
        self._state = state
        self._rng = np.random.default_rng(0)
        self._lock = threading.Lock()
        found = agent.chance(simulator.views(state)[0])
        self.estimate: float | None = None if found is None else float(found[0])
        is_slow = runs_uncompiled()  # a game may take a minute
        self._most = 0 if is_slow and self.estimate is not None else GAMES

    @property
    def is_done(self) -> bool:
        """True once all games have been played; at once where an estimate stands in for slow games."""
        return self.games >= self._most

    def count(self) -> None:
        """Play some more games; they count only when all of them have ended."""
        with self._lock:
            if self.is_done:
                return
            games = 1 if runs_uncompiled() else min(AT_ONCE, GAMES - self.games)
            self.won += int(self.outlook.won(self._state, self._rng, games)[0])
            self.games += games

    def sentence(self) -> str:
        """Say how many of how many games the agent won, with a 95 % interval."""
        name = self.outlook.agent.name
        if self.games < FEW and self.estimate is not None:
            return f"{name} estimates that it wins about {100 * self.estimate:.0f} in 100 from here."
        if not self.games:
            return ""
        if self.games < FEW:
            return f"From here {name} won {self.won} of {self.games} games that it played on."
        interval = share_with_interval(self.won, self.games)
        return (
            f"From here {name} wins about {100 * interval.mean:.0f} in 100:"
            f" {self.won} of {self.games} games that it played on (95 %: {100 * interval.low:.0f} to"
            f" {100 * interval.high:.0f})."
        )


def chances_for(adviser: Adviser, env: GameEnv, position: Position) -> Chances:
    """Chances of victory in a position that `Adviser.deal` gave. Raises RefusedError as `who_plays_on`."""
    return Chances(who_plays_on(adviser, env), env.batch.simulator, position.dealt)


def who_plays_on(adviser: Adviser, env: GameEnv) -> Agent:
    """The agent that plays on where an adviser is asked for chances.

    The adviser itself plays on if it is a policy. A search would take too long, so that the best policy for
    the task plays on in its place.

    Raises:
        RefusedError: no agent can play on, or only one that plans while the rules are not compiled.
    """
    if not plays_on(adviser.agent):
        adviser = best_adviser(env)
    agent: Agent = adviser.agent
    if agent.remembers:
        raise RefusedError(f"{agent.name} remembers games, and cannot play on from a position")
    if runs_uncompiled() and not plays_on(agent):
        raise RefusedError(f"no chance of victory: {agent.name} plays on too slowly, {SOONER}")
    return agent


def plays_on(agent: Agent) -> bool:
    """Return true for a policy, which needs only the observation and so plays on quickly."""
    return not (agent.uses_states or agent.remembers)
