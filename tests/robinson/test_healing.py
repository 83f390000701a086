"""Healing at any time of the night, of those who are at the same place; the Bible heals in the action."""

import pytest

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.rules import steps
from tests.robinson.cards.position import CARPENTER, COOK, EXPLORER, Position

FLASK = "use flask_of_rum"


def night(given: str, food: int = 9) -> Position:
    """A night that begins; who is asked before the meal uses nothing."""
    position = Position().given(f"{given}; uses of flask_of_rum 1; food {food}; durable food 0")
    position.s.phase = c.WEATHER_PHASE
    position.s.first_player = CARPENTER
    position.step(steps.NIGHT)
    for _ in range(int(position.s.players) if FLASK in position.legal() else 0):
        position.do("pass")
    return position


def until_asked(position: Position) -> None:
    """The camp stays where it is, until somebody can heal."""
    while FLASK not in position.legal():
        assert position.s.over == 0
        position.do("pass" if "pass" in position.legal() else "choose B")


def dawn(position: Position) -> None:
    """Nothing more is used, and the camp stays where it is."""
    while position.decision in ("window", "space"):
        position.do("pass")


def test_between_hunger_and_the_open_air():
    """Two wounds of hunger and one of the open air would kill, were nobody healed in between."""
    position = night("shelter 0; roof 0; palisade 0; cook wounds 10", food=0)
    until_asked(position)
    assert position.s.wounds[COOK] == 12
    position.do(FLASK, "the next player")
    dawn(position)
    assert position.s.over == 0
    assert position.s.wounds[COOK] == 12


def test_before_the_wound_of_one_food_more():
    position = night("night space plus_food; cook wounds 12", food=3)
    assert position.s.available[c.FOOD] == 0
    assert FLASK in position.legal()
    position.do(FLASK)
    dawn(position)
    assert position.s.over == 0


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
