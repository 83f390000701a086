"""Whom healing reaches at night: those who are at the same place."""

import pytest

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.components import STARTING_ITEM_IDS
from tests.robinson.cards.position import COOK, EXPLORER, Position


@pytest.mark.parametrize(
    ("given", "action"),
    [
        ("uses of flask_of_rum 1", "use flask_of_rum"),
        ("pot item", "use pot"),
        ("fireplace item", "use fireplace"),
        ("treasure bottle_of_wine kept; uses of bottle_of_wine 1", "use treasure bottle_of_wine"),
        ("token vegetables 1; pot item; food 0; durable food 0", "use token vegetables"),
        ("treasure barrel kept; uses of barrel 1", "use treasure barrel"),
    ],
)
def test_the_camps_things_do_not_reach_who_sleeps_elsewhere(given: str, action: str):
    position = Position().given(f"{given}; explorer outside 1; explorer wounds 5")
    position.open_window(c.AT_NIGHT, c.NIGHT_PHASE)
    assert not position.offers(action), "only who is away is wounded"
    position = Position().given(f"{given}; explorer outside 1; explorer wounds 5; cook wounds 5")
    position.open_window(c.AT_NIGHT, c.NIGHT_PHASE)
    position.do(action)
    position.use_nothing()
    assert position.s.wounds[COOK] < 5
    assert position.s.wounds[EXPLORER] == 5


def test_who_sleeps_elsewhere_heals_himself():
    position = Position().given("explorer outside 1; each wounds 5")
    flask = STARTING_ITEM_IDS.index("flask_of_rum")
    position.s.starting_future[flask], position.s.starting_finder[flask] = 1, EXPLORER
    position.open_window(c.AT_NIGHT, c.NIGHT_PHASE, EXPLORER)
    position.do("use flask_of_rum")
    assert position.s.wounds[:3].tolist() == [5, 5, 4]


def test_the_cook_reaches_everybody_in_the_morning():
    position = Position().given("cook determination 2; explorer outside 1; explorer wounds 2")
    position.plan(COOK)
    position.do("use skill 1")
    assert position.s.wounds[EXPLORER] == 0


def test_friday_where_he_is():
    for outside, reached in ((0, True), (1, False)):
        position = Position().given(f"uses of flask_of_rum 1; friday wounds 2; friday outside {outside}")
        position.open_window(c.AT_NIGHT, c.NIGHT_PHASE)
        assert position.offers("use flask_of_rum") == reached


def test_the_barrel_does_nothing_for_friday_alone():
    position = Position().given("treasure barrel kept; uses of barrel 1; friday wounds 2")
    position.open_window(c.AT_NIGHT, c.NIGHT_PHASE)
    assert not position.offers("use treasure barrel")
