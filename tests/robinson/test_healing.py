"""Healing at any time of the night."""

from crusoe_env.robinson import constants as c
from crusoe_env.robinson.components import MYSTERY_IDS
from crusoe_env.robinson.rules import steps
from tests.robinson.cards.position import CARPENTER, COOK, Position

NIGHT = (0, 0, c.NONE, c.NONE, 0)
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


def test_before_the_markers_of_a_disease():
    position = night("cook markers 1; cook wounds 12")
    until_asked(position)
    position.do(FLASK)
    dawn(position)
    assert position.s.wounds[COOK] == 12


def test_before_what_a_card_has_kept_for_the_night():
    position = night("cook wounds 12")
    position.s.wounds[COOK] = 0
    position.draw_mystery(MYSTERY_IDS.index("a_shiny_jewel"), c.CREATURE_TYPE)
    position = position.given("cook wounds 12; food 9")
    position.s.phase, position.s.now = c.WEATHER_PHASE, c.NONE
    position.step(steps.NIGHT)
    position.use_nothing()
    until_asked(position)
    position.do(FLASK)
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


def test_nobody_is_asked_where_nothing_wounds():
    """But before the food rots."""
    position = night("cook wounds 3")
    assert position.decision == "space"
    position.do("pass")
    assert position.decision == "window"
    assert position.s.stack[position.s.stack_size - 2, 0] == steps.ROT
