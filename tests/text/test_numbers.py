"""How moves are listed in the view that tells changes."""

from agents.text.players import make_player
from agents.text.playing import play_game
from crusoe_env.text import TextEnv
from crusoe_env.text.numbers import Numbers

SURE = "2 pawns: sure; 1 pawn: success 5/6"
RISKY = "2 pawns: sure; 1 pawn: success 2/3"
MOVES = ["Build the Rope", "Build the Pot", "Rest"]


def test_odds_have_a_letter_which_is_explained_once():
    numbers = Numbers(stable=True)
    assert numbers.listed(MOVES, [f"1 wood; {SURE}", SURE, ""], 1) == [
        "1 Build the Rope (1 wood; odds A)",
        "2 Build the Pot (odds A)",
        "3 Rest",
        f"odds A: {SURE}",
    ]
    assert numbers.listed(MOVES, [f"1 wood; {SURE}", SURE, ""], 1) == ["and 1-3"]


def test_where_only_odds_have_changed_numbers_stand_behind_the_letter():
    numbers = Numbers(stable=True)
    numbers.listed(MOVES, [f"1 wood; {SURE}", SURE, ""], 1, "Cook")
    assert numbers.listed(MOVES, [f"1 wood; {RISKY}", RISKY, ""], 1, "Friday") == [
        "now odds B: 1-2",
        "and 3",
        f"odds B: {RISKY}",
    ]
    assert numbers.listed(MOVES, [f"1 wood; {SURE}", SURE, ""], 1, "Cook") == ["and 1-3"]
    assert numbers.listed(MOVES, [f"2 wood; {SURE}", "", ""], 1, "Cook") == [
        "1 Build the Rope (2 wood; odds A)",
        "2 Build the Pot",
        "and 3",
    ]


def test_few_moves_are_listed_in_words_once_a_round_and_all_after_some_rounds():
    numbers = Numbers(stable=True)
    few, all_moves = MOVES[:2], ["", "", ""]
    assert numbers.listed(MOVES, all_moves, 1) == ["1 Build the Rope", "2 Build the Pot", "3 Rest"]
    assert numbers.listed(few, all_moves, 1) == ["and 1-2"]
    assert numbers.listed(few, all_moves, 2) == ["1 Build the Rope", "2 Build the Pot"]
    assert numbers.listed(MOVES, all_moves, 4) == ["and 1-3"]
    assert numbers.listed(MOVES, all_moves, 5) == ["3 Rest", "and 1-2"]


def test_a_round_does_not_tell_again_what_was_done_in_the_last():
    turns = play_game(TextEnv("robinson", players=1), make_player("scripted"), 1).transcript.turns
    lines = [line for turn in turns for line in turn.message.splitlines()]
    assert "-- 2, planning" in lines
    assert any(line.startswith("build: ") for line in lines)
    assert not [line for line in lines if ", done)" in line or line == "build: none"]
