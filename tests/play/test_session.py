"""Moves that a session makes itself, because nobody need choose."""

from __future__ import annotations

import numpy as np
import pytest

from crusoe_env.play.program import new_env
from crusoe_env.play.session import Session, window_pass
from tests.support import UNCOMPILED

MOVES = 40 if UNCOMPILED else 120
PASS = "Use nothing"


def played(**options: object) -> Session:
    """A game of four in which nine of ten windows are passed."""
    env = new_env("robinson", {"players": 4, **options})
    env.reset(seed=3)
    session, rng = Session(env, options=options), np.random.default_rng(3)
    while len(session.log) < MOVES and session.legal():
        legal, passing = session.legal(), window_pass(env)
        session.move(int(rng.choice(legal)) if passing is None or rng.random() < 0.1 else passing)
    return session


def test_windows_that_come_again_in_a_round_are_passed():
    session = played(auto_pass="round")
    assert [entry.name for entry in session.log if not entry.chosen].count(PASS) > 1
    last, env = {}, new_env("robinson", {"players": 4})
    env.restore(session.history[0].before)
    for done, entry in zip(session.history, session.log, strict=True):
        seat, asked = int(env.state.acting), (int(env.state.rounds), env.legal_actions())
        if window_pass(env) is not None:
            assert entry.chosen == (last.get(seat) != asked)
            if done.action == window_pass(env):
                last[seat] = asked
        env.step(done.action)
    assert env.snapshot() == session.env.snapshot()


def test_a_window_that_was_taken_back_is_asked_again():
    session = played(auto_pass="round")
    place = next(i for i, entry in enumerate(session.log) if not entry.chosen and entry.name == PASS)
    asked = session.history[place].before
    session.undo(len(session.history) - place)
    assert session.env.snapshot() == asked
    session.move(window_pass(session.env))
    assert session.log[place].chosen


@pytest.mark.parametrize("options", [{}, {"auto_pass": "never"}])
def test_without_it_every_window_is_asked(options):
    log = played(**options).log
    passes = [entry.chosen for entry in log if entry.name == PASS]
    assert passes
    assert all(passes)
