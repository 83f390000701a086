"""Seeded games read and look as they were written down: a changed rule shows as changed lines."""

import json
from difflib import unified_diff

import pytest

from tests.golden.pictures import (
    DIGESTS,
    DRAWN,
    MOMENTS,
    PICTURES,
    PLAY,
    digest_of_play,
    read_and_looked_at,
)
from tests.golden.transcripts import (
    CASES,
    FOLDER,
    Case,
    Decision,
    decisions_in,
    news,
    read,
    recorded,
    transcript,
)
from tests.support import NAMES

WRITE = "python -m tests.golden.transcripts --write"
LOOK = "if this is meant: look at the pictures, then python -m tests.golden.pictures --digests"
LONG = ("robinson_family_robinson_won", "robinson_naturalist_won")
DRAW = "pictures of the documentation are stale: python -m tests.golden.pictures, and look at them"


def replayed(case: Case, lines: list[str]) -> list[str]:
    return transcript(case, decisions_in(lines), lambda env: None)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name in LONG else name for name in CASES]
)
def test_games_read_and_look_as_they_were_written_down(name):
    lines, known = recorded(name), json.loads(DIGESTS.read_text())[name]
    assert lines, f"{name} is not written down: {WRITE} {name}"
    now, looks = read_and_looked_at(name)
    diff = list(unified_diff(lines, now, "on file", "now", lineterm="", n=2))
    if diff:
        pytest.fail("\n".join([f"if this is meant: {WRITE} {name}", *diff[:60]]), pytrace=False)
    assert looks.game == known, LOOK
    drawn = json.loads(DRAWN.read_text())
    assert looks.shown == {it: drawn[it] for it, moment in MOMENTS.items() if moment.case == name}, DRAW
    assert len(set(known)) == PICTURES


def test_the_picture_of_the_page_of_play_is_drawn_from_this_page():
    drawn = json.loads(DRAWN.read_text())
    assert {drawn[name] for name in PLAY} == {digest_of_play()}, DRAW
    assert set(drawn) == {*MOMENTS, *PLAY}


def test_every_game_is_written_down_and_nothing_else():
    assert {case.game for case in CASES.values()} == set(NAMES)
    assert {file.stem for file in FOLDER.iterdir()} == set(CASES)


def test_a_changed_fact_shows_where_it_matters(tmp_path):
    lines = recorded("marooned_seed_1")
    facts = tmp_path / "facts.toml"
    facts.write_text("[setup]\nhealth_lost_each_turn = 2\n")
    changed = replayed(Case("marooned", 1, {"data": str(facts)}), lines)
    assert "    health 15 of 16 -> 14; deck 15 of 16 -> 14" in lines
    assert "    health 14 of 16 -> 12; deck 15 of 16 -> 14" in changed


MOVE = "Move. Walk onto a card next to you, or explore an empty cell."
FLIP = "Flip. Turn over one of the marked cards, or none."


def test_a_question_that_is_no_longer_asked_is_passed_over():
    played = replayed(CASES["marooned_seed_1"], [FLIP, "  => no flip", MOVE, "  => explore east"])
    assert decisions_in(played) == [Decision(MOVE, "explore east")]
    assert played[-1] == "Here the file ends."


def test_a_new_question_is_answered_by_the_first_legal_action():
    on_file = [*[MOVE, "  => explore east"] * 3, MOVE, "  => explore south"]
    decisions = decisions_in(replayed(CASES["marooned_seed_1"], on_file))
    assert Decision(FLIP, "flip sticks") in decisions
    assert decisions[-1] == Decision(MOVE, "explore south")


def test_a_question_in_new_words_is_known_by_its_place():
    played = replayed(CASES["marooned_seed_1"], ["Go! Where?", "  => explore south"])
    assert decisions_in(played) == [Decision(MOVE, "explore south")]


def test_news_of_a_log_are_the_lines_that_are_new_or_have_grown():
    assert news([], ["a"]) == ["a"]
    assert news(["a", "b"], ["b", "c"]) == ["c"]
    assert news(["a", "b: 1"], ["a", "b: 1, 2", "c"]) == ["b: 1, 2", "c"]
    assert news(["a", "b: 2 wounds"], ["a", "b: 3 wounds"]) == ["b: 3 wounds"]
    assert news(["a"], ["x", "y"]) == ["x", "y"]


def test_a_table_is_cut_into_what_is_asked_and_what_lies_there():
    table = read(
        "Game   day 2 of 9   health 4\n"
        "Goods     wood 1   food 2 (+1 to come)\n"
        "Place\n"
        "> Beach   sand\n"
        "  Hill    wood, stone\n"
        "Log       Day 2\n"
        "Now: Choose. What next?\n"
        "Answers: go: to the hill; stay: here\n"
        "Legal: go, stay"
    )
    assert (table.time, table.asked, table.log) == ("day 2 of 9", "Choose. What next?", ["Day 2"])
    assert table.described("go") == "go  (to the hill)"
    assert {heading: list(entries) for heading, entries in table.entries.items()} == {
        "": ["health 4"],
        "Map": [],
        "Goods": ["wood 1", "food 2 (+1 to come)"],
        "Place": ["Beach", "here: Beach", "sand", "Hill", "wood", "stone"],
    }
