"""The rules of docs/marooned.md on the engine: scenes, and every side of every card."""

from __future__ import annotations

import numpy as np
import pytest

from crusoe_env.marooned import state as st
from tests.marooned.scenes import ALL, QUIET, Table


@pytest.mark.parametrize("scene", ALL)
def test_rule(scene):
    table = Table(scene.deck, scene.course)
    found = {name: getattr(table, name) for name in scene.seen}
    assert found == scene.seen
    assert set(scene.up.split()) <= table.where.keys()
    assert not set(scene.gone.split()) & table.where.keys()


# ---------------------------------------------------------------------- every side of every card

SIDE_A = {  # heart when drawn, ship, heart when landed on
    "wild_boar": (-2, None, -2),
    "map_column": (0, None, 0),
    "map_row": (0, None, 0),
    "sticks": (0, "NW", 0),
    "vines": (0, "SW", 0),
    "flint": (0, None, 0),
    "hook": (0, "NE", 0),
    "rocks": (0, None, 0),
    "higher_ground": (0, None, 0),
    "palm_trees": (0, "SE", 0),
    "telescope": (0, None, 0),
    "pirates": (0, None, 0),
    "storm": (-2, None, -2),
    "bottle": (0, None, 0),
    "water": (2, None, 0),
}
SIDE_B = {  # its card, heart when flipped by choice, heart when landed on, victory points
    "meat": ("wild_boar", 3, 0, 0),
    "treasure": ("map_column", None, 0, 10),
    "rum": ("map_row", None, 0, 0),
    "spear": ("sticks", 0, 0, 2),
    "shelter": ("vines", 2, 0, 2),
    "torch": ("flint", 0, 0, 2),
    "fish": ("hook", 3, 0, 0),
    "sos": ("rocks", 0, 0, 5),
    "lit_beacon": ("higher_ground", 0, 0, 7),
    "coconuts": ("palm_trees", 2, 0, 0),
    "ship_sighted": ("telescope", 0, 0, 1),
    "sea_serpent": ("mirage", None, 0, 0),
    "compass": ("pirates", None, 0, 0),
    "tornado": ("storm", None, -3, 0),
    "message": ("bottle", 0, 0, 3),
    "waterfall": ("water", 2, 0, 0),
}


def quiet_cards(count: int, *without: str) -> str:
    """Cards on which nothing happens, other than those."""
    return " ".join([card for card in QUIET.split() if card not in without][:count])


def put_in_play(table: Table, card: str, side: int, cell: tuple[int, int]) -> None:
    """Lay a card out of the deck onto a cell by hand; if it lies on the table already, only turn it."""
    number, state = st.CARD_IDS.index(card), table.s
    if state.cell[number] == st.NONE:
        at = int(np.flatnonzero(state.deck == number)[0])
        state.deck[at], state.deck[state.played] = state.deck[state.played], number
        state.played += 1
        state.cell[number] = st.CENTRE + cell[0] * st.FRAME + cell[1]
        state.card_at[state.cell[number]] = number
        row, column = divmod(int(state.cell[number]), st.FRAME)
        state.first_row, state.last_row = min(state.first_row, row), max(state.last_row, row)
        state.first_column = min(state.first_column, column)
        state.last_column = max(state.last_column, column)
    state.side[number] = side
    table.env.set_state(state)


@pytest.mark.parametrize(("card", "effects"), SIDE_A.items())
def test_side_a_when_drawn_and_landed_on(card, effects):
    drawn, ship, landed = effects
    table = Table(f"{quiet_cards(2, card)} {card}", "E E .")
    assert table.health == 16 - 3 + drawn
    assert table.ship == (ship and f"{ship} 0")
    assert table.on == card
    table.play("w e .")
    assert table.health == 16 - 5 + drawn + landed
    assert table.on == card


@pytest.mark.parametrize(("face", "effects"), SIDE_B.items())
def test_side_b_when_landed_on(face, effects):
    card, _, landed, _ = effects
    table = Table(f"{quiet_cards(2, card)} {card}", "E E w .")
    put_in_play(table, card, 1, (0, 2))
    table.change(health=12)
    table.play("e ." if table.where[face] == (0, 2) else "w .")  # the Mirage lies at (0, 0)
    assert table.on == face
    assert table.health == 12 - 1 + landed


SHIP_AT_SEA = {"ship": st.NW, "area_row": 2, "area_column": 2}
"""A ship at the north-west corner of an area that holds the middle of the frame."""
NEEDS = {  # what else must be in play, besides you on Higher Ground and a ship that set sail this turn
    "wild_boar": ("sticks", 1),
    "sticks": ("flint", 0),
    "vines": ("palm_trees", 0),
    "flint": ("vines", 0),
    "hook": ("water", 0),
    "palm_trees": ("rocks", 0),
    "water": ("telescope", 0),
    "higher_ground": ("flint", 1),
}


@pytest.mark.parametrize(("face", "effects"), [item for item in SIDE_B.items() if item[1][1] is not None])
def test_side_b_when_flipped_up_pays_once(face, effects):
    card, heart, _, _ = effects
    table = Table("higher_ground")
    put_in_play(table, card, 0, (0, 1))
    if card in NEEDS:
        put_in_play(table, *NEEDS[card], (1, 0))
    for paid in (heart, 0):
        put_in_play(table, card, 0, (0, 1))
        table.change(phase=st.FLIP, health=10, set_sail=1, **SHIP_AT_SEA)
        table.play(f"flip:{card}")
        assert face in table.where
        assert table.health == 10 + paid


@pytest.mark.parametrize(("face", "effects"), SIDE_B.items())
def test_victory_points_of_side_b(face, effects):
    card, _, _, points = effects
    table = Table("rocks higher_ground hook", "E flip:rocks E")  # SOS; the ship will see it
    cards = 3 if card in ("rocks", "higher_ground", "hook") else 4
    put_in_play(table, card, 1, (2, 2))
    table.play("w .")
    sos = 0 if card == "rocks" else 5
    assert table.end == ("rescued", sos + points + 12 + cards // 4)
    assert table.reward == sos + points + 12 + cards // 4
