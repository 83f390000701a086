"""What people ask about decisions that were made: what else there was, and which moments decided the game."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from crusoe_env.interfaces.judging import QUICK, Stages, candidates, likely_of
from crusoe_env.interfaces.outlook import Outlook
from crusoe_env.play.advice import SOONER, Adviser, runs_uncompiled
from crusoe_env.play.chances import who_plays_on
from crusoe_env.play.history import PastMove
from crusoe_env.play.moves import RefusedError, move_name
from crusoe_env.play.recording import Played, replay_in_stages
from crusoe_env.show.description import describe
from crusoe_env.show.replay import page_of
from crusoe_env.support.intervals import paired_interval

if TYPE_CHECKING:
    from crusoe_env.interfaces.env import GameEnv

DEALS, FIRST_DEALS = 96, 16
"""Common deals on which a past move is compared with others, and those of the first answer."""
ESTIMATED = 4
"""Deals on which the agent estimates chances after each move, where rules run uncompiled."""
COMPARED = 4
"""Moves that are compared, the chosen one among them."""
GAMES = 16
"""Games that are played on from each step of a replay."""
SECONDS = 1.0
"""After which a request answers how far the work is."""


@dataclass
class Alternatives:
    """A past move compared with the most likely others, by playing on from each on common deals.

    Everything that was hidden from the player who decided is dealt anew, so the answer tells nothing of it.
    Where rules run uncompiled, a game may take a minute: the agent then estimates the chances.

    Attributes:
        outlook: plays on.
        state: before the move, (1,).
        actions: that are compared; the first was chosen.
        names: of these, in words.
        won: games won on each deal so far, or estimated chances, float (actions, deals).
    """

    outlook: Outlook
    state: np.recarray
    actions: tuple[int, ...]
    names: list[str]
    won: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        self.won = np.empty((len(self.actions), 0))
        self._deals = ESTIMATED if runs_uncompiled() else DEALS
        self._rng = np.random.default_rng(0)
        self._lock = threading.Lock()

    @property
    def is_done(self) -> bool:
        """True once all deals have been played."""
        return len(self.actions) < 2 or self.won.shape[1] >= self._deals

    def count(self, most: int = FIRST_DEALS) -> None:
        """Play some deals, at first so many; later all others, since many cost little more than a few."""
        with self._lock:
            if not self.is_done:
                known = self.won.shape[1]
                if self._deals == DEALS:
                    deals = DEALS - known if known else most
                    (more,) = self.outlook.compared(self.state, [self.actions], deals, self._rng)
                else:
                    more = self.outlook.estimated(self.state, self.actions, ESTIMATED, self._rng)
                self.won = np.hstack([self.won, more])

    def as_json(self) -> dict[str, Any]:
        """The moves, the best first, each with its share of victories, and a sentence on the difference."""
        won, deals = self.won, self.won.shape[1]
        if not deals:
            return {"moves": [], "sentence": "There was no other move.", "done": self.is_done}
        shares = won.mean(axis=1)
        moves = [
            {"name": self.names[i], "share": float(shares[i]), "chosen": bool(i == 0)}
            for i in np.argsort(-shares)
        ]
        return {"moves": moves, "sentence": self._sentence(shares), "done": self.is_done}

    def lines(self) -> list[str]:
        """The same as lines."""
        told = self.as_json()
        shares = [
            f"  {move['share']:4.0%}  {move['name']}{' (played)' if move['chosen'] else ''}"
            for move in told["moves"]
        ]
        return [*shares, told["sentence"]]

    def _sentence(self, shares: np.ndarray) -> str:
        """Say whether the difference to the best other move is certain."""
        if self._deals == ESTIMATED:
            return f"{self.outlook.agent.name} estimates these chances. To have them counted: {SOONER}."
        best = 1 + int(shares[1:].argmax())
        level = 1 - 0.05 / (len(shares) - 1)  # the best of several looks too good by itself
        found = paired_interval(self.won[0] - self.won[best], level)
        words = f"{self.outlook.agent.name} played on after each, on {self.won.shape[1]} common deals"
        points = f"{100 * found.mean:+.0f} in 100, 95 %: {100 * found.low:+.0f} to {100 * found.high:+.0f}"
        points = points.replace("-", "−")
        if not found.is_clear:
            return f"{words}: no certain difference to {self.names[best]} ({points})."
        return f"{words}: {'better' if found.mean > 0 else 'worse'} than {self.names[best]} ({points})."


def alternatives_to(move: PastMove, env: GameEnv, adviser: Adviser, viewer: int | None) -> Alternatives:
    """What a past move is compared with.

    Args:
        move: of this game.
        env: the game.
        adviser: plays on, or the best policy in its place.
        viewer: the seat that asks; None: one mind decides for all.

    Raises:
        RefusedError: no agent can play on or estimate, or the move led to another game.
    """
    if move.action is None:
        raise RefusedError("another game began here; there is nothing to compare")
    outlook = Outlook(who_plays_on(adviser, env), env.batch.simulator)
    before = env.clone()
    before.restore(move.before)
    state, rng = before.batch.states.copy(), np.random.default_rng(0)
    if runs_uncompiled() and outlook.agent.chance(outlook.simulator.views(state)[0]) is None:
        raise RefusedError(f"{outlook.agent.name} has to play on for this, which takes minutes; {SOONER}")
    actions = np.array([move.action])
    likely = likely_of(outlook, state, np.zeros((1, env.game.actions.n)))
    found = candidates(outlook, state, actions, likely, rng)
    if not found:
        raise RefusedError("this move cannot be compared")
    described, compared = describe(before, viewer), found[0].actions[:COMPARED]
    return Alternatives(outlook, state, compared, [move_name(before, described, it) for it in compared])


class Judging:
    """A replay with chances and the moments that decided, made some games at a time.

    Args:
        game: that was played.
        agent: plays on.

    Attributes:
        page: the replay once it is done; empty before.
        doing: what is done now, in words.
    """

    def __init__(self, game: Played, agent: Any) -> None:
        outlook = Outlook(agent, game.env.batch.simulator, GAMES)
        self.page, self.doing = "", "drawing the steps"
        self._lock = threading.Lock()
        self._work: Stages[Any] = replay_in_stages(game, outlook=outlook, effort=QUICK)

    def go_on(self) -> None:
        """Work for about a second."""
        until = time.monotonic() + SECONDS
        with self._lock:
            while not self.page and time.monotonic() < until:
                try:
                    stage, done, of = next(self._work)
                except StopIteration as end:
                    self.page, self.doing = page_of(end.value), ""
                else:
                    self.doing = f"{stage}: {done / of:.0%}"
