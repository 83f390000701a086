"""Robinson Crusoe: two decisions with different meanings never share observation and mask."""

import functools

import numpy as np
import pytest

from tests.properties.questions import SEEN, Position, confused, positions, without
from tests.support import repeats

pytestmark = pytest.mark.slow

POSITIONS = repeats(600, deep=6_000)
STEPS_SEEN = 20


@functools.cache
def found() -> list[Position]:
    return list(positions(POSITIONS))


def test_equal_observation_and_mask_mean_the_same_question():
    pairs = confused(found(), np.ones(SEEN.size, bool))
    assert not pairs, f"{len(pairs)} pairs, the first: {pairs[0]}"


def test_many_kinds_of_questions_were_looked_at():
    steps = {position.question[4][2] for position in found()}
    assert len(steps) >= STEPS_SEEN


@pytest.mark.parametrize("segment", ["question", "effects"])
def test_what_the_question_says_is_needed(segment):
    """Without it the same observation and mask would mean different things."""
    assert confused(found(), without(segment))
