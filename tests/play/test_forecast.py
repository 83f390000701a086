"""Forecasts of moves, held against the rules: what then happens, and after which moves the game is lost."""

import io
import itertools
import random
import threading

import gymnasium
import numpy as np
import pytest

from crusoe_env import GAMES
from crusoe_env.play.forecast import Forecaster
from crusoe_env.play.session import Session, window_pass
from crusoe_env.play.terminal import Screen, Terminal
from crusoe_env.play.web.page_model import PageModel
from crusoe_env.play.web.server import GameServer
from tests.browser import Page, chromium, needs_chromium
from tests.play.web import serving, table
from tests.support import repeats

TASKS = [
    ("marooned", {}),
    ("dieson", {}),
    ("dieson", {"quest": 5}),
    ("robinson", {"scenario": "castaways", "players": 1}),
    ("robinson", {"scenario": "castaways", "players": 2}),
    ("robinson", {"scenario": "volcano_island", "players": 2}),
    ("robinson", {"scenario": "jenny", "players": 3}),
    ("robinson", {"scenario": "king_kong_island", "players": 4}),
]
LEAST_WITHIN = 0.97
"""Of what happens after moves of which only a sample is forecast."""


def positions(seeds):
    """Random games of each task, one after the other: environment, generator."""
    for seed, (name, options) in ((seed, task) for seed in seeds for task in TASKS):
        env, rng = gymnasium.make(GAMES[name], **options).unwrapped, random.Random(seed)
        env.reset(seed=seed)
        while env.legal_actions():
            yield env, rng


def played(env, action):
    """Play a move and pass the windows of its phase; how the quantities have changed, by name and owner."""
    before, simulator = env.batch.states.copy(), env.batch.simulator
    env.step(action)
    while env.legal_actions() and env.batch.states.phase == before.phase:
        if (passes := window_pass(env)) is None:
            break
        env.step(passes)
    both = np.concatenate([before, env.batch.states]).view(np.recarray)
    found = env.game.viewed("quantities")(both, simulator.tables_of(both[0]), simulator.facts_of(both[0]))
    return {(it.name, it.who): int(it.values[1] - it.values[0]) for it in found}


def test_what_happens_was_forecast():
    sampled, kinds = [], {"certain": 0, "complete": 0}
    count, least = repeats(400, deep=5_000), repeats(10, deep=200)
    for env, rng in itertools.islice(positions(itertools.count()), count):
        action = rng.choice(env.legal_actions())
        forecast = Forecaster(env.batch.simulator, env.batch.states).of(action)
        ranges = {(it.quantity.name, it.quantity.who): (it.low, it.high) for it in forecast.changes}
        happened = played(env, action)
        assert ranges.keys() <= happened.keys()
        within = [low <= happened[key] <= high for key, (low, high) in ranges.items()]
        within += [not change for key, change in happened.items() if key not in ranges]
        if forecast.is_certain:
            kinds["certain"] += 1
            assert all(within)
            assert all(low == high for low, high in ranges.values())
        elif forecast.is_complete:
            kinds["complete"] += 1
            assert all(within)
        else:
            sampled.append(all(within))
    assert min(*kinds.values(), len(sampled)) >= least
    assert np.mean(sampled) >= LEAST_WITHIN


@pytest.mark.slow
def test_deadly_moves_are_marked():
    """After moves marked deadly the game is lost in all deals, after no other move."""
    marked, deals = 0, repeats(16, deep=32)
    for env, rng in positions(range(repeats(1, deep=6))):
        simulator, legal = env.batch.simulator, env.legal_actions()
        forecaster = Forecaster(simulator, env.batch.states)
        forecasts = {action: forecaster.of(action) for action in legal}
        for action, forecast in forecasts.items():
            states = np.repeat(env.batch.states, deals).view(np.recarray)
            dealt = simulator.determinize(states, np.random.default_rng(rng.randrange(2**30)))
            after = simulator.step(dealt, np.full(deals, action))
            lost = (after.over == 1) & (after.victory == 0)
            if forecast.deadly == "always":
                assert lost.all()
                marked += 1
            elif lost.any() and (forecast.is_complete or lost.all()):
                assert forecast.deadly == "perhaps"
        env.step(rng.choice(legal))
    assert marked >= 5


@pytest.fixture
def deadly():
    """The session of a game at a choice of which some moves are deadly, and the number of one, from 1."""
    env, rng = gymnasium.make(GAMES["marooned"]).unwrapped, random.Random(0)
    env.reset(seed=2)
    session = Session(env)
    while legal := session.legal():
        marks = [session.forecasts()[action].deadly for action in legal]
        if "always" in marks and set(marks) != {"always"}:
            return session, marks.index("always") + 1
        session.move(rng.choice(legal))
    raise AssertionError("there is no such choice in this game")


def test_a_deadly_move_is_typed_twice(deadly):
    session, number = deadly
    target, moves = io.StringIO(), len(session.history)
    screen = Screen(io.StringIO(f"{number}\n"), target, plain=True)
    Terminal(session, screen).play()
    assert len(session.history) == moves
    assert "DEADLY: " in target.getvalue()
    assert "Type it once more if you" in target.getvalue()
    Terminal(session, Screen(io.StringIO(f"{number}\n{number}\n"), target, plain=True)).play()
    assert len(session.history) == moves + 1
    assert not session.legal()


@needs_chromium
def test_a_deadly_move_is_chosen_twice(deadly):
    session, number = deadly
    server = GameServer(PageModel(session))
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    moves = len(session.history)
    with chromium() as browser:
        page = Page(browser, server)
        button = page.page.locator("#moves .move").nth(number - 1)
        assert button.locator("em.always").inner_text() == "deadly"
        button.click()
        assert "Choose it once more" in page.page.locator("#message").inner_text()
        assert len(session.history) == moves
        page.after(button.click)
        page.close()
    server.shutdown()
    server.server_close()
    assert not session.legal()


def test_a_window_says_what_comes_if_nothing_is_used():
    server, rng = serving("robinson", "--scenario", "castaways", "--players", "1"), random.Random(3)
    session = server.model.session
    while session.legal() and not any(words in session.going_on() for words in ("wound", "heals")):
        session.move(rng.choice(session.legal()))
    shown, target = table(server), io.StringIO()
    server.shutdown()
    server.server_close()
    assert "wound" in shown["forecast"]
    Terminal(session, Screen(io.StringIO("undo\n"), target, plain=True)).show_question(session.legal())
    assert shown["forecast"] in " ".join(target.getvalue().split())
