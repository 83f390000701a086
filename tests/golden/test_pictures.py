"""Every line of the pictures of seeded games is where it was when their digests were written down."""

import json

import pytest

from tests.golden.pictures import DIGESTS, PICTURES, digests_of
from tests.golden.transcripts import CASES

WRITE = "if this is meant: look at the pictures, then python -m tests.golden.pictures --digests"


@pytest.mark.parametrize("name", CASES)
def test_pictures_are_drawn_as_they_were(name):
    known = json.loads(DIGESTS.read_text())[name]
    assert digests_of(name) == known, WRITE
    assert len(set(known)) == PICTURES
