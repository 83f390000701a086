"""Signs of Fire after an exploration in vain: the marker waits on the space for its tile."""

import pytest

from tests.robinson.cards.position import CARPENTER, Position, number_of

EXPLORE_DECK, SPACE = 2, 0


def signs_of_fire(copies: int, tile: int) -> Position:
    """So many signs on the same space, each after an exploration in vain; then this tile is found there."""
    position = Position()
    for _ in range(copies):
        position.draw_adventure(EXPLORE_DECK, number_of("signs_of_fire"), target=SPACE)
        position.ended()
    position.take_up_tile(8)  # the one with wood and fish
    position.given(f"tiles {tile}")
    position.plan()
    position.do(f"plan explore {SPACE}", "support: own pawn")
    position.resolve()
    return position


@pytest.mark.parametrize(("chosen", "covered"), [("wood on 0", "wood"), ("food on 0", "fish")])
def test_the_players_choose_which_source_is_covered(chosen, covered):
    position = signs_of_fire(1, tile=10)  # with wood and fish
    assert position.decision == "source"
    assert position.legal() == ["wood on 0", "food on 0"]
    position.do(chosen)
    position.ended()
    assert position.shows(f"space 0 covered {covered}; space 0 awaits cover none; carpenter wounds 0")


def test_a_second_marker_covers_another_source():
    position = signs_of_fire(2, tile=10)
    position.do("food on 0")
    position.ended()
    assert position.shows("space 0 covered wood+fish; space 0 awaits cover none; carpenter wounds 0")


@pytest.mark.parametrize(("copies", "wounds"), [(1, 0), (2, 1)])
def test_a_marker_for_which_there_is_no_source_wounds_who_explores(copies, wounds):
    """As it would if the card came after the tile: an unfulfilled demand."""
    position = signs_of_fire(copies, tile=7)  # with wood alone
    position.ended()
    assert position.shows("space 0 covered wood; space 0 awaits cover none")
    assert position.s.wounds[CARPENTER] == wounds
