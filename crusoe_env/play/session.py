"""A game that people play: moves, undo, advice, saved games. It knows neither terminal nor browser."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from crusoe_env.play.advice import Advice, Adviser, best_adviser
from crusoe_env.play.history import LogLine, PastMove, Setup
from crusoe_env.play.moves import RefusedError
from crusoe_env.play.saves import Save, pack_save, read_save
from crusoe_env.show.description import describe, many, plain_name, viewed
from crusoe_env.show.reasons import since, told
from crusoe_env.support.words import one_line

if TYPE_CHECKING:
    from crusoe_env.interfaces.env import GameEnv
    from crusoe_env.play.forecast import Forecast

AUTO_PASS, NEVER, ROUND = "auto_pass", "never", "round"
"""The option of people beside those of the game: are windows passed that come again in a round?"""
NOWHERE = -1
"""No action."""
MOST_ADVISERS = 8
"""Agents that are kept for being asked again."""

NewEnv = Callable[[Mapping[str, Any], int], "GameEnv"]
"""Makes and resets an environment for options and a seed. Raises ValueError, TypeError or OSError."""


class Session:
    """One game with its history.

    Args:
        env: the game, reset.
        agent: who gives advice where nobody else is named; by default the best that there is.
        options: of the game, as it was begun.
        seed: with which it was begun.
        new_env: makes environments for new games, and for saved games with other options; None: there are
            none of either.

    Attributes:
        setup: environment, options and seed of the game.
        history: the moves so far, the last one last.
        log: the same in words.
        names: who has each seat of a table with agents (`SeatedSession`); empty for other games.
    """

    names: Sequence[str] = ()

    def __init__(
        self,
        env: GameEnv,
        agent: str = "",
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
        new_env: NewEnv | None = None,
    ) -> None:
        self.agent = agent
        self.setup = Setup(env, dict(options or {}), seed)
        self.history: list[PastMove] = []
        self.log: list[LogLine] = []
        self._new_env = new_env
        self._advisers: dict[str, Adviser] = {}
        self._forecast: tuple[tuple[bytes, int | None], dict[int, Forecast]] | None = None
        self._passed: dict[int, tuple[int, list[int]]] = {}
        """By seat: the round and the legal moves of the window that was passed last."""

    @property
    def env(self) -> GameEnv:
        """The game."""
        return self.setup.env

    @property
    def moves(self) -> list[PastMove]:
        """The moves of the present game, without those of a game before a saved one was loaded."""
        start = max((i + 1 for i, done in enumerate(self.history) if done.action is None), default=0)
        return self.history[start:]

    def legal(self, seat: int | None = None) -> list[int]:
        """The legal actions, none at the end; `seat` matters at a table with agents (`SeatedSession`)."""
        return self.env.legal_actions()

    def forecasts(self, seat: int | None = None) -> dict[int, Forecast]:
        """What each legal move leads to, by action, as far as the seat can know; see `forecast.py`."""
        key = self.env.snapshot(), seat
        if self._forecast is None or self._forecast[0] != key:
            from crusoe_env.play.forecast import Forecaster  # it imports compiled code

            legal = sorted(self.legal(seat), key=lambda action: action != window_pass(self.env))
            batch = self.env.batch
            self._forecast = key, Forecaster(batch.simulator, batch.states, seat).of_all(legal)
        return self._forecast[1]

    def going_on(self, seat: int | None = None) -> str:
        """What happens if the window at which a player is asked is passed; empty elsewhere."""
        found = self.forecasts(seat).get(NOWHERE if (move := window_pass(self.env)) is None else move)
        return "" if found is None else found.sentence or "nothing changes until the next decision"

    def log_of(self, seat: int | None = None) -> list[LogLine]:
        """The moves in words; `seat` matters at a table with agents (`SeatedSession`)."""
        return self.log

    def reasons(self, seat: int | None = None) -> list[str]:
        """For each entry of `log_of` what an agent at the table says of its move, else empty."""
        return [""] * len(self.log_of(seat))

    def asked_about(self, seat: int | None = None) -> list[PastMove | None]:
        """For each entry of `log_of` the move, if the seat may ask about its alternatives; else None."""
        here = [None] * (len(self.log) - len(self.moves)) + list(self.moves)
        return [move if entry.chosen else None for move, entry in zip(here, self.log, strict=True)]

    def move(self, action: int) -> None:
        """Make a move, and the moves after it that nobody need choose.

        All moves come to the same then, and whatever else is possible was possible before this move too. With
        `auto_pass="round"` windows are passed where a seat passed in this round with the same legal moves.

        Raises:
            RefusedError: the move is not legal; the game stays as it is.
        """
        legal = self.env.legal_actions()
        if not legal:
            raise RefusedError("the game is over; take back a move, or begin anew")
        if action not in legal:
            names = self.env.game.actions.names
            named = names[action] if 0 <= action < len(names) else f"action {action}"
            raise RefusedError(f"{plain_name(named)} is not possible now; there are {len(legal)} legal moves")
        equal = equal_moves(self.env)
        self._make(action)
        if equal and action not in equal:  # something was used, and the question comes again
            return
        while (move := self._unasked(legal)) is not None:
            self._make(move, chosen=False)

    def _unasked(self, legal: list[int]) -> int | None:
        """The move that nobody need choose now; `legal`: the moves at the last choice."""
        equal = equal_moves(self.env)
        if equal and set(self.env.legal_actions()) <= {*equal, *legal}:
            return equal[0]
        if self.setup.options.get(AUTO_PASS) == ROUND and self._passed.get(self._seat()) == self._asked():
            return window_pass(self.env)
        return None

    def _seat(self) -> int:
        return int(self.env.batch.states.acting[0])

    def _asked(self) -> tuple[int, list[int]]:
        return int(self.env.batch.states.rounds[0]), self.env.legal_actions()

    def _make(self, action: int, chosen: bool = True) -> None:
        """Make a legal move; `chosen` by a person, or because nobody need choose."""
        if action == window_pass(self.env):
            self._passed[self._seat()] = self._asked()
        env, before, state = self.env, describe(self.env), self.env.batch.states[0].copy()
        self.history.append(PastMove(env.snapshot(), action))
        env.step(action)
        changed = told(env, state, before, describe(env), action)
        cards = tuple(since(env, state, "drawn") or ())
        name = before.done(action, env.action_name(action))
        who = "" if name.startswith(f"{before.who}:") else before.who
        self.log.append(LogLine(before.round, who, name, changed, before.phase, chosen, cards))

    def undo(self, count: int = 1) -> None:
        """Undo so many moves; a load counts as one. Raises RefusedError if there are fewer."""
        most = len(self.history)
        if not most:
            raise RefusedError("there is nothing to take back")
        if not 1 <= count <= most:
            raise RefusedError(f"undo: {count} is no number of moves; choose from 1 .. {most}")
        undone = self.history[most - count :]
        setup = next((done.setup for done in undone if done.setup is not None), self.setup)
        restore(setup.env, undone[0].before)
        self._take(setup)
        del self.history[most - count :]
        del self.log[most - count :]

    def undo_counts(self) -> dict[str, int]:
        """How many moves ago the last decision, phase and round began; empty before the first move."""
        if not self.log:
            return {}
        last = self.log[-1]
        phase = [entry.round == last.round and entry.phase == last.phase for entry in reversed(self.log)]
        round = [entry.round == last.round for entry in reversed(self.log)]
        chosen = [entry.chosen for entry in reversed(self.log)]
        decision = [*chosen, True].index(True) + 1
        return {
            "decision": min(decision, len(self.log)),
            "phase": [*phase, False].index(False),
            "round": [*round, False].index(False),
        }

    def saved(self) -> bytes:
        """The game with its options, seed, history and log, for `load`."""
        moves = self.moves
        log = self.log[len(self.log) - len(moves) :]
        setup = self.setup
        return pack_save(Save(self.env.snapshot(), setup.options, setup.seed, moves, log, self.names))

    def load(self, content: bytes) -> None:
        """Go on with a saved game, with its options, history and log; `undo` leads back to the game before.

        Raises:
            RefusedError: it cannot go on here; nothing has changed.
        """
        save = read_save(content, self.env.game)
        env, before = self._env_for(save), PastMove(self.env.snapshot(), None, self.setup)
        self._resume(save, env)
        self.history += [before, *save.moves]
        self.log += [LogLine(0, "", "a saved game", []), *save.log]

    def begin_with(self, save: Save) -> None:
        """Begin with a saved game of these options; `undo` goes back in it, and no further.

        Raises:
            RefusedError: it cannot go on here; nothing has changed.
        """
        self._resume(save, self.env)
        self.history, self.log = list(save.moves), list(save.log)

    def begin(self, options: Mapping[str, Any], seed: int) -> None:
        """Begin a new game with these options in place of today's; `undo` leads back to the game before.

        Raises:
            RefusedError: there is no such game; nothing has changed.
        """
        options = {**self.setup.options, **options}
        env, before = self.made(options, seed), PastMove(self.env.snapshot(), None, self.setup)
        self._take(Setup(env, options, seed))
        self.history.append(before)
        self.log.append(LogLine(0, "", "a new game", []))

    def made(self, options: Mapping[str, Any], seed: int) -> GameEnv:
        """A new environment. Raises RefusedError."""
        if self._new_env is None:
            raise RefusedError("there are no games with other options here")
        try:
            return self._new_env(options, seed)
        except (TypeError, ValueError, OSError) as error:
            raise RefusedError(one_line(error)) from error

    def _env_for(self, save: Save) -> GameEnv:
        """An environment with the options of a saved game: this one, else a new one. Raises RefusedError."""
        try:
            check_snapshot(save.snapshot, self.env)
        except RefusedError:
            if self._new_env is None:
                raise
        else:
            return self.env
        return self.made(save.options, 0)

    def _resume(self, save: Save, env: GameEnv) -> None:
        """Go on with a saved game in an environment. Raises RefusedError without changing anything."""
        for move in save.moves:
            check_snapshot(move.before, env)
        check_snapshot(save.snapshot, env)
        restore(env, save.snapshot)
        self._take(Setup(env, dict(save.options), save.seed))

    def _take(self, setup: Setup) -> None:
        if setup.env is not self.env:
            self._advisers.clear()  # they know the other environment
        self._passed.clear()
        self.setup = setup

    def adviser(self, name: str = "") -> Adviser:
        """The adviser with this agent, made when first asked. Raises RefusedError."""
        name = name or self.agent
        if name not in self._advisers:
            past = self._moves_so_far
            adviser = Adviser(self.env, name, past) if name else best_adviser(self.env, past)
            if len(self._advisers) >= MOST_ADVISERS:
                del self._advisers[next(iter(self._advisers))]
            self._advisers[name] = adviser
        return self._advisers[name]

    def _moves_so_far(self) -> list[PastMove]:
        return self.moves

    def advice(self, name: str = "") -> Advice:
        """What an agent thinks, the session's own or the one named. Raises RefusedError."""
        return self.adviser(name).advice()


def equal_moves(env: GameEnv) -> list[int]:
    """Legal moves that come to the same, such as the order of people who rest; none where each matters."""
    from crusoe_env.engine.game import NoViewError  # it imports compiled code

    try:
        return list(viewed(env, "equal_moves")())
    except NoViewError:
        return []


def window_pass(env: GameEnv) -> int | None:
    """The move that passes the window at which a player is asked; None elsewhere."""
    from crusoe_env.engine.game import NoViewError  # it imports compiled code

    try:
        found: int | None = viewed(env, "window_pass")()
    except NoViewError:
        return None
    return found


def restore(env: GameEnv, snapshot: bytes) -> None:
    """Go back to a snapshot. Raises RefusedError; the game stays as it is then."""
    from crusoe_env.engine.snapshot import SnapshotError

    try:
        env.restore(snapshot)
    except SnapshotError as error:
        raise RefusedError(one_line(error)) from error


def check_snapshot(snapshot: bytes, env: GameEnv) -> None:
    """Check that a snapshot can go on here. Raises RefusedError."""
    from crusoe_env.engine.snapshot import SnapshotError, restored_record

    try:
        restored_record(env.batch.simulator, snapshot)
    except SnapshotError as error:
        raise RefusedError(one_line(error)) from error


def result(env: GameEnv) -> str:
    """The result in one line: victory or defeat, cause, rounds, score, goal."""
    state = env.state
    verdict = "Victory" if state.victory else "Defeat"
    simulator = env.batch.simulator
    progress = float(simulator.goal_progress(env.batch.states)[0])
    score = f" Score {state.score}." if env.game.has_points(simulator.tables_of(state)) else ""
    rounds = many(int(state.rounds), "round")
    goal = "" if state.victory else f" Goal progress: {progress:.0%}."
    return f"{verdict}: {simulator.cause(state)} after {rounds}.{score}{goal}"
