"""Games in text, written down and replayed."""

import json

import pytest

from agents.text.players import make_player
from agents.text.playing import play_game
from crusoe_env.text import Limits, TextEnv
from crusoe_env.text.transcript import TranscriptError, read_transcript, replayed, transcript_of


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("marooned", {"view": "full"}),
        ("dieson", {"quest": 2, "list_moves": False}),
        ("robinson", {"players": 2, "seats": "each", "disguise": 3}),
    ],
)
def test_a_transcript_replays_byte_for_byte(game, settings, tmp_path):
    env = TextEnv(game, **settings)
    transcript = play_game(env, make_player("erring:0.1:random"), 5).transcript
    path = tmp_path / "game.jsonl"
    transcript.write(path)
    again = replayed(read_transcript(path))
    assert again.jsonl() == path.read_text(encoding="utf-8")
    assert again.markdown() == path.with_suffix(".md").read_text(encoding="utf-8")


def test_the_markdown_tells_what_was_asked_answered_and_changed():
    env = TextEnv("robinson", players=2)
    env.reset(seed=1)
    for answer in ("nonsense", "Use nothing", "Use nothing"):
        env.step(answer)
    lines = transcript_of(env).markdown().splitlines()
    assert lines[0] == "# Robinson Crusoe, seed 1 (players 2)"
    asked = "Cook: Before the morale phase. Use something, or go on."
    assert f"{asked}  => nonsense (illegal)  " in lines
    assert f"{asked}  => Use nothing  " in lines
    assert "    wood: 0 → 1" in lines


def test_half_a_pair_of_surrogates_in_an_answer_is_kept(tmp_path):
    env = TextEnv("marooned")
    env.reset(seed=1)
    env.step("\ud83d dance \udc80")
    env.step("1")
    path = tmp_path / "game.jsonl"
    transcript_of(env).write(path)
    read = read_transcript(path)
    assert read.turns[0].answer == "\ud83d dance \udc80"
    assert replayed(read).jsonl() == path.read_text(encoding="utf-8")
    assert r"\ud83d dance \udc80 (illegal)" in path.with_suffix(".md").read_text(encoding="utf-8")


def test_answers_that_are_too_long_are_kept_up_to_a_bound_and_replay(tmp_path):
    limits = Limits(illegal=None, illegal_in_a_row=None)
    env = TextEnv("marooned", limits=limits)
    env.reset(seed=1)
    for _ in range(20):
        message, *_ = env.step("x" * 1_000_000)
    assert "has 1,000,000 characters; at most 20,000 are read" in message
    env.step("1")
    transcript = transcript_of(env)
    assert env.usage.written == 20_000_001
    assert len(transcript.jsonl()) < 50_000
    path = tmp_path / "game.jsonl"
    transcript.write(path)
    assert replayed(read_transcript(path)).jsonl() == transcript.jsonl()


def test_no_limit_reads_more_than_a_million_characters():
    env = TextEnv("marooned", limits=Limits(answer=None))
    env.reset(seed=1)
    said = "the answer has more than 1,000,000 characters; at most 1,000,000 are read"
    assert said in env.step("1" * 3_000_000)[0]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{}\n{}\n", "line 1: field 'format' must be 1"),
        ("no json\n", "is no transcript of JSON lines"),
        (json.dumps({"format": 1}) + "\n{}\n", "line 1: field 'game' is missing"),
    ],
)
def test_other_files_are_refused_in_one_line(content, said, tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_text(content)
    with pytest.raises(TranscriptError, match=said):
        read_transcript(path)


@pytest.fixture(scope="module")
def lines():
    """The lines of a transcript, as objects."""
    env = TextEnv("marooned")
    transcript = play_game(env, make_player("random"), 5).transcript
    return [json.loads(line) for line in transcript.jsonl().splitlines()]


@pytest.mark.parametrize(
    ("place", "changes", "said"),
    [
        (0, {"seed": "7"}, "line 1: field 'seed': expected int, found '7'"),
        (0, {"seed": 1.5}, "line 1: field 'seed': expected int, found 1.5"),
        (0, {"seed": True}, "line 1: field 'seed': expected int, found True"),
        (0, {"seed": -1}, "line 1: field 'seed': -1 is no seed"),
        (0, {"seed": 10**30}, r"line 1: field 'seed': 1\d+ is no seed"),
        (0, {"disguise": -1}, "line 1: field 'disguise': -1 is no seed"),
        (0, {"game": 5}, "line 1: field 'game': expected str, found 5"),
        (0, {"game": ["x"]}, r"line 1: field 'game': expected str, found \['x'\]"),
        (0, {"limits": None}, "line 1: field 'limits': expected dict, found None"),
        (0, {"more": 1}, "line 1: unknown field 'more'"),
        (1, {"answer": 3}, "line 2: field 'answer': expected str, found 3"),
        (1, {"action": "1"}, "line 2: field 'action': expected int or null, found '1'"),
        (1, {"changes": [1]}, "line 2: field 'changes': expected texts"),
        (1, {"more": 1}, "line 2: unknown field 'more'"),
        (-1, {"result": {}}, r"line \d+: field 'result': field 'victory' is missing"),
        (-1, {"limit": None}, r"line \d+: field 'limit': expected str, found None"),
    ],
)
def test_a_wrong_field_is_named_with_its_line(lines, place, changes, said, tmp_path):
    changed = list(lines)
    changed[place] = {**lines[place], **changes}
    path = tmp_path / "game.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in changed))
    with pytest.raises(TranscriptError, match=said):
        read_transcript(path)


def test_a_transcript_without_its_end_is_refused(lines, tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines[:-1]))
    with pytest.raises(TranscriptError, match=f"line {len(lines) - 1}: field 'result' is missing"):
        read_transcript(path)


def test_limits_smaller_than_the_game_are_one_error(lines, tmp_path):
    about = {**lines[0], "limits": {**lines[0]["limits"], "turns": 1}}
    path = tmp_path / "game.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in [about, *lines[1:]]))
    with pytest.raises(TranscriptError, match="turn 2: the game is over already"):
        replayed(read_transcript(path))
