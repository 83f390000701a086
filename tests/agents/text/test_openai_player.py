"""A language model as a player, tested against a server of this machine that answers as a script."""

import itertools
import json
import re
import sys
from pathlib import Path

import pytest

from agents.text.players import make_player
from agents.text.playing import play_game
from crusoe_env.text import Limits, TextEnv
from tests.support import refused

pytest.importorskip("openai")

PAGE = Path(__file__).parents[3] / "docs" / "text.md"


@pytest.mark.parametrize("by", ["name", "environment"])
def test_a_key_goes_over_http_to_this_machine_alone(by, server, monkeypatch):
    def player(url):
        if by == "name":
            return make_player(f"openai:a-model@{url}")
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        return make_player("openai:a-model")

    assert player("http://192.0.2.1:8000/v1").model == "a-model"  # without a key there is nothing to lose
    monkeypatch.setenv("OPENAI_API_KEY", "a-key")
    for url in ("https://192.0.2.1/v1", "http://localhost:1/v1", "http://127.8.9.1/v1", "http://[::1]:1/v1"):
        assert player(url).model == "a-model"
    for url in ("http://192.0.2.1:8000/v1", "http://127.0.0.1@192.0.2.1/v1", "http://localhost.net/v1"):
        with pytest.raises(ValueError, match="your key would leave this machine unencrypted; write https://"):
            player(url)


def as_scripted(env, seed):
    """A script that answers as the scripted agent does in this environment."""
    agent, began = make_player("scripted"), []

    def answer(request):
        if not began:
            agent.begin(env, seed)
            began.append(True)
        return f"I think this is best.\nMove: {agent.answer(request['messages'][-1]['content'], 0)}"

    return answer


def test_a_whole_game_is_that_of_who_answers(server):
    env = TextEnv("marooned")
    expected = play_game(env, make_player("scripted"), 3).transcript
    server.script = as_scripted(env, 3)
    played = play_game(env, make_player(f"openai:a-model@{server.url}"), 3)
    assert played.transcript.end["result"] == expected.end["result"]
    turns = len(played.transcript.turns)
    assert played.usage == {
        "requests": turns,
        "prompt_tokens": 100 * turns,
        "cached_tokens": 0,
        "completion_tokens": 3 * turns,
        "cuts": 0,
    }
    path, key, request = server.requests[-1]
    assert (path, key, request["model"]) == ("/v1/chat/completions", "Bearer none", "a-model")
    assert request["messages"][0] == {"role": "system", "content": env.briefing()}
    roles = [said["role"] for said in request["messages"][1:]]
    assert roles == ["user", "assistant"] * (turns - 1) + ["user"]


@pytest.mark.slow
def test_the_five_lines_of_the_documentation_play_a_game(server):
    lines = re.search(r"^```py\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)[1]
    assert len([line for line in lines.splitlines() if line]) == 5
    expected = play_game(TextEnv("robinson", players=2), make_player("scripted"), 1).transcript
    answers = iter([turn.answer for turn in expected.turns])
    server.script = lambda request: next(answers)
    given = {}
    exec(lines.replace("http://127.0.0.1:11434/v1", server.url), given)
    assert given["game"].transcript.end["result"] == expected.end["result"]
    assert given["game"].costs["requests"] == len(expected.turns)


def test_each_seat_has_a_conversation_of_its_own(server):
    env = TextEnv("robinson", players=2, seats="each", limits=Limits(turns=12))
    server.script = as_scripted(env, 3)
    play_game(env, make_player(f"openai:a-model@{server.url}"), 3)
    tables = [request["messages"][1]["content"] for _, _, request in server.requests]
    assert len(set(tables)) == 2


def test_a_name_sets_fields_of_requests_and_the_environment_the_key(server, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    server.script = lambda request: None  # some servers send no content
    env = TextEnv("marooned")
    played = play_game(env, make_player("openai:org/a-model:free?temperature=0&reasoning_effort=low"), 1)
    assert played.transcript.end["limit"] == "illegal answers in a row"
    _, key, request = server.requests[0]
    assert (key, request["model"]) == ("Bearer k", "org/a-model:free")
    assert (request["temperature"], request["reasoning_effort"]) == (0, "low")


def test_a_server_that_is_busy_is_asked_again(server):
    env = TextEnv("marooned")
    script = as_scripted(env, 1)
    server.script = lambda request: 503 if len(server.requests) == 1 else script(request)
    assert play_game(env, make_player(f"openai:a-model@{server.url}"), 1).transcript.end["limit"] == ""


def test_a_server_that_refuses_is_one_line(server):
    server.script = lambda request: 400
    with pytest.raises(ValueError, match=r"^openai:a-model@.*: .*the server is.*busy") as caught:
        play_game(TextEnv("marooned"), make_player(f"openai:a-model@{server.url}"), 1)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("openai:", "write MODEL, MODEL@http"),
        ("openai:a b", "write MODEL, MODEL@http"),
        ("openai:a?temprature=0@http://x/v1", "did you mean 'temperature'?"),
        ("openai:a?bound=yes@http://x/v1", "bound: 'yes'; write grammar or schema"),
        ("openai:a?context=9@http://x/v1", "write 512 tokens or more"),
        ("openai:a", "api_key"),
    ],
)
def test_wrong_names_are_one_line(name, said, server):
    with refused(ValueError, said, start="player openai: "):
        make_player(name)


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(ValueError, match=r"needs openai: pip install '\.\[openai\]' in a checkout"):
        make_player("openai:a@http://127.0.0.1/v1")


def test_half_a_pair_of_surrogates_in_an_answer_does_not_end_the_conversation(server):
    server.script = lambda request: "1" if len(request["messages"]) > 2 else "\ud83d"
    player = make_player(f"openai:m@{server.url}")
    env = TextEnv("marooned")
    message, _ = env.reset(seed=1)
    player.begin(env, 1)
    assert player.answer(message, 0) == "\ud83d"
    assert player.answer("again", 0) == "1"
    assert server.requests[-1][2]["messages"][2]["content"] == r"\ud83d"


@pytest.mark.parametrize("kind", ["grammar", "schema"])
def test_answers_are_bound_to_the_listed_numbers(kind, server):
    def first_number(request):
        if kind == "grammar":
            return re.search(r'root ::= "(\d+)"', request["grammar"])[1]
        schema = request["response_format"]["json_schema"]["schema"]
        return json.dumps({"move": schema["properties"]["move"]["enum"][0]})

    server.script = first_number
    env = TextEnv("marooned")
    end = play_game(env, make_player(f"openai:m?bound={kind}@{server.url}"), 1).transcript.end
    assert (end["illegal"], end["limit"]) == (0, "")
    with pytest.raises(ValueError, match="bound needs list_moves"):
        play_game(
            TextEnv("marooned", list_moves=False), make_player(f"openai:m?bound={kind}@{server.url}"), 1
        )


@pytest.mark.parametrize(("view", "tokens"), [("changes", 2_600), ("full", 5_000)])
def test_a_long_conversation_is_cut_to_rules_and_table(view, tokens, server):
    env = TextEnv("dieson", quest=1, view=view)
    server.script = as_scripted(env, 3)
    server.tokens = lambda request: sum(len(it["content"]) for it in request["messages"]) // 4
    game = play_game(env, make_player(f"openai:m?context={tokens}@{server.url}"), 3)
    said = [request["messages"] for *_, request in server.requests]
    assert game.usage["cuts"] > 0
    assert game.transcript.end["questions"] == (game.usage["cuts"] if view == "changes" else 0)
    assert all(messages[0]["content"] == env.briefing() for messages in said)
    again = [new for old, new in itertools.pairwise(said) if len(new) < len(old)]
    assert len(again) == game.usage["cuts"]
    assert all(len(messages) == 2 and len(messages[1]["content"]) > 3_000 for messages in again)  # the table
    expected = play_game(TextEnv("dieson", quest=1), make_player("scripted"), 3).transcript
    assert game.transcript.end["result"] == expected.end["result"]
