"""New games in the window of a page: of people alone, or of one person at a table with agents."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from crusoe_env.play.advice import check_shipped, policies
from crusoe_env.play.moves import RefusedError
from crusoe_env.play.seats import HUMAN, SeatedSession
from crusoe_env.play.web.page_model import Asked, PageModel
from crusoe_env.play.web.seats import Agents, SharedTable
from crusoe_env.play.web.server import GameServer

POLICY = "policy"
"""In place of an agent's name: the best shipped policy for the task."""


class PageSeating:
    """Shows games with and without agents in the one window of a server.

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
        """Begin a game of a person and agents. Raises RefusedError; the old game goes on."""
        if seats.count(HUMAN) != 1:
            raise RefusedError(
                "one person plays in this window; with several begin with --web --seats human human scripted:"
                " each gets an address"
            )
        for name in seats:
            if name not in (HUMAN, POLICY):
                check_shipped(name)
        session = self._alone.session
        options = {**session.setup.options, **options}
        env = session.made(options, seed)
        shipped = policies(env)
        if POLICY in seats and not shipped:
            raise RefusedError("no policy was trained for this game; choose scripted or random")
        names = [shipped[0] if name == POLICY else name for name in seats]
        table = SharedTable(SeatedSession(env, names, session.agent, options, seed), self._autosave)
        (page,) = table.models
        page.seating = self
        self._show(page)
        self._agents = Agents(self.server, table, self.pace)
        self._agents.start()

    def begin_alone(self, asked: Asked) -> None:
        """Begin a game of people alone. Raises RefusedError; the old game goes on."""
        self._alone.begin(asked)
        self._show(self._alone)

    def _show(self, page: PageModel) -> None:
        """Show a game under a version that no window has seen, and stop the agents of the one before."""
        self.stop()
        page.version = max(page.version, self.server.model.version) + 1
        self.server.entrances[0].model = page

    def stop(self) -> None:
        """End the work of the agents at the table, if there are any."""
        if self._agents is not None:
            self._agents.stopped.set()
            self._agents = None
