"""The difference of two states leaves out nothing that lies on the table."""

import math

from crusoe_env.robinson.state import DTYPE
from tests.robinson.cards import view
from tests.robinson.cards.position import Position


def test_every_field_of_the_record_is_shown_or_left_out_on_purpose():
    left_out = set().union(*view.NOT_ON_THE_TABLE.values())
    shown = set(view.FIELDS) | view.BITS_AND_PIECES
    assert set(DTYPE.names) - shown - left_out == set()
    assert not shown & left_out


def test_every_number_of_a_shown_field_has_a_cell():
    for field in view.FIELDS:
        cells = [cell for cell in view.CELLS if cell.field == field]
        assert len(cells) == math.prod(DTYPE[field].shape), field


def test_a_change_is_written_as_it_is_set():
    position = Position()
    before = position.photo()
    position.given("wood 0; space 4 covered fish+wood; rope board; each wounds 2; camp 4; build field reroll")
    assert view.difference(before, position.s) == view.lines_of(
        "wood -3; space 4 covered +fish; space 4 covered +wood; rope -> board; each wounds +2; camp -> 4;"
        "build field +reroll"
    )


def test_nothing_changed():
    position = Position()
    assert view.difference(position.photo(), position.s) == []
