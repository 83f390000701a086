"""Play in the browser: the server by its requests, the page in Chromium."""

import contextlib
import json
import re
import threading

import pytest

from crusoe_env.play.web.page_model import page_picture
from crusoe_env.support.progress import compiling, quiet_numba
from tests.browser import Page, chromium, needs_chromium
from tests.play.terminal import new_game
from tests.play.web import legal, request, serving, snapshot, table
from tests.support import content_of_page


@pytest.fixture
def server():
    started = serving("marooned")
    yield started
    started.shutdown()
    started.server_close()


# ------------------------------------------------------------------ the game


def test_the_table_is_that_of_the_game(server):
    env, shown = new_game(1), table(server)
    assert shown["picture"] == page_picture(env, "light")
    assert shown["text"] == env.text()
    assert legal(shown) == env.legal_actions()
    assert (shown["title"], shown["seed"], shown["undo"], shown["result"]) == ("Marooned!", 1, 0, "")
    assert shown["question"] in env.text()
    assert table_dark(server)["picture"] == page_picture(env, "dark")


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
        ("/undo", {"count": 1, "version": 7}, "gone on meanwhile"),
        ("/new", {"seed": -1}, "below 0"),
        ("/new", {"seed": 1, "options": {"players": 2}}, "unexpected keyword argument 'players'"),
        ("/new", {"seed": 1, "options": [1]}, "a mapping"),
        ("/advice", {"agent": "nobody"}, "agent 'nobody' is not asked from a page"),
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
    moved = snapshot(server)
    _, headers, saved = request(server, "GET", "/save")
    assert headers["Content-Disposition"] == 'attachment; filename="marooned.game"'
    request(server, "POST", "/undo", {})
    kind = {"Content_Type": "application/octet-stream"}
    status, _, content = request(server, "POST", "/load", saved[:-3], **kind)
    assert status == 409
    assert "damaged or cut off" in json.loads(content)["refused"]
    assert request(server, "POST", "/load", saved, **kind)[0] == 200
    assert snapshot(server) == moved
    assert (table(server)["undo"], table(server)["version"]) == (2, 3), "the load, then the move in it"


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
        compiling.functions = functions or 0
        status, _, content = request(server, "GET", "/doing")
    assert (status, json.loads(content)) == (200, {"doing": words})


def test_a_new_game_has_its_seed_and_can_be_taken_back(server):
    request(server, "POST", "/move", {"action": legal(table(server))[0]})
    before = snapshot(server)
    assert request(server, "POST", "/new", {"seed": 8})[0] == 200
    assert snapshot(server) == new_game(8).snapshot()
    assert table(server)["seed"] == 8
    assert [entry["name"] for entry in table(server)["log"]][-1] == "a new game"
    assert request(server, "POST", "/undo", {})[0] == 200
    assert (snapshot(server), table(server)["seed"]) == (before, 1), "a new game can be taken back"


def test_a_new_game_keeps_the_options_that_are_not_named_anew():
    server = serving("dieson", "--option", "hearts=hard", "--option", "quest=2")
    assert request(server, "POST", "/new", {"seed": 8, "options": {"quest": 3}})[0] == 200
    assert table(server)["options"] == {"hearts": "hard", "quest": 3}
    assert server.model.session.env.task["hearts"] == "hard"
    server.shutdown()
    server.server_close()


def test_a_game_becomes_a_replay(server):
    played = []
    while moves := legal(table(server)):
        played.append(moves[0])
        request(server, "POST", "/move", {"action": moves[0]})
    assert re.match("Victory|Defeat", table(server)["result"])
    before = snapshot(server)
    content = content_of_page(request(server, "GET", "/replay")[2].decode())
    names = server.model.session.env.game.actions.names
    assert [frame["action"] for frame in content["frames"]] == [None, *(names[action] for action in played)]
    assert content["seed"] == 1
    assert "score" in content["result"]
    assert snapshot(server) == before


# ------------------------------------------------------------------ the page


@pytest.fixture(scope="module")
def browser():
    with chromium() as running:
        yield running


@pytest.mark.slow
@needs_chromium
@pytest.mark.browser
def test_a_game_is_saved_loaded_and_shown_as_a_replay(browser, server, tmp_path):
    shown = Page(browser, server)
    page = shown.page
    shown.after(lambda: page.locator("#moves .move").first.click())
    moved = snapshot(server)
    with page.expect_download() as download:
        page.click("#save")
    download.value.save_as(tmp_path / download.value.suggested_filename)
    shown.after(lambda: page.locator("#moves .move").first.click())
    shown.after(lambda: page.set_input_files("#file", tmp_path / "marooned.game"))
    assert snapshot(server) == moved
    with shown.context.expect_page() as opened:
        page.click("#replay")
    opened.value.wait_for_selector("svg")
    shown.close()


@pytest.mark.slow
@needs_chromium
@pytest.mark.browser
def test_while_an_adviser_compiles_the_page_says_so(browser, server, monkeypatch):
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    adviser, seen = server.model.session.adviser("random"), threading.Event()
    advice = adviser.advice

    def after_compiling(dealt):
        with quiet_numba():
            compiling.functions = 230
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
