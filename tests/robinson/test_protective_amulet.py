"""The Protective amulet takes a token off the board; a black marker is none."""

from crusoe_env.robinson import constants as c
from tests.robinson.cards.position import Position

AMULET = "use treasure protective_amulet"
KEPT = "treasure protective_amulet kept; uses of protective_amulet 1"


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
