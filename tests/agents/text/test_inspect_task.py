"""The task of Inspect AI, with the mock model of that package: `make clients` runs these tests."""

import json

import pytest

from agents.text.players import make_player
from agents.text.playing import play_game
from crusoe_env.text import TextEnv

inspect_ai = pytest.importorskip("inspect_ai")


def evaluated(tmp_path, answers, tokens=0, limits=None, **settings):
    """The sample of a game that a mock model plays with these answers, of so many tokens each."""
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from agents.text.inspect_task import text_game

    outputs = [ModelOutput.from_content("mockllm/model", answer) for answer in answers]
    for output in outputs:
        output.usage = ModelUsage(
            output_tokens=tokens, total_tokens=tokens
        )  # else the mock model counts tokens by a vocabulary from the network
    model = get_model("mockllm/model", custom_outputs=outputs)
    log = inspect_ai.eval(
        text_game(games=1, **settings), model=model, log_dir=str(tmp_path), display="none", **(limits or {})
    )[0]
    assert log.status == "success", log.error
    return log.samples[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("marooned", {}),
        ("dieson", {"quest": 1}),
        ("robinson", {"players": 1}),
        ("robinson", {"players": 2}),
    ],
)
def test_a_whole_game_is_that_of_who_answers(game, options, tmp_path):
    expected = play_game(TextEnv(game, **options), make_player("scripted"), 7).transcript
    answers = [turn.answer for turn in expected.turns]
    sample = evaluated(tmp_path, answers, game=game, seed=7, **options)
    result = expected.end["result"]
    assert sample.scores["victory"].value == int(result["victory"])
    assert sample.scores["goal_progress"].value == pytest.approx(result["goal_progress"])
    assert sample.store["transcript"] == expected.jsonl()
    assert sample.messages[0].role == "system"
    assert len(sample.messages) == 2 * len(answers) + 2


def test_a_game_that_a_limit_ends_is_lost(tmp_path):
    sample = evaluated(tmp_path, ["dance"] * 3, game="marooned", seed=7)
    assert sample.scores["victory"].value == 0
    assert sample.scores["victory"].explanation == "limit: illegal answers in a row"


@pytest.mark.parametrize(
    "limits", [{"message_limit": 40}, {"token_limit": 1_950}, {"message_limit": 40, "fail_on_error": False}]
)
def test_a_game_that_a_limit_of_inspect_cuts_off_is_lost_with_its_progress(limits, tmp_path):
    transcript = play_game(TextEnv("marooned"), make_player("scripted"), 7).transcript
    answers = [turn.answer for turn in transcript.turns]
    sample = evaluated(tmp_path, answers, 100, limits, game="marooned", seed=7)
    assert sample.limit is not None
    played = json.loads(sample.store["transcript"].splitlines()[-1])
    assert 0 < played["decisions"] < len(answers)
    assert sample.scores["victory"].value == 0
    assert sample.scores["victory"].explanation == "limit: of Inspect AI"
    env = TextEnv("marooned")
    env.reset(seed=7)
    for answer in answers[: played["decisions"]]:
        env.step(answer)
    batch = env.env.batch
    assert sample.scores["goal_progress"].value == pytest.approx(
        batch.simulator.goal_progress(batch.states)[0]
    )
    assert sample.scores["goal_progress"].value > 0


def test_wrong_settings_show_at_once():
    from agents.text.inspect_task import text_game

    with pytest.raises(ValueError, match="unknown game 'chess'"):
        text_game(game="chess")
