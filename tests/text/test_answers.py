"""Which move an answer means."""

import tomllib
from pathlib import Path

import numpy as np
import pytest

from crusoe_env.play.moves import RefusedError
from crusoe_env.text import Limits, TextEnv
from crusoe_env.text.answers import line_of, understood
from tests.support import refused, repeats

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
        ("ga w", "'ga w' is no legal move; the nearest legal move is: Gather wood on space 4 (river)"),
        ("gather on space 4", "Gather wood on space 4"),
        ("gather wood on space 5", "the nearest legal move is: Gather wood on space 4 (river)"),
        ("gather", "may mean several moves: Gather wood on space 4 (river); Gather food on space 4 (river)"),
        ("rest or build the rope", "may mean several moves: Rest; Build the Rope"),
        ("7 Build the Rope", "names two moves: Gather wood on space 4 (river); Build the Rope"),
    ],
)
def test_what_is_not_understood_is_refused_in_one_line_with_the_nearest_move(answer, said):
    with refused(RefusedError, said):
        understood(answer, LABELS, NUMBERS, NAMES)


@pytest.mark.parametrize(
    ("numbers", "how"), [(NUMBERS, "`Move: NUMBER` or `Move: WORDS`"), ({}, "`Move: WORDS`")]
)
def test_a_refusal_says_how_to_answer(numbers, how):
    for answer in ("", "dance", "rest or build the rope", "I will not rest", "Rest?"):
        with pytest.raises(RefusedError) as refused:
            understood(answer, LABELS, numbers, NAMES)
        assert str(refused.value).endswith(f"; answer with one move alone, as {how}")


def test_without_numbers_a_number_is_refused():
    with pytest.raises(RefusedError, match="moves have no numbers here"):
        understood("7", LABELS, {}, NAMES)


def test_the_last_marked_line_counts():
    assert line_of("Move: 1\nno:\nMove: `2`") == "2"


TABLE = tomllib.loads(Path(__file__).with_name("answers.toml").read_text(encoding="utf-8"))
LISTED = {int(number): label for number, label in TABLE["moves"].items()}


def meant_in_table(answer):
    """The number of the move of the table's decision that an answer means."""
    place = understood(answer, list(LISTED.values()), {number: i for i, number in enumerate(LISTED)})
    return list(LISTED)[place]


def test_the_table_has_fifty_answers_of_each_kind():
    tables = {**TABLE["clear"], **TABLE["refused"]}
    assert {name: len({str(answer) for answer in table}) for name, table in tables.items()} == {
        "numbers": 50,
        "words": 50,
        "rejected": 50,
        "ambiguous": 50,
    }


@pytest.mark.parametrize("kind", TABLE["clear"])
def test_a_clear_answer_is_understood(kind):
    found = [[answer, meant_in_table(answer)] for answer, _ in TABLE["clear"][kind]]
    assert found == TABLE["clear"][kind]


@pytest.mark.parametrize("kind", TABLE["refused"])
def test_a_move_that_is_rejected_or_unclear_is_never_played(kind):
    for answer in TABLE["refused"][kind]:
        with pytest.raises(RefusedError):
            pytest.fail(f"{answer!r} means {meant_in_table(answer)}")


GAMES = [
    ("marooned", {}),
    ("dieson", {"quest": 4}),
    ("robinson", {"players": 1, "scenario": "king_kong_island"}),
    ("robinson", {"players": 3}),
]
VIEWS = [{"view": "full"}, {}, {"seats": "each", "disguise": 5}, {"list_moves": False}]
ACCEPTED = ("{words}", "{words}.", "I choose {words}.", "Move: {words}", "<answer>{words}</answer>")
NUMBERED_FORMS = (
    "{number}",
    "{number}. {words}",
    "I choose {number}",
    "Move {number}: {words}",
    '{{"move": {number}}}',
)
REJECTED = ("Not {words}", "I would never choose {words}.", "{words}, no", "{words}?", "Instead of {words}")


@pytest.mark.parametrize(
    ("game", "options", "settings"),
    [(*game, view) for game, view in zip(GAMES, VIEWS, strict=True)]
    + [(*GAMES[-1], view) for view in VIEWS[:-1]],
)
def test_every_move_of_real_decisions_is_understood_and_not_when_it_is_rejected(game, options, settings):
    env = TextEnv(game, limits=Limits(illegal_in_a_row=None, illegal=None), **settings, **options)
    rng = np.random.default_rng(1)
    message, _ = env.reset(seed=1)
    for _ in range(repeats(25, deep=400)):
        if env.over:
            message, _ = env.reset(seed=int(rng.integers(1_000)))
        labels, numbers = env._labels(), env._reader.numbers.of(env._labels())
        listed = env._reader.numbers.listed_as
        shown = {} if settings.get("list_moves") is False else numbers
        for line in message.splitlines():
            number = next((it for it in shown if line.startswith(f"{it} {labels[numbers[it]]}")), None)
            if number is not None:
                assert understood(line, labels, shown, (), listed) == numbers[number], line
        for number in rng.choice(list(numbers), min(5, len(numbers)), replace=False).tolist():
            words = labels[numbers[number]]
            for form in (*ACCEPTED, *(NUMBERED_FORMS if shown else ())):
                answer = form.format(number=number, words=words)
                assert understood(answer, labels, shown, (), listed) == numbers[number], answer
            for form in REJECTED:
                with pytest.raises(RefusedError):
                    understood(form.format(words=words), labels, shown, (), listed)
        message, *_, info = env.step(str(rng.choice(labels)))
        assert info["kind"] == "move"


def test_a_long_answer_is_read_in_little_time_or_refused():
    for piece in ("1 ", "<answer>1</answer>", "{", "Move: 1\n", '{"move":'):
        with pytest.raises(RefusedError):
            understood(piece * (100_000 // len(piece)), LABELS, NUMBERS, NAMES)
