"""What cards leave behind, where a scene of `scenes/later.toml` cannot say it."""

from __future__ import annotations

import pytest

from crusoe_env.robinson import constants as c
from tests.robinson.cards.position import CARPENTER, COOK, EXPLORER, Position, number_of


def test_what_the_one_outside_gained_stays_with_him():
    position = Position()
    position.draw_adventure(2, number_of("lost"))
    position.ended()
    position.s.gained[CARPENTER, c.WOOD] = 2
    position.given("future wood 3")
    before = position.photo()
    position.end_of_actions()
    position.expect(before, "future wood -3; wood +1; carpenter own wood +2")


def opened(position: Position) -> set[str]:
    """Which kinds of action are offered."""
    kinds = ("gather", "explore", "hunt", "threat", "arrange", "rest")
    plans = [name.split()[1] for name in position.legal() if name.startswith("plan ")]
    return {word if word in kinds else "build" for word in plans}


def test_loss_of_hope_at_work():
    """No action of another kind, and no support of one either."""
    position = Position().given("hunting fox; threat left jaguar")
    position.draw_event(number_of("loss_of_hope"))
    position.plan(COOK)
    assert opened(position) == {"build", "arrange", "rest"}
    position.do("pass")
    assert position.s.planner == EXPLORER
    position.do("plan gather wood on 4")
    assert "support: own pawn" in position.legal()
    assert "support: the second next player" not in position.legal()
    position.plan(EXPLORER)
    position.do("plan weapon")
    assert "support: pawn of the second next player" in position.legal()


def test_argument_at_work():
    """No action with pawns of two players; so its own threat action has to wait."""
    position = Position()
    position.draw_event(number_of("argument"))
    position.plan()
    position.s.free_pawns[c.FRIDAY] = 0
    assert "plan threat right" not in position.legal()
    position.do("plan weapon")
    assert "support: pawn of the next player" not in position.legal()
    assert "support: own pawn" in position.legal()
    position.given("each determination 0; pot board")
    position.begin_round()
    assert "plan threat left" in position.legal() or "plan threat right" in position.legal()


@pytest.mark.parametrize(("edition", "supports"), [("first", True), ("current", False)])
def test_friday_under_the_argument(edition: str, supports: bool):
    """First edition: events do not concern him. Current: he supports nobody, but in the Agreement."""
    position = Position(2, edition=edition)
    position.draw_event(number_of("argument"))
    position.plan()
    position.do("plan threat right")
    if edition == "current":  # where the other player could come to it as well
        position.do("support: Friday")
    assert position.s.free_pawns[c.FRIDAY] == 0
    while position.s.planner != CARPENTER:
        position.do("pass" if "pass" in position.legal() else "plan rest")
    position.s.free_pawns[c.FRIDAY] = 1
    position.do("plan weapon")
    assert "support: pawn of the next player" not in position.legal()
    assert ("support: Friday" in position.legal()) == supports
