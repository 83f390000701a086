"""The engine against the independent reference implementation, move by move over random games."""

from collections.abc import Iterable
from types import SimpleNamespace

import numpy as np
import pytest

import crusoe_env
from crusoe_env.engine.batch import Batch
from crusoe_env.marooned import state as st
from tests.reference.marooned import ReferenceMarooned
from tests.support import UNCOMPILED, repeats

GAME = crusoe_env.game("marooned")
GAMES = repeats(2_000, deep=5_000)


FIELDS = [name for name in GAME.dtype.names if name not in ("rng", "forced", "deck", "card_at")]
CELL = {
    n: (n // st.FRAME - st.CENTRE // st.FRAME, n % st.FRAME - st.CENTRE % st.FRAME) for n in range(st.CELLS)
}
"""A cell as the reference names it: the first card lies at (0, 0)."""


def engine_views(states: np.recarray) -> list[dict]:
    """The engine's records in the reference's words."""
    columns = [states[name].tolist() for name in FIELDS]
    return [
        view(SimpleNamespace(**dict(zip(FIELDS, row, strict=True)))) for row in zip(*columns, strict=True)
    ]


def view(s: SimpleNamespace) -> dict:
    in_play = [card for card in range(st.CARDS) if s.cell[card] != st.NONE]
    seen = {
        "health": s.health,
        "over": bool(s.over),
        "victory": bool(s.victory),
        "cause": st.CAUSES[s.cause],
        "score": s.score,
        "rounds": s.rounds,
        "cards_played": s.played,
        "position": CELL[s.position],
        "placed": {CELL[s.cell[card]]: (st.CARD_IDS[card], "ab"[s.side[card]]) for card in in_play},
        "hearts_paid": {(st.CARD_IDS[face // 2], "ab"[face % 2]) for face in range(st.FACES) if s.paid[face]},
        "phase": "over" if s.over else st.PHASES[s.phase].replace(" ", "_"),
        "ship": None,
        "area": None,
    }
    if s.ship != st.NONE:
        marks = (bool(s.sighted), bool(s.extended), bool(s.set_sail))
        seen["ship"] = (st.CORNERS[s.ship], s.ship_position, *marks)
        seen["area"] = CELL[s.area_row * st.FRAME + s.area_column]
    return seen


def reference_view(reference: ReferenceMarooned, names: Iterable[str]) -> dict:
    ship = reference.ship
    seen = {name: getattr(reference, name) for name in names}
    if ship is not None:
        seen["ship"] = (ship.corner, ship.position, ship.sighted, ship.extended, ship.set_sail_this_turn)
    return seen


@pytest.mark.parametrize(
    ("first_seed", "count"),
    [
        (GAMES, 20 if UNCOMPILED else 100),
        *(pytest.param(seed, 1_000, marks=pytest.mark.slow) for seed in range(0, GAMES, 1_000)),
    ],
)
def test_random_games_agree_in_state_mask_reward_and_end(first_seed, count):
    batch = Batch(GAME, count, reward="score")
    batch.seed(range(first_seed, first_seed + count))
    batch.reset()
    references = [ReferenceMarooned([st.CARD_IDS[card] for card in s.deck]) for s in batch.states]
    random_actions = batch.sampler(first_seed)
    ended: set[int] = set()
    while len(ended) < count:
        actions = random_actions().copy()
        for i, (seen, reference) in enumerate(zip(engine_views(batch.states), references, strict=True)):
            if i in ended:
                continue
            assert seen == reference_view(reference, seen), f"seed {first_seed + i}"
            if reference.over:
                ended.add(i)
            else:
                legal = {GAME.actions.names[a] for a in np.flatnonzero(batch.masks[i])}
                assert legal == set(reference.legal_actions()), f"seed {first_seed + i}"
                reference.step(GAME.actions.names[actions[i]])
        was_over = (batch.flags & 6) != 0
        batch.step(actions)
        for i, reference in enumerate(references):
            ends_now = reference.over and not was_over[i]
            assert batch.rewards[i] == (reference.score if ends_now else 0)
            assert bool(batch.flags[i] & 2) == reference.over
