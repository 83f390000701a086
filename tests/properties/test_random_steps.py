"""A few batches of the long run: `python -m tests.properties.random_steps --steps 100000000`."""

import numpy as np
import pytest

from tests.properties.random_steps import GAME_OF_BATCH, Steps, one_batch, options_for
from tests.support import UNCOMPILED

GAMES, STEPS = (4, 20) if UNCOMPILED else (64, 128)


@pytest.mark.parametrize("number", range(2 * len(GAME_OF_BATCH)))
def test_all_that_must_hold_does(number):
    taken = one_batch(seed=1, number=number, steps=STEPS, games=GAMES)
    assert taken.broken == []
    assert taken.steps > GAMES * STEPS / 2
    assert taken.checks["views"] == STEPS
    assert {"progress", "at_the_door", "written_anew", "illegal"} <= set(taken.checks)


def test_what_does_not_hold_is_noted_with_how_to_see_it_again(monkeypatch):
    monkeypatch.setattr(Steps, "look_closer", lambda run: np.testing.assert_equal(1, 2))
    taken = one_batch(seed=3, number=1, steps=2, games=4)
    [said] = taken.broken
    assert said.startswith("dieson {'quest': 1")
    assert "step 0" in said
    assert said.endswith("python -m tests.properties.random_steps --seed 3 --batch 1")


def test_every_scenario_and_quest_comes_up():
    numbers = range(64)
    names = [GAME_OF_BATCH[number % len(GAME_OF_BATCH)] for number in numbers]
    options = [options_for(name, 0, number) for name, number in zip(names, numbers, strict=True)]
    assert len({one.get("scenario") for one in options} - {None}) == 8
    assert len({one.get("quest") for one in options} - {None}) == 8
