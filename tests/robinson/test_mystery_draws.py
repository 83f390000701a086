"""Drawing mystery cards while others are being drawn: the token Treasure, used before a card takes effect."""

from __future__ import annotations

from pathlib import Path

from crusoe_env.robinson import constants as c
from tests.robinson.cards.position import Position


def drawing(mysteries: str, **wanted: int) -> Position:
    """The Carpenter explores and draws for what is wanted; these cards come next. There is one token."""
    position = Position().given(f"mysteries {mysteries}; token treasure 1")
    position.action_under_way("explore")
    position.draw_mysteries(**wanted)
    return position


def aside(position: Position) -> int:
    """How many cards lie aside, passed over."""
    return int(position.s.mysteries_passed)


def test_the_token_draws_its_own_treasure_and_the_draw_goes_on():
    """One creature and one treasure are wanted; the token brings another treasure and asks nothing."""
    position = drawing("bats compass boxes", creature=1, treasure=1)
    position.do("use token treasure")
    assert position.shows("treasure compass to come; treasure boxes in deck")
    position.do("choose B")  # the bats wound
    assert position.decision == "branch"
    position.do("choose A")
    position.ended()
    assert position.shows("treasure compass to come; treasure boxes to come; treasure bats gone")


def test_a_trapdoor_takes_the_treasures_of_its_own_draw_only():
    position = drawing("compass bats boxes trapdoor gold", treasure=2, creature=1, trap=1)
    position.do("choose A", "use token treasure", "choose B", "choose A")
    assert position.shows("treasure compass gone; treasure boxes to come; treasure trapdoor gone")


def test_draws_nest_as_deep_as_there_are_tokens(tmp_path: Path):
    """With treasures that take determination a draw stands still in each of three draws."""
    facts = tmp_path / "greedy_treasures.toml"
    greedy = 'effect = ["lose_determination performer 1"]\n'
    facts.write_text(
        f'[[mystery]]\nid = "gold"\n{greedy}[[mystery]]\nid = "cave_with_furs"\n{greedy}', encoding="utf-8"
    )
    position = Position(data=str(facts))
    position.given("mysteries bats gold cave_with_furs boxes old_rifle; token treasure 2")
    position.s.phase = c.NIGHT_PHASE
    position.draw_mysteries(creature=1, treasure=1)
    position.do("use token treasure", "use token treasure")  # the Cook, who is asked first
    assert position.shows("treasure gold gone; treasure cave_with_furs gone; cook determination 3")
    position.do("choose A")  # the bats, after both
    assert position.shows("cook determination 1; carpenter determination 2; treasure boxes in deck")
    position.do("choose A")
    position.ended()
    assert position.shows("treasure boxes kept; treasure old_rifle in deck")
