"""What batches take and refuse, in the quickest of the games."""

from __future__ import annotations

import numpy as np
import pytest

import crusoe_env
from crusoe_env import Batch
from crusoe_env.engine import stepping
from tests.support import NAMES

MAROONED = crusoe_env.game("marooned")


def begun(count: int, **settings) -> Batch:
    batch = Batch(MAROONED, count, **settings)
    batch.seed(range(count))
    batch.reset()
    return batch


def test_seeds_are_not_negative():
    with pytest.raises(ValueError, match="a seed must be at least 0, not -1"):
        Batch(MAROONED, 1).seed([-1])
    Batch(MAROONED, 1).seed([0])


def test_one_game_is_for_several_players():
    assert [name for name in NAMES if crusoe_env.game(name).several_players] == ["robinson"]


def test_a_sampler_draws_legal_actions_of_all_kinds():
    batch = begun(64)
    actions = batch.sampler(seed=0)()
    assert batch.masks[np.arange(64), actions].all()
    assert len(set(actions.tolist())) > 1


def test_no_action_is_counted_from_the_end():
    batch = begun(1, on_illegal="raise")
    batch.masks[0, -1] = 1
    with pytest.raises(ValueError, match="-1"):
        batch.step(np.array([-1]))


@pytest.mark.parametrize("kind", [np.int8, np.uint16, np.int64])
def test_actions_are_whole_numbers_of_any_type(kind):
    batch, same = begun(3), begun(3)
    batch.step(batch.masks.argmax(axis=1).astype(kind))
    same.step(same.masks.argmax(axis=1))
    assert batch.states.tobytes() == same.states.tobytes()
    with pytest.raises(TypeError, match="actions must be whole numbers of at most 64 bits, not "):
        batch.step(np.zeros(3))
    with pytest.raises(TypeError, match="actions must be whole numbers of at most 64 bits, not "):
        batch.simulator.step(batch.states, [0.5, 0.5, 0.5])
    assert batch.states.tobytes() == same.states.tobytes()


@pytest.mark.parametrize(
    ("autoreset", "waiting"),
    [(stepping.DISABLED, True), (stepping.NEXT_STEP, True), (stepping.SAME_STEP, False)],
)
def test_a_game_that_is_over_waits_unless_it_begins_anew_in_the_same_step(autoreset, waiting):
    batch = begun(2, autoreset=autoreset)
    while not (batch.flags & stepping.ENDED).any():
        batch.step(batch.masks.argmax(axis=1))
    over = batch.flags & stepping.ENDED != 0
    assert sorted(over) == [False, True]
    assert batch.waiting.tolist() == (over & waiting).tolist()
