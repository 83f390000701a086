"""What people ask about decisions that were made, and about the game at its end."""

import json
import re

import numpy as np
import pytest

from crusoe_env.interfaces.outlook import finished
from crusoe_env.play.judgements import DEALS, Judging, alternatives_to
from crusoe_env.play.recording import played, replay_in_stages
from tests.play.web import legal, request, serving, table
from tests.support import content_of_page


@pytest.fixture
def server():
    made = serving("marooned")
    yield made
    made.shutdown()
    made.server_close()


def play(server, most=200):
    """Make the first legal moves, until the end or so many."""
    while most and (moves := legal(table(server))):
        request(server, "POST", "/move", {"action": moves[0]})
        most -= 1


def post(server, path, **asked):
    status, _, content = request(server, "POST", path, asked)
    return status, json.loads(content)


def test_a_past_move_is_compared_with_others_some_deals_at_a_time(server):
    play(server, 4)
    before, answers = server.model.session.env.snapshot(), []
    while not answers or not answers[-1]["done"]:
        answers.append(post(server, "/why", back=2)[1])
    assert len(answers) == 2
    last = answers[-1]
    (own,) = (move for move in last["moves"] if move["chosen"])
    assert own["name"] in table(server)["log"][-2]["name"]
    assert f"on {DEALS} common deals" in last["sentence"]
    assert [move["share"] for move in last["moves"]] == sorted(
        (it["share"] for it in last["moves"]), reverse=True
    )
    assert server.model.session.env.snapshot() == before


def test_the_answer_holds_what_playing_on_from_the_position_gives(server):
    play(server, 4)
    session = server.model.session
    move = session.moves[-2]
    found = alternatives_to(move, session.env, session.adviser("scripted"), None)
    found.count()
    (again,) = found.outlook.compared(found.state, [found.actions], 16, np.random.default_rng(0))
    assert np.array_equal(found.won, again)
    assert found.actions[0] == move.action
    assert set(found.actions) <= set(np.flatnonzero(found.outlook.simulator.views(found.state)[1][0]))


def test_what_cannot_be_asked_about_is_refused(server):
    play(server, 1)
    assert post(server, "/why", back=2) == (409, {"refused": "this move cannot be asked about"})
    post(server, "/new", seed=2, options={})
    assert not table(server)["log"][-1]["has_reason"]
    assert post(server, "/why", back=1)[0] == 409


def test_where_rules_run_uncompiled_chances_are_estimated_or_refused(server, monkeypatch):
    play(server, 2)
    for module in ("judgements", "web.page_model"):
        monkeypatch.setattr(f"crusoe_env.play.{module}.runs_uncompiled", lambda: True)
    status, answer = post(server, "/why", back=1)
    assert status == 409, "the agent of this page plays at random, and has no idea of chances"
    assert "--compile" in answer["refused"]
    session = server.model.session
    found = alternatives_to(session.moves[-1], session.env, session.adviser("zoo:marooned"), None)
    found.count()
    assert found.is_done
    assert ((found.won >= 0) & (found.won <= 1)).all()
    assert found.lines()[-1].startswith("zoo:marooned estimates these chances")
    assert "--compile" in post(server, "/judge")[1]["refused"]


def test_work_under_way_says_what_it_does_and_how_much_is_done(server, monkeypatch):
    monkeypatch.setattr("crusoe_env.play.judgements.SECONDS", 0.01)
    play(server, 3)
    session = server.model.session
    judging = Judging(played(session), session.adviser("scripted").agent)
    assert judging.doing == "drawing the steps"
    judging.go_on()
    assert re.fullmatch(r"drawing 3 steps: \d+%", judging.doing)


def test_a_replay_with_chances_is_made_in_parts_and_outside_the_lock(server):
    play(server)
    assert request(server, "GET", "/replay?chances=1")[0] == 409
    stages = []
    while not (answer := post(server, "/judge")[1])["done"]:
        stages.append(answer["doing"])
        assert server.lock.acquire(timeout=0.1)
        server.lock.release()
    status, _, page = request(server, "GET", "/replay?chances=1")
    frames = content_of_page(page.decode())["frames"]
    assert status == 200
    assert len(frames) == len(server.model.session.moves) + 1
    assert all(0 <= frame["chance"] <= 1 for frame in frames)
    assert any(frame["compared"] for frame in frames)
    post(server, "/undo", count=1)
    assert request(server, "GET", "/replay?chances=1")[0] == 409  # it is of another game


def test_a_replay_is_of_the_game_as_it_was_asked_for(server):
    play(server, 3)
    session = server.model.session
    game, text = played(session), session.env.text()
    session.undo(2)
    replay = finished(replay_in_stages(game))
    assert len(replay.frames) == 4
    assert replay.frames[-1].text == text
