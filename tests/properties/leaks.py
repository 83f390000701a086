"""What is hidden from a seat never shows: other pawns placed unseen change nothing that it sees or can infer.

`python -m tests.properties.leaks 100000` looks at that many positions in which plans are secret.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

import numpy as np

from crusoe_env import Batch, Simulator
from crusoe_env.engine import stepping
from crusoe_env.robinson import state as st
from crusoe_env.robinson.game import GAME
from crusoe_env.robinson.record import PACKED_PLANS
from crusoe_env.robinson.rules import steps
from crusoe_env.robinson.tables.scenarios import NAMES

SETTINGS = [
    {
        "scenario": scenario,
        "players": 2 + (i + k) % 3,
        "table": "secret_plans",
        "words": (i + k) % 2,
        "friday": True,
    }
    for i, scenario in enumerate(NAMES)
    for k in range(2)
]
SPARED_EVERY = 4
"""After so many steps nobody is wounded, to see the late rounds."""


def hidden_positions(settings: dict, games: int, seed: int) -> Iterator[tuple[Simulator, np.recarray]]:
    """States of random games, side by side, in which pawns lie unseen."""
    batch = Batch(GAME, games, autoreset=stepping.NEXT_STEP, threads=1, **settings)
    batch.seed(range(seed, seed + games))
    batch.reset()
    play = batch.sampler(seed)
    for step in range(10**9):
        if step % SPARED_EVERY == 0:
            batch.states.wounds[:] = 0
            batch.refresh()
        states = batch.states
        secret = np.isin(states.question_step, (steps.PLACE_PAWNS, steps.REVEAL))
        live = (batch.flags & stepping.ENDED) == 0
        found = states[secret & live & (states.placed_pawns != st.UNPLACED).any(axis=(1, 2))]
        yield batch.simulator, found.copy().view(np.recarray)
        batch.step(play())


def with_other_pawns(states: np.recarray, viewer: int, rng: np.random.Generator) -> np.recarray:
    """The same states with other pawns placed by everybody whose pawns the viewer does not place."""
    others = states.copy()
    for person in range(st.PEOPLE):
        theirs = np.full(len(states), person != viewer)
        if person >= st.FRIDAY:
            theirs = states.first_player != viewer
        placed = others.placed_pawns[:, person]
        drawn = rng.integers(st.IDLE_PAWN, st.FIRST_PLACED + PACKED_PLANS, placed.shape)
        others.placed_pawns[:, person] = np.where(theirs[:, None] & (placed != st.UNPLACED), drawn, placed)
    return others


def check_leaks(simulator: Simulator, states: np.recarray, seed: int) -> int:
    """Compare what each seat sees of states and of others that differ in what it may not know; how many.

    Raises AssertionError if it sees, may do or can infer anything else.
    """
    rng = np.random.default_rng(seed)
    for viewer in range(int(simulator.seats_by_task.max()) if len(states) else 0):
        others = with_other_pawns(states, viewer, rng)
        deals = []
        for each in (states, others):
            deals.append(simulator.determinize(each, np.random.default_rng(seed), viewer))
            same = simulator.observe(deals[-1], viewer, "uint8") == simulator.observe(states, viewer, "uint8")
            assert same.all(), f"a deal changes what seat {viewer} sees"
            acts = simulator.masks_of(deals[-1], viewer) == simulator.masks_of(states, viewer)
            assert acts.all(), f"a deal changes the legal actions of seat {viewer}"
        assert deals[0].tobytes() == deals[1].tobytes(), (
            f"a deal for seat {viewer} knows what is hidden from it"
        )
        for what in (simulator.observe, simulator.masks_of):
            assert (what(states, viewer) == what(others, viewer)).all(), (
                f"{what.__name__} tells seat {viewer}"
            )
        assert (simulator.choosers(states) == simulator.choosers(others)).all()
        assert (states.acting == others.acting).all()
    return len(states)


def look_for_leaks(count: int, games: int, seed: int) -> int:
    """Look at so many positions at least, of all scenarios in turn; how many there were."""
    plays = [hidden_positions(settings, games, seed + i) for i, settings in enumerate(SETTINGS)]
    looked = 0
    for number in range(10**9):
        if looked >= count:
            break
        simulator, states = next(plays[number % len(plays)])
        looked += check_leaks(simulator, states, seed + number)
    return looked


if __name__ == "__main__":
    began = time.perf_counter()
    looked = look_for_leaks(int(sys.argv[1]), 256, 0)
    print(f"{looked:,} positions, no leak; {time.perf_counter() - began:.0f} s")
