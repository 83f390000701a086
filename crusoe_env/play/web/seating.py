"""New games in the window of a page: of people alone, or of people at a table with agents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crusoe_env.play.advice import check_shipped, strange_partners
from crusoe_env.play.moves import RefusedError
from crusoe_env.play.seats import HUMAN, SeatedSession
from crusoe_env.play.web.page_model import STRANGER, Asked, PageModel
from crusoe_env.play.web.seats import Agents, SharedTable
from crusoe_env.play.web.server import GameServer

if TYPE_CHECKING:
    from crusoe_env.interfaces.env import GameEnv


class PageSeating:
    """Shows games with and without agents in the window of a server.

    People share this window. If they have secrets from each other, each of the others gets an address.

    Args:
        server: with one entrance, which shows a game of people alone.
        autosave: the file in which the game is kept after each change; None: it is not kept.
        pace: seconds that a move of an agent takes at least.
    """

    def __init__(self, server: GameServer, autosave: Path | None, pace: float) -> None:
        self.server, self.pace = server, pace
        self._autosave = autosave
        self._alone: PageModel = server.model
        self._alone.seating = self
        self._agents: Agents | None = None

    def begin_at_table(self, options: Mapping[str, Any], seed: int, seats: list[str]) -> None:
        """Begin a game of people and agents. Raises RefusedError; the old game goes on."""
        for name in seats:
            if name not in (HUMAN, STRANGER):
                check_shipped(name)
        session = self._alone.session
        options = {**session.setup.options, **options}
        env = session.made(options, seed)
        named = with_strangers(seats, env, seed)
        seated = SeatedSession(env, named, session.agent, options, seed)
        table = SharedTable(seated, self._autosave, together=True)
        table.models[0].seating = self
        self._show(table.models)
        others = zip(table.models[1:], self.server.entrances[1:], strict=True)
        table.models[0].windows = [
            (seated.name_of(model.seat), self.server.url_of(door)) for model, door in others
        ]
        self._agents = Agents(self.server, table, self.pace)
        self._agents.start()

    def begin_alone(self, asked: Asked) -> None:
        """Begin a game of people alone. Raises RefusedError; the old game goes on."""
        self._alone.begin(asked)
        self._show([self._alone])

    def _show(self, pages: Sequence[PageModel]) -> None:
        """Show a game under a version that no window has seen, and stop the agents of the one before."""
        self.stop()
        pages[0].version = max(pages[0].version, self.server.model.version) + 1
        self.server.show(pages)

    def stop(self) -> None:
        """End the work of the agents at the table, if there are any."""
        if self._agents is not None:
            self._agents.stopped.set()
            self._agents = None


def with_strangers(seats: Sequence[str], env: GameEnv, seed: int) -> list[str]:
    """The agents of seats, a partner drawn by the seed for each strange one. Raises RefusedError."""
    import numpy as np

    known = strange_partners(env)
    if STRANGER in seats and not known:
        raise RefusedError(f"{env.game.title} has no strange partners; choose scripted or random")
    drawn = iter(np.random.default_rng(seed).permutation(known).tolist() if known else ())
    return [next(drawn) if name == STRANGER else name for name in seats]
