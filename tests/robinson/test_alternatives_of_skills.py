"""Of the alternatives of a skill those are offered that can do anything."""

from crusoe_env.robinson import constants as c
from tests.robinson.cards.position import Position

DEFENCE_PLAN = "use skill 4"


def soldiers_planning(given: str) -> Position:
    """The Soldier plans."""
    position = Position(4).given(f"soldier determination 3; {given}")
    position.plan(3)
    return position


def test_defence_plan_under_a_shelter():
    position = soldiers_planning("palisade 0; weapon 0")
    position.do(DEFENCE_PLAN)
    assert position.legal() == ["choose A", "choose B"]
    position.do("choose A")
    assert (position.s.palisade, position.s.weapon) == (1, 0)


def test_defence_plan_without_a_shelter():
    """There is nothing to choose."""
    position = soldiers_planning("shelter 0; palisade 0; roof 0; weapon 0")
    position.do(DEFENCE_PLAN)
    assert position.decision == "plan"
    assert (position.s.palisade, position.s.weapon) == (0, 1)


def test_hooch_against_rain_alone():
    position = Position().given("cook determination 3; rain clouds 1")
    position.open_window(c.IN_WEATHER, c.WEATHER_PHASE, 1)
    position.do("use skill 4")
    assert position.decision != "branch"
    assert position.s.ignored_rain == 1


def test_tracking_may_leave_the_beast_where_it_is():
    position = Position(4).given("soldier determination 2; hunting bear fox")
    position.plan(3)
    position.do("use skill 1")
    assert position.legal() == ["choose A", "choose B"]
