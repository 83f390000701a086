"""Play in the browser: the server by its requests, the page in Chromium."""

import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading

import pytest

from crusoe_env.core.progress import quiet_numba, told
from crusoe_env.play import main
from crusoe_env.play.program import new_env
from crusoe_env.play.session import Session
from crusoe_env.play.web.server import GameServer
from crusoe_env.play.web.showing import Showing
from tests.browser import CHROMIUM, needs_chromium
from tests.support import content_of_page
from tests.terminal import ROOT, new_game


def serving(name, options=None, seed=1):
    """A server of a new game, in a thread of its own."""

    def begin(options, seed):
        env = new_env(name, options)
        env.reset(seed=seed)
        return env

    options = options or {}
    session = Session(begin(options, seed), "random", options, seed)
    server = GameServer(Showing(session, begin))
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    return server


@pytest.fixture
def server():
    started = serving("marooned")
    yield started
    started.shutdown()
    started.server_close()


def request(server, method, path, body=None, **headers):
    """Status, headers and body of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=60)
    if isinstance(body, dict):
        body, headers = json.dumps(body).encode(), {"Content-Type": "application/json", **headers}
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body, sent)
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer.status, answer.headers, content


def table(server):
    status, _, content = request(server, "GET", "/table")
    assert status == 200
    return json.loads(content)


def legal(shown):
    return [move["action"] for block in shown["blocks"] for move in block["moves"]]


def snapshot(server):
    return server.showing.session.env.snapshot()


# ------------------------------------------------------------------ the game


def test_the_table_is_that_of_the_game(server):
    env, shown = new_game(1), table(server)
    assert shown["picture"] == env.picture()
    assert shown["text"] == env.text()
    assert legal(shown) == env.legal_actions()
    assert (shown["title"], shown["seed"], shown["undo"], shown["result"]) == ("Marooned!", 1, 0, "")
    assert shown["question"] in env.text()
    assert table_dark(server)["picture"] == env.picture("dark")


def table_dark(server):
    return json.loads(request(server, "GET", "/table?theme=dark")[2])


def test_moves_are_made_told_and_taken_back(server):
    before, env = snapshot(server), new_game(1)
    for step in range(3):
        action = legal(table(server))[0]
        assert request(server, "POST", "/move", {"action": action, "version": step})[0] == 200
        env.step(action)
    shown = table(server)
    assert snapshot(server) == env.snapshot()
    assert (shown["undo"], shown["version"], len(shown["log"])) == (3, 3, 3)
    assert any(line.startswith("health: ") for entry in shown["log"] for line in entry["changes"])
    assert request(server, "POST", "/undo", {"count": 3})[0] == 200
    assert snapshot(server) == before
    assert table(server)["log"] == []


def test_every_click_in_the_picture_means_legal_moves(server):
    shown = table(server)
    zones = re.findall(r'data-actions="([\d ]+)"', shown["picture"])
    assert zones
    assert {int(action) for zone in zones for action in zone.split()} <= set(legal(shown))


@pytest.mark.parametrize(
    ("path", "body", "words"),
    [
        ("/move", {"action": 0, "version": 7}, "gone on meanwhile"),
        ("/move", {"action": 9999}, "action 9999 is not possible now"),
        ("/move", {"action": -1}, "not possible now"),
        ("/move", {"action": "walk"}, "'walk' is no whole number"),
        ("/move", {"action": True}, "is no whole number"),
        ("/move", {}, "action: None is no whole number"),
        ("/undo", {"count": 1}, "nothing to take back"),
        ("/new", {"seed": -1}, "below 0"),
        ("/new", {"seed": 1, "options": {"players": 2}}, "unexpected keyword argument 'players'"),
        ("/new", {"seed": 1, "options": [1]}, "a mapping"),
        ("/advice", {"agent": "nobody"}, "unknown agent 'nobody'"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_changes_nothing(server, path, body, words):
    before = snapshot(server)
    status, _, content = request(server, "POST", path, body)
    refused = json.loads(content)["refused"]
    assert status == 409
    assert words in refused
    assert "\n" not in refused
    assert snapshot(server) == before
    assert table(server)["version"] == 0


def test_a_saved_game_goes_on_and_a_damaged_one_does_not(server):
    action = legal(table(server))[0]
    request(server, "POST", "/move", {"action": action})
    _, headers, saved = request(server, "GET", "/save")
    assert headers["Content-Disposition"] == 'attachment; filename="marooned.game"'
    request(server, "POST", "/undo", {})
    kind = {"Content_Type": "application/octet-stream"}
    status, _, content = request(server, "POST", "/load", saved[:-3], **kind)
    assert status == 409
    assert "damaged or cut off" in json.loads(content)["refused"]
    assert request(server, "POST", "/load", saved, **kind)[0] == 200
    assert snapshot(server) == saved
    assert table(server)["undo"] == 1


def test_advice_is_about_the_position_and_changes_nothing(server):
    before = snapshot(server)
    status, _, content = request(server, "POST", "/advice", {"agent": "random"})
    advice = json.loads(content)
    assert status == 200
    assert advice["best"] in legal(table(server))
    assert sum(advice["shares"].values()) == pytest.approx(1)
    assert snapshot(server) == before


@pytest.mark.parametrize(
    ("uncompiled", "functions", "words"),
    [
        (None, None, ""),
        (None, 230, "compiling for a first use, once per version, 230 functions so far"),
        ("1", None, "the rules are not compiled: begin with --compile, and advice will come at once"),
    ],
)
def test_it_says_what_advice_waits_for(server, monkeypatch, uncompiled, functions, words):
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    if uncompiled is not None:
        monkeypatch.setenv("NUMBA_DISABLE_JIT", uncompiled)
    with contextlib.nullcontext() if functions is None else quiet_numba():
        told.functions = functions or 0
        status, _, content = request(server, "GET", "/doing")
    assert (status, json.loads(content)) == (200, {"doing": words})


def test_a_new_game_has_its_seed(server):
    request(server, "POST", "/move", {"action": legal(table(server))[0]})
    assert request(server, "POST", "/new", {"seed": 8})[0] == 200
    assert snapshot(server) == new_game(8).snapshot()
    assert (table(server)["seed"], table(server)["log"]) == (8, [])


def test_a_game_becomes_a_replay(server):
    played = []
    while moves := legal(table(server)):
        played.append(moves[0])
        request(server, "POST", "/move", {"action": moves[0]})
    assert re.match("Victory|Defeat", table(server)["result"])
    before = snapshot(server)
    content = content_of_page(request(server, "GET", "/replay")[2].decode())
    names = server.showing.session.env.game.actions.names
    assert [frame["action"] for frame in content["frames"]] == [None, *(names[action] for action in played)]
    assert content["seed"] == 1
    assert "score" in content["result"]
    assert snapshot(server) == before


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


def test_a_port_that_is_taken_is_one_line(capsys):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        status = main(["marooned", "--web", "--port", str(taken.getsockname()[1])])
    error = capsys.readouterr().err
    assert status == 2
    assert error.count("\n") == 1
    assert "choose another" in error


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_control_c_ends_the_program_politely():
    command = [sys.executable, "-m", "crusoe_env.play", "marooned", "--web", "--seed", "1"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    program = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a job in the background ignores it
    )  # fmt: skip
    port = int(re.search(rb"http://127\.0\.0\.1:(\d+)/", program.stdout.readline())[1])
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", "/table")
    assert json.loads(connection.getresponse().read())["seed"] == 1
    connection.close()
    program.send_signal(signal.SIGINT)
    out, error = program.communicate(timeout=60)
    assert (program.returncode, out, error) == (0, b"\nGoodbye.\n", b"")


# ------------------------------------------------------------------ the page


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


class Page:
    """The page of a server in the browser, with everything that it complained about."""

    def __init__(self, browser, server, **look):
        self.server = server
        self.context = browser.new_context(**look)
        self.page = self.context.new_page()
        self.complaints = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(server.url)
        self.page.wait_for_selector("main:not([hidden])")

    def after(self, change):
        """Do something that changes the game, and wait until it has and is shown."""
        version = self.server.showing.version
        change()
        while self.server.showing.version == version:
            self.page.wait_for_timeout(10)
        shown = f'[data-busy="false"] main[data-version="{self.server.showing.version}"]'
        self.page.wait_for_selector(shown, timeout=60_000)

    def close(self):
        assert self.complaints == []
        self.context.close()


ZONES = "#picture [data-actions]"


def click_in_picture(page):
    """Click on something; where that may mean several moves, take the last of them."""
    page.locator(ZONES).last.click(position={"x": 12, "y": 12})
    if page.is_visible("#menu"):
        page.locator("#menu button").last.click()


@needs_chromium
@pytest.mark.browser
def test_a_game_is_set_up_and_a_round_of_it_played_by_clicks(browser):
    server = serving("robinson")
    shown = Page(browser, server, viewport={"width": 1400, "height": 900})
    page = shown.page
    page.click("#new")
    page.select_option("select[data-option=players]", "2")
    page.fill("#seed", "5")
    shown.after(lambda: page.click("#begin"))
    session = server.showing.session
    assert (session.options["players"], session.seed) == (2, 5)
    clicked = set()
    while session.env.state.rounds < 2 and session.env.legal_actions():
        if page.locator(ZONES).count() and len(clicked) < 3:
            shown.after(lambda: click_in_picture(page))
            clicked.add(session.env.action_name(session.history[-1].action))
        else:
            shown.after(lambda: page.locator("#moves .move").first.click())
        assert page.inner_text("#who").lower().startswith(table(server)["who"].lower())
    assert clicked, "something was chosen in the picture"
    assert "round 2" in page.inner_text("#about")
    count = len(session.history)
    shown.after(lambda: page.click("#undo"))
    assert len(session.history) == count - 1
    shown.close()
    server.shutdown()


@needs_chromium
@pytest.mark.browser
def test_keys_filter_and_choose_moves(browser, server):
    shown = Page(browser, server, color_scheme="dark")
    page, session = shown.page, server.showing.session
    names = page.locator("#moves .move span").all_inner_texts()
    shown.after(lambda: page.keyboard.press("2"))
    assert session.env.action_name(session.history[-1].action).replace("_", " ") == names[1]
    shown.after(lambda: page.keyboard.press("u"))
    page.keyboard.press("/")
    page.keyboard.type(names[1].split()[-1])
    assert page.locator("#moves .move span").all_inner_texts() == [names[1]]
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowDown")
    shown.after(lambda: page.keyboard.press("Enter"))
    assert session.env.action_name(session.history[-1].action).replace("_", " ") == names[1]
    shown.after(lambda: page.keyboard.press("u"))
    page.keyboard.press("a")
    page.wait_for_selector("#advised:has-text('would choose')")
    assert "random would choose" in page.inner_text("#advised")
    shown.close()


@needs_chromium
@pytest.mark.browser
def test_while_an_adviser_compiles_the_page_says_so(browser, server, monkeypatch):
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    adviser, seen = server.showing.session.adviser("random"), threading.Event()
    advice = adviser.advice

    def after_compiling(dealt):
        with quiet_numba():
            told.functions = 230
            assert seen.wait(60)
        return advice(dealt)

    monkeypatch.setattr(adviser, "advice", after_compiling)
    shown = Page(browser, server)
    shown.page.click("#advice")
    shown.page.wait_for_selector("#advised:has-text('is thinking … (compiling for a first use, ')")
    assert "230 functions" in shown.page.inner_text("#advised")
    seen.set()
    shown.page.wait_for_selector("#advised:has-text('random would choose')")
    shown.close()


@needs_chromium
@pytest.mark.browser
def test_the_page_fits_a_phone(browser, server):
    shown = Page(browser, server, viewport={"width": 390, "height": 844}, has_touch=True)
    page = shown.page
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.tap("#zoom")
    assert page.locator("#picture svg").bounding_box()["width"] == pytest.approx(1200)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    shown.after(lambda: page.tap("#moves .move"))
    shown.close()
