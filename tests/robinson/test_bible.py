"""The Bible: who arranges the camp gets three determination and heals one wound instead of two tokens."""

import pytest

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import steps
from tests.robinson.cards.position import CARPENTER, Position

BIBLE = "use bible"


@pytest.mark.parametrize("edition", ["first", "current"])
def test_once_in_an_action(edition: str):
    """A second use on the same action would add nothing."""
    position = Position(edition=edition).given("uses of bible 2; carpenter wounds 3")
    position.plan()
    position.do("plan arrange camp")
    position.resolve()
    position.do(BIBLE)
    assert BIBLE not in position.legal()
    position.use_nothing()
    assert position.s.determination[CARPENTER] == 3 + 3
    assert position.s.wounds[CARPENTER] == 2


def test_again_in_the_next_action_of_the_round():
    position = Position().given("uses of bible 2; carpenter wounds 3")
    position.plan()
    position.do("plan arrange camp")
    position.s.free_pawns[CARPENTER] = 1
    position.plan()
    position.do("plan arrange camp")
    for wounds in (2, 1):
        position.resolve()
        position.do(BIBLE)
        position.use_nothing()
        assert position.s.wounds[CARPENTER] == wounds


@pytest.mark.parametrize("edition", ["first", "current"])
def test_friday_may_be_given_it(edition: str):
    """The First Player decides; the determination and the healing are Friday's."""
    position = Position(edition=edition).given("uses of bible 2; friday wounds 2")
    position.action_under_way("gather", c.FRIDAY)
    position.s.plan_kind[0] = c.ARRANGE_CAMP
    position.step(steps.ACT)
    assert position.s.acting == position.s.first_player
    position.do(BIBLE)
    assert BIBLE not in position.legal()
    position.use_nothing()
    assert position.s.determination[c.FRIDAY] == 3
    assert position.s.wounds[c.FRIDAY] == 1
