"""The server of a game in the browser: for this machine alone, on 127.0.0.1, without any other network."""

from __future__ import annotations

import contextlib
import importlib.resources
import json
import sys
import threading
import urllib.parse
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from crusoe_env.core.command_line import one_line
from crusoe_env.play.moves import RefusedError
from crusoe_env.play.web.showing import Showing

ADDRESS = "127.0.0.1"
LARGEST_BODY = 4_000_000
"""Bytes of a request."""
JSON, HTML, BYTES = "application/json", "text/html; charset=utf-8", "application/octet-stream"
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:;"
        " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
"""Of every answer: nothing is loaded from elsewhere, and nobody else may show or read it."""


WHILE_THINKING = ("/", "/version", "/doing")
"""What is answered at once, whatever else is done."""

Work = Callable[[], tuple[bytes, str]]
"""What answers a request: content and content type."""


class ForbiddenError(Exception):
    """A request that no page of this server has sent."""


class GameServer(ThreadingHTTPServer):
    """Serves one game until it is shut down.

    Args:
        showing: the game.
        port: on 127.0.0.1; 0 takes a free one.

    Raises:
        OSError: the port is taken.
    """

    daemon_threads = True
    allow_reuse_address = sys.platform != "win32"

    def __init__(self, showing: Showing, port: int = 0) -> None:
        self.showing = showing
        self.lock, self.thinking = threading.Lock(), threading.Lock()
        super().__init__((ADDRESS, port), Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A page that is closed while it is answered is no error."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

    @property
    def hosts(self) -> tuple[str, ...]:
        """What this server is called in requests of its own page."""
        return tuple(f"{name}:{self.server_port}" for name in (ADDRESS, "localhost"))

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://{ADDRESS}:{self.server_port}/"


class Handler(BaseHTTPRequestHandler):
    """Answers one request; whatever is wrong with it is said in one line, and the game stays as it is."""

    server: GameServer
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """The page, the table, the saved game, the replay."""
        showing = self.server.showing
        url = urllib.parse.urlsplit(self.path)
        theme = urllib.parse.parse_qs(url.query).get("theme", ["light"])[0]
        pages: dict[str, Work] = {
            "/": lambda: (page(), HTML),
            "/table": lambda: (as_json(showing.table(theme)), JSON),
            "/version": lambda: (as_json({"version": showing.version}), JSON),
            "/doing": lambda: (as_json(showing.doing()), JSON),
            "/save": lambda: (showing.save(), BYTES),
            "/replay": lambda: (showing.replay().encode(), HTML),
        }
        self._answer(pages.get(url.path), alone=url.path not in WHILE_THINKING)

    def do_POST(self) -> None:
        """A move, taking back, advice, a saved game, a new game; answered with what then holds."""
        showing = self.server.showing
        posts: dict[str, Callable[[], Any]] = {
            "/move": lambda: showing.move(self._asked()),
            "/undo": lambda: showing.undo(self._asked()),
            "/new": lambda: showing.begin(self._asked()),
            "/load": lambda: showing.load(self._body),
        }
        if self.path == "/advice":
            self._answer(self._advise, JSON, alone=False)
            return
        change = posts.get(self.path)

        def done() -> tuple[bytes, str]:
            assert change is not None
            change()
            return as_json({"version": showing.version}), JSON

        self._answer(done if change else None, BYTES if self.path == "/load" else JSON)

    def _advise(self) -> tuple[bytes, str]:
        """What an agent would do; the game can go on while it thinks."""
        with self.server.thinking:
            with self.server.lock:
                think = self.server.showing.advice(self._asked())
            return as_json(think()), JSON

    def _answer(self, work: Work | None, body: str = "", alone: bool = True) -> None:
        """Check the request, do the work, send what comes of it.

        Args:
            work: gives content and content type; None: there is nothing at this address.
            body: the content type that a request with a body must have.
            alone: no other request may change the game meanwhile.
        """
        try:
            self._check_origin()
            if work is None:
                self._send(HTTPStatus.NOT_FOUND, *refusal(f"there is nothing at {self.path[:80]}"))
                return
            self._body = self._read(body) if body else b""
            with self.server.lock if alone else contextlib.nullcontext():
                content, kind = work()
        except ForbiddenError as error:
            self._send(HTTPStatus.FORBIDDEN, *refusal(str(error)))
        except RefusedError as error:
            self._send(HTTPStatus.CONFLICT, *refusal(one_line(error)))
        else:
            self._send(HTTPStatus.OK, content, kind)

    def _check_origin(self) -> None:
        """Raises ForbiddenError for a request that another page, or another name for this machine, made."""
        if self.headers.get("Host") not in self.server.hosts:
            raise ForbiddenError(f"this server answers as {self.server.hosts[0]} only")
        origin = self.headers.get("Origin")
        if origin is not None and origin not in [f"http://{host}" for host in self.server.hosts]:
            raise ForbiddenError("this server answers its own page only")
        if self.headers.get("Sec-Fetch-Site", "none") not in ("same-origin", "none"):
            raise ForbiddenError("this server answers its own page only")

    def _read(self, kind: str) -> bytes:
        """The body of a request. Raises RefusedError, ForbiddenError."""
        if self.headers.get_content_type() != kind:
            raise ForbiddenError(f"the content type of {self.path} is {kind}")
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > LARGEST_BODY:
            self.close_connection = True
            raise RefusedError(f"a request holds at most {LARGEST_BODY} bytes, and says how many")
        return self.rfile.read(int(length))

    def _asked(self) -> dict[str, Any]:
        """What was sent as JSON. Raises RefusedError."""
        try:
            asked = json.loads(self._body)
        except (ValueError, RecursionError) as error:
            raise RefusedError("the request is no JSON") from error
        if not isinstance(asked, dict):
            raise RefusedError("the request is no JSON object")
        return asked

    def _send(self, status: HTTPStatus, content: bytes, kind: str) -> None:
        if status is not HTTPStatus.OK:
            self.close_connection = True  # a body that was not read must not be taken for a request
        self.send_response(status)
        for name, value in {**HEADERS, "Content-Type": kind, "Content-Length": str(len(content))}.items():
            self.send_header(name, value)
        if self.close_connection:
            self.send_header("Connection", "close")
        if kind == BYTES:
            name = self.server.showing.session.env.game.name
            self.send_header("Content-Disposition", f'attachment; filename="{name}.game"')
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Nothing is written of requests."""


def page() -> bytes:
    """The page."""
    return importlib.resources.files("crusoe_env.play.web").joinpath("page.html").read_bytes()


def as_json(content: Any) -> bytes:
    """As the page reads it."""
    return json.dumps(content, ensure_ascii=False).encode()


def refusal(words: str) -> tuple[bytes, str]:
    """Why something was not done, in one line."""
    return as_json({"refused": words}), JSON
