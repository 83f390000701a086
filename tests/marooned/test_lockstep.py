"""The engine against the independent reference implementation, move by move over random games."""

import numpy as np
import pytest

import crusoe_env
from crusoe_env import Simulator
from crusoe_env.core.batch import Batch
from crusoe_env.marooned.state import CARD_IDS, CARDS, CAUSES, CENTRE, CORNERS, FACES, FRAME, NONE, PHASES
from tests.reference.marooned import ReferenceMarooned

GAME = crusoe_env.game("marooned")
GAMES = 5_000


def cell(number: int) -> tuple[int, int]:
    """A cell as the reference names it: the first card lies at (0, 0)."""
    return int(number) // FRAME - CENTRE // FRAME, int(number) % FRAME - CENTRE % FRAME


def face_name(face: int) -> tuple[str, str]:
    return CARD_IDS[face // 2], "ab"[face % 2]


def engine_view(s) -> dict:
    """The engine's record in the reference's words."""
    in_play = [card for card in range(CARDS) if s.cell[card] != NONE]
    view = {
        "health": int(s.health),
        "over": bool(s.over),
        "victory": bool(s.victory),
        "cause": CAUSES[s.cause],
        "score": int(s.score),
        "rounds": int(s.rounds),
        "cards_played": int(s.played),
        "position": cell(s.position),
        "placed": {cell(s.cell[card]): (CARD_IDS[card], "ab"[s.side[card]]) for card in in_play},
        "hearts_paid": {face_name(face) for face in range(FACES) if s.paid[face]},
        "phase": "over" if s.over else PHASES[s.phase].replace(" ", "_"),
        "ship": None,
        "area": None,
    }
    if s.ship != NONE:
        marks = (bool(s.sighted), bool(s.extended), bool(s.set_sail))
        view["ship"] = (CORNERS[s.ship], int(s.ship_position), *marks)
        view["area"] = cell(s.area_row * FRAME + s.area_column)
    return view


def reference_view(reference: ReferenceMarooned) -> dict:
    ship = reference.ship
    view = {name: getattr(reference, name) for name in VIEW}
    if ship is not None:
        view["ship"] = (ship.corner, ship.position, ship.sighted, ship.extended, ship.set_sail_this_turn)
    return view


VIEW = engine_view(Simulator(GAME).new_games(1, seed=0)[0])


@pytest.mark.parametrize("first_seed", range(0, GAMES, 1_000))
def test_random_games_agree_in_state_mask_reward_and_end(first_seed):
    count = 1_000
    batch = Batch(GAME, count, reward="score")
    batch.seed(range(first_seed, first_seed + count))
    batch.reset()
    references = [ReferenceMarooned([CARD_IDS[card] for card in s.deck]) for s in batch.states]
    random_actions = batch.sampler(first_seed)
    while not all(reference.over for reference in references):
        actions = random_actions().copy()
        for i, (s, reference) in enumerate(zip(batch.states, references, strict=True)):
            assert engine_view(s) == reference_view(reference), f"seed {first_seed + i}"
            if not reference.over:
                legal = {GAME.actions.names[a] for a in np.flatnonzero(batch.masks[i])}
                assert legal == set(reference.legal_actions()), f"seed {first_seed + i}"
                reference.step(GAME.actions.names[actions[i]])
        was_over = (batch.flags & 6) != 0
        batch.step(actions)
        for i, reference in enumerate(references):
            ends_now = reference.over and not was_over[i]
            assert batch.rewards[i] == (reference.score if ends_now else 0)
            assert bool(batch.flags[i] & 2) == reference.over
