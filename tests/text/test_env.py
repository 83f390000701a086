"""The environment of strings: the game of arrays, told and played in words."""

import re

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import crusoe_env
from crusoe_env.engine.game import NoViewError
from crusoe_env.interfaces.env import GameEnv
from crusoe_env.robinson import constants as c
from crusoe_env.text import Limits, TextEnv, tokens
from tests.own_game import pig
from tests.support import repeats

TASKS = [
    ("marooned", {}),
    ("dieson", {"quest": 3}),
    ("robinson", {"players": 1}),
    ("robinson", {"players": 2, "scenario": "volcano_island"}),
    ("robinson", {"players": 4, "scenario": "jenny"}),
]
SETTINGS = [{}, {"view": "full"}, {"seats": "each"}, {"list_moves": False}, {"disguise": 5}]
STEPS = repeats(40, deep=600)


def answers_at_random(env, rng):
    """A legal action, and an answer that means it: its number or its words."""
    action = int(rng.choice(env.env.legal_actions()))
    words = env.answer_for(action)
    number = next(number for number, move in env.moves().items() if move == words)
    return action, str(rng.choice([str(number), words])) if env.list_moves else words


@pytest.mark.parametrize(
    ("game", "options", "settings"),
    [(*task, settings) for task, settings in zip(TASKS, SETTINGS, strict=True)]
    + [(*TASKS[-1], settings) for settings in SETTINGS[:-1]],
)
def test_the_same_actions_give_the_same_records_as_through_arrays(game, options, settings):
    text, arrays = TextEnv(game, **settings, **options), GameEnv(game=game, **options)
    rng = np.random.default_rng(0)
    text.reset(seed=7)
    arrays.reset(seed=7)
    for _ in range(STEPS):
        assert text.env.state.tobytes() == arrays.state.tobytes()
        if text.over:
            break
        action, answer = answers_at_random(text, rng)
        message, reward, terminated, truncated, info = text.step(answer)
        assert info["action"] == action, (answer, message)
        assert (reward, terminated, truncated) == arrays.step(action)[1:4]


def test_words_of_moves_are_theirs_alone():
    env = TextEnv("robinson", players=4)
    env.reset(seed=3)
    rng = np.random.default_rng(3)
    while not env.over:
        moves = list(env.moves().values())
        assert len({move.lower() for move in moves}) == len(moves)
        env.step(answers_at_random(env, rng)[1])


def test_messages_tell_in_words_of_the_play_pages():
    env = TextEnv("robinson", players=2)
    message, info = env.reset(seed=1)
    assert "Castaways" in message
    assert info["who"] in ("Cook", "Carpenter")
    rng = np.random.default_rng(1)
    while not env.over:
        assert not re.search(r"^\d+ (lay|resolve|choose|shown|place) \d+", message, re.MULTILINE), message
        message, *_ = env.step(answers_at_random(env, rng)[1])
    assert "Game over" in message


def test_changes_tell_only_what_is_new_and_moves_keep_their_numbers():
    env = TextEnv("robinson", players=2)
    first, info = env.reset(seed=1)
    second, _, _, _, later = env.step("Use nothing")
    assert "Woodpile" in first
    assert "Woodpile" not in second
    assert len(second) < len(first) / 5
    known = {move: number for number, move in info["moves"].items()}
    assert all(known.get(move, number) == number for number, move in later["moves"].items())


def test_the_full_view_tells_the_whole_table_each_time():
    env = TextEnv("marooned", view="full")
    first, _ = env.reset(seed=1)
    second, *_ = env.step(next(iter(env.moves().values())))
    assert "In the deck" in first
    assert "In the deck" in second


def test_without_a_list_no_move_is_named_but_in_a_refusal():
    env = TextEnv("dieson", list_moves=False)
    message, info = env.reset(seed=1)
    assert not any(move in message for move in info["moves"].values())
    refusal, *_ = env.step("dance")
    assert refusal.startswith("Refused: 'dance' is no legal move; the nearest legal move is: ")


def test_each_seat_is_told_what_is_new_since_its_own_last_decision():
    env = TextEnv("robinson", players=2, seats="each")
    _, info = env.reset(seed=1)
    message, *_, other = env.step("Use nothing")
    assert other["seat"] != info["seat"]
    assert "Castaways" in message  # its first message holds the whole table


def test_questions_and_refusals_leave_the_game_as_it_is():
    env = TextEnv("robinson", players=1)
    env.reset(seed=1)
    before = env.env.state.tobytes()
    message, *_, info = env.step("explain Palisade level")
    assert message.startswith("Palisade level: ")
    assert info["kind"] == "question"
    message, *_, info = env.step("table")
    assert "Castaways" in message
    assert info["kind"] == "question"
    message, *_, info = env.step("undo")
    assert message.startswith("Refused: ")
    assert info["kind"] == "illegal"
    assert env.env.state.tobytes() == before
    assert (env.usage.decisions, env.usage.questions, env.usage.illegal) == (0, 2, 1)


def test_limits_end_a_game():
    for limits, answers, name in (
        (Limits(illegal_in_a_row=2), ["x", "x"], "illegal answers in a row"),
        (Limits(illegal=1), ["x"], "illegal answers"),
        (Limits(turns=1), ["1"], "decisions"),
        (Limits(characters=10), ["1"], "characters"),
    ):
        env = TextEnv("marooned", limits=limits)
        env.reset(seed=1)
        for answer in answers:
            message, _, terminated, truncated, info = env.step(answer)
        assert (terminated, truncated, info["limit"]) == (False, True, name)
        assert message.endswith(f"The game ends: the limit of {name} is passed.")
        with pytest.raises(RuntimeError, match="call reset"):
            env.step("1")


def test_answers_and_questions_have_limits():
    env = TextEnv("marooned", limits=Limits(answer=5, questions=1))
    env.reset(seed=1)
    assert "has 8 characters; at most 5 are read" in env.step("too long")[0]
    env.step("table")
    assert "a decision allows 1 questions" in env.step("table")[0]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"view": "brief"}, "unknown view"),
        ({"seats": "all"}, "unknown seats"),
        ({"list_moves": 1}, "list_moves"),
        ({"disguise": -1}, "disguise must be at least 0"),
        ({"game": "chess"}, "unknown game"),
    ],
)
def test_wrong_settings_are_one_line(settings, said):
    with pytest.raises(ValueError, match=said):
        TextEnv(**{"game": "marooned", **settings})


def test_limits_must_be_numbers():
    with pytest.raises(ValueError, match="limit turns must be at least 1"):
        Limits(turns=0)


def test_a_game_without_text_is_refused_in_one_line():
    with pytest.raises(NoViewError, match="Pig has no text: its `view` does not define it"):
        TextEnv(pig.GAME)


def test_it_is_a_gymnasium_environment():
    check_env(TextEnv("marooned"), skip_render_check=True)


def test_four_characters_count_as_a_token():
    assert (tokens(0), tokens(4), tokens(5)) == (0, 1, 2)
    assert crusoe_env.text.TextEnv is TextEnv


@pytest.mark.parametrize("table", ["open", "secret_plans"])
def test_no_seat_is_told_what_the_others_hide(table):
    env = TextEnv("robinson", players=2, seats="each", table=table)
    _, info = env.reset(seed=1)
    told, placed = [], False
    while env.env.state.phase <= c.PLANNING and not env.over:
        seat, moves = info["seat"], list(info["moves"].values())
        explores = [move for move in moves if move.startswith("Explore")]
        placed |= bool(explores)
        message, *_, info = env.step(explores[0] if explores else moves[0])
        if placed and info["seat"] != seat and env.env.state.phase == c.PLANNING:
            told.append("explore: space" in message)
            break
    assert told == [table == "open"]
