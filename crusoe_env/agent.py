"""Agents: their interface, what trained policies share, and the moves of games for those with memory."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:  # it imports compiled code
    from crusoe_env.engine.simulator import Simulator

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


class Agent:
    """An agent that plays a batch of games.

    An agent that uses observations implements `act`. A planner sets `uses_states = True` and implements
    `act_state`: it gets states whose hidden cards have been dealt anew, so that it knows no more than a
    player. An agent with memory sets `remembers = True` and implements `act_turn`.

    Attributes:
        name: as it stands in tables.
        uses_states: the agent gets states rather than observations.
        cheats: the agent gets the true states, with the order of the deck, to measure the value of hidden
            information.
        remembers: the agent gets a `Turn`: the games, seats and moves since its last decision.
        files: what the agent reads, such as weights: paths of files or folders, as it opens them. Results are
            kept under a hash of their contents.
        at_once: as a teacher, a planner gets so many games at a time; Ctrl-C waits for these.
    """

    name = "agent"
    uses_states = False
    cheats = False
    remembers = False
    files: Sequence[str | Path] = ()
    at_once = 1_024

    def reset(self, seed: int) -> None:
        """Begin an evaluation: all randomness of the agent comes from this seed."""

    def act(self, observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """Choose legal actions.

        Args:
            observation: float32 (n, size).
            mask: int8 (n, actions), each row with at least one 1.

        Returns:
            int64 (n,).
        """
        raise TypeError(
            f"{self.name} {'remembers: call act_turn' if self.remembers else 'uses states: call act_state'}"
        )

    def act_state(self, states: np.recarray, mask: np.ndarray) -> np.ndarray:
        """Choose legal actions from determinized states, recarray (n,); otherwise as `act`."""
        raise TypeError(
            f"{self.name} {'remembers: call act_turn' if self.remembers else 'does not plan: call act'}"
        )

    def act_turn(self, turn: Turn) -> np.ndarray:
        """Choose legal actions, int64 (n,), with memory of the games; only if `remembers`."""
        raise NotImplementedError

    def probabilities(self, observation: np.ndarray, mask: np.ndarray) -> np.ndarray | None:
        """The probability of each action, float (n, actions), where the agent has them.

        An agent with memory gives those of the games of its last turn, for the same observations.
        """
        return None

    def value(self, observation: np.ndarray) -> np.ndarray | None:
        """The expected return, float (n,), where the agent has it; with memory as `probabilities`."""
        return None

    def chance(self, observation: np.ndarray) -> np.ndarray | None:
        """The chance of victory if the agent plays on, float (n,), 0 .. 1, where it has one."""
        return None

    def action_values(self, observation: np.ndarray) -> np.ndarray | None:
        """What the last search found each action worth, float (n, actions), where the agent searches."""
        return None

    def decide(self, simulator: Simulator, states: np.recarray, observation: np.ndarray, mask: np.ndarray,
               rng: np.random.Generator, transcript: Transcript | None = None) -> np.ndarray:  # fmt: skip
        """Actions for games under way; planners get determinized states, cheating ones true ones.

        `transcript`, with a row for each state, is for agents with memory.
        """
        seen = None
        if self.uses_states:
            seen = states if self.cheats else simulator.determinize(states, rng)
        if self.remembers:
            if transcript is None:
                raise ValueError(f"agent {self.name!r} remembers games: it plays whole games alone")
            return self.act_turn(transcript.turn(self, states.acting, observation, mask, seen))
        return self.act(observation, mask) if seen is None else self.act_state(seen, mask)


class PolicyAgent(Agent):
    """Plays the most probable legal action of a policy; subclasses give `logits`."""

    def logits(self, observation: np.ndarray) -> np.ndarray:
        """The logits of all actions, float (n, actions)."""
        raise NotImplementedError

    def act(self, observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """The most probable legal action of each game."""
        return np.argmax(np.where(mask > 0, self.logits(observation), -np.inf), axis=1)

    def probabilities(self, observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """The policy's probability of each action."""
        return softmax(np.where(mask > 0, self.logits(observation), -np.inf))


def softmax(logits: np.ndarray) -> np.ndarray:
    """The softmax of each row; -inf gives 0."""
    weights = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def name_in_tables(name: str, cheats: bool) -> str:
    """An agent's name; that of a cheating one says so."""
    says_so = "cheating" in name or "(cheats)" in name
    return f"{name} (cheats)" if cheats and not says_so else name
