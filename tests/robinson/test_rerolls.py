"""Throwing a die again with the determination that a failure of the same throw has brought."""

import pytest

from crusoe_env.robinson import constants as c
from tests.robinson.cards.position import CARPENTER, COOK, EXPLORER, Position

THROWS = (
    (CARPENTER, "plan weapon", (1, 6, 6)),
    (COOK, "plan gather wood on 4", (1, 6, 6)),
    (EXPLORER, "plan explore 0", (1, 6, 6)),
)
"""A wound, no success, no adventure."""
ALL = ["pass", "reroll wound", "reroll success", "reroll adventure"]


def throw(person: int, plan: str, faces: tuple[int, ...], given: str = "", **options) -> Position:
    """One pawn of this person has thrown so."""
    position = Position(**options).given(f"each determination 0; {given}")
    position.plan(person)
    position.do(plan, "pass")
    position.roll(*faces)
    position.resolve()
    return position


def throw_of_friday(*faces: int) -> Position:
    """Friday gathers alone."""
    position = Position().given("each determination 0; friday determination 0")
    position.action_under_way("gather", c.FRIDAY)
    position.s.plan_pawns[0] = position.s.plan_need[0] = 1
    position.roll(*faces)
    position.resolve()
    return position


@pytest.mark.parametrize(("person", "plan", "faces"), THROWS)
def test_first_edition_another_die_of_the_throw(person: int, plan: str, faces: tuple[int, ...]):
    position = throw(person, plan, (*faces, 6))
    assert position.legal() == ["pass", "reroll wound", "reroll adventure"]
    position.do("reroll wound")
    assert position.s.wounds[person] == 0
    assert position.s.determination[person] == 0
    assert position.s.succeeded == 0


@pytest.mark.parametrize(("person", "plan", "faces"), THROWS)
def test_current_edition_not_with_what_the_throw_brings(person: int, plan: str, faces: tuple[int, ...]):
    position = throw(person, plan, faces, edition="current")
    assert position.decision != "reroll"
    assert position.s.wounds[person] == 1
    assert position.s.determination[person] == 2


def test_the_adventure_die_before_it_counts():
    position = throw(COOK, "plan gather wood on 4", (6, 6, 1, 6))
    left = int(position.s.adventures_left[1])
    position.do("reroll adventure")
    assert position.s.adventures_left[1] == left
    assert position.s.determination[COOK] == 0


def test_the_failed_die_only_with_tokens_that_were_there_before():
    """With those he is asked before any die counts."""
    for before in (1, 2):
        position = throw(COOK, "plan gather wood on 4", (1, 6, 6), f"cook determination {before}")
        if before == 2:
            assert position.legal() == ALL
            position.do("pass")
        assert position.s.determination[COOK] == before + 2
        assert position.legal() == ["pass", "reroll wound", "reroll adventure"]


def test_once_a_round():
    position = throw(COOK, "plan gather wood on 4", (1, 6, 6, 6), "cook determination 2")
    position.do("reroll wound")
    assert position.decision != "reroll"
    assert position.s.determination[COOK] == 2


def test_friday_throws_any_die_again_with_what_his_failure_brings():
    position = throw_of_friday(6, 6, 6, 1)
    assert position.legal() == ALL
    position.do("reroll success")
    assert position.s.future[c.WOOD] == 1
    assert position.s.determination[c.FRIDAY] == 0


def test_a_second_failure_of_the_same_throw_brings_nothing():
    position = throw_of_friday(6, 6, 6, 6)
    position.do("reroll success")
    assert position.s.future[c.WOOD] == 0
    assert position.s.determination[c.FRIDAY] == 0
    assert position.decision != "reroll"
