"""What the observation says about an island that is laid out by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from crusoe_env.marooned import state as st
from crusoe_env.marooned.facts import PICKED_UP_FROM_COAST, SEEN_IN_COLUMN, SEEN_IN_ROW
from tests.support import new_env

SOS, BEACON, MESSAGE = SEEN_IN_ROW, SEEN_IN_COLUMN, PICKED_UP_FROM_COAST
SIGNALS = ["SOS", "Lit Beacon", "Message"]


def laid_out(signals: dict[int, tuple[int, int]], **ship: Any) -> Any:
    """An island whose north-west cell is the one on which the player stands, with signals on other cells.

    Args:
        signals: cells, as rows and columns from that one, at most three away.
        **ship: fields of the record.
    """
    env = new_env("marooned")
    env.reset(seed=0)
    state, faces = env.state, env.batch.simulator.tables.face_of
    of_signals = [int(faces[signal]) >> 1 for signal in signals]
    others = [
        card
        for card in range(st.CARDS)
        if card not in [int(face) >> 1 for face in faces[[SOS, BEACON, MESSAGE]]]
    ]
    cells = {(0, 0): others.pop(0)}
    cells |= dict(zip(signals.values(), of_signals, strict=True))
    state.deck[:] = [*cells.values(), *(card for card in range(st.CARDS) if card not in cells.values())]
    state.played = len(cells)
    state.cell[:], state.card_at[:], state.side[:] = st.NONE, st.NONE, 0
    for (row, column), card in cells.items():
        state.cell[card] = st.CENTRE + row * st.FRAME + column
        state.card_at[state.cell[card]] = card
    for signal in signals:
        state.side[faces[signal] >> 1] = faces[signal] & 1
    state.first_row = state.first_column = st.CENTRE // st.FRAME
    state.last_row = st.CENTRE // st.FRAME + max(row for row, _ in cells)
    state.last_column = st.CENTRE // st.FRAME + max(column for _, column in cells)
    state.position = st.CENTRE
    state.area_row = state.area_column = st.CENTRE // st.FRAME
    for name, value in ship.items():
        state[name] = value
    env.set_state(state)
    return env


def parts(env: Any) -> dict[str, np.ndarray]:
    return env.game.observations.split(env.batch.observations[0])


@pytest.mark.parametrize(
    ("coast", "position", "ahead"),
    [
        # on the east coast: SOS in its last row, Message beside its third cell
        ("NE", 0, {"SOS": 4, "Message": 3}),
        ("NE", 1, {"SOS": 3, "Message": 2}),
        ("NE", 3, {"SOS": 1}),
        ("NE", 4, {}),
        # on the north coast: Lit Beacon in its last column
        ("NW", 0, {"Lit Beacon": 4}),
        ("NW", 3, {"Lit Beacon": 1}),
        # on the west coast it comes to the last row first
        ("SW", 0, {"SOS": 1}),
        # on the south coast to the last column first
        ("SE", 0, {"Lit Beacon": 1}),
    ],
)
def test_signals_ahead_are_told_by_the_moves_until_the_ship_sees_them(coast, position, ahead):
    env = laid_out(
        {SOS: (3, 1), BEACON: (1, 3), MESSAGE: (2, 3)}, ship=st.CORNERS.index(coast), ship_position=position
    )
    seen = parts(env)["signals ahead"]
    told = {name: int(row.argmax()) + 1 for name, row in zip(SIGNALS, seen, strict=True) if row.any()}
    assert told == ahead
    assert seen.sum() == len(ahead)


def test_in_port_no_signal_is_ahead():
    seen = parts(laid_out({SOS: (3, 1), BEACON: (1, 3), MESSAGE: (2, 3)}))
    assert not seen["signals ahead"].any()
    assert not seen["ship"].any()


def test_the_ship_and_its_area_are_told_from_where_you_stand():
    seen = parts(laid_out({SOS: (3, 1)}, ship=st.CORNERS.index("NE"), ship_position=2, sighted=1))
    assert seen["ship"].tolist() == [0, 1, 0, 0]  # the east coast
    assert seen["ship position"].tolist() == [0, 0, 1, 0, 0]
    assert seen["area"].tolist() == [0, 1, 1, 0]  # three cells to the east and to the south
    assert seen["ship line"].nonzero()[0].tolist() == [4]  # the row one south of yours
    assert seen["ship marks"].tolist() == [1, 0, 0, 0]


def test_cards_lie_where_they_are_seen_from_the_player():
    env = laid_out({SOS: (3, 1)})
    card = int(env.batch.simulator.tables.face_of[SOS]) >> 1
    seen = parts(env)
    assert seen["cards"][card].nonzero()[0].tolist() == [
        0,
        1,
        2 + 6,
        9 + 4,
    ]  # in play, side b, 3 south, 1 east
    assert np.argwhere(seen["island"]).tolist() == [[3, 3], [6, 4]]
    assert seen["bounds"].tolist() == [0, np.float32(1 / 3), 1, 0]
    assert seen["played"].sum() == 2
