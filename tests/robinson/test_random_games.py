"""Random legal play: never an error, never an empty mask, and the invariants hold at every decision."""

import numpy as np
import pytest

from crusoe_env.robinson import actions, observation
from crusoe_env.robinson import constants as c
from tests.robinson.conftest import Table, invariants

LONGEST = 3000


def play(table: Table, seed: int, immortal: bool) -> int:
    """Play at random to the end; `immortal`: all wounds are healed after every action."""
    rng = np.random.default_rng(seed)
    largest = observation.LAYOUT.largest
    seen = np.zeros(observation.LAYOUT.size, np.uint8)
    table.start()
    steps = 0
    while not table.s.over:
        actions.write_mask(table.s, table.t, table.mask)
        legal = np.flatnonzero(table.mask)
        assert len(legal), f"no legal action: {table.decision} {table.s.question_options:b}"
        before = table.s.rng.copy()
        table.act(int(rng.choice(legal)))
        assert before.shape == (4,)
        if immortal:
            table.s.wounds[:] = 0
        invariants(table.s, table.t)
        if steps % 16 == 0:
            observation.write_observation(table.s, table.t, int(table.s.acting), seen)
            assert (seen <= largest).all()
        steps += 1
        assert steps < LONGEST
    return steps


@pytest.mark.parametrize("edition", ["first", "current"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("immortal", [False, True])
def test_random_games_end_and_keep_the_invariants(players, edition, immortal):
    for seed in range(2):
        table = Table(seed, players=players, edition=edition, wreckage="random", starting_items=4)
        play(table, seed, immortal)
        assert table.s.cause != c.LIVE
