"""The server of a game in the browser: on 127.0.0.1, for one user of this machine or a window for each seat.

Other users of the machine can reach the port too. The printed address therefore holds a random token; the
server gives it to the browser as a cookie and answers nothing without it. Where several people play, each
seat has an address and a token of its own. Behind a proxy that speaks TLS, these may come from elsewhere.
"""

from __future__ import annotations

import contextlib
import functools
import hmac
import importlib.resources
import io
import json
import re
import secrets
import socket
import sys
import threading
import time
import urllib.parse
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from crusoe_env.play.moves import RefusedError
from crusoe_env.play.saves import LARGEST
from crusoe_env.play.web.page_model import PageModel
from crusoe_env.play.web.seats import SeatPage
from crusoe_env.support.words import one_line

ADDRESS = "127.0.0.1"
LARGEST_BODY = LARGEST
"""Bytes of a request: the largest one brings a saved game."""
SECONDS, WITHOUT_TOKEN = 15.0, 2.0
"""In which a whole request must come, silence before it included, and in which an answer must be taken; the
first for windows that have shown their token on this connection, the second for others."""
MOST_CONNECTIONS, MOST_REFUSED = 64, 64
"""Connections that are answered, and that are told at the same time to come again later."""
FULL = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
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
OPEN_THE_ADDRESS = "open the address that the program has printed, with its token"
GO_ON = '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url={path}">'
"""A page that leads to the page of the game."""
PARTS = ("page.css", "moves.js", "board.js", "study.js", "help.js", "page.js")
"""Files that stand in the page."""
SHOWN = 80
"""Characters of a wrong address that an answer repeats."""
WHILE_THINKING = ("/", "/version", "/doing", "/replay")
"""What is answered while the game changes: at once, or from a copy of the game."""

Work = Callable[[], tuple[bytes, str]]
"""What answers a request: content and content type."""


class ForbiddenError(Exception):
    """A request that no page of this server has sent."""


class Entrance:
    """Where a window comes in: the address of a page with its token.

    Args:
        model: what this window may see and do.
        path: the beginning of its address, with a slash at both ends.

    Attributes:
        token: what a browser must know to be answered.
    """

    def __init__(self, model: PageModel, path: str = "/") -> None:
        self.model, self.path = model, path
        self.token = secrets.token_urlsafe(32)
        self._tickets: set[str] = set()

    def is_token(self, word: str) -> bool:
        """Return true for the token. The comparison takes the same time for all wrong ones."""
        return hmac.compare_digest(word.encode("utf-8", "replace"), self.token.encode())

    def ticket(self) -> str:
        """A token that works once."""
        ticket = secrets.token_urlsafe(32)
        self._tickets.add(ticket)
        return ticket

    def is_ticket(self, word: str) -> bool:
        """Return true, once, for a token that works once."""
        try:
            self._tickets.remove(word)
        except KeyError:
            return False
        return True


class GameServer(ThreadingHTTPServer):
    """Serves one game until it is shut down.

    Args:
        models: the game; or what each seat sees of it, with an entrance of its own, `/seat-1/` and so on.
        port: 0 takes a free one.
        host: the address that is listened on.
        public: where people reach the server through a proxy, as `https://NAME`; empty: on this machine.

    Attributes:
        entrances: where windows come in.

    Raises:
        OSError: the port is taken.
    """

    daemon_threads = True
    allow_reuse_address = sys.platform != "win32"

    def __init__(
        self, models: PageModel | Sequence[PageModel], port: int = 0, host: str = ADDRESS, public: str = ""
    ) -> None:
        if isinstance(models, PageModel):
            self.entrances = [Entrance(models)]
        else:
            self.entrances = [Entrance(each, seat_path(each)) for each in models]
        self.public = public
        self.lock, self.thinking = threading.Lock(), threading.Lock()
        self.free_connections = threading.Semaphore(MOST_CONNECTIONS)
        self.free_refusals = threading.Semaphore(MOST_REFUSED)
        super().__init__((host, port), Handler)

    @property
    def model(self) -> PageModel:
        """The game, as the first entrance shows it."""
        return self.entrances[0].model

    @property
    def token(self) -> str:
        """The token of the first entrance."""
        return self.entrances[0].token

    def show(self, models: Sequence[PageModel]) -> None:
        """Show another game: the first model in the first window, others behind entrances of their own."""
        self.entrances[0].model = models[0]
        self.entrances[1:] = [Entrance(each, seat_path(each)) for each in models[1:]]

    def entrance_at(self, path: str) -> Entrance | None:
        """The entrance that an address leads to, the one with the longest path; `/` stands for all others."""
        found = [door for door in self.entrances if door.path == "/" or path.startswith(door.path)]
        return max(found, key=lambda entrance: len(entrance.path), default=None)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a thread; where there are too many connections, say so, or close it at once."""
        if self.free_connections.acquire(blocking=False):
            try:
                super().process_request(request, client_address)
            except BaseException:
                self.free_connections.release()
                raise
        elif self.free_refusals.acquire(blocking=False):
            threading.Thread(target=self._refuse, args=(request,), daemon=True).start()
        else:
            self.shutdown_request(request)

    def _refuse(self, request: socket.socket) -> None:
        """Tell a connection to come again later."""
        try:
            request.settimeout(WITHOUT_TOKEN)
            with contextlib.suppress(OSError):
                request.recv(65_536)  # a request that is not read would take the answer back with it
            with contextlib.suppress(OSError):
                request.sendall(FULL)
        finally:
            self.shutdown_request(request)
            self.free_refusals.release()

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer the requests of a connection."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.free_connections.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore the error of a page that is closed while it is answered."""
        if not isinstance(sys.exception(), (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)

    @property
    def hosts(self) -> tuple[str, ...]:
        """The names of this server in requests of its own page."""
        own = tuple(f"{name}:{self.server_port}" for name in (ADDRESS, "localhost"))
        return (self.public.partition("://")[2], *own) if self.public else own

    @property
    def origins(self) -> tuple[str, ...]:
        """Where its own page may come from."""
        own = tuple(f"http://{name}:{self.server_port}" for name in (ADDRESS, "localhost"))
        return (self.public, *own) if self.public else own

    @property
    def url(self) -> str:
        """Where the page is, with the token."""
        return self.url_of(self.entrances[0])

    def url_of(self, entrance: Entrance, token: str = "") -> str:
        """Where the page of an entrance is, with its token or a given one."""
        base = self.public or f"http://{ADDRESS}:{self.server_port}"
        return f"{base}{entrance.path}?token={token or entrance.token}"

    @property
    def cookie(self) -> str:
        """The name of the cookie with the token. It holds the port: browsers share cookies among ports."""
        return f"crusoe-{self.server_port}"

    def url_to_open(self) -> str:
        """An address that can be opened once, because other users can see a browser's command line."""
        return self.url_of(self.entrances[0], self.entrances[0].ticket())


class TimedReader(socket.SocketIO):
    """A reader with a deadline: after it, reading raises TimeoutError, however slowly the bytes come.

    Attributes:
        until: the deadline, by `time.monotonic`.
    """

    def __init__(self, connection: socket.socket) -> None:
        super().__init__(connection, "r")
        self.connection = connection
        self.until = 0.0

    def readinto(self, buffer: Any) -> int | None:
        """Read what is there, at least a byte."""
        left = self.until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self.connection.settimeout(left)
        return super().readinto(buffer)


class Handler(BaseHTTPRequestHandler):
    """Answers one request. A wrong request gets one line as its answer and leaves the game as it is."""

    server: GameServer
    protocol_version = default_request_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # which holds back what follows the headers for 40 ms

    def setup(self) -> None:
        """Limit how long a connection may stay silent or slow."""
        super().setup()
        self._reader = TimedReader(self.connection)
        self.rfile = io.BufferedReader(self._reader)
        self._is_known = False

    def handle_one_request(self) -> None:
        """Read a request, at most for so many seconds, and answer it."""
        self._reader.until = time.monotonic() + (SECONDS if self._is_known else WITHOUT_TOKEN)
        super().handle_one_request()

    def do_GET(self) -> None:
        """The page, the table, the saved game, the replay."""
        model, path, asked = self._model(), self._path(), self._address()[1]
        theme = asked.get("theme", ["light"])[0]
        pages: dict[str, Work] = {
            "/": lambda: (page(), HTML),
            "/table": lambda: (as_json(model.table(theme)), JSON),
            "/version": lambda: (as_json({"version": model.version}), JSON),
            "/help": lambda: (as_json(model.help()), JSON),
            "/doing": lambda: (as_json(model.doing()), JSON),
            "/save": lambda: (model.save(), BYTES),
            "/replay": lambda: (self._replay("chances" in asked), HTML),
        }
        self._answer(pages.get(path) if path in model.offers else None, alone=path not in WHILE_THINKING)

    def do_POST(self) -> None:
        """Moves, undo, advice, saved games, new games; the answer has the new version."""
        model, path = self._model(), self._path()
        posts: dict[str, Callable[[], Any]] = {
            "/move": lambda: model.move(self._asked()),
            "/undo": lambda: model.undo(self._asked()),
            "/new": lambda: model.begin(self._asked()),
            "/load": lambda: model.load(self._body),
        }
        if isinstance(model, SeatPage):
            posts["/form"] = lambda: model.fill_in(self._asked())
        thinks = {
            "/advice": model.advice,
            "/chance": model.chance,
            "/why": model.why,
            "/judge": model.judge,
        }.get(path)
        if thinks is not None and path in model.offers:
            self._answer(functools.partial(self._think, thinks), JSON, alone=False)
            return
        change = posts.get(path) if path in model.offers else None

        def done() -> tuple[bytes, str]:
            assert change is not None
            change()
            return as_json({"version": model.version}), JSON

        self._answer(done if change else None, BYTES if path == "/load" else JSON)

    def _model(self) -> PageModel:
        """What the entrance of the request shows. An address without one is refused later, by its token."""
        return self._entrance().model

    def _entrance(self) -> Entrance:
        return self.server.entrance_at(self._address()[0]) or self.server.entrances[0]

    def _path(self) -> str:
        """The path of the request behind its entrance, from a slash on; empty for an address without one."""
        path = self._address()[0]
        entrance = self.server.entrance_at(path)
        return "" if entrance is None else path[len(entrance.path) - 1 :]

    def _replay(self, chances: bool) -> bytes:
        """The game as a page; the game can go on while it is written."""
        with self.server.lock:
            write = self._model().replay(chances)
        return write().encode()

    def _think(self, begin: Callable[[Any], Callable[[], Any]]) -> tuple[bytes, str]:
        """Ask an agent; the game can go on while it thinks."""
        with self.server.thinking:
            with self.server.lock:
                think = begin(self._asked())
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
            if self._brings_token():
                self._enter()
                return
            self._check_cookie()
            if work is None:
                self._send(HTTPStatus.NOT_FOUND, *refusal(f"there is nothing at {self.path[:SHOWN]}"))
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
        if origin is not None and origin not in self.server.origins:
            raise ForbiddenError("this server answers its own page only")

    def _brings_token(self) -> bool:
        """Return true for the printed address. Raises ForbiddenError for a wrong token."""
        path, asked = self._path(), self._address()[1]
        if self.command != "GET" or path != "/" or "token" not in asked:
            return False
        token, entrance = asked["token"][0], self._entrance()
        if not entrance.is_token(token) and not entrance.is_ticket(token):
            raise ForbiddenError(OPEN_THE_ADDRESS)
        return True

    def _enter(self) -> None:
        """Give the browser the token as a cookie, and show it the page by an address without the token.

        A browser that comes from elsewhere, such as a terminal in a web page, would not send the cookie after
        a redirect; a page of this server takes it on.
        """
        entrance = self._entrance()
        cookie = f"{self.server.cookie}={entrance.token}; Path={entrance.path}; HttpOnly; SameSite=Strict"
        if self.server.public.startswith("https:"):
            cookie += "; Secure"
        if self._is_from_elsewhere():
            self._send(HTTPStatus.OK, GO_ON.format(path=entrance.path).encode(), HTML, {"Set-Cookie": cookie})
        else:
            self._send(HTTPStatus.SEE_OTHER, b"", HTML, {"Set-Cookie": cookie, "Location": entrance.path})

    def _check_cookie(self) -> None:
        """Raises ForbiddenError for a request without the token, or made by another page."""
        if self._is_from_elsewhere():
            raise ForbiddenError("this server answers its own page only")
        pairs = [pair.strip().partition("=") for pair in self.headers.get("Cookie", "").split(";")]
        entrance = self.server.entrance_at(self._address()[0])
        known = [value for name, _, value in pairs if name == self.server.cookie]
        if entrance is None or not any(map(entrance.is_token, known)):
            raise ForbiddenError(OPEN_THE_ADDRESS)
        self._is_known, self._reader.until = True, time.monotonic() + SECONDS

    def _is_from_elsewhere(self) -> bool:
        """Return true if the browser says that another page made this request."""
        return self.headers.get("Sec-Fetch-Site", "none") not in ("same-origin", "none")

    def _address(self) -> tuple[str, dict[str, list[str]]]:
        """The path and the query of the request; the path of a malformed address is empty."""
        try:
            url = urllib.parse.urlsplit(self.path)
            return url.path, urllib.parse.parse_qs(url.query)
        except ValueError:
            return "", {}

    def _read(self, kind: str) -> bytes:
        """The body of a request. Raises RefusedError, ForbiddenError."""
        if self.headers.get_content_type() != kind:
            raise ForbiddenError(f"the content type of {self.path[:SHOWN]} is {kind}")
        length = self.headers.get("Content-Length", "")
        if not re.fullmatch("[0-9]{1,9}", length) or int(length) > LARGEST_BODY:
            raise RefusedError(f"a request holds at most {LARGEST_BODY} bytes, and says how many")
        body = self.rfile.read(int(length))
        if len(body) < int(length):
            raise RefusedError("the request was cut off")
        return body

    def _asked(self) -> dict[str, Any]:
        """The JSON object in the body. Raises RefusedError."""
        try:
            asked = json.loads(self._body)
        except (ValueError, RecursionError) as error:
            raise RefusedError("the request is no JSON") from error
        if not isinstance(asked, dict):
            raise RefusedError("the request is no JSON object")
        return asked

    def _send(
        self, status: HTTPStatus, content: bytes, kind: str, more: Mapping[str, str] | None = None
    ) -> None:
        """Send an answer, with `more` headers; keep the connection only if nothing of the request is left."""
        self.connection.settimeout(SECONDS)
        if status is not HTTPStatus.OK or self._has_unread_body():
            self.close_connection = True
        self.send_response(status)
        about = {"Content-Type": kind, "Content-Length": str(len(content)), **(more or {})}
        for name, value in {**HEADERS, **about}.items():
            self.send_header(name, value)
        if self.close_connection:
            self.send_header("Connection", "close")
        if kind == BYTES:
            name = self.server.model.session.env.game.name
            self.send_header("Content-Disposition", f'attachment; filename="{name}.game"')
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def _has_unread_body(self) -> bool:
        """Return true if the request has a body that would be taken for the next request."""
        if "Transfer-Encoding" in self.headers:
            return True
        return self.command != "POST" and self.headers.get("Content-Length", "0") != "0"

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer requests that `http.server` refuses by itself like all other refused ones."""
        status = HTTPStatus(code)
        self._send(status, *refusal(message or status.phrase))

    def version_string(self) -> str:
        """What the server calls itself."""
        return "crusoe_env"

    def log_message(self, format: str, *arguments: Any) -> None:
        """Write no log of requests."""


def seat_path(model: PageModel) -> str:
    """The beginning of the address of a person's window."""
    return f"/seat-{(model.viewer or 0) + 1}/"


@functools.cache
def page() -> bytes:
    """The page, with its style and its scripts in it, so that it loads nothing."""
    folder = importlib.resources.files("crusoe_env.play.web")
    content = folder.joinpath("page.html").read_text("utf-8")
    for name in PARTS:
        content = content.replace(f"/* {name} */", folder.joinpath(name).read_text("utf-8"))
    return content.encode()


def as_json(content: Any) -> bytes:
    """Content as JSON in bytes."""
    return json.dumps(content, ensure_ascii=False).encode("utf-8", "backslashreplace")


def refusal(words: str) -> tuple[bytes, str]:
    """The answer to a refused request: the reason in one line."""
    return as_json({"refused": words}), JSON
