"""What holds at every decision of random games of Robinson Crusoe, over all scenarios and options.

2,000 games, or 20,000 by `make deep`. Uncompiled, some dozens of games are played.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import crusoe_env
from crusoe_env import Batch
from crusoe_env.engine import stepping
from crusoe_env.robinson.tables.scenarios import NAMES
from tests.properties.invariants import check_cards, check_copies, check_numbers, check_views
from tests.support import UNCOMPILED, repeats

GAMES_EACH = 2 if UNCOMPILED else repeats(62, deep=625)
LOOKED_AT = 2 if UNCOMPILED else repeats(20, deep=100)
"""Games of each batch that are dealt anew, copied and saved now and then."""
EVERY = 10
WRECKAGE = ("food_crates", "wrecked_lifeboat", "captains_chest", "random")
CHARACTERS = (None, ["cook"], [None, "soldier"], ["explorer", None, "carpenter"])


def cases() -> list[dict]:
    """Sets of options: every scenario with every number of players, the others as they come."""
    found = []
    for i, (scenario, players) in enumerate(itertools.product(NAMES, (1, 2, 3, 4))):
        turn = i + i // 4  # so that the numbers of players and the other options mix
        characters = CHARACTERS[turn % 4]
        found.append(
            {
                "scenario": scenario,
                "players": players,
                "edition": ("first", "current")[turn % 2],
                "wreckage": WRECKAGE[turn // 2 % 4],
                "characters": characters if characters is None or len(characters) <= players else None,
                "friday": (None, True, False)[i % 3],
                "dog": (None, False, True, None, True)[i % 5],
                "starting_items": (None, 6, 0, 5)[i // 3 % 4],
                "book_cards": (None, 0, 8, 6, 3)[i % 5],
                "immortal": turn % 4 == 1,
            }
        )
    return found


def described(case: dict) -> str:
    return "-".join(f"{key}={value}" for key, value in case.items() if value not in (None, False))


@pytest.mark.slow
@pytest.mark.parametrize("case", cases(), ids=described)
def test_random_games(case):
    options = dict(case)
    immortal = options.pop("immortal")
    batch = Batch(crusoe_env.game("robinson"), GAMES_EACH, reward="shaped", **options)
    batch.seed(range(GAMES_EACH))
    batch.reset()
    play = batch.sampler(0)
    rng = np.random.default_rng(0)
    for step in range(batch.game.longest_episode):
        live = (batch.flags & stepping.ENDED) == 0
        if not live.any():
            break
        if immortal:  # to see the late rounds
            batch.states.wounds[:] = 0
            batch.refresh()
        check_views(batch, live)
        check_numbers(batch.states, live)
        if step % EVERY == 0:
            check_cards(batch.states, live, batch.simulator.tables)
            check_copies(batch, np.flatnonzero(live)[:LOOKED_AT], rng)
        batch.step(play())
        assert not (batch.flags & stepping.ILLEGAL).any()
    check_results(batch)


def check_results(batch: Batch) -> None:
    """All games have ended by the rules, and say how."""
    assert (batch.flags == stepping.TERMINATED).all()
    assert (batch.results.cause > 0).all()
    assert (batch.results.cause < len(batch.game.causes)).all()
    assert ((batch.results.goal_progress == 1) == (batch.results.victory == 1)).all()
    assert (batch.results.steps == batch.states.steps).all()
