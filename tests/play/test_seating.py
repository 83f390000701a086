"""Agents get seats in New game of the page: a table in the same window, and back."""

import json
import time

import pytest

from crusoe_env.play.web.seating import PageSeating
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


@pytest.mark.parametrize(
    ("asked", "refused"),
    [
        ({"seats": ["random", "random"]}, "one person plays in this window"),
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
