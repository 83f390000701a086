"""What tests of small networks share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import crusoe_env
from tests.agents.learning import cue, roles


@pytest.fixture(scope="module")
def one_thread():
    """Threads that wait for each other would take most of the time of such small networks."""
    torch = pytest.importorskip("torch")
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(autouse=True, scope="package")
def games_of_these_tests() -> Iterator[None]:
    """Games that only these tests play; others go through all games that are registered."""
    own = cue.GAME, roles.GAME
    for game in own:
        crusoe_env.register(game)
    yield
    for game in own:
        crusoe_env.unregister(game.name)
