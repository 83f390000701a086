"""Urgencies of plans by rules of thumb, worked out by hand on a table of Castaways."""

from types import SimpleNamespace

import pytest

from agents.robinson.urgencies import BUILD_WITH_DICE, SHELTER, build_urgency, gather_urgency, hunt_urgency
from crusoe_env.robinson import constants as c
from crusoe_env.robinson import queries as q
from tests.robinson.conftest import Table

HILLS, SPACE = 4, 7
"""A printed number: a tile that gives wood and fish; where it lies."""


@pytest.fixture
def table() -> Table:
    return Table(seed=1, players=2).start()


@pytest.mark.parametrize(
    ("weapon", "furs", "urgency"),
    [
        (1, 0, 1.0),  # too weak to hunt
        (2, 0, 10.0 - 3.0 + 5.0),  # one level below the usual weapon, and no fur
        (3, 0, 10.0 + 5.0),
        (4, 1, 10.0 + 3.0),
    ],
)
def test_hunting_is_more_urgent_with_better_weapons_and_without_furs(table, weapon, furs, urgency):
    table.s.weapon, table.s.available[c.FUR] = weapon, furs
    w = SimpleNamespace(hunt=10.0, hunt_weapon=3.0, hunt_fur=5.0, fur=1)
    assert hunt_urgency(table.s, w) == urgency


@pytest.mark.parametrize(("steps", "farther"), [(1, 0.0), (2, 3.0), (4, 9.0)])
def test_gathering_is_less_urgent_for_each_step_beyond_the_first(table, steps, farther):
    s, t = table.s, table.t
    table.open_tile(SPACE, HILLS)
    s.way[SPACE] = steps
    s.available[:] = 0
    assert (q.wood_on(s, t, SPACE), q.food_on(s, t, SPACE)) == (1, 1)
    w = SimpleNamespace(
        far=3.0, wood=1, each_more=2.0, wood_more=1.0, wood_needed=8.0, food_more=0.5, food_needed=12.0
    )
    assert gather_urgency(s, t, w, SPACE, food=False) == 8.0 - farther
    assert gather_urgency(s, t, w, SPACE, food=True) == 12.0 - farther
    s.available[c.WOOD], s.available[c.FOOD] = 3, 2  # one and a structure's two; two mouths
    assert gather_urgency(s, t, w, SPACE, food=False) == 1.0 - farther
    assert gather_urgency(s, t, w, SPACE, food=True) == 0.5 - farther


@pytest.mark.parametrize(
    ("pawns", "friday", "urgency"),
    [(2, False, 9.0), (1, False, BUILD_WITH_DICE), (2, True, BUILD_WITH_DICE)],
)
def test_building_that_dice_would_decide_is_hardly_urgent(table, pawns, friday, urgency):
    table.s.free_pawns[:] = 0
    table.s.free_pawns[0] = pawns
    assert build_urgency(table.s, SimpleNamespace(shelter=9.0), SHELTER, friday) == urgency
