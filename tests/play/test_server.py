"""Play in the browser: whom the server answers, and what it refuses."""

import contextlib
import http.client
import json
import os
import pickle
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import webbrowser
from http.server import ThreadingHTTPServer
from importlib.resources import files

import pytest

from crusoe_env.play import main
from crusoe_env.play.saves import Save, pack_save
from crusoe_env.play.web import page_model
from crusoe_env.play.web import server as web_server
from crusoe_env.play.web.server import HEADERS, LARGEST_BODY, OPEN_THE_ADDRESS
from tests.play.terminal import ROOT, new_game
from tests.play.web import legal, request, serving, snapshot, table


@pytest.fixture
def server():
    started = serving("marooned")
    yield started
    started.shutdown()
    started.server_close()


def raw(server, content):
    """All that the server sends for these bytes until it closes the connection."""
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=60) as connection:
        connection.sendall(content)
        return b"".join(iter(lambda: connection.recv(65_536), b""))


def head(server, line, *headers):
    """The head of a request of the page."""
    known = (f"Host: 127.0.0.1:{server.server_port}", f"Cookie: {server.cookie}={server.token}")
    return "\r\n".join([line, *known, *headers, "", ""]).encode()


# ------------------------------------------------------------------ the token

GETS = ("/", "/table", "/version", "/doing", "/save", "/replay", "/nothing")
POSTS = ("/move", "/undo", "/new", "/load", "/advice", "/nothing")


@pytest.mark.parametrize(
    "cookie", ["", "{name}=", "{name}=wrong", "{name}={token}x", "other={token}", "{token}"]
)
def test_nothing_is_answered_without_the_token(server, cookie):
    before = snapshot(server)
    sent = cookie.format(name=server.cookie, token=server.token)
    for method, path in [*(("GET", path) for path in GETS), *(("POST", path) for path in POSTS)]:
        body = {"action": 0, "seed": 1} if method == "POST" else None
        status, _, content = request(server, method, path, body, Cookie=sent)
        assert (status, json.loads(content)["refused"]) == (403, OPEN_THE_ADDRESS)
    assert snapshot(server) == before


def test_the_printed_address_gives_the_browser_a_cookie_and_leads_to_the_page(server):
    path = server.url.removeprefix(f"http://127.0.0.1:{server.server_port}")
    status, headers, content = request(server, "GET", path, Cookie="")
    cookie = f"{server.cookie}={server.token}"
    assert (status, headers["Location"], content) == (303, "/", b"")
    assert headers["Set-Cookie"] == f"{cookie}; Path=/; HttpOnly; SameSite=Strict"
    status, headers, content = request(server, "GET", "/", Cookie=f"theme=dark; {cookie}; a=b")
    assert status == 200
    assert server.token not in content.decode() + str(headers)


def test_a_link_of_another_page_to_the_printed_address_leads_to_the_page(server):
    """After a redirect the browser would not send a cookie for this site alone."""
    path = f"/?token={server.token}"
    status, headers, content = request(server, "GET", path, Cookie="", Sec_Fetch_Site="cross-site")
    assert status == 200
    assert b'http-equiv="refresh" content="0; url=/"' in content
    assert headers["Set-Cookie"].startswith(f"{server.cookie}={server.token};")


@pytest.mark.parametrize("token", ["", "wrong", "{token}x", "%00", "%ff", "\xe9"])
def test_an_address_with_a_wrong_token_is_refused_even_with_the_cookie(server, token):
    sent = head(server, f"GET /?token={token.format(token=server.token)} HTTP/1.1", "Connection: close")
    answer = raw(server, sent.decode().encode("latin-1"))
    assert answer.startswith(b"HTTP/1.1 403 ") or not token
    assert b"Set-Cookie" not in answer


def test_the_address_that_the_program_opens_works_once(server):
    """Other users of a machine see the command line of a browser."""
    url = server.url_to_open()
    assert server.token not in url
    path = url.removeprefix(f"http://127.0.0.1:{server.server_port}")
    assert request(server, "GET", "/?token=wrong", Cookie="")[0] == 403
    assert request(server, "GET", path, Cookie="")[0] == 303
    assert request(server, "GET", path, Cookie="")[0] == 403


def test_every_server_has_a_token_and_a_cookie_of_its_own(server):
    other = serving("marooned")
    assert other.token != server.token
    assert other.cookie != server.cookie
    other.shutdown()
    other.server_close()


# ------------------------------------------------------------------ code and files of others


@pytest.mark.parametrize(
    "agent",
    [
        "evil:Evil",
        "evil.zip",
        "{folder}/evil.zip",
        "guided:evil.zip:32",
        "guided:evil:Evil",
        "rolling:evil.zip:32",
        "team:evil:Evil",
    ],
)
def test_a_page_cannot_load_a_file_or_a_module(server, tmp_path, monkeypatch, agent):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evil.py").write_text("open('loaded', 'w').close()")
    (tmp_path / "evil.zip").write_bytes(pickle.dumps(Evil()))
    asked = {"agent": agent.format(folder=tmp_path)}
    status, _, content = request(server, "POST", "/advice", asked)
    assert status == 409
    assert "is not asked from a page" in json.loads(content)["refused"]
    assert not (tmp_path / "loaded").exists()


class Evil:
    """What does something when it is unpickled."""

    def __reduce__(self):
        return exec, ("open('loaded', 'w').close()",)


def test_the_agent_of_the_command_line_may_be_anything(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "my_agents.py").write_text(
        "from crusoe_agents.random_agent import RandomAgent\nclass Mine(RandomAgent):\n    name = 'mine'\n"
    )
    server = serving("marooned", agent="my_agents:Mine")
    for asked in ({}, {"agent": "my_agents:Mine"}):
        status, _, content = request(server, "POST", "/advice", asked)
        assert (status, json.loads(content)["agent"]) == (200, "mine")
    server.shutdown()
    server.server_close()


def test_a_page_cannot_name_a_file_as_an_option(tmp_path):
    mine, other = tmp_path / "mine" / "castaways.toml", tmp_path / "other" / "castaways.toml"
    castaways = files("crusoe_env.robinson").joinpath("data/scenarios/castaways.toml").read_text("utf-8")
    for file in (mine, other):
        file.parent.mkdir()
        file.write_text(castaways, encoding="utf-8")
    server = serving("robinson", "--option", f"scenario={mine}")
    assert request(server, "POST", "/new", {"seed": 2, "options": {"players": 2}})[0] == 200
    before, kind = snapshot(server), {"Content_Type": "application/octet-stream"}
    for scenario in (str(other), [str(other)], "castaways.toml", "..\\castaways.toml"):
        asked = {"seed": 2, "options": {"scenario": scenario}}
        save = pack_save(Save(new_game(1, "robinson").snapshot(), asked["options"], 1))
        for answer in (
            request(server, "POST", "/new", asked),
            request(server, "POST", "/load", save, **kind),
        ):
            assert answer[0] == 409
            assert "may name a file" in json.loads(answer[2])["refused"]
    assert snapshot(server) == before
    server.shutdown()
    server.server_close()


# ------------------------------------------------------------------ who is answered


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "127.0.0.1"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "https://127.0.0.1"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
)
def test_other_pages_are_refused(server, headers):
    before = snapshot(server)
    for method, path, body in (
        ("GET", "/table", None),
        ("POST", "/move", {"action": 0}),
        ("GET", "/save", None),
    ):
        status, _, content = request(server, method, path, body, **headers)
        assert status == 403
        assert (
            "its own page only" in json.loads(content)["refused"]
            or "answers as" in json.loads(content)["refused"]
        )
    assert snapshot(server) == before


def test_the_own_page_is_answered(server):
    host = f"localhost:{server.server_port}"
    own = {"Host": host, "Origin": f"http://{host}", "Sec_Fetch_Site": "same-origin"}
    assert request(server, "POST", "/move", {"action": legal(table(server))[0]}, **own)[0] == 200


@pytest.mark.parametrize(
    ("body", "headers", "status", "words"),
    [
        (b"{}", {"Content_Type": "text/plain"}, 403, "content type"),
        (b"action=0", {"Content_Type": "application/x-www-form-urlencoded"}, 403, "content type"),
        (b"{", {"Content_Type": "application/json"}, 409, "no JSON"),
        (b"[" * 100_000, {"Content_Type": "application/json"}, 409, "no JSON"),
        (b"[1]", {"Content_Type": "application/json"}, 409, "no JSON object"),
        (b"", {"Content_Type": "application/json", "Content_Length": "99999999999"}, 409, "at most"),
    ],
)
def test_requests_that_no_page_sends(server, body, headers, status, words):
    before = snapshot(server)
    answered, _, content = request(server, "POST", "/move", body, **headers)
    assert answered == status
    assert words in json.loads(content)["refused"]
    assert snapshot(server) == before


def test_there_is_nothing_else(server):
    for method, path in (
        ("GET", "/etc/passwd"),
        ("GET", "/../page.html"),
        ("POST", "/save"),
        ("GET", "/move"),
    ):
        assert request(server, method, path, {} if method == "POST" else None)[0] == 404


def test_nothing_is_loaded_from_elsewhere(server):
    _, headers, page = request(server, "GET", "/")
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert b"http:" not in page
    assert b"https:" not in page


def test_the_server_is_for_this_machine_alone(server):
    assert server.socket.getsockname()[0] == "127.0.0.1"


# ------------------------------------------------------------------ requests that no browser sends


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("GET http://[x/ HTTP/1.1", 404),
        ("POST http://[x/ HTTP/1.1", 404),
        ("PUT / HTTP/1.1", 501),
        ("GET / HTTP/9.9", 505),
        ("GET / HTPP", 400),
        ("GET", 400),
        ("GET /" + "a" * 70_000 + " HTTP/1.1", 414),
        ("\0\x16\x03", 400),
    ],
)
def test_a_malformed_request_is_one_line_with_the_headers_of_all_answers(server, capfd, line, status):
    answer = raw(server, head(server, line))
    first, *headers = answer.partition(b"\r\n\r\n")[0].decode().split("\r\n")
    assert first.startswith(f"HTTP/1.1 {status} ")
    assert {f"{name}: {value}" for name, value in HEADERS.items()} <= set(headers)
    refused = json.loads(answer.partition(b"\r\n\r\n")[2])["refused"]
    assert refused
    assert "\n" not in refused
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("path", ["/", "/nothing", "/move"])
def test_refusals_have_the_headers_of_all_answers(server, path):
    for method, body, sent in [
        ("GET", None, {"Cookie": ""}),
        ("GET", None, {}),
        ("POST", {"action": -1}, {}),
    ]:
        _, headers, _ = request(server, method, path, body, **sent)
        assert {name: headers[name] for name in HEADERS} == HEADERS


@pytest.mark.parametrize("length", ["9" * 5_000, "-1", "1e3", "", "٣".encode().decode("latin-1"), "4000001"])
def test_a_length_that_is_none_or_too_large_is_refused(server, capfd, length):
    lines = ("Content-Type: application/octet-stream", f"Content-Length: {length}")
    answer = raw(server, head(server, "POST /load HTTP/1.1", *lines))
    assert answer.startswith(b"HTTP/1.1 409 ")
    assert b"a request holds at most 4000000 bytes" in answer
    assert capfd.readouterr().err == ""


def test_the_largest_request_is_read(server):
    kind = {"Content_Type": "application/octet-stream"}
    status, _, content = request(server, "POST", "/load", bytes(LARGEST_BODY), **kind)
    assert (status, "not a snapshot" in json.loads(content)["refused"]) == (409, True)


@pytest.mark.parametrize(
    ("line", "headers"),
    [
        ("POST /move HTTP/1.1", ["Content-Type: text/plain"]),
        ("POST /nothing HTTP/1.1", ["Content-Type: application/json"]),
        ("POST /undo HTTP/1.1", ["Content-Type: application/json", "Transfer-Encoding: chunked"]),
        ("GET /version HTTP/1.1", []),
        ("GET /nothing HTTP/1.1", []),
    ],
)
def test_a_body_is_never_taken_for_the_next_request(server, line, headers):
    hidden = head(server, "GET /table HTTP/1.1")
    answer = raw(server, head(server, line, *headers, f"Content-Length: {len(hidden)}") + hidden)
    assert answer.count(b"HTTP/1.1 ") == 1
    assert b"Connection: close" in answer


def test_a_chunked_body_is_never_taken_for_the_next_request(server):
    hidden = b"0\r\n\r\n" + head(server, "GET /table HTTP/1.1")
    for line in ("GET /version HTTP/1.1", "POST /undo HTTP/1.1"):
        answer = raw(server, head(server, line, "Transfer-Encoding: chunked") + hidden)
        assert answer.count(b"HTTP/1.1 ") == 1


def test_a_request_that_is_cut_off_changes_nothing(server):
    before = snapshot(server)
    lines = ("Content-Type: application/json", "Content-Length: 99")
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=60) as connection:
        connection.sendall(head(server, "POST /new HTTP/1.1", *lines) + b'{"seed": 2}')
        connection.shutdown(socket.SHUT_WR)
        assert b"the request was cut off" in b"".join(iter(lambda: connection.recv(65_536), b""))
    assert snapshot(server) == before


# ------------------------------------------------------------------ several at once, slow ones, silent ones


@pytest.mark.parametrize(
    ("path", "name", "body"),
    [
        ("/table", "table", None),
        ("/save", "save", None),
        ("/replay", "replay", None),
        ("/move", "move", {"action": 0}),
        ("/undo", "undo", {}),
        ("/new", "begin", {"seed": 1}),
        ("/load", "load", b""),
    ],
)
def test_only_one_request_at_a_time_sees_or_changes_the_game(server, monkeypatch, path, name, body):
    locked = []
    monkeypatch.setattr(server.model, name, lambda *_: (locked.append(server.lock.locked()), b"")[1])
    kind = {"Content_Type": "application/octet-stream"} if body == b"" else {}
    with contextlib.suppress(http.client.HTTPException):  # what is answered is no table, nor a replay
        request(server, "GET" if body is None else "POST", path, body, **kind)
    assert locked == [True]


@pytest.mark.parametrize("path", ["/", "/version", "/doing"])
def test_some_things_are_answered_while_the_game_is_busy(server, path):
    with server.lock, server.thinking:
        assert request(server, "GET", path)[0] == 200


def test_the_game_goes_on_while_an_agent_thinks(server, monkeypatch):
    thinking, done = threading.Event(), threading.Event()
    adviser = server.model.session.adviser("random")
    advice = adviser.advice

    def slow(dealt):
        thinking.set()
        assert done.wait(60)
        return advice(dealt)

    monkeypatch.setattr(adviser, "advice", slow)
    asked = threading.Thread(target=request, args=(server, "POST", "/advice", {}))
    asked.start()
    assert thinking.wait(60)
    assert request(server, "POST", "/move", {"action": legal(table(server))[0]})[0] == 200
    done.set()
    asked.join(60)


def test_a_silent_connection_is_closed(server, monkeypatch):
    for name in ("SECONDS", "WITHOUT_TOKEN"):
        monkeypatch.setattr(web_server, name, 0.1)
    for sent in (b"", b"GET / HT", head(server, "GET /version HTTP/1.1")[:-2], b"\r\n"):
        assert raw(server, sent) == b""
    lines = ("Content-Type: application/json", "Content-Length: 99")
    assert raw(server, head(server, "POST /undo HTTP/1.1", *lines) + b"{") == b""


def test_a_request_that_comes_byte_by_byte_is_not_waited_for(server):
    here, there = socket.socketpair()
    with here, there, web_server.TimedReader(there) as reader:
        here.sendall(b"GE")
        reader.until = time.monotonic() + 60
        assert reader.read(1) == b"G"
        reader.until = time.monotonic()
        with pytest.raises(TimeoutError):
            reader.read(1)


def test_only_a_connection_that_has_shown_the_token_may_stay_silent(server, monkeypatch):
    monkeypatch.setattr(web_server, "WITHOUT_TOKEN", 0.2)
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=60)
    with contextlib.closing(connection):
        for _ in range(2):
            connection.request("GET", "/version", headers={"Cookie": f"{server.cookie}={server.token}"})
            used = connection.sock
            assert connection.getresponse().read() == b'{"version": 0}'
            time.sleep(0.4)
        assert connection.sock is used  # the same connection served both
    stranger = f"GET /version HTTP/1.1\r\nHost: 127.0.0.1:{server.server_port}\r\n\r\n".encode()
    assert raw(server, stranger).startswith(b"HTTP/1.1 403 ")
    assert raw(server, stranger[:-2]) == b""


def test_a_picture_is_drawn_once_for_each_version_and_theme(server, monkeypatch):
    drawn = []
    picture = page_model.page_picture
    monkeypatch.setattr(page_model, "page_picture", lambda *given: drawn.append(given[1]) or picture(*given))
    for path in ("/table", "/table", "/table?theme=dark", "/table"):
        before = table(server, path)["picture"]
    assert drawn == ["light", "dark"]
    request(server, "POST", "/move", {"action": legal(table(server))[0], "version": 0})
    assert table(server)["picture"] != before
    assert drawn == ["light", "dark", "light"]


def test_connections_are_limited_and_free_again_once_they_are_closed(monkeypatch):
    monkeypatch.setattr(web_server, "MOST_CONNECTIONS", 2)
    server = serving("marooned")
    address = ("127.0.0.1", server.server_port)
    with socket.create_connection(address, 60) as one, socket.create_connection(address, 60) as two:
        for connection in (one, two):
            connection.sendall(head(server, "GET /version HTTP/1.1"))
            assert connection.recv(1) == b"H"
        for sent in (head(server, "GET /version HTTP/1.1"), b""):
            answer = raw(server, sent)
            assert answer.startswith(b"HTTP/1.1 503 ")
            assert b"Retry-After: 1\r\n" in answer
    while server.free_connections._value < 2:  # until both threads have seen that their connection is closed
        time.sleep(0.01)
    assert request(server, "GET", "/version")[0] == 200
    server.shutdown()
    server.server_close()


def test_answers_are_sent_at_once(server, monkeypatch):
    """Without it, the system holds what follows the headers back until they are acknowledged: 40 ms."""
    options, finish = [], server.finish_request

    def spied(connection, address):
        finish(connection, address)
        options.append(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    monkeypatch.setattr(server, "finish_request", spied)
    raw(server, head(server, "GET /version HTTP/1.1", "Connection: close"))
    assert options[0]


# ------------------------------------------------------------------ the program


def test_a_port_that_is_taken_is_one_line(capsys):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        status = main(["marooned", "--web", "--port", str(taken.getsockname()[1])])
    error = capsys.readouterr().err
    assert status == 2
    assert error.count("\n") == 1
    assert "choose another" in error


def test_the_browser_is_opened_by_an_address_that_works_once(monkeypatch, capsys):
    opened = []

    def serve(server):
        path = opened[0].removeprefix(f"http://127.0.0.1:{server.server_port}")
        thread = threading.Thread(target=ThreadingHTTPServer.serve_forever, args=(server, 0.01))
        thread.start()
        opened.append([request(server, "GET", path, Cookie="")[0] for _ in range(2)])
        server.shutdown()
        thread.join(60)

    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setattr(web_server.GameServer, "serve_forever", serve)
    assert main(["marooned", "--web", "--open", "--seed", "1"]) == 0
    assert opened[1] == [303, 403]
    assert opened[0] not in capsys.readouterr().out


def test_agents_at_a_table_stop_with_the_program(monkeypatch, capsys):
    def serve(server):
        raise KeyboardInterrupt

    monkeypatch.setattr(web_server.GameServer, "serve_forever", serve)
    before = threading.enumerate()
    assert main(["robinson", "--players", "2", "--web", "--port", "0", "--seats", "human", "random"]) == 0
    for thread in threading.enumerate():
        if thread not in before:
            thread.join(5)
            assert not thread.is_alive(), thread.name


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_control_c_ends_the_program_politely():
    command = [sys.executable, "-m", "crusoe_env.play", "marooned", "--web", "--seed", "1"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    program = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a job in the background ignores it
    )  # fmt: skip
    found = re.search(rb"http://127\.0\.0\.1:(\d+)/\?token=(\S+)", program.stdout.readline())
    port, token = found[1].decode(), found[2].decode()
    connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=60)
    connection.request("GET", "/table", headers={"Cookie": f"crusoe-{port}={token}"})
    assert json.loads(connection.getresponse().read())["seed"] == 1
    connection.close()
    program.send_signal(signal.SIGINT)
    out, error = program.communicate(timeout=60)
    assert (program.returncode, out, error) == (0, b"\nGoodbye.\n", b"")
