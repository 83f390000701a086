"""A game that people play: moves, taking back, advice, saved games. It knows neither terminal nor browser."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crusoe_env.core.command_line import one_line
from crusoe_env.core.description import changes, describe, plain_name
from crusoe_env.play.advice import Advice, Adviser, best_adviser
from crusoe_env.play.moves import RefusedError, move_name

if TYPE_CHECKING:
    from crusoe_env.core.env import GameEnv


@dataclass(frozen=True)
class Done:
    """Something that can be taken back.

    Attributes:
        before: a snapshot of the game before it.
        action: the action that was taken; None where a saved game was loaded.
    """

    before: bytes
    action: int | None


@dataclass(frozen=True)
class Told:
    """A move in words.

    Attributes:
        round: in which it was made; 0 for a load.
        who: made it, in games of several players.
        name: of the move, with what it meant then.
        changes: what it has changed.
    """

    round: int
    who: str
    name: str
    changes: list[str]


class Session:
    """One game with its history.

    Args:
        env: the game, reset.
        agent: who gives advice where nobody else is named; by default the best that there is.
        options: of the game, as it was begun.
        seed: with which it was begun.

    Attributes:
        history: what was done, the last thing last.
        log: the same in words.
    """

    def __init__(
        self,
        env: GameEnv,
        agent: str = "",
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> None:
        self.env = env
        self.agent = agent
        self.options = dict(options or {})
        self.seed = seed
        self.history: list[Done] = []
        self.log: list[Told] = []
        self._advisers: dict[str, Adviser] = {}

    def move(self, action: int) -> None:
        """Make a move. Raises RefusedError for one that is not legal; the game stays as it is."""
        legal = self.env.legal_actions()
        if not legal:
            raise RefusedError("the game is over; take back a move, or begin anew")
        if action not in legal:
            names = self.env.game.actions.names
            named = names[action] if 0 <= action < len(names) else f"action {action}"
            raise RefusedError(f"{plain_name(named)} is not possible now; there are {len(legal)} legal moves")
        before = describe(self.env)
        self.history.append(Done(self.env.snapshot(), action))
        self.env.step(action)
        name = move_name(self.env, before, action)
        self.log.append(Told(before.round, before.who, name, changes(before, describe(self.env))))

    def undo(self, count: int = 1) -> None:
        """Take back so many moves; a load counts as one. Raises RefusedError where there are fewer."""
        most = len(self.history)
        if not most:
            raise RefusedError("there is nothing to take back")
        if not 1 <= count <= most:
            raise RefusedError(f"undo: {count} is no number of moves; choose from 1 .. {most}")
        self.env.restore(self.history[most - count].before)
        del self.history[most - count :]
        del self.log[most - count :]

    def load(self, snapshot: bytes) -> None:
        """Go on with a saved game; `undo` comes back from it. Raises RefusedError, and changes nothing."""
        check_snapshot(snapshot, self.env)
        before = self.env.snapshot()
        self.env.restore(snapshot)
        self.history.append(Done(before, None))
        self.log.append(Told(0, "", "a saved game", []))

    def adviser(self, name: str = "") -> Adviser:
        """The adviser with this agent, made when first asked. Raises RefusedError."""
        name = name or self.agent
        if name not in self._advisers:
            self._advisers[name] = Adviser(self.env, name) if name else best_adviser(self.env)
        return self._advisers[name]

    def advice(self, name: str = "") -> Advice:
        """What an agent thinks, the session's own or the one named. Raises RefusedError."""
        return self.adviser(name).advice()


def check_snapshot(snapshot: bytes, env: GameEnv) -> None:
    """Is this a saved game that can go on here? Raises RefusedError if not."""
    from crusoe_env.core.snapshot import SnapshotError, unpack

    try:
        unpack(env.game, snapshot, env.batch.simulator.described)
    except SnapshotError as error:
        raise RefusedError(one_line(error)) from error


def result(env: GameEnv) -> str:
    """How the game ended and what it was worth, in one line."""
    state = env.state
    verdict = "Victory" if state.victory else "Defeat"
    progress = float(env.batch.simulator.goal_progress(env.batch.states)[0])
    return (
        f"{verdict}: {env.batch.simulator.cause(state)} after {state.rounds} rounds."
        f" Score {state.score}, goal reached to {progress:.0%}."
    )
