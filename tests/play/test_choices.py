"""What people read beside each choice: a line of its effect and cost, in browser, terminal and text."""

import random

import gymnasium
import pytest

from crusoe_env import GAMES
from crusoe_env.play.web.page_model import introduction
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


@pytest.mark.parametrize(("name", "options"), TASKS, ids=IDS)
def test_a_new_game_says_what_wins_and_its_special_rules(name, options):
    env = gymnasium.make(GAMES[name], **options).unwrapped
    env.reset(seed=0)
    lines, facts = introduction(env), env.batch.simulator.facts
    assert any(line.startswith("To win: ") for line in lines)
    for mark in facts.get("mark", []):
        ruled = "extra_pawn" in mark
        assert ruled == any(line.lower().startswith(f"{mark['name'].lower()}: ") for line in lines)
    for loss in facts.get("loss", []):
        assert f"Lost, too: {loss['name']}." in lines


def test_a_question_about_ash_says_what_ash_does():
    rng, asked = random.Random(0), set()
    for seed in range(20):
        env = gymnasium.make(GAMES["robinson"], scenario="volcano_island").unwrapped
        env.reset(seed=seed)
        while legal := env.legal_actions():
            asked.add(describe(env).sentence)
            env.step(rng.choice(legal))
        if found := [words for words in asked if words.startswith("Ash: on which space is it laid?")]:
            break
    assert found
    assert all("One pawn more to build, gather, explore, arrange camp or rest there." in it for it in found)
