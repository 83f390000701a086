"""Games in text as tools of an MCP server, for hosts of language models. Needs the package `mcp`."""

from __future__ import annotations

import hmac
import secrets
import socket
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError

from crusoe_env.play.moves import RefusedError
from crusoe_env.serve.match import Match, Offer, Reply
from crusoe_env.support.words import one_line, shown

T = TypeVar("T")
MOST_GAMES, MOST_OF_SESSION = 100, 20
"""Games that a server holds, and of a session where the protocol has sessions (2026-07-28 has none)."""
IDLE = 600.0
"""Seconds without a call after which another client's new game may take the place of a game."""
SESSION = "mcp-session-id"
PATH = "/mcp"
INSTRUCTIONS = (
    "Board games in text. Begin with new_game: it tells the rules, the table and a game_id. Then call act"
    " with one move at a time until the game is over. There is no undo, no advice and no save."
)


@dataclass
class Held:
    """A game that a server holds.

    Attributes:
        match: the game.
        session: in which it was begun; empty where the protocol has none.
        used: when it was last asked for, by the clock.
    """

    match: Match
    session: str
    used: float


class Games:
    """The games of a server and its tools; calls follow one another.

    Where there is no room for one more game, one that has ended is forgotten first, then the least recently
    used. A game that another client has used in the last `IDLE` seconds stays.

    Args:
        offer: what may be played.
        several: several clients may play, so each call names its game.
        clock: a clock in seconds.
    """

    def __init__(self, offer: Offer, several: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self.offer, self.several = offer, several
        self.held: dict[str, Held] = {}
        """By game_id, the least recently used first."""
        self._newest = ""
        self._clock = clock
        self._lock = threading.Lock()

    def new_game(  # noqa: D417 - clients read this, and give no context
        self, context: Context, game: str, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> str:
        """Begin a game. Returns its game_id, the rules, how to answer, and the first message.

        Args:
            game: the name of the game.
            seed: the same seed gives the same cards and dice; a random one by default.
            options: of the game, for instance {"players": 2, "scenario": "castaways"} for robinson.
        """
        with self._lock:
            session = (context.headers or {}).get(SESSION, "")
            match = self._tried(lambda: Match(self.offer.new_env(game, options or {}, {}), seed))
            self._make_room(session)
            self._newest = game_id = secrets.token_hex(8)
            self.held[game_id] = Held(match, session, self._clock())
            return f"game_id: {game_id}\n\n{match.env.briefing()}\n\n{match.last.message}"

    def look(self, game_id: str = "") -> str:
        """Read the whole table again. Counts as a question; each decision allows a few."""
        return self._answered(game_id, "table")

    def moves(self, game_id: str = "") -> str:
        """List the legal moves by number."""
        with self._lock:
            match = self._match(game_id)
            return "\n".join(f"{number} {move}" for number, move in self._tried(match.moves).items())

    def act(self, move: str, game_id: str = "") -> str:
        """Make one move: its number or its words. Returns what is new, and the next decision.

        A move that is refused leaves the game as it is; too many in a row lose it.
        """
        return self._answered(game_id, move)

    def explain(self, name: str, game_id: str = "") -> str:
        """Explain a card, an item or a word of the rules. Counts as a question."""
        return self._answered(game_id, f"explain {' '.join(name.split())}")

    def plan(self, moves: list[str], game_id: str = "") -> str:
        """Try moves in a copy of the game, with dice and hidden cards drawn anew; the game itself stays.

        Returns the message after each move, up to the first that is refused.
        """
        with self._lock:
            match = self._match(game_id)
            return "\n\n".join(self._tried(lambda: match.tried(moves)))

    def transcript(self, game_id: str = "") -> str:
        """Return the transcript of this game, as JSON lines."""
        with self._lock:
            return self._match(game_id).transcript()

    def _answered(self, game_id: str, answer: str) -> str:
        with self._lock:
            match = self._match(game_id)
            return told(self._tried(lambda: match.answer(answer)))

    def _match(self, game_id: str) -> Match:
        """The game that a call means. Raises ToolError."""
        if not self.held:
            raise ToolError("no game has begun; call new_game")
        if not game_id and not self.several:
            game_id = self._newest
        if game_id not in self.held:
            raise ToolError(f"there is no game {shown(game_id)}; give the game_id that new_game has returned")
        found = self.held[game_id] = self.held.pop(game_id)  # now the last one
        found.used = self._clock()
        return found.match

    def _make_room(self, session: str) -> None:
        """Forget a game if there are as many as may be. Raises ToolError if all are being played."""
        own = [name for name, held in self.held.items() if session and held.session == session]
        if len(own) >= MOST_OF_SESSION:
            del self.held[self._least(own)]
        elif len(self.held) >= MOST_GAMES:
            chosen = self._least(list(self.held))
            held = self.held[chosen]
            if self.several and not held.match.env.over and self._clock() - held.used < IDLE:
                raise ToolError(f"all {MOST_GAMES} games of this server are being played; try again later")
            del self.held[chosen]

    def _least(self, names: Sequence[str]) -> str:
        """The game to be forgotten among those named, which are in the order of their use."""
        return next((name for name in names if self.held[name].match.env.over), names[0])

    @staticmethod
    def _tried(do: Callable[[], T]) -> T:
        """Do something; what is refused becomes a tool error. Raises ToolError."""
        try:
            return do()
        except (RefusedError, ValueError, TypeError) as error:
            raise ToolError(one_line(error)) from error


def told(reply: Reply) -> str:
    """A reply in words, with the result at the end."""
    return f"{reply.message}\n{reply.result()}" if reply.over else reply.message


def new_server(offer: Offer, *, plan: bool = False, several: bool = False) -> MCPServer:
    """An MCP server with the tools of a game.

    Args:
        offer: what may be played.
        plan: whether there is a tool that tries moves in a copy.
        several: several clients may play, so each call names its game.
    """
    games = Games(offer, several)
    words = f"{INSTRUCTIONS} Games: {', '.join(offer.games)}."
    server: MCPServer = MCPServer("crusoe_env", instructions=words, log_level="WARNING")
    tools: list[Callable[..., str]] = [games.new_game, games.look, games.moves, games.act, games.explain]
    tools += [games.plan, games.transcript] if plan else [games.transcript]
    for tool in tools:
        server.add_tool(tool, structured_output=False)
    return server


class WithToken:
    """An ASGI application that answers only requests with the token.

    Args:
        app: the application.
        token: that a request names: `Authorization: Bearer TOKEN`.
    """

    def __init__(self, app: Any, token: str) -> None:
        self.app, self.expected = app, f"Bearer {token}".encode()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass a request on, or answer it with status 401."""
        given = dict(scope.get("headers", ())).get(b"authorization", b"")
        if scope["type"] == "lifespan" or hmac.compare_digest(given, self.expected):
            await self.app(scope, receive, send)
            return
        headers = [(b"www-authenticate", b"Bearer"), (b"content-type", b"text/plain")]
        await send({"type": "http.response.start", "status": 401, "headers": headers})
        await send({"type": "http.response.body", "body": b"the token is missing or wrong\n"})


def serve_mcp(offer: Offer, *, plan: bool, http: tuple[str, int] | None, token: str) -> None:
    """Serve until the client leaves or Ctrl-C.

    Args:
        offer: what may be played.
        plan: whether there is a tool that tries moves in a copy.
        http: host and port (0: a free one); None: over stdin and stdout.
        token: that HTTP requests must name; empty: a random one. It is told on stderr.

    Raises:
        OSError: the port is taken.
    """
    server = new_server(offer, plan=plan, several=http is not None)
    if http is None:
        server.run()
        return
    import uvicorn

    host, port = http
    token = token or secrets.token_urlsafe(32)
    app = WithToken(server.streamable_http_app(streamable_http_path=PATH, host=host), token)
    with socket.create_server((host, port), reuse_port=False) as bound:
        address = f"http://{host}:{bound.getsockname()[1]}{PATH}"
        print(f"MCP server: {address}, header Authorization: Bearer {token}; Ctrl-C ends.", file=sys.stderr)
        uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[bound])
