"""Every move of every game is a sentence or phrase that a player of the board game understands."""

from __future__ import annotations

import functools
import itertools
import re

import numpy as np
import pytest

import crusoe_env
from crusoe_env.play.session import result
from crusoe_env.show.description import changes, describe
from tests.support import NAMES, has_points, new_env, play_on, repeats

TASKS = [
    ("marooned", {}),
    ("dieson", {"quest": 7, "friend": "patches", "blue_die": True}),
    ("dieson", {"quest": 5, "friend": "crafted"}),
    *(
        ("robinson", {"scenario": scenario, "players": 1 + i % 4})
        for i, scenario in enumerate(crusoe_env.game("robinson").tasks["scenario"])
    ),
    ("robinson", {"players": 4, "table": "secret_plans+private_finds", "words": 1}),
]
GAMES = repeats(3, deep=20)
FOR_PROGRAMS = re.compile(
    r"_|=|<|>=|\{|\}"  # ids and conditions of the data
    r"|\bchoose [A-D]\b|\[nothing\]|\bresolve \d|\bshown \d|\bspecial \d|\bskill \d|\bdie \d\b"
    r"|\bnext player\b|\bperformer\b|\bsymbol\b|\bscenario invention\b|^[Nn]othing$|\(s\)"
)
WRONG_NUMBER = re.compile(r"\b1 (?:wounds|points|pawns|tokens|items|stars|cards|turns|rounds|tiles|stones)\b")


@functools.cache
def random_game(task, seed):
    """The legal actions in each state of a random game, and what is said of it."""
    name, settings = TASKS[task]
    env, rng = new_env(name, **settings), np.random.default_rng(seed)
    env.reset(seed=seed)
    states = []
    while legal := env.legal_actions():
        states.append((legal, describe(env)))
        env.step(int(rng.choice(legal)))
    return states


def states(task, games=GAMES):
    """The states of random games, with what is said of each."""
    return itertools.chain.from_iterable(random_game(task, seed) for seed in range(games))


tasks = pytest.mark.parametrize(
    "task", range(len(TASKS)), ids=[f"{name}-{i}" for i, (name, _) in enumerate(TASKS)]
)


def test_all_games_are_looked_at():
    assert {name for name, _ in TASKS} == set(NAMES)


@tasks
def test_each_legal_move_is_a_phrase_for_people(task):
    names = crusoe_env.game(TASKS[task][0]).actions.names
    for legal, told in states(task):
        assert list(told.labels) == legal
        for action, label in told.labels.items():
            where = f"{names[action]}: {label!r}"
            assert re.match(r"[A-Z+−\d]", label), where
            assert re.search(r"[A-Za-z]{3}", label), where
            assert not FOR_PROGRAMS.search(label), where
            assert not WRONG_NUMBER.search(label), where
            assert label == label.strip(), where
            assert "  " not in label, where


@tasks
def test_each_choice_says_what_it_does(task):
    names = crusoe_env.game(TASKS[task][0]).actions.names
    silent = set()
    for legal, told in states(task):
        labels = {action: told.label(action, names[action]) for action in legal}
        silent |= {
            f"{told.title}: {it}" for action, it in labels.items() if told.costs.get(action, "") in ("", it)
        }
    assert silent == set()


@tasks
def test_two_moves_of_a_state_read_differently(task):
    for _, told in states(task, games=1):
        assert len(set(told.labels.values())) == len(told.labels), told.labels


@tasks
def test_questions_are_sentences_without_the_words_of_programs(task):
    for _, told in states(task, games=1):
        words = f"{told.title} {told.sentence}"
        assert not re.search(r"_|\bWindow:|\bresolve \d", words), words
        assert not WRONG_NUMBER.search(words), words


@tasks
def test_facts_and_what_happened_are_whole_phrases(task):
    before = None
    for _, told in states(task, games=1):
        lines = [*told.log, *told.facts, *told.facts.values(), *told.costs.values()]
        lines += changes(before, told) if before else []
        for line in lines:
            assert "_" not in line, line
            assert not WRONG_NUMBER.search(line), line
            assert line.count("(") == line.count(")"), line
            for part in re.split(r", (?![^()]*\))", line):
                assert part.count("(") == part.count(")"), line
        before = told


@pytest.mark.parametrize("name", NAMES)
def test_a_game_without_points_ends_without_a_score(name):
    env = new_env(name)
    env.reset(seed=1)
    play_on(env, np.random.default_rng(1))
    assert ("Score " in result(env)) == has_points(name)
    assert "after 1 rounds" not in result(env)
