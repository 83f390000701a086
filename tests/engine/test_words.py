"""Error messages stay one short line, whatever was given."""

from __future__ import annotations

import pytest

from crusoe_env.support.words import listed, nearest, one_line, shown, whole_of

CARDS = ["water", "flint", "rope", "sail", "mast", "shelter", "beacon"]
HUGE = 10**5000


def test_few_valid_words_are_all_listed_in_their_order():
    assert nearest("x", CARDS[:3]) == "choose from water, flint, rope"


def test_of_many_valid_words_the_five_nearest_are_listed():
    hint = nearest("watre", CARDS)
    assert hint.startswith("did you mean 'water'? choose from water, ")
    assert hint.endswith(", ... (7 in all)")
    assert len(hint.split("choose from ")[1].split(", ")) == 6


@pytest.mark.parametrize("word", [None, 5, ["water"], HUGE, "w" * 10**5, "wa\nter"], ids=range(6))
def test_a_hint_for_anything_is_one_short_line(word):
    hint = nearest(word, [*CARDS, "two\nlines"])
    assert "\n" not in hint
    assert len(hint) < 120


@pytest.mark.parametrize(
    "value",
    ["a\nb", "x" * 10**5, HUGE, -HUGE, [HUGE] * 100, {1: [[[[[[1]]]]]]}, [["x" * 80] * 8] * 8],
    ids=range(7),
)
def test_values_are_shown_on_one_short_line(value):
    assert "\n" not in shown(value)
    assert len(shown(value)) < 420


def test_usual_values_are_shown_as_python_writes_them():
    for value in ("a", 7, 1.5, None, [1, "b"], (True, {"c": 2})):
        assert shown(value) == repr(value)


def test_errors_are_told_on_one_short_line():
    assert one_line(KeyError()) == "KeyError"
    assert one_line(ValueError("a\n  b")) == "a b"
    assert one_line(ValueError("x" * 400)) == "x" * 400
    assert one_line(ValueError("x" * 401)) == "x" * 400 + " ..."


def test_words_of_long_lists_are_counted():
    assert listed(["a", "b"]) == "a, b"
    assert listed(list("abcdefg")) == "a, b, c, d, e, ... (7 in all)"


@pytest.mark.parametrize(
    ("text", "number"),
    [("7", 7), ("-7", -7), ("007", 7), ("100", 100), ("101", None), ("--7", None), ("1.0", None), ("", None)],
)
def test_whole_numbers_of_text_within_bounds(text, number):
    assert whole_of(text, 100) == number
    assert whole_of("9" * 5000, 100) is None


def test_five_words_are_all_listed_and_of_six_five():
    assert listed(CARDS[:5]) == "water, flint, rope, sail, mast"
    assert listed(CARDS[:6]) == "water, flint, rope, sail, mast, ... (6 in all)"
