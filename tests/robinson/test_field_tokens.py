"""Tokens that actions put on the fields: from when on they work."""

import pytest

from crusoe_env.robinson import constants as c
from tests.robinson.cards.position import Position, number_of

BUILD_DECK = 0


def build_two_weapons(edition: str, *adventures: str) -> Position:
    """The Carpenter builds two weapons with a pawn each; after the first success comes the first adventure.

    The throws: success and adventure; success, no adventure; and no success if that die is thrown again.
    Nobody uses anything; the actions are over.
    """
    position = Position(1, edition=edition).given("carpenter determination 0; wood 4")
    position.plan()
    position.do("plan weapon", "pass")  # with dice
    position.do("pass")  # Friday
    position.do("plan weapon", "pass")
    for adventure in reversed(adventures):
        position.next_adventure(BUILD_DECK, number_of(adventure))
    position.roll(6, 1, 1, 6, 1, 6, 6)
    position.until_phase(c.RESOLUTION)
    position.do("resolve 0")
    position.until_phase(c.WEATHER_PHASE)
    return position


def test_reroll_and_adventure_tokens_work_on_the_next_action_of_the_phase():
    """First edition: the second building throws its success again, and has an adventure for sure."""
    position = build_two_weapons("first", "dangerous_work", "hard_work")
    before, s = Position(1).photo(), position.s
    assert s.weapon == before.weapon + 1
    assert s.adventures_left[BUILD_DECK] == before.adventures_left[BUILD_DECK] - 2
    assert s.field_tokens[c.BUILD] == 0


def test_in_the_current_edition_they_wait_for_the_end_of_the_phase():
    position = build_two_weapons("current", "dangerous_work")
    before, s = Position(1).photo(), position.s
    assert s.weapon == before.weapon + 2
    assert s.adventures_left[BUILD_DECK] == before.adventures_left[BUILD_DECK] - 1
    assert s.field_tokens[c.BUILD] == c.REROLL_TOKEN | c.ADVENTURE_TOKEN


@pytest.mark.parametrize("edition", ["first", "current"])
def test_a_token_that_takes_a_pawn_waits_for_the_next_round(edition):
    """Plans stand as made: the second building was planned with one pawn."""
    position = build_two_weapons(edition, "laborious_work")
    s = position.s
    assert s.weapon == Position(1).s.weapon + 2
    assert s.field_tokens[c.BUILD] == c.MINUS_PAWN
    position.given("wood 9; carpenter determination 0")
    position.to_planning()
    position.do("plan weapon")
    assert s.plan_need[0] == 2
