"""`auto_pass` in games whose records have any number of bytes."""

from __future__ import annotations

import numpy as np
import pytest

from crusoe_env import Batch
from crusoe_env.engine.state import words_of
from tests.engine.night_watch import ASKED, GAMES, LIGHT, NIGHT, PASS, ROUNDS

games = pytest.mark.parametrize("game", GAMES.values(), ids=[f"{before} before" for before in GAMES])


def asked(batch: Batch, lamps: int = 0) -> list[int]:
    """Play an episode, light so many lamps and else pass: what its player is asked, decision by decision."""
    decisions = []
    batch.seed([0])
    batch.reset()
    while not batch.states.over[0]:
        decisions.append(int(batch.states.decision[0]))
        lights = decisions[-1] == NIGHT and batch.states.lamps[0] < lamps
        batch.step(np.array([LIGHT if lights else PASS]))
    return decisions


def test_in_the_records_of_these_games_a_field_lies_across_words():
    for game in GAMES.values():
        kind, start = game.dtype.fields["decision"]
        width = words_of(np.zeros(1, game.dtype)).itemsize
        assert start // width != (start + kind.itemsize - 1) // width


@games
def test_without_it_every_question_is_asked(game):
    assert asked(Batch(game, 1)).count(NIGHT) == ROUNDS * ASKED


@games
@pytest.mark.parametrize("auto_pass", ["same", "round"])
def test_what_was_passed_is_not_asked_again(game, auto_pass):
    batch = Batch(game, 1, auto_pass=auto_pass)
    assert asked(batch).count(NIGHT) == ROUNDS
    assert batch.states.steps[0] == ROUNDS * (1 + ASKED)


@games
@pytest.mark.parametrize("auto_pass", ["same", "round"])
def test_after_a_lamp_it_is_asked_until_it_passes(game, auto_pass):
    assert asked(Batch(game, 1, auto_pass=auto_pass), lamps=1).count(NIGHT) == ROUNDS + 1
