"""Which move an answer means."""

import pytest

from crusoe_env.play.moves import RefusedError
from crusoe_env.text.answers import line_of, understood

LABELS = [
    "Rest",
    "Gather wood on space 4 (river)",
    "Gather food on space 4 (river)",
    "Explore space 4",
    "Build the Rope",
]
NAMES = ["rest", "gather_wood_4", "gather_food_4", "explore_4", "build_rope"]
NUMBERS = {3: 0, 7: 1, 8: 2, 12: 3, 20: 4}


@pytest.mark.parametrize(
    ("answer", "place"),
    [
        ("7", 1),
        (" 20. ", 4),
        ("#12", 3),
        ("7 Gather wood on space 4 (river)", 1),
        ("8) Gather food", 2),
        ("I choose move 12", 3),
        ("Rest", 0),
        ("**Rest.**", 0),
        ("rest", 0),
        ("build the rope", 4),
        ("gather_food_4", 2),
        ("ga w", 1),
        ("The group is tired, so I would rest now", 0),
        ("Let the Cook gather wood on space 4 (river), please", 1),
        ("First I thought of resting.\nWe need a roof.\nMove: Build the Rope", 4),
        ("Answer: 3\nbecause all are tired", 0),
        ("Food is scarce.\nexplore space 4", 3),
    ],
)
def test_a_number_a_name_or_a_sentence_is_understood(answer, place):
    assert understood(answer, LABELS, NUMBERS, NAMES) == place


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("4", "there is no legal move 4; the nearest legal move is: "),
        ("", "the answer is empty"),
        ("dance", "'dance' is no legal move; the nearest legal move is: "),
        ("gather on space 4", "Gather wood on space 4"),
        ("gather wood on space 5", "the nearest legal move is: Gather wood on space 4 (river)"),
        ("gather", "may mean several moves: Gather wood on space 4 (river); Gather food on space 4 (river)"),
        ("rest or build the rope", "may mean several moves: Rest; Build the Rope"),
        ("7 Build the Rope", "names two moves: Gather wood on space 4 (river); Build the Rope"),
    ],
)
def test_what_is_not_understood_is_refused_in_one_line_with_the_nearest_move(answer, said):
    with pytest.raises(RefusedError) as refused:
        understood(answer, LABELS, NUMBERS, NAMES)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_without_numbers_a_number_is_refused():
    with pytest.raises(RefusedError, match="moves have no numbers here"):
        understood("7", LABELS, {}, NAMES)


def test_the_last_marked_line_counts():
    assert line_of("Move: 1\nno:\nMove: `2`") == "2"
