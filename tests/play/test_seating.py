"""Agents get seats in New game of the page: a table in the same window, and back."""

import json
import time

import pytest

from crusoe_env.play.web.seating import PageSeating
from tests.browser import Page, chromium, needs_chromium
from tests.play.web import legal, request, serving, table

SEATS = ["human", "random"]


@pytest.fixture
def server():
    made = serving("robinson", "--scenario", "castaways", "--players", "2")
    seating = PageSeating(made, None, 0.0)
    yield made
    seating.stop()
    made.shutdown()
    made.server_close()


def begin(server, **asked):
    status, _, content = request(server, "POST", "/new", {"options": {}, "seed": 5, **asked})
    return status, json.loads(content)


def test_agents_sit_down_in_new_game_and_leave_again(server):
    assert table(server)["can_seat"]
    first = table(server)["version"]
    assert begin(server, seats=SEATS)[0] == 200
    shown, until = table(server), time.monotonic() + 20
    assert shown["version"] > first
    assert shown["at_table"][1].endswith("(random)")
    assert shown["seed"] is None
    agent = shown["at_table"][1].partition(" (")[0]
    while time.monotonic() < until and not any(entry["who"] == agent for entry in table(server)["log"]):
        if moves := legal(table(server)):
            request(server, "POST", "/move", {"action": moves[0]})
        time.sleep(0.02)
    assert any(entry["who"] == agent for entry in table(server)["log"])
    assert request(server, "GET", "/save")[0] == 404
    assert begin(server, seats=["human", "human"])[0] == 200
    assert "at_table" not in table(server)
    assert table(server)["seed"] == 5


def test_several_people_share_the_window_and_each_is_asked_in_turn(server):
    assert begin(server, options={"players": 3}, seats=["human", "stranger", "human"])[0] == 200
    shown, until, deciders = table(server), time.monotonic() + 60, set()
    assert shown["here"] == [0, 2]
    assert "(partner:" in shown["at_table"][1]
    names = [shown["at_table"][seat] for seat in shown["here"]]
    while time.monotonic() < until and deciders < set(names):
        if moves := legal(shown := table(server)):
            assert shown["who"] == shown["own"]
            deciders.add(shown["who"])
            request(server, "POST", "/move", {"action": moves[-1]})
        time.sleep(0.02)
    assert deciders == set(names)
    before = len(server.model.session.history)
    assert table(server)["undo"]
    assert request(server, "POST", "/undo", {})[0] == 200
    assert len(server.model.session.history) < before


def test_people_with_secrets_get_a_window_each(server):
    options = {"players": 3, "table": "secret_plans"}
    assert begin(server, options=options, seats=["human", "random", "human"])[0] == 200
    shown = table(server)
    assert shown["here"] == [0]
    ((name, address),) = shown["windows"]
    assert name == shown["at_table"][2]
    assert address.startswith(f"http://127.0.0.1:{server.server_port}/seat-3/?token=")
    assert request(server, "GET", "/seat-3/table")[0] == 403  # with the token of the first window
    other = table(server, "/seat-3/table", entrance=1)
    assert (other["here"], other["windows"], other["can_seat"]) == ([2], [], False)
    assert begin(server, seats=["human", "human"])[0] == 200
    assert len(server.entrances) == 1


@pytest.mark.slow
@needs_chromium
@pytest.mark.browser
def test_agents_and_people_are_seated_in_the_browser(server):
    with chromium() as browser:
        shown = Page(browser, server)
        page = shown.page
        page.click("#new")
        page.select_option("#fields [data-option=players]", "4")
        seats = page.locator("#seats select")
        assert seats.count() == 4
        offered = seats.first.locator("option").all_inner_texts()
        assert any(words.startswith("zoo:castaways-4 (wins ") for words in offered)
        assert not any(words.startswith("zoo:castaways-2") for words in offered)
        for seat, name in enumerate(["human", "human", "zoo:castaways-4", "random"]):
            seats.nth(seat).select_option(name)
        assert shown.violations() == []
        shown.after(lambda: page.click("#begin"))
        about = page.inner_text("#about")
        assert " and " in about
        assert "(zoo:castaways-4)" in about
        shown.page.wait_for_selector("#moves .move")
        assert page.inner_text("#who").lower().endswith("decides")
        shown.close()


@pytest.mark.parametrize(
    ("asked", "refused"),
    [
        ({"seats": ["random", "random"]}, "none is human"),
        ({"seats": ["human", "zoo:castaways-3"]}, "was trained for 3 players, and 2 play here"),
        ({"seats": ["human", "random", "random"]}, "3 given, and 2 play"),
        ({"seats": ["human", "runs/mine"]}, "is not asked from a page"),
        ({"seats": "human"}, "seats: a list of names is needed"),
        ({"seats": SEATS, "options": {"players": 99}}, "players"),
    ],
)
def test_wrong_seats_are_refused_and_the_game_goes_on(server, asked, refused):
    before = table(server)
    status, answer = begin(server, **asked)
    assert status == 409
    assert refused in answer["refused"]
    assert table(server) == before
