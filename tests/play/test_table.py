"""A table in the browser: a window and a link for each person, agents at the other seats."""

import json
import time

import pytest

from crusoe_env.agent import Agent
from crusoe_env.play.web.server import OPEN_THE_ADDRESS
from tests.play.web import closed, legal, request, serving_table, table


class Broken(Agent):
    """Fails."""

    name = "broken"

    def act(self, observation, mask):
        raise RuntimeError("no idea")


SECRET = ("--table", "secret_plans")


@pytest.fixture
def opened():
    """Opens tables, and closes all at the end."""
    servers = []

    def open_table(*seats, more=(), **settings):
        servers.append(serving_table("robinson", *more, seats=seats, **settings))
        return servers[-1]

    yield open_table
    for server in servers:
        closed(server)


def shown(server, entrance):
    return table(server, f"{server.entrances[entrance].path}table", entrance)


def decides(server, entrance):
    return shown(server, entrance)["decides"]


def ask(server, entrance, path, **body):
    address = f"{server.entrances[entrance].path}{path}"
    status, _, content = request(server, "POST", address, body, entrance=entrance)
    return status, json.loads(content)


def move(server, entrance, number=0):
    there = shown(server, entrance)
    return ask(server, entrance, "move", action=legal(there)[number], version=there["version"])


def until(server, found, seconds=20.0):
    """Wait for agents; people take their first move until `found`."""
    end = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < end
        with server.lock:
            asked = [entrance for entrance, it in enumerate(server.entrances) if it.model.decides]
        if asked:
            move(server, asked[0])
        else:
            time.sleep(0.01)


# ------------------------------------------------------------------ links


def test_each_person_has_a_link_and_a_token_of_their_own(opened):
    server = opened("human", "random", "human")
    assert [entrance.path for entrance in server.entrances] == ["/seat-1/", "/seat-3/"]
    first, second = server.entrances
    assert first.token != second.token
    for entrance in server.entrances:
        path = server.url_of(entrance).removeprefix(f"http://127.0.0.1:{server.server_port}")
        status, headers, _ = request(server, "GET", path, Cookie="")
        assert (status, headers["Location"]) == (303, entrance.path)
        cookie = f"{server.cookie}={entrance.token}; Path={entrance.path}; HttpOnly; SameSite=Strict"
        assert headers["Set-Cookie"] == cookie


@pytest.mark.parametrize("path", ["", "table", "version", "doing", "replay", "nothing"])
def test_a_token_opens_no_other_window(opened, path):
    server = opened("human", "human")
    for address, entrance in (("/seat-2/", 0), ("/seat-1/", 1), ("/", 0), ("/seat-3/", 0)):
        status, _, content = request(server, "GET", address + path, entrance=entrance)
        assert (status, json.loads(content)["refused"]) == (403, OPEN_THE_ADDRESS)
    status, _, _ = request(server, "GET", f"/seat-2/?token={server.entrances[0].token}", Cookie="")
    assert status == 403


def test_a_window_has_no_saved_games_no_new_ones_and_no_seed(opened):
    server = opened("human", "random")
    assert shown(server, 0)["seed"] is None
    assert request(server, "GET", "/seat-1/save")[0] == 404
    assert ask(server, 0, "load", seed=1)[0] in (403, 404)
    assert ask(server, 0, "new", seed=1) == (
        409,
        {"refused": "with --seats a new game begins with the program"},
    )
    assert request(server, "GET", "/seat-1/replay")[0] == 409


# ------------------------------------------------------------------ moves


def test_moves_of_others_are_refused(opened):
    server = opened("human", "human")
    asked = next(entrance for entrance in range(2) if decides(server, entrance))
    there = shown(server, asked)
    status, said = ask(server, 1 - asked, "move", action=legal(there)[0])
    assert status == 409
    assert "it is not your turn" in said["refused"]
    assert legal(shown(server, 1 - asked)) == []
    assert ask(server, 1 - asked, "advice", agent="random")[0] == 409
    assert ask(server, asked, "advice", agent="random")[0] == 200
    assert move(server, asked)[0] == 200


def test_an_agents_move_is_seen_within_a_second_at_its_pace(opened):
    server = opened("human", "random", pace=0.3)
    until(server, lambda: decides(server, 0) and len(shown(server, 0)["log"]) > 3)
    times = []
    before = request(server, "GET", "/seat-1/version")[2]
    while len(times) < 2:
        if decides(server, 0):
            move(server, 0)
        now = request(server, "GET", "/seat-1/version")[2]
        if now != before and not decides(server, 0):
            times.append(time.monotonic())
        before = now
    assert times[1] - times[0] > 0.2


def test_agents_say_why_on_request_and_what_else_there_was(opened):
    server = opened("human", "zoo:castaways-2")
    agent = shown(server, 0)["at_table"][1].partition(" (")[0]

    def backs():
        log = shown(server, 0)["log"]
        return [i for i, it in enumerate(reversed(log), 1) if it["has_reason"] and it["who"] == agent]

    until(server, lambda: decides(server, 0) and backs())
    there = shown(server, 0)
    status, said = ask(server, 0, "why", back=backs()[0], version=there["version"])
    assert (status, "It plays this move with a probability of" in said["reason"]) == (200, True)
    assert any(move["chosen"] for move in said["moves"]) or said["sentence"] == "There was no other move."
    assert ask(server, 0, "why", back=1_000)[0] == 409


def test_undo_goes_back_to_the_persons_own_decision(opened):
    server = opened("human", "random")
    until(server, lambda: decides(server, 0) and len(shown(server, 0)["log"]) > 3)
    before = shown(server, 0)
    move(server, 0)
    while not decides(server, 0):
        time.sleep(0.01)
    assert ask(server, 0, "undo", version=shown(server, 0)["version"])[0] == 200
    after = shown(server, 0)
    assert {**after, "version": 0} == {**before, "version": 0}


def test_an_agent_that_fails_is_said_at_every_window(opened):
    server = opened("human", f"{__name__}:Broken")
    until(server, lambda: shown(server, 0)["notice"])
    assert shown(server, 0)["notice"] == "an agent cannot go on: no idea"


# ------------------------------------------------------------------ what a seat may know


@pytest.mark.slow
@pytest.mark.parametrize("seats", [("human", "human"), ("human", "human", "human")])
def test_nothing_that_a_window_gets_depends_on_what_others_place_unseen(opened, seats):
    def answers(number):
        server = opened(*seats, more=SECRET)
        with_pawns = [entrance for entrance in range(len(seats)) if not entrance]
        until(server, lambda: all(decides(server, entrance) for entrance in range(len(seats))))
        got = [[] for _ in seats]
        for entrance in range(1, len(seats)):
            for _ in range(2):
                move(server, entrance, number)
                for other in with_pawns:
                    got[other].append(told(server, other))
        return got[0]

    first = answers(0)
    assert all(answers(number) == first for number in (1, 3))
    assert all(each == first[0] for each in first), "not even that others have placed"


def told(server, entrance):
    """All that a window can get without changing the game, but for advice of its own."""
    path = server.entrances[entrance].path
    got = [request(server, "GET", f"{path}{name}", entrance=entrance)[2] for name in ("table", "version")]
    got.append(ask(server, entrance, "why", back=1))
    got.append(ask(server, entrance, "undo"))
    return got
