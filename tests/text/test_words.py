"""The words of the rules, and names in disguise."""

import pytest

import crusoe_env
from crusoe_env.text import TextEnv
from crusoe_env.text.briefing import primer, task_words
from tests.support import NAMES

TASKS = [
    (name, {option: value})
    for name in NAMES
    for option, values in crusoe_env.game(name).tasks.items()
    if option != "players"
    for value in values
]


@pytest.mark.parametrize("name", NAMES)
def test_a_primer_is_there_and_short(name):
    assert 1_000 < len(primer(crusoe_env.game(name))) <= 6_000


@pytest.mark.parametrize(("name", "task"), TASKS)
def test_each_task_has_its_words(name, task):
    assert 0 < len(task_words(crusoe_env.game(name), task)) <= 1_000


@pytest.mark.parametrize("name", NAMES)
def test_every_explained_name_is_found(name):
    env = TextEnv(name)
    env.reset(seed=1)
    for thing in list(env.table.glossary())[::20]:
        env.reset(seed=1)
        message, *_, info = env.step(f"explain {thing}")
        assert info["kind"] == "question", message
        assert message.lower().startswith(thing.lower())


@pytest.mark.parametrize("name", NAMES)
def test_a_disguise_hides_all_names_and_is_the_same_for_its_seed(name):
    plain, other = TextEnv(name), TextEnv(name, disguise=3)
    plain.reset(seed=1)
    message, _ = other.reset(seed=1)
    assert other.reset(seed=1)[0] == message
    assert TextEnv(name, disguise=3).reset(seed=1)[0] == message
    assert TextEnv(name, disguise=4).reset(seed=1)[0] != message
    names = other.disguise.names
    assert len(set(names.values())) == len(names)
    hidden = [it for it in names if " " in it or it in ("Cook", "Friday", "Rope", "Storm", "Tornado")]
    for words in (message, other.briefing(), str(other.table.glossary())):
        assert not [it for it in hidden if it in words]


def test_moves_are_named_and_understood_in_disguise():
    env = TextEnv("robinson", players=2, disguise=8)
    env.reset(seed=1)
    move = list(env.moves().values())[-1]
    assert env.step(move)[-1]["move"] == move
