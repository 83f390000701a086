"""What people read beside each choice: a line of its effect and cost, in browser, terminal and text."""

import random

import gymnasium
import pytest

from crusoe_env import GAMES
from crusoe_env.robinson.tables.scenarios import NAMES
from crusoe_env.show.description import describe
from crusoe_env.text import TextEnv
from tests.play.terminal import new_game, play
from tests.play.web import serving, table

TASKS = [
    ("marooned", {}),
    ("dieson", {}),
    *(("robinson", {"scenario": name, "players": 1 + i % 4}) for i, name in enumerate(NAMES)),
    ("robinson", {"scenario": "castaways", "players": 4, "table": "secret_plans+private_finds", "words": 1}),
]
IDS = [" ".join([name, *map(str, options.values())]) for name, options in TASKS]


def choices_without_words(name, options, seed):
    """The choices of a random game that nothing says more about than their name."""
    env, rng, found = gymnasium.make(GAMES[name], **options).unwrapped, random.Random(seed), []
    env.reset(seed=seed)
    while legal := env.legal_actions():
        told = describe(env)
        names = [told.label(action, env.action_name(action)) for action in legal]
        words = [told.costs.get(action, "") for action in legal]
        found += [f"{told.title}: {each}" for each, more in zip(names, words) if more in ("", each)]
        env.step(rng.choice(legal))
    return found


@pytest.mark.parametrize(("name", "options"), TASKS, ids=IDS)
def test_each_choice_says_what_it_does(name, options):
    assert choices_without_words(name, options, 0) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 21))
@pytest.mark.parametrize(("name", "options"), TASKS, ids=IDS)
def test_each_choice_says_what_it_does_in_many_games(name, options, seed):
    assert choices_without_words(name, options, seed) == []


def test_browser_terminal_and_text_say_the_same():
    told = describe(new_game(1))
    expected = {told.label(action, ""): words for action, words in told.costs.items()}
    assert len(expected) > 1
    server = serving("marooned", seed=1)
    blocks = table(server)["blocks"]
    server.shutdown()
    server.server_close()
    assert {move["name"]: move["meaning"] for block in blocks for move in block["moves"]} == expected
    typed = " ".join(play(["quit"], "--seed", "1")[1].split())
    sent = " ".join(TextEnv("marooned").reset(seed=1)[0].split())
    for name, words in expected.items():
        assert f"{name} ({words})" in typed
        assert f"{name} ({words})" in sent
