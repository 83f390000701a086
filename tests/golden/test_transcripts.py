"""Seeded games read as they did when they were written down: a changed rule shows as changed lines."""

from difflib import unified_diff

import pytest

from tests.golden.transcripts import CASES, FOLDER, Case, actions_in, read, recorded, transcript
from tests.support import NAMES

WRITE = "python -m tests.golden.transcripts --write"


def replayed(case: Case, lines: list[str]) -> list[str]:
    return transcript(case, actions_in(lines), lambda env: None)


@pytest.mark.parametrize("name", CASES)
def test_games_read_as_they_were_written_down(name):
    lines = recorded(name)
    assert lines, f"{name} is not written down: {WRITE} {name}"
    diff = list(unified_diff(lines, replayed(CASES[name], lines), "on file", "now", lineterm="", n=2))
    if diff:
        pytest.fail("\n".join([f"if this is meant: {WRITE} {name}", *diff[:60]]), pytrace=False)


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


def test_an_action_that_is_no_longer_legal_ends_the_replay():
    lines = replayed(CASES["marooned_seed_1"], ["  => explore east", "  => flip rocks"])
    assert lines[-1] == "The action on file is not legal here."
    assert actions_in(lines) == ["explore east"]


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
