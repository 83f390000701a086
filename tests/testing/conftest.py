"""What tests of the template game share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import crusoe_env
from tests.own_game import pig


@pytest.fixture(scope="module")
def registered_pig() -> Iterator[None]:
    """Other tests go through all games that are registered, so it is registered for these tests alone."""
    crusoe_env.register(pig.GAME)
    yield
    crusoe_env.unregister("pig")
