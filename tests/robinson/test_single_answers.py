"""A question with a single answer is not asked; the Protective amulet takes tokens, not black markers."""

from crusoe_env.robinson import constants as c
from tests.robinson.cards.position import Position

AMULET = "use treasure protective_amulet"
KEPT = "treasure protective_amulet kept; uses of protective_amulet 1"


def test_the_only_token_on_the_board():
    position = Position().given(f"{KEPT}; arrange camp field adventure")
    position.plan()
    position.do(AMULET)
    assert position.s.decision == c.PLAN
    assert position.s.field_tokens[c.ARRANGE_CAMP] == 0


def test_several_tokens_on_the_only_place():
    position = Position().given(f"{KEPT}; arrange camp field adventure+danger")
    position.plan()
    position.do(AMULET)
    assert position.legal() == ["take adventure", "take danger"]


def test_the_last_invention_of_its_deck():
    position = Position()
    position.s.determination[0] = 4
    position.s.inventions_left = 1
    last = position.s.inventions[0]
    position.plan()
    position.do("use skill 3")  # A new idea
    assert position.s.decision == c.PLAN
    assert position.s.invention_state[last] == c.ON_BOARD


def at_planning(given: str) -> Position:
    """Planning begins."""
    position = Position().given(f"{KEPT}; {given}")
    position.plan()
    return position


def test_a_black_marker_is_no_token():
    assert AMULET not in at_planning("arrange camp field marker").legal()


def test_a_token_beside_a_black_marker():
    position = at_planning("arrange camp field marker+adventure; space 4 marker; space 5 danger")
    position.do(AMULET)
    assert position.legal() == ["from the arrange camp field", "from space 5"]
    position.do("from the arrange camp field")
    assert position.s.field_tokens[c.ARRANGE_CAMP] == c.MARKER
