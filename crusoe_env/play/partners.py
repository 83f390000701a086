"""Agents that have seats at a table with people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crusoe_env.agent import Transcript
from crusoe_env.play.advice import Advice, Adviser, check_trained

if TYPE_CHECKING:
    import numpy as np

    from crusoe_env.interfaces.env import GameEnv


@dataclass(frozen=True)
class SeatMove:
    """A move as an agent with memory is told of it.

    Attributes:
        before: a snapshot of the game before the move.
        seat: made it.
        action: that was taken.
        chosen: the seat was asked; False for a move that was made because all came to the same.
    """

    before: bytes
    seat: int
    action: int
    chosen: bool


class Partner:
    """An agent at a seat. It decides for this seat alone, from what the seat knows.

    Args:
        env: the game.
        name: of the agent, as `crusoe_agents.registry` understands it.
        seat: the agent's.
        seed: of the game; the agent's randomness comes from it and the seat.

    Raises:
        RefusedError: there is no such agent, it looks at hidden cards, or it was trained for another number
            of players.
    """

    def __init__(self, env: GameEnv, name: str, seat: int, seed: int) -> None:
        import numpy as np

        self.agent: Any = Adviser(env, name).agent
        check_trained(env, name)
        self.name, self.seat = name, seat
        self._simulator = env.batch.simulator
        self._seed = int(np.random.SeedSequence([seed, seat]).generate_state(1)[0])
        self._begin()

    def _begin(self) -> None:
        """Forget everything."""
        import numpy as np

        self.agent.reset(self._seed)
        self._rng = np.random.default_rng(self._seed)
        self._transcript = Transcript(np.zeros(1, np.int64))
        self._read: list[SeatMove] = []
        self._asked = -1

    def choose(self, state: np.recarray, past: Sequence[SeatMove]) -> Advice:
        """The agent's choice, with what it thinks of the other moves.

        Args:
            state: one record, (1,), in which the agent's seat acts.
            past: all moves of the game so far.
        """
        if self.agent.remembers:
            self._follow(past)
            self._asked = len(past)
        return self._choice(state)

    def _choice(self, state: np.recarray) -> Advice:
        simulator, agent = self._simulator, self.agent
        seen = simulator.views(state)
        action = int(agent.decide(simulator, state, *seen, self._rng, self._transcript)[0])
        shares, value = agent.probabilities(*seen), agent.value(seen[0])
        what = "visits" if hasattr(agent, "search") else "probability"
        return Advice(
            action,
            None if shares is None else shares[0],
            what,
            value=None if value is None else float(value[0]),
        )

    def _follow(self, past: Sequence[SeatMove]) -> None:
        """Tell an agent with memory of the moves since; begin anew if moves were taken back."""
        import numpy as np

        from crusoe_env.engine.snapshot import restored_record  # it imports compiled code

        if list(past[: len(self._read)]) != self._read:
            self._begin()
        for number in range(len(self._read), len(past)):
            move = past[number]
            state = restored_record(self._simulator, move.before)
            if move.seat == self.seat and move.chosen and number != self._asked:
                self._choice(state)
            hidden = self._simulator.hides(state)
            self._transcript.add(np.array([move.seat]), np.array([move.action]), hidden)
            self._read.append(move)
