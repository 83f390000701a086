"""Weapon level 0 does not keep anybody from hunting; it only hurts more."""

import pytest

from tests.robinson.cards.position import CARPENTER, Position


@pytest.mark.parametrize("edition", ["first", "current"])
def test_hunting_without_weapons(edition: str):
    position = Position(edition=edition).given("weapon 0; hunting fox")
    position.plan()
    position.do("plan hunt", "support: own pawn")
    position.resolve()
    position.use_nothing()
    fox = next(beast for beast in position.simulator.facts["beast"] if beast["id"] == "fox")
    assert position.s.wounds[CARPENTER] == fox["strength"] + fox["weapon_loss"]
